internal import CitySearch

/// An answer to a page, encoded in bytes.
///
/// One byte for the outcome: 0 for an answer, 1 for an error, of which the text follows. Numbers are
/// little-endian. A text is its length in UTF-8, four bytes, and its bytes, so that JavaScript decodes it where it
/// lies.
struct WebAnswer {
  private(set) var bytes: [UInt8] = [0]

  /// Begins an answer.
  init() {}

  /// An error.
  init(_ error: WebError) {
    bytes = [1]
    append(error.reason)
  }

  mutating func append(_ number: UInt32) {
    for shift in [UInt32](arrayLiteral: 0, 8, 16, 24) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  mutating func append(_ count: Int) { append(UInt32(clamping: count)) }

  mutating func append(_ number: Double) {
    let bits = number.bitPattern
    append(UInt32(truncatingIfNeeded: bits))
    append(UInt32(truncatingIfNeeded: bits >> 32))
  }

  mutating func append(_ text: String) {
    append(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  mutating func append(_ isSet: Bool) { bytes.append(isSet ? 1 : 0) }

  mutating func append(_ highlight: HighlightRange) {
    append(highlight.location)
    append(highlight.length)
  }

  /// A match in a gazetteer, with the names of its regions.
  mutating func append(_ match: CityMatch, atRow row: CityRow, in cities: WebCities) {
    append(match.city, atRow: row, in: cities)
    let matched = match.name
    append(matched.text)
    append(matched.highlight)
    bytes.append(matched.kind.webNumber)
    bytes.append(match.grade.webNumber)
    append(match.edits)
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
    append(city.admin1Code.description)
    append(gazetteer.admin1Name(atRow: row) ?? "")
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
