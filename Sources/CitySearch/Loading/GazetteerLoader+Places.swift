internal import Foundation

extension GazetteerLoader {
  /// Reads `admin1CodesASCII.txt`: "CC.code", name, name in ASCII, id.
  mutating func readAdmin1Codes(
    _ data: Data, file: String, into places: inout PlaceNames
  ) throws(GazetteerError) {
    try readPlaces(data, file: file, columns: 4, code: 0, name: 1) { code, name in
      guard let dot = code.firstIndex(of: ".") else { return false }
      let division = Gazetteer.Division(
        countryCode: String(code[..<dot]), admin1Code: String(code[dot...].dropFirst()))
      places.divisions[division] = name
      return true
    }
  }

  /// Reads `countryInfo.txt`: the code in column 1 and the name in column 5, after lines with "#".
  mutating func readCountryInfo(
    _ data: Data, file: String, into places: inout PlaceNames
  ) throws(GazetteerError) {
    try readPlaces(data, file: file, columns: 19, code: 0, name: 4) { code, name in
      guard code.utf8.count == 2 else { return false }
      places.countries[code] = name
      return true
    }
  }

  /// Reads the code and the name of each line that is no comment.
  ///
  /// The closure `add` takes code and name, and tells whether the code has the right form.
  private mutating func readPlaces(
    _ data: Data, file: String, columns: Int, code: Int, name: Int,
    add: (String, String) -> Bool
  ) throws(GazetteerError) {
    let text = data.span
    var line = TabSeparatedLine()
    while line.advance(in: text) {
      if !line.range.isEmpty, text[line.range.lowerBound] == UInt8(ascii: "#") { continue }
      func malformed(_ column: MalformedRecord.Column?, _ reason: String) -> MalformedRecord {
        MalformedRecord(
          file: file, position: .line(line.number), column: column, reason: reason)
      }
      guard line.columnCount == columns else {
        try report(malformed(nil, "\(line.columnCount) columns instead of \(columns)"))
        continue
      }
      let (codeBytes, nameBytes) = (
        text.extracting(line.column(code)), text.extracting(line.column(name))
      )
      guard let placeName = String(validating: nameBytes), !placeName.isEmpty else {
        try report(
          malformed(.init("name", number: name + 1), "\(String(quoting: nameBytes)) is no name"))
        continue
      }
      guard let placeCode = String(validating: codeBytes), add(placeCode, placeName) else {
        try report(
          malformed(.init("code", number: code + 1), "\(String(quoting: codeBytes)) is no code"))
        continue
      }
    }
  }
}
