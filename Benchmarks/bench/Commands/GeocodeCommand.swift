import ArgumentParser
import CityGeocoding
import CitySearch
import Foundation
import GeoNamesCities
import JSONText
import PrefixBenchmark
import PrefixMeasuring

/// `bench geocode`: finds the city of each address in a file.
struct GeocodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "geocode",
    abstract: "Finds the cities of the addresses in a file.",
    discussion: """
      The file has an address in each line. With --column it is a table with commas, semicolons or tabs instead, \
      whose first line names the columns. Each address is answered by a line: the city with its division and country, \
      its id, the confidence from 0 to 1, and the reason; "?" marks those that are uncertain.
      """)

  @Argument(help: .file("The addresses."))
  var file: String

  @Option(help: "The column of a table that has the addresses.")
  var column: String?

  func run() throws {
    let lines = try AddressFile(URL(filePath: file), column: column).addresses
    let gazetteer = try Gazetteer.geoNames()
    let geocoder = LineGeocoder(gazetteer)
    var (times, found, uncertain) = (Samples(), 0, 0)
    for line in lines {
      switch times.time({ Result { try geocoder.geocode(line) } }) {
      case .success(let result):
        found += 1
        uncertain += result.isUncertain ? 1 : 0
        let place = result.match.cityID.map(gazetteer.text(of:)) ?? result.match.name
        let id = result.match.cityID.map { "\($0)" } ?? ""
        try StandardOutput.print(
          "\(line)\t\(place)\t\(id)\t\(result.confidence)\(result.isUncertain ? "?" : "")\t"
            + result.confidence.reason)
      case .failure(let error):
        try StandardOutput.print("\(line)\t\t\t\t\(error.localizedDescription)")
      }
    }
    try StandardOutput.print(
      "\n\(found.grouped) of \(lines.count.grouped) addresses found, \(uncertain.grouped) of them uncertain; "
        + times.summary)
  }
}

/// The addresses of a file: its lines, or a column of a table.
struct AddressFile {
  let addresses: [String]

  /// Reads a file.
  ///
  /// - Throws: `BenchFailure` if it cannot be read, or lacks the column.
  init(_ url: URL, column: String?) throws {
    let name = url.relativePath
    let data = try explaining("\(name) cannot be read") { try Data(contentsOf: url) }
    guard var text = String(data: data, encoding: .utf8) else {
      throw BenchFailure("\(name) is not UTF-8.")
    }
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    guard let column else {
      addresses = text.split { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }.map(String.init)
        .filter { !$0.allSatisfy(\.isWhitespace) }
      return
    }
    let bytes = Array(text.utf8)
    var reader = CellReader(bytes, separator: CellReader.separator(of: bytes))
    do {
      let header = try reader.row(upTo: .max)?.cells.map { CellReader.value(of: bytes[$0]) } ?? []
      guard let number = header.firstIndex(where: { $0.lowercased() == column.lowercased() }) else {
        throw BenchFailure(
          "\(name) has no column \(column), but \(header.joined(separator: ", ")).")
      }
      var addresses: [String] = []
      while let row = try reader.row(upTo: .max) {
        guard number < row.cells.count else { continue }
        addresses.append(CellReader.value(of: bytes[row.cells[number]]))
      }
      self.addresses = addresses
    } catch let error as TableError {
      throw BenchFailure("\(name): \(error.reason)")
    }
  }
}
