import CitySearch
import TestSupport

/// Queries about the difficult cities, for every rule about names, regions and mistakes.
struct RelevanceQueries {
  private let sample: SampleNames
  /// Names that are rare among all: half of the queries are about them.
  private let rare: [[SampleNames.Name]]

  static let fixed = [
    "", " ", ",", ", ,", "-", "a", "s", "S ", "st", "st ", "saint ", "mt", "de", "us", ", de",
    "de,", "san,us", "san, us, us", "san us us", "paris, nowhere", "a,b,c,d,e", "new york ny us",
    "\0", "\u{301}", "\u{10FFFF}", "‘’", "東", "م", "санкт", "x, usa", "san, texas france", "san fr",
    "  san   ", "São",
    "1", "st st st", "texas usa", "saint, texas usa", "san, texas canada", "uk", "london uk",
    // Regions alone, complete or not, in front, and unknown.
    "japan", "Japan ", "japan,", "jap", "usa", "日本", "texas", "texas,", "france germany",
    "russia, moscow", "france, paris", "usa, texas, san", "usa texas san", "russia moscow",
    "san, xyz", "san, usa, xyz", "xyz, san", "san, texas", "texas, texas", "us, us", "ca,ca",
    // Names inside.
    "city of", "city of paris", "10115 paris", "living in london", "in in in", "1 2 3",
    "near the city", "usa usa usa", "paris london", "a b c d e f g h i j k l m", "1 2 paris 3 4",
    "saint city", "city town", "hotel paris texas", "gare de paris", "ville de saint",
    "de la paris",
    // Abbreviated words.
    "s. l.", "St. L.", "n. york", "s. francisco, usa", "s.j. usa", "s. d. m.", "l. a.", "p. .",
    ". p",
    "s.", "s. o, texas, usa", "saint l. france", "s. usa usa", "s. usa.", "м. н.", "東. 京",
    // States and territories.
    "hong kong, china", "hong kong china", "san, us", "saint, france", "san, pr, us", "saint gb",
    "saint, fr, us", "uk", "uae", "drc", "usa ", "uka",
    // A correction in a region, and a large city of exactly the name elsewhere.
    "paris, mexico", "paris mexico", "london, france", "london, de", "berlin, us, texas",
    // Digits.
    "paris 15", "san 1", "zone 12", "12 3", "1st", "s1n", "sector 1a",
    "north of paris, texas", "the 9", "london 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12",
  ]

  init(_ sample: SampleNames) {
    self.sample = sample
    let names = sample.names
    let spelled = names.filter { $0.spellings.count > 1 }
    let kinds = [NameKind.code, .own].map { kind in names.filter { $0.kind == kind } }
    let bracketed = names.filter { $0.text.hasSuffix(")") }
    let saints = names.filter { $0.key.hasPrefix("s") && $0.key.contains("t ") }
    let foreign = names.filter { $0.key.utf8.contains { $0 >= 0x80 } }
    rare = (kinds + [spelled, bracketed, saints, foreign, foreign]).filter { !$0.isEmpty }
  }

  /// A query, from a seed.
  func query(using generator: inout SeededGenerator) -> String {
    let name = name(using: &generator)
    let text = written(name, using: &generator)
    switch Int.random(in: 0..<20, using: &generator) {
    case 0, 1: return beginning(of: text, using: &generator)
    case 2: return beginning(of: text, using: &generator) + " "
    case 3: return varied(text, using: &generator)
    case 4: return text + " "
    case 5: return text + ", " + regions(of: name, using: &generator)
    case 6: return text + " " + regions(of: name, using: &generator)
    case 7:
      return beginning(of: text, using: &generator) + "," + regions(of: name, using: &generator)
    case 8: return misspelled(name.key, edits: 1, using: &generator)
    case 9: return misspelled(name.key, edits: 2, using: &generator)
    case 10:
      let part = beginning(of: name.key, using: &generator)
      return misspelled(part, edits: Int.random(in: 1...2, using: &generator), using: &generator)
    case 11:
      return misspelled(
        name.key, edits: Int.random(in: 1...2, using: &generator), using: &generator)
        + ", " + regions(of: name, using: &generator)
    case 12:
      return misspelled(
        name.key, edits: Int.random(in: 1...2, using: &generator), using: &generator)
        + " " + regions(of: name, using: &generator)
    case 13: return varied(regions(of: name, using: &generator), using: &generator)
    case 14:
      return regions(of: name, using: &generator) + ", "
        + (Bool.random(using: &generator) ? text : beginning(of: text, using: &generator))
    case 15: return regions(of: name, using: &generator) + " " + text
    case 16: return text + ", " + unknown(using: &generator)
    case 17: return text + unknown(using: &generator)
    default: return around(text, of: name, using: &generator)
    }
  }

