internal import Foundation

extension GazetteerLoader {
  /// Reads `admin1CodesASCII.txt`: "CC.code", name, name in ASCII, id.
  mutating func readAdmin1Codes(
    _ data: Data, file: String, into places: inout PlaceNames
  ) throws(GazetteerError) {
    try readPlaces(
      data, file: file, columns: 4, nameColumn: 1, into: &places.divisions,
      codeForm: "two capital letters, a point and up to \(DivisionCode.maximumLength) bytes"
    ) { code in
      let parts = code.split(separator: ".", maxSplits: 1).map(String.init)
      guard parts.count == 2, parts[0].isCountryCode, let country = CountryCode(parts[0]),
        let admin1 = DivisionCode(parts[1])
      else { return nil }
      return Gazetteer.Division(countryCode: country, admin1Code: admin1)
    }
  }

  /// Reads `countryInfo.txt`: the code in column 1 and the name in column 5, after lines with "#".
  mutating func readCountryInfo(
    _ data: Data, file: String, into places: inout PlaceNames
  ) throws(GazetteerError) {
    try readPlaces(
      data, file: file, columns: 19, nameColumn: 4, into: &places.countries,
      codeForm: "two capital letters"
    ) { $0.isCountryCode ? CountryCode($0) : nil }
  }

  /// Reads the code, in the first column, and the name of each line that is no comment.
  ///
  /// The closure `parse` gives `nil` for codes that do not have the form that `codeForm` describes.
  private mutating func readPlaces<Code: Hashable>(
    _ data: Data, file: String, columns: Int, nameColumn: Int, into names: inout [Code: String],
    codeForm: String, parse: (String) -> Code?
  ) throws(GazetteerError) {
    let text = data.span
    var line = TabSeparatedLine()
    while line.advance(in: text) {
      if !line.range.isEmpty, text[line.range.lowerBound] == UInt8(ascii: "#") { continue }
      if let reason = line.refusal(columns: columns) {
        try report(line, of: file, nil, reason)
        continue
      }
      let codeBytes = text.extracting(line.column(0))
      guard let code = String(validating: codeBytes).flatMap(parse) else {
        try report(
          line, of: file, .init("code", number: 1),
          "\(String(quoting: codeBytes)) is not \(codeForm)")
        continue
      }
      guard names[code] == nil else {
        try report(
          line, of: file, .init("code", number: 1),
          "\(String(quoting: codeBytes)) has a name already")
        continue
      }
      let name = String(validating: text.extracting(line.column(nameColumn)))
      guard let name, !name.isEmpty else {
        try report(
          line, of: file, .init("name", number: nameColumn + 1),
          name == nil ? "not valid UTF-8" : "empty")
        continue
      }
      names[code] = name
    }
  }

  /// Reads names of regions: name, code of a country, code of a division or `*`, source.
  mutating func readRegions(
    _ data: Data, file: String, into places: inout PlaceNames
  ) throws(GazetteerError) {
    let text = data.span
    var line = TabSeparatedLine()
    var regions: [RegionTableBuilder.Line] = []
    while line.advance(in: text) {
      if let reason = line.refusal(columns: 4) {
        try report(line, of: file, nil, reason)
        continue
      }
      guard let name = String(validating: text.extracting(line.column(0))), !name.isEmpty else {
        try report(
          line, of: file, .init("name", number: 1),
          line.column(0).isEmpty ? "empty" : "not valid UTF-8")
        continue
      }
      let countryBytes = text.extracting(line.column(1))
      guard let letters = String(validating: countryBytes), letters.isCountryCode,
        let country = CountryCode(letters)
      else {
        try report(
          line, of: file, .init("country code", number: 2),
          "\(String(quoting: countryBytes)) is not two capital letters")
        continue
      }
      guard let code = String(validating: text.extracting(line.column(2))), !code.isEmpty else {
        try report(
          line, of: file, .init("admin1 code", number: 3),
          line.column(2).isEmpty ? "empty" : "not valid UTF-8")
        continue
      }
      guard let admin1 = DivisionCode(code) else {
        try report(
          line, of: file, .init("admin1 code", number: 3), DivisionCode.refusal(of: code))
        continue
      }
      regions.append(
        RegionTableBuilder.Line(
          name: name, countryCode: country, admin1Code: admin1 == "*" ? nil : admin1))
    }
    places.regions = regions
  }
}
