import CitySearch
import TestSupport

/// Queries about the difficult cities, for every kind of name and region.
struct RelevanceQueries {
  let reference: SlowSearch

  static let fixed = [
    "", " ", ",", ", ,", "-", "a", "s", "S ", "st", "st ", "saint ", "mt", "de", "us", ", de",
    "de,", "san,us", "san, us, us", "san us us", "paris, nowhere", "a,b,c,d,e", "new york ny us",
    "\0", "\u{301}", "\u{10FFFF}", "‘’", "東", "م", "санкт", "x, usa", "san, texas france", "san fr",
    "  san   ", "São",
    "1", "st st st", "texas usa", "saint, texas usa", "san, texas canada", "uk", "london uk",
  ]

  /// A query, from a seed.
  func query(using generator: inout SeededGenerator) -> String {
    // Most names are own or alternate ones; half of the queries are about others.
    let name = Bool.random(using: &generator) ? rare(using: &generator) : any(using: &generator)
    let isTyped = Bool.random(using: &generator)
    let text = isTyped ? name.key : name.text
    switch Int.random(in: 0..<12, using: &generator) {
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
    default:
      return misspelled(
        name.key, edits: Int.random(in: 1...2, using: &generator), using: &generator)
        + ", " + regions(of: name, using: &generator)
    }
  }

  private func any(using generator: inout SeededGenerator) -> SlowName {
    reference.names[Int.random(in: reference.names.indices, using: &generator)]
  }

  private func rare(using generator: inout SeededGenerator) -> SlowName {
    let kind = [NameKind.expansion, .saint, .later, .code, .own].randomElement(using: &generator)
    return reference.names.filter { $0.kind == kind }.randomElement(using: &generator)
      ?? any(using: &generator)
  }

  private func beginning(of text: String, using generator: inout SeededGenerator) -> String {
    String(text.prefix(Int.random(in: 1...max(1, min(12, text.count)), using: &generator)))
  }

  private func varied(_ text: String, using generator: inout SeededGenerator) -> String {
    [text, text.uppercased(), text.lowercased(), " " + text, text.replacing(" ", with: "-")]
      .randomElement(using: &generator) ?? text
  }

  /// One region of a city or two, whole or half typed, or that of another city.
  private func regions(
    of name: SlowName, using generator: inout SeededGenerator
  ) -> String {
    var city = reference.cities[name.city]
    if Int.random(in: 0..<8, using: &generator) == 0 {
      city = reference.cities.randomElement(using: &generator) ?? city
    }
    let keys = reference.regionKeys(of: city)
    guard var last = keys.randomElement(using: &generator) else { return "xx" }
    if Int.random(in: 0..<3, using: &generator) == 0 {
      last = beginning(of: last, using: &generator)
    }
    guard Int.random(in: 0..<3, using: &generator) == 0,
      let first = keys.randomElement(using: &generator)
    else { return last + (Bool.random(using: &generator) ? "" : " ") }
    return first + ([" ", ", "].randomElement(using: &generator) ?? "") + last
  }

  private func misspelled(
    _ text: String, edits: Int, using generator: inout SeededGenerator
  ) -> String {
    var letters = Array(text.unicodeScalars)
    for _ in 0..<edits where !letters.isEmpty {
      let index = Int.random(in: letters.indices, using: &generator)
      let letter = "abcdefghijklmnopqrstuvwxyz ".unicodeScalars.randomElement(using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: letters.remove(at: index)
      case 1: letters.insert(letter ?? "x", at: index)
      case 2: letters[index] = letter ?? "x"
      default: letters.swapAt(index, min(index + 1, letters.count - 1))
      }
    }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: letters)
    return String(result)
  }
}
