import Foundation
import TestSupport

/// A line in the 19 columns of GeoNames' files of places, right in every column.
struct GeoNamesLine {
  private var columns: [Data]

  /// A city named `name`, near Bergen.
  init(id: some CustomStringConvertible = 1, name: String = "Bergen") {
    columns = [
      "\(id)", name, "", "Bjørgvin,Björgvin", "60.39299", "5.32415", "P", "PPLA", "NO", "", "46",
      "4601", "", "", "213585", "", "12", "Europe/Oslo", "2024-01-01",
    ].map { Data($0.utf8) }
  }

  /// The line with another text in a column, counted from 1 as in messages.
  func with(_ column: Int, _ text: String) -> GeoNamesLine { with(column, Data(text.utf8)) }

  func with(_ column: Int, _ bytes: Data) -> GeoNamesLine {
    var line = self
    line.columns[column - 1] = bytes
    return line
  }

  /// The first `count` columns, or all and some empty ones more.
  func cut(to count: Int) -> Data {
    let columns = Array(columns.prefix(count))
    let missing = Array(repeating: Data(), count: max(0, count - columns.count))
    return Data((columns + missing).joined(separator: [UInt8(ascii: "\t")]))
  }

  /// The line without its end.
  var data: Data { cut(to: columns.count) }
}

extension Data {
  /// The lines with LF after each.
  init(lines: [Data]) {
    self = lines.reduce(into: Data()) { $0 += $1 + [UInt8(ascii: "\n")] }
  }
}
