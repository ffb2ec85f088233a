internal import CitySearch

extension LoadingPass {
  /// Reads `admin1CodesASCII.txt`: "CC.code", name, name in ASCII, id.
  mutating func readAdmin1Codes(
    _ source: LoadingSource, into places: inout PlaceNames
  ) throws(GazetteerError) {
    try readPlaces(
      source, columns: 4, nameColumn: 1, into: &places.divisions,
      codeForm: "two capital letters, a point and up to \(DivisionCode.maximumLength) bytes"
    ) { code in
      let parts = code.split(separator: ".", maxSplits: 1).map(String.init)
      guard parts.count == 2, let country = CountryCode(iso: parts[0]),
        let admin1 = DivisionCode(parts[1])
      else { return nil }
      return Gazetteer.Division(countryCode: country, divisionCode: admin1)
    }
  }

  /// Reads `countryInfo.txt`: the code in column 1, the name in column 5, and in column 16 the languages, with commas
  /// between them, after lines with "#".
  mutating func readCountryInfo(
    _ source: LoadingSource, into places: inout PlaceNames
  ) throws(GazetteerError) {
    var spoken: [CountryCode: Set<String>] = [:]
    try readPlaces(
      source, columns: 19, nameColumn: 4, into: &places.countries, codeForm: CountryCode.isoForm,
      parse: CountryCode.init(iso:)
    ) { country, line, text throws(LineError) in
      guard let languages = String(validating: text.extracting(line.column(15))) else {
        throw LineError(column: .init("languages", number: 16), reason: "not valid UTF-8")
      }
      // "en-US" is English as it is spoken there.
      spoken[country] = Set(languages.split(separator: ",").map { String($0.prefix { $0 != "-" }) })
    }
    places.spokenLanguages = spoken
  }

  /// Reads names of regions: name, code of a country, code of a division or `*`, source.
  mutating func readRegions(
    _ source: LoadingSource, into places: inout PlaceNames
  ) throws(GazetteerError) {
    var regions: [RegionTableBuilder.Line] = []
    try forEachLine(of: source, columns: 4) { _, line, text throws(LineError) in
      let name = try LineError.name(text.extracting(line.column(0)), column: 1)
      let country = try LineError.countryCode(text.extracting(line.column(1)), column: 2)
      let column = MalformedRecord.Column("admin1 code", number: 3)
      guard let code = String(validating: text.extracting(line.column(2))), !code.isEmpty else {
        throw LineError(
          column: column, reason: line.column(2).isEmpty ? "empty" : "not valid UTF-8")
      }
      guard let admin1 = DivisionCode(code) else {
        throw LineError(column: column, reason: DivisionCode.rejectionReason(of: code))
      }
      regions.append(
        RegionTableBuilder.Line(
          key: Folding.key(of: name), countryCode: country,
          divisionCode: admin1 == "*" ? nil : admin1))
    }
    places.regions = regions
  }

  /// Reads names of cities by language: id, language, name.
  ///
  /// Names with a letter that is not Latin become other names of their cities. Other names that the file of cities
  /// does not have are ignored, because languages are stored for names of the gazetteer only. So are the names of
  /// cities that are not loaded.
  mutating func readLanguages(
    _ source: LoadingSource, into places: inout PlaceNames
  ) throws(GazetteerError) {
    var names = LanguageNames()
    try forEachLine(of: source, columns: 3) { _, line, text throws(LineError) in
      let idBytes = text.extracting(line.column(0))
      guard let id = String(validating: idBytes).flatMap({ UInt32($0) }) else {
        throw LineError(
          column: .init("id", number: 1),
          reason: "must be a number of at most \(UInt32.max), got \(String(quoting: idBytes))")
      }
      let column = MalformedRecord.Column("language", number: 2)
      let languageBytes = text.extracting(line.column(1))
      guard let language = String(validating: languageBytes), !language.isEmpty else {
        throw LineError(
          column: column, reason: languageBytes.isEmpty ? "empty" : "not valid UTF-8")
      }
      guard names.hasRoom(for: language) else {
        throw LineError(
          column: column,
          reason: "there must be at most \(LanguageTable.maximumLanguageCount) different ones")
      }
      let name = try LineError.name(text.extracting(line.column(2)), column: 3)
      names.append(Array(name.utf8), in: language, ofCity: id)
    }
    places.languages = names
  }
}

extension LoadingPass {
  /// Reads codes of airports: code, id of the city, and how the city was found.
  ///
  /// Codes whose city is only the nearest one are left out, and so are those of cities that are not loaded.
  mutating func readAirportCodes(
    _ source: LoadingSource, into places: inout PlaceNames
  ) throws(GazetteerError) {
    var codes: [UInt32: [[UInt8]]] = [:]
    try forEachLine(of: source, columns: 3) { _, line, text throws(LineError) in
      let (code, idBytes) = (text.extracting(line.column(0)), text.extracting(line.column(1)))
      if line.number == 1, String(validating: idBytes) == "id" { return }
      guard let id = String(validating: idBytes).flatMap({ UInt32($0) }) else {
        throw LineError(
          column: .init("id", number: 2),
          reason: "must be a number of at most \(UInt32.max), got \(String(quoting: idBytes))")
      }
      guard code.isCode else {
        throw LineError(
          column: .init("code", number: 1),
          reason: "must be three or four capital letters, got \(String(quoting: code))")
      }
      let way = String(validating: text.extracting(line.column(2)))
      if way == "name" || way == "metropolitan" {
        codes[id, default: []].append(code.indices.map { code[$0] })
      }
    }
    places.airportCodes = codes
  }
}

extension LineError {
  /// Reads a name.
  static func name(_ bytes: Span<UInt8>, column: Int) throws(LineError) -> String {
    if let reason = bytes.invalidNameReason {
      throw LineError(column: .init("name", number: column), reason: reason)
    }
    return String(validating: bytes) ?? ""
  }

  /// Reads the code of a country.
  static func countryCode(_ bytes: Span<UInt8>, column: Int) throws(LineError) -> CountryCode {
    guard let country = String(validating: bytes).flatMap(CountryCode.init(iso:)) else {
      throw LineError(
        column: .init("country code", number: column),
        reason: "must be \(CountryCode.isoForm), got \(String(quoting: bytes))")
    }
    return country
  }
}

extension LoadingPass {
  /// Reads the code, in the first column, and the name of each line.
  ///
  /// The closure `parse` returns `nil` for codes that do not have the form described by `codeForm`; `more` reads other
  /// columns.
  private mutating func readPlaces<Code: Hashable>(
    _ source: LoadingSource, columns: Int, nameColumn: Int, into names: inout [Code: String],
    codeForm: String, parse: (String) -> Code?,
    more: (Code, borrowing TabSeparatedLine, Span<UInt8>) throws(LineError) -> Void = { _, _, _ in }
  ) throws(GazetteerError) {
    try forEachLine(of: source, columns: columns) { _, line, text throws(LineError) in
      let codeBytes = text.extracting(line.column(0))
      func refusal(_ reason: String) -> LineError {
        LineError(column: .init("code", number: 1), reason: reason)
      }
      guard let code = String(validating: codeBytes).flatMap(parse) else {
        throw refusal("must be \(codeForm), got \(String(quoting: codeBytes))")
      }
      guard names[code] == nil else {
        throw refusal("\(String(quoting: codeBytes)) has a name already")
      }
      names[code] = try LineError.name(
        text.extracting(line.column(nameColumn)), column: nameColumn + 1)
      try more(code, line, text)
    }
  }
}
