import CitySearch

/// Queries that spell a name in another way than it is written, rightly or wrongly.
extension CaseMaker {
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
    let city = places.gazetteer[row]
    guard Self.expanding.contains(city.countryCode), places.isLargest(row),
      city.name.contains(where: { Self.expansions[$0] != nil })
    else { return nil }
    return Draft(query: city.name.map { Self.expansions[$0] ?? String($0) }.joined(), row: row)
  }

  /// A name that begins with a saint, a mount or a fort in its other spelling.
  func saint(ofRow row: CityRow, using generator: inout SplitMix64) -> Draft? {
    let city = places.gazetteer[row]
    guard places.isLargest(row), let end = city.name.firstIndex(where: { $0 == " " || $0 == "-" })
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
  func typo(ofRow row: CityRow, using generator: inout SplitMix64) -> Draft? {
    let key = places.key(ofRow: row)
    guard places.isLargest(row), key.count >= 5,
      key.utf8.allSatisfy({ (UInt8(ascii: "a")...122).contains($0) || $0 == UInt8(ascii: " ") })
    else { return nil }
    let edits = key.count >= 10 && Bool.random(using: &generator) ? 2 : 1
    var letters = Array(key)
    for _ in 0..<edits { Self.edit(&letters, using: &generator) }
    let query = String(letters)
    // Two edits may undo each other, and one may make the name of another city.
    guard query != key, query.last != " ", places.rows(withKey: query).isEmpty else { return nil }
    return Draft(query: query, row: row)
  }

  /// One of the four slips: a letter is left out, added, replaced or swapped with its neighbor.
  static func edit(_ letters: inout [Character], using generator: inout SplitMix64) {
    let place = Int.random(in: 1..<letters.count, using: &generator)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: letters.remove(at: place)
    case 1: letters.insert(QueryMaker.letter(using: &generator), at: place)
    case 2: letters[place] = QueryMaker.letter(using: &generator)
    default: letters.swapAt(place, max(place - 1, 1))
    }
  }
}
