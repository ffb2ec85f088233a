internal import DurableStorage
public import Foundation
internal import JSONText

/// Answers in a table of comma-separated values (RFC 4180), beside the list of addresses.
///
/// The first row has the names of the columns: `street`, `city`, `state`, `postalCode`, `country`,
/// `outcome` (`found`, `uncertain`, `noResult`, `invalidAddress` or `failed`), `name`, `latitude`,
/// `longitude`, `precision`, `cityID`, `confidence`, `reason` and `unmatched`. Each answer is a row behind
/// those before it; an address that was asked again has several, of which the last counts. A cell that a
/// spreadsheet would take for a formula begins with an apostrophe.
///
/// Rows are flushed before ``append(_:)`` returns. If the program is killed while it writes, the last line
/// is incomplete: it was never acknowledged, and is dropped before the next row is written. A table that is
/// absent is created by the first answer.
///
/// One store owns the table (by its `flock`) from its first use until it is deallocated; for a second one,
/// in any process, it is ``/DurableStorage/StorageError/locked(file:)``. A file that is no such table, one
/// that took the place of the table, and one that appears where there was none are errors, and stay as they
/// are. After such an error, the next run reads what is there, and asks for what it lacks.
public actor GeocodingTable: GeocodingStore {
  private let place: DurableFile
  /// The table; `nil` before it was read, after an error, and if it is absent.
  private var file: GrowingFile?
  /// Whether the table was read, if only to see that it is absent, and no error has occurred since.
  private var isRead = false
  /// The length up to the last complete line; 0 without a header.
  private var end = 0

  /// Creates a store without reading its table.
  ///
  /// - Parameter url: The place of the table. The first answer creates it and the folders that it needs.
  public init(at url: URL) { place = DurableFile(url) }

  /// The place of a table beside a list of addresses: `addresses.txt.geocoded.csv` for `addresses.txt`.
  ///
  /// - Parameter list: The file with the list.
  /// - Returns: The place.
  package static func url(beside list: URL) -> URL { list.appendingPathExtension("geocoded.csv") }

  /// Reads all answers; an absent table has none.
  ///
  /// - Returns: The answers, in the order of their rows.
  /// - Throws: ``/DurableStorage/StorageError``, also if a row has no answer: the error names its line. The
  ///   file is unchanged then. `CancellationError`.
  /// - Complexity: O(*n*), where *n* is the length of the table.
  public func answers() async throws -> [GeocodedAddress] {
    if file == nil { file = try await GrowingFile.open(place, timeLimit: .seconds(1)) }
    do {
      let content = try file.map { try TableContent(try $0.read(), of: place.name) }
      (isRead, end) = (true, content?.end ?? 0)
      return content?.answers ?? []
    } catch {
      (file, isRead) = (nil, false)
      throw error
    }
  }

  /// Adds rows, and returns when they are on the disk.
  ///
  /// - Parameter answers: The answers.
  /// - Throws: ``/DurableStorage/StorageError``; all earlier rows are in the table then.
  /// - Complexity: O(*k*) for *k* answers, and a flush.
  public func append(_ answers: [GeocodedAddress]) async throws {
    guard !answers.isEmpty else { return }
    if !isRead { _ = try await self.answers() }
    do {
      let table = try file ?? GrowingFile.create(place)
      let header = end == 0 ? TableContent.header : ""
      let rows = header + answers.map { TableContent.line(of: GeocodingRow($0).cells) }.joined()
      try table.append(Data(rows.utf8), at: end)
      (file, end) = (table, end + rows.utf8.count)
    } catch {
      (file, isRead) = (nil, false)
      throw error
    }
  }
}

/// What a table has.
private struct TableContent {
  var answers: [GeocodedAddress] = []
  /// The length up to the last complete line; 0 without a header.
  var end = 0

  static let header = line(of: GeocodingRow.columns)

  /// Reads a table; what follows the last end of a line is dropped.
  init(_ data: Data, of file: String) throws(StorageError) {
    let bytes = Array(data)
    let lineFeed = UInt8(ascii: "\n")
    let last = bytes.lastIndex(of: lineFeed).map { $0 + 1 } ?? 0
    guard last > 0 else {
      // The first row may be incomplete, too.
      guard Self.header.utf8.starts(with: bytes) else { throw Self.foreign(file) }
      return
    }
    let mark = CellReader.byteOrderMark
    let start = bytes.starts(with: mark) ? mark.count : 0
    var reader = CellReader(bytes, separator: UInt8(ascii: ","), in: start..<last)
    var isFirst = true
    while true {
      let found: (row: TableRow, cells: [Range<Int>])?
      do throws(TableError) {
        found = try reader.row(upTo: GeocodingRow.columns.count)
      } catch {
        throw Self.damaged(file, "the quote that line \(error.line) opens is not closed")
      }
      guard let (row, ranges) = found else { break }
      let cells = ranges.map { Self.text(of: CellReader.value(of: bytes[$0])) }
      if isFirst {
        guard cells == GeocodingRow.columns else { throw Self.foreign(file) }
        isFirst = false
      } else if let answer = GeocodingRow(cells: cells).answer {
        answers.append(answer)
      } else {
        throw Self.damaged(file, "line \(row.line) has no answer")
      }
    }
    guard !isFirst else { throw Self.foreign(file) }
    end = last
  }

  private static func foreign(_ file: String) -> StorageError {
    damaged(file, "it is no table of addresses")
  }

  private static func damaged(_ file: String, _ reason: String) -> StorageError {
    .damaged(file: file, reason: reason)
  }

  /// A row, with the end of its line.
  static func line(of cells: [String]) -> String {
    let texts = zip(GeocodingRow.columns, cells).map { column, cell in
      // Numbers may begin with a minus.
      if GeocodingRow.numbers.contains(column) { return cell }
      // An apostrophe at the beginning is the sign for a text, and so doubled if the text has one.
      let text = cell.hasPrefix("'") ? "'\(cell)" : TableCell.harmless(cell)
      return text.unicodeScalars.contains { $0 == "," || $0 == "\"" }
        ? TableCell.quoted(text) : text
    }
    return texts.joined(separator: ",") + "\r\n"
  }

  /// The text that a cell was written for.
  private static func text(of cell: String) -> String {
    cell.hasPrefix("'") ? String(cell.dropFirst()) : cell
  }
}
