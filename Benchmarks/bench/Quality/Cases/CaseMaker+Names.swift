package import CitySearch
import Foundation
package import PrefixBenchmark

/// Queries that are a name, a part of it, or a name and where it lies.
extension CaseMaker {
  /// The whole name of a city, if it is the largest of that name.
  package func name(ofRow row: CityRow) -> Draft? {
    guard isLargest(row) else { return nil }
    return Draft(query: gazetteer[row].name, row: row)
  }

  /// From half of a name to seven tenths, in small letters.
  package func prefix(ofRow row: CityRow, using generator: inout SplitMix64) -> Draft? {
    let name = gazetteer[row].name
    guard isLargest(row), name.count >= 4 else { return nil }
    let lengths = (name.count + 1) / 2...max((name.count + 1) / 2, name.count * 7 / 10)
    let query = name.prefix(Int.random(in: lengths, using: &generator)).lowercased()
    guard query.last?.isLetter == true else { return nil }
    return Draft(query: query, row: row)
  }

  /// A name without its first word and a particle after it, as "Janeiro" of "Rio de Janeiro".
  func ending(ofRow row: CityRow) -> Draft? {
    let name = gazetteer[row].name
    let words = name.split { $0 == " " || $0 == "-" }
    guard let start = words.dropFirst().first(where: { $0.first?.isLowercase != true })?.startIndex
    else { return nil }
    let query = String(name[start...])
    // An ending that is the whole name of another city means that city.
    guard isLargest(row), query.count >= 4,
      rows(withKey: Self.key(of: query)).isEmpty
    else { return nil }
    return Draft(query: query, row: row)
  }

  /// A name and its country, by name or code.
  package func withCountry(ofRow row: CityRow, using generator: inout SplitMix64) -> Draft? {
    let city = gazetteer[row]
    guard let country = gazetteer.countryName(of: city),
      isLargest(row, where: { $0.countryCode == $1.countryCode })
    else { return nil }
    let query =
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: "\(city.name), \(city.countryCode)"
      case 1: "\(city.name) \(country)".lowercased()
      default: "\(city.name), \(country)"
      }
    return Draft(query: query, row: row)
  }

  /// A name and its division; in the United States, whose people do that most, also by code.
  package func withRegion(ofRow row: CityRow, using generator: inout SplitMix64) -> Draft? {
    let city = gazetteer[row]
    // Most other cities are left out, so that about half of the queries are about the United States, though
    // few of the world's people live there.
    let isCommon = city.countryCode == "US" || Int.random(in: 0..<20, using: &generator) == 0
    guard isCommon, let division = gazetteer.divisionName(of: city),
      Self.key(of: division) != key(ofRow: row),
      isLargest(row, where: { $0.division == $1.division })
    else { return nil }
    let hasCode = city.countryCode == "US" && Bool.random(using: &generator)
    let region = hasCode ? city.divisionCode.description : division
    let text = Bool.random(using: &generator) ? "\(city.name), \(region)" : "\(city.name) \(region)"
    return Draft(query: Bool.random(using: &generator) ? text : text.lowercased(), row: row)
  }

  /// The codes of three letters among the other names, each with its cities, the largest first.
  var codes: Lots<(code: String, rows: [CityRow])> {
    var rows: [String: [CityRow]] = [:]
    for row in gazetteer.indices {
      for name in otherNames(ofRow: row)
      where name.utf8.count == 3 && name.utf8.allSatisfy((UInt8(ascii: "A")...90).contains) {
        rows[name, default: []].append(row)
      }
    }
    return rows.sorted { $0.key < $1.key }.map { code, rows in
      let sorted = gazetteer.largestFirst(rows)
      return ((code, sorted), sorted.first.map { population(ofRow: $0) } ?? 0)
    }
  }

  /// A code of three letters, in capitals or not; right are all cities that have it.
  package func abbreviation(
    _ lot: (code: String, rows: [CityRow]), using generator: inout SplitMix64
  ) -> Draft? {
    guard let largest = lot.rows.first else { return nil }
    var ids: [City.ID] = []
    for row in lot.rows {
      let id = gazetteer.id(atRow: row)
      // A file may name a code twice for a city.
      if !ids.contains(id) { ids.append(id) }
    }
    let query = Bool.random(using: &generator) ? lot.code : lot.code.lowercased()
    return Draft(query: query, row: largest, ids: ids)
  }
}