  /// A name of any kind, of which most are own or alternate ones, or a rare one.
  private func name(using generator: inout SeededGenerator) -> SampleNames.Name {
    let isRare = Bool.random(using: &generator)
    let names = isRare ? rare.randomElement(using: &generator) ?? [] : sample.names
    let index = Int.random(in: sample.names.indices, using: &generator)
    return names.randomElement(using: &generator) ?? sample.names[index]
  }

  /// The key of a name, one of its spellings, or a form that the rules for names derive: an abbreviated first word,
  /// written-out umlauts, its later words.
  private func written(_ name: SampleNames.Name, using generator: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0..<4: name.key
    case 4: name.key.replacing("saint ", with: "st ").replacing("sankt ", with: "st ")
    case 5: name.text.replacing("ö", with: "oe").replacing("ü", with: "ue")
    case 6: String(name.key.drop { $0 != " " }.dropFirst())
    default: name.spellings.randomElement(using: &generator) ?? name.key
    }
  }

  private func beginning(of text: String, using generator: inout SeededGenerator) -> String {
    String(text.prefix(Int.random(in: 1...max(1, min(12, text.count)), using: &generator)))
  }

  private func varied(_ text: String, using generator: inout SeededGenerator) -> String {
    [
      text, text.uppercased(), text.lowercased(), " " + text, text.replacing(" ", with: "-"),
      text + ",", text + " ",
    ].randomElement(using: &generator) ?? text
  }

  /// A name among words that are understood, or among some that are not.
  private func around(
    _ text: String, of name: SampleNames.Name, using generator: inout SeededGenerator
  ) -> String {
    let number = Int.random(in: 1...99_999, using: &generator)
    let region = regions(of: name, using: &generator)
    let other = written(self.name(using: &generator), using: &generator)
    return [
      "city of \(text)", "\(number) \(text)", "\(text) \(number)", "\(text) area, \(region)",
      "living in \(text), \(region)", "\(text) \(region) \(number)", "\(text) -> \(other)",
      "\(text), \(other), \(region)", "\(region) \(number) \(text)", "old \(text)",
      "from \(other) to \(text)", "\(region), near \(text)", "\(text) \(text)",
      "\(text) \(other)", "the \(region) \(text) \(number) \(other)",
    ].randomElement(using: &generator) ?? text
  }

  /// What is no region, or only by chance.
  private func unknown(using generator: inout SeededGenerator) -> String {
    let region = regions(of: name(using: &generator), using: &generator)
    return [
      " xyz", "xyz xyz", "-", " 1", region + region,
      misspelled(region, edits: 1, using: &generator),
    ].randomElement(using: &generator) ?? ""
  }

  /// One region of a city or two, whole or half typed, or that of another city.
  private func regions(
    of name: SampleNames.Name, using generator: inout SeededGenerator
  ) -> String {
    var city = sample.cities[name.city]
    if Int.random(in: 0..<8, using: &generator) == 0 {
      city = sample.cities.randomElement(using: &generator) ?? city
    }
    let keys = sample.regionKeys(of: city)
    guard var last = keys.randomElement(using: &generator) else { return "xx" }
    if Int.random(in: 0..<3, using: &generator) == 0 {
      last = beginning(of: last, using: &generator)
    }
    guard Int.random(in: 0..<3, using: &generator) == 0,
      let first = keys.randomElement(using: &generator)
    else { return last + (Bool.random(using: &generator) ? "" : " ") }
    return first + ([" ", ", "].randomElement(using: &generator) ?? "") + last
  }

  /// A text with other letters: those of its own script, or of the Latin one.
  private func misspelled(
    _ text: String, edits: Int, using generator: inout SeededGenerator
  ) -> String {
    var letters = Array(text.unicodeScalars)
    let latin = Array("abcdefghijklmnopqrstuvwxyz ".unicodeScalars)
    for _ in 0..<edits where !letters.isEmpty {
      let index = Int.random(in: letters.indices, using: &generator)
      let others = Bool.random(using: &generator) ? letters : latin
      let letter = others.randomElement(using: &generator) ?? "x"
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: letters.remove(at: index)
      case 1: letters.insert(letter, at: index)
      case 2: letters[index] = letter
      default: letters.swapAt(index, min(index + 1, letters.count - 1))
      }
    }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: letters)
    return String(result)
  }
}
