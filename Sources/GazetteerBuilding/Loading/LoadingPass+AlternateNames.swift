internal import CitySearch

/// The indexes of the columns of `alternateNamesV2.txt`, which the `readme.txt` of GeoNames describes.
private enum AlternateNameColumn {
  static let city = 1
  static let language = 2
  static let name = 3
  static let isPreferred = 4
  static let isShort = 5
  static let isColloquial = 6
  static let isHistoric = 7
  static let end = 9
  static let count = 10
}

extension LoadingPass {
  /// Reads GeoNames' file of names by language, block by block, and keeps those of the cities of a builder.
  mutating func readAlternateNames(
    _ source: LoadingSource, into builder: inout GazetteerBuilder
  ) throws(GazetteerError) {
    var names = builder.beginAlternateNames()
    var kinds: [String: AlternateNameKind] = [:]
    try forEachLine(of: source, columns: AlternateNameColumn.count, in: builder.memory) {
      _, line, block throws(LineError) in
      try Self.readAlternateName(line, in: block, &kinds, into: &names)
    }
    builder.alternateNames = names
  }

  private static func readAlternateName(
    _ line: borrowing TabSeparatedLine, in text: Span<UInt8>,
    _ kinds: inout [String: AlternateNameKind], into names: inout AlternateNames
  ) throws(LineError) {
    typealias Column = AlternateNameColumn
    let idBytes = text.extracting(line.column(Column.city))
    guard let id = Int64(digits: idBytes).flatMap({ UInt32(exactly: $0) }) else {
      throw LineError(
        column: .init("geonameid", number: Column.city + 1),
        reason: "must be a number of at most \(UInt32.max), got \(String(quoting: idBytes))")
    }
    guard let city = names.number(ofCity: id) else { return }
    let language = text.extracting(line.column(Column.language))
    guard let code = String(validating: language) else {
      throw LineError(
        column: .init("isolanguage", number: Column.language + 1), reason: "not valid UTF-8")
    }
    let kind = kinds[code] ?? AlternateNameKind(code)
    kinds[code] = kind
    guard kind != .leftOut else { return }
    let name = text.extracting(line.column(Column.name))
    if let reason = name.invalidNameReason {
      // GeoNames has a few names with control characters, which nobody types.
      guard name.isEmpty || String(validating: name) == nil else { return }
      throw LineError(column: .init("name", number: Column.name + 1), reason: reason)
    }
    func isSet(_ column: Int) -> Bool { !line.column(column).isEmpty }
    switch kind {
    case .leftOut: break
    case .code:
      // Codes are stored as their letters.
      guard (3...5).contains(name.count), name.indices.allSatisfy({ name[$0].isOfCode }) else {
        return
      }
      names.append(name, .code, in: nil, ofCity: city)
    case .historic: names.append(name, .lesser, in: nil, ofCity: city)
    case .name(let language):
      let isLesser =
        isSet(Column.isColloquial) || isSet(Column.isHistoric) || isSet(Column.end)
      let use: AlternateNames.Use =
        isLesser
        ? .lesser : isSet(Column.isPreferred) ? .preferred : isSet(Column.isShort) ? .short : .plain
      names.append(name, use, in: isLesser ? nil : language, ofCity: city)
    }
  }
}

/// What the third column says of a name: a language, or one of the words that GeoNames has there for other things.
private enum AlternateNameKind: Equatable {
  /// A name, perhaps in a language.
  case name(language: String?)
  case code
  case historic
  /// Links, numbers and other things that nobody types.
  case leftOut

  init(_ column: String) {
    switch column {
    // Names without a language, abbreviations, and Chinese names in Latin letters.
    case "", "abbr", "piny": self = .name(language: nil)
    case "iata", "icao", "unlc": self = .code
    // The names of the French Revolution.
    case "fr_1793": self = .historic
    default:
      let language = column.utf8.prefix { (0x61...0x7A).contains($0) }
      let rest = column.utf8.dropFirst(language.count)
      guard (2...3).contains(language.count), rest.isEmpty || "-_@".utf8.contains(rest.first ?? 0)
      else {
        self = .leftOut
        return
      }
      let forms = LanguageMatcher.forms(of: column)
      // A variant that is neither a region nor a script is not the language itself.
      self = .name(language: rest.isEmpty || forms.count > 1 ? forms.first : nil)
    }
  }
}

extension UInt8 {
  /// Whether this is a capital letter or a digit of ASCII.
  fileprivate var isOfCode: Bool {
    (0x41...0x5A).contains(self) || (0x30...0x39).contains(self)
  }
}