/// Queries that spell a name in another way than it is written, rightly or wrongly.
extension CaseMaker {
  /// A name of two to four words, one of which is its first letter, or three of its letters in their order, and a
  /// period, if no larger city has such a name.
  package func abbreviatedWord(
    ofRow row: CityRow, using generator: inout SplitMix64
  ) -> Draft? {
    let words = gazetteer[row].name.split { $0 == " " || $0 == "-" }
    let isLong = words.map { $0.count >= 5 && $0.allSatisfy { $0.isASCII && $0.isLetter } }
    guard (2...4).contains(words.count), let first = isLong.firstIndex(of: true) else { return nil }
    // The first word that is long enough: people shorten what is common, and keep the end.
    let word = Array(words[first])
    let second = Int.random(in: 1..<word.count - 1, using: &generator)
    let third = Int.random(in: second + 1..<word.count, using: &generator)
    let short = Bool.random(using: &generator) ? [word[0]] : [word[0], word[second], word[third]]
    var texts = words.map(String.init)
    texts[first] = String(short) + "."
    let keys = words.map { Self.key(of: String($0)) }
    let letters = Self.key(of: String(short))
    let others = rows { key in
      let parts = key.split(separator: " ")
      return parts.count == keys.count
        && parts.indices.allSatisfy { index in
          index == first
            ? parts[index].first == letters.first && Self.has(parts[index], letters)
            : parts[index] == keys[index]
        }
    }
    guard gazetteer.largestFirst(others).first == row else { return nil }
    return Draft(query: texts.joined(separator: " "), row: row)
  }

  /// Whether a word has letters in their order.
  private static func has(_ word: Substring, _ letters: String) -> Bool {
    var rest = word[...]
    return letters.allSatisfy { letter in
      guard let place = rest.firstIndex(of: letter) else { return false }
      rest = rest[place...].dropFirst()
      return true
    }
  }

  /// The countries where a letter with dots, a stroke or a ring may be written as two.
  private static let expanding: Set<CountryCode> = [
    "DE", "AT", "CH", "LI", "LU", "DK", "NO", "SE", "FI", "EE", "IS", "FO", "GL", "NL", "BE",
  ]
  private static let expansions: [Character: String] = [
    "ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa",
    "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "Ø": "Oe", "Å": "Aa",
  ]

  /// A name with two letters instead of one.
  func expansion(ofRow row: CityRow) -> Draft? {
    let city = gazetteer[row]
    guard Self.expanding.contains(city.countryCode), isLargest(row),
      city.name.contains(where: { Self.expansions[$0] != nil })
    else { return nil }
    return Draft(query: city.name.map { Self.expansions[$0] ?? String($0) }.joined(), row: row)
  }

  /// A name that begins with a saint, a mount or a fort in its other spelling.
  package func saint(ofRow row: CityRow, using generator: inout SplitMix64) -> Draft? {
    let city = gazetteer[row]
    guard isLargest(row), let end = city.name.firstIndex(where: { $0 == " " || $0 == "-" })
    else { return nil }
    let word = city.name[..<end].lowercased().filter { $0 != "." }
    guard let other = Self.spelling(of: word, in: city.countryCode) else { return nil }
    let separator: Character = Bool.random(using: &generator) ? " " : city.name[end]
    return Draft(query: "\(other)\(separator)\(city.name[end...].dropFirst())", row: row)
  }

