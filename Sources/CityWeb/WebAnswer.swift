internal import CitySearch

/// An answer to a page, encoded in bytes.
///
/// One byte for the outcome: 0 for an answer, 1 for an error, whose text is all that it has. Then the length of the
/// numbers, four bytes, the numbers, little-endian, and the characters of all texts in UTF-8. A text is a number
/// itself, its length in UTF-16, by which JavaScript cuts it from the characters: to decode eighty texts of a page
/// one by one took two thirds of the time of a search.
struct WebAnswer {
  private let isError: Bool
  private var numbers: [UInt8] = []
  private var characters: [UInt8] = []

  /// Begins an answer.
  init() { isError = false }

  /// An error.
  init(_ error: WebError) {
    isError = true
    append(error.reason)
  }

  /// The whole answer.
  var bytes: [UInt8] {
    var whole = WebAnswer()
    whole.numbers.reserveCapacity(5 + numbers.count + characters.count)
    whole.append(isError)
    whole.append(numbers.count)
    whole.numbers += numbers
    whole.numbers += characters
    return whole.numbers
  }

  mutating func append(_ number: UInt32) {
    for shift in [UInt32](arrayLiteral: 0, 8, 16, 24) {
      numbers.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  mutating func append(_ count: Int) { append(UInt32(clamping: count)) }

  mutating func append(_ number: Double) {
    let bits = number.bitPattern
    append(UInt32(truncatingIfNeeded: bits))
    append(UInt32(truncatingIfNeeded: bits >> 32))
  }

  mutating func append(_ text: String) {
    append(text.utf16.count)
    characters.append(contentsOf: text.utf8)
  }

  mutating func append(_ isSet: Bool) { numbers.append(isSet ? 1 : 0) }

  mutating func append(_ highlight: HighlightRange) {
    append(highlight.location)
    append(highlight.length)
  }

  /// A match in a gazetteer, with the names of its regions.
  mutating func append(_ match: CityMatch, atRow row: CityRow, in cities: WebCities) {
    append(match.city, atRow: row, in: cities)
    let matched = match.matchedName
    append(matched.text)
    append(matched.highlight)
    numbers.append(matched.kind.webNumber)
    numbers.append(match.grade.webNumber)
    append(match.edits)
    let address = match.address
    append(address?.distance ?? .nan)
    append(address?.unmatchedParts.count ?? 0)
    for part in address?.unmatchedParts ?? [] { append(part) }
    let regions = match.regions
    append(regions.count)
    for region in regions {
      append(region.name)
      append(region.highlight)
    }
  }

  /// A city in a gazetteer, with the names of its regions.
  mutating func append(_ city: City, atRow row: CityRow, in cities: WebCities) {
    let gazetteer = cities.gazetteer
    append(Double(city.id.rawValue))
    append(city.coordinate.latitude)
    append(city.coordinate.longitude)
    append(city.population)
    append(city.name)
    append(cities.names.flatMap { gazetteer.name(atRow: row, in: $0) } ?? city.name)
    append(city.countryCode.description)
    append(gazetteer.countryName(atRow: row) ?? "")
    append(city.divisionCode.description)
    append(gazetteer.divisionName(atRow: row) ?? "")
    append(gazetteer.timeZone(atRow: row) ?? "")
  }
}

/// A gazetteer, and the languages of the names that an answer has; `nil` for own names.
struct WebCities {
  let gazetteer: Gazetteer
  let names: LanguageMatcher?

  init(_ gazetteer: Gazetteer, in languages: [String]) {
    self.gazetteer = gazetteer
    names = languages.isEmpty ? nil : gazetteer.matcher(languages)
  }
}

extension NameKind {
  /// The number of the kind, by which `city-search.js` finds its word.
  fileprivate var webNumber: UInt8 {
    switch self {
    case .own: 0
    case .alternate: 1
    case .expansion: 2
    case .saint: 3
    case .code: 4
    case .later: 5
    }
  }
}

extension MatchGrade {
  /// The number of the grade, by which `city-search.js` finds its word.
  fileprivate var webNumber: UInt8 {
    switch self {
    case .exact: 0
    case .corrected: 1
    case .partial: 2
    case .phonetic: 3
    }
  }
}
