#if Server
import CityGeocoding
import CitySearch
import JSONText
import RemoteSearch

/// What was found for an address of a table.
struct AddressFinding: Sendable {
  /// The values by column.
  private(set) var cells: [Column: String] = [:]

  /// The columns that a table gets.
  enum Column: String, CaseIterable, Sendable {
    case cityID = "city_id"
    case name, division, country, latitude, longitude, precision, confidence, reason, unmatched
    case error
  }

  /// A place that was found.
  ///
  /// - Parameters:
  ///   - result: The place.
  ///   - city: Its city, with names for the reader; `nil` if it is not known.
  init(_ result: GeocodingResult, city: CityFeature?) {
    cells[.cityID] = result.match.cityID.map { "\($0)" }
    cells[.name] = TableCell.harmless(city?.localName ?? result.match.name)
    cells[.division] = city?.division.map(TableCell.harmless)
    cells[.country] = city?.country.map(TableCell.harmless)
    cells[.latitude] = "\(result.coordinate.latitude)"
    cells[.longitude] = "\(result.coordinate.longitude)"
    cells[.precision] = result.match.precision.rawValue
    cells[.confidence] = "\(result.confidence.score)"
    cells[.reason] = TableCell.harmless(result.confidence.reason)
    cells[.unmatched] = TableCell.harmless(result.unmatchedParts.joined(separator: ", "))
  }

  /// The reason why no place was found.
  init(error: String) { cells[.error] = TableCell.harmless(error) }
}

extension AddressTable {
  /// A table with one column, of addresses that came in another form.
  ///
  /// - Throws: ``ServiceError`` with the status 400, as for a table that came.
  init(of addresses: [PostalAddress]) throws(ServiceError) {
    // Always in quotes, since an empty line would be skipped.
    let cells = addresses.map { TableCell.quoted($0.description) }
    try self.init(Array((["address"] + cells).joined(separator: "\r\n").utf8))
  }

  /// The line with the names of the columns: those of the table, and behind them those that it gets.
  ///
  /// A name that the table has already is followed by the first number that makes it another one: `name_2`.
  var headerLine: [UInt8] {
    var names = Set(columns.map { $0.lowercased() })
    let added = AddressFinding.Column.allCases.map { column in
      var (name, number) = (column.rawValue, 2)
      while !names.insert(name).inserted {
        name = "\(column.rawValue)_\(number)"
        number += 1
      }
      return name
    }
    let mark = hasByteOrderMark ? CellReader.byteOrderMark : []
    return mark + line(text[header.bytes], cellCount: columns.count, added)
  }

  /// The line of a row: its cells as they came, and behind them what was found.
  ///
  /// A row that cannot be read stands in the first cell, whole.
  ///
  /// - Complexity: O(*n* + *c*), where *n* is the number of bytes of the row and of the finding, and *c* the
  ///   number of columns.
  func line(ofRow number: Int, with finding: AddressFinding) -> [UInt8] {
    let row = rows[number]
    let found = AddressFinding.Column.allCases.map { finding.cells[$0] ?? "" }
    guard let cells = try? cells(of: row) else {
      let whole = TableCell.quoted(String(decoding: text[row.bytes], as: UTF8.self))
      return line(Array(whole.utf8)[...], cellCount: 1, found)
    }
    return line(text[row.bytes], cellCount: cells.count, found)
  }

  private func line(
    _ cells: ArraySlice<UInt8>, cellCount: Int, _ added: [String]
  ) -> [UInt8] {
    var line = Array(cells)
    // A row may lack cells at its end.
    line += [UInt8](repeating: separator, count: columns.count - cellCount)
    for cell in added {
      line.append(separator)
      let needsQuotes = cell.utf8.contains { Self.quoted.contains($0) }
      line += (needsQuotes ? TableCell.quoted(cell) : cell).utf8
    }
    line += [0x0D, 0x0A]
    return line
  }

  /// What needs quotes: the separators of all tables, quotes, and the ends of lines.
  private static let quoted = Set(",;\t\"\r\n".utf8)
}
#endif