  private static func spelling(of word: String, in country: CountryCode) -> String? {
    switch word {
    case "saint", "sankt", "sint": "St"
    case "sainte": "Ste"
    case "ste": "Sainte"
    case "mount": "Mt"
    case "mt": "Mount"
    case "fort": "Ft"
    case "ft": "Fort"
    case "st":
      switch country {
      case "DE", "AT", "CH", "LI": "Sankt"
      case "NL", "BE": "Sint"
      default: "Saint"
      }
    default: nil
    }
  }

  /// A name with one wrong keystroke behind its first letter, or with two if it is long.
  package func typo(ofRow row: CityRow, using generator: inout SplitMix64) -> Draft? {
    let key = key(ofRow: row)
    guard isLargest(row), key.count >= 5,
      key.utf8.allSatisfy({ (UInt8(ascii: "a")...122).contains($0) || $0 == UInt8(ascii: " ") })
    else { return nil }
    let edits = key.count >= 10 && Bool.random(using: &generator) ? 2 : 1
    var letters = Array(key)
    for _ in 0..<edits { QueryMaker.edit(&letters, using: &generator) }
    let query = String(letters)
    // Two edits may undo each other, and one may make the name of another city.
    guard query != key, query.last != " ", rows(withKey: query).isEmpty else { return nil }
    return Draft(query: query, row: row)
  }
}

/// Queries with more words than a name, and by people who are near what they mean.
extension CaseMaker {
  /// A name among words that are no name of it.
  package func nameInside(ofRow row: CityRow, using generator: inout SplitMix64) -> Draft? {
    let city = gazetteer[row]
    guard isLargest(row), let country = gazetteer.countryName(of: city) else { return nil }
    let number = Int.random(in: 10_000...99_999, using: &generator)
    let query =
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: "city of \(city.name)"
      case 1: "\(number) \(city.name)"
      case 2: "living in \(city.name) \(country)"
      case 3: "\(city.name) \(country) \(number)"
      // Words that a search need not know.
      case 4: "weather in \(city.name)"
      default: "moved to \(city.name) in \(1990 + number % 30)"
      }
    return Draft(query: query, row: row)
  }

  /// How far a person is from the city that they mean, and how far at least from others of its name, in
  /// meters.
  private static let near = 50_000.0
  private static let far = 100_000.0

  /// The name of a city which is that of a larger one far away, too, typed by a person nearby.
  package func nearby(ofRow row: CityRow, using generator: inout SplitMix64) -> Draft? {
    let city = gazetteer[row]
    let place = ids(ofPlaceAtRow: row)
    let rows = rows(withKey: key(ofRow: row))
    let others = rows.filter { !place.contains(gazetteer.id(atRow: $0)) }
    guard let largest = others.first, population(ofRow: largest) > population(ofRow: row),
      rows.first(where: { place.contains(gazetteer.id(atRow: $0)) }) == row,
      let person = point(near: city.coordinate, using: &generator),
      others.allSatisfy({ gazetteer[$0].coordinate.distance(to: person) > Self.far })
    else { return nil }
    return Draft(
      query: city.name, row: row,
      bias: SearchBias(coordinate: person, countryCode: city.countryCode))
  }

  /// A point in a circle, to a hundredth of a degree; `nil` if three draws miss the circle.
  private func point(
    near center: Coordinate, using generator: inout SplitMix64
  ) -> Coordinate? {
    let radius = Self.near / 111_195
    let width = max(cos(center.latitude * .pi / 180), 0.1)
    for _ in 0..<3 {
      let north = Double.random(in: -radius...radius, using: &generator)
      let east = Double.random(in: -radius...radius, using: &generator) / width
      func rounded(_ degrees: Double) -> Double { (degrees * 100).rounded() / 100 }
      guard
        let point = Coordinate(
          validatingLatitude: rounded(center.latitude + north),
          longitude: rounded(center.longitude + east)),
        point.distance(to: center) < Self.near
      else { continue }
      return point
    }
    return nil
  }
}
