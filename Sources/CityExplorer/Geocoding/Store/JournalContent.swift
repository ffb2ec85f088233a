internal import Foundation

/// What the file of a journal says.
struct JournalContent {
  /// What is left of all changes.
  var records = GeocodingRecords()
  /// The number of changes.
  var lineCount = 0
  /// The length of the file up to the last line that is whole.
  var wholeLength = 0
  /// Whether only the end of the last line is missing.
  var lacksLineEnd = false

  /// The newest version that can be read, and the one that is written.
  static let version = 1

  private struct Header: Codable {
    var format: String
    var version: Int
  }

  /// The first line of each file.
  static let header = Data("{\"format\":\"\(format)\",\"version\":\(version)}\n".utf8)

  private static let format = "geocoding journal"

  /// Reads the content of a file.
  ///
  /// Only a line without an end may be incomplete: the program was killed while it wrote. It was not
  /// acknowledged, and is left out.
  ///
  /// - Throws: `StorageError.damaged` or `StorageError.newerVersion`.
  /// - Complexity: O(*n*), where *n* is the length of the file.
  init(_ data: Data, file: String) throws(StorageError) {
    guard !data.isEmpty else { throw .damaged(file: file, reason: "it has no bytes") }
    guard let headerEnd = data.firstIndex(of: JournalLine.end),
      let header = try? JSONDecoder().decode(Header.self, from: data[..<headerEnd]),
      header.format == Self.format
    else {
      throw .damaged(file: file, reason: "it does not begin as a geocoding journal does")
    }
    guard header.version <= Self.version else {
      throw .newerVersion(file: file, found: header.version, supported: Self.version)
    }
    guard header.version == Self.version else {
      throw .damaged(file: file, reason: "there never was a version \(header.version)")
    }

    var start = headerEnd + 1
    while start < data.endIndex {
      let end = data[start...].firstIndex(of: JournalLine.end)
      guard let change = JournalLine.decode(data[start..<(end ?? data.endIndex)]) else {
        if end == nil { break }
        throw .damaged(file: file, reason: "line \(lineCount + 2) is not what was written there")
      }
      records.apply(change)
      lineCount += 1
      lacksLineEnd = end == nil
      start = end.map { $0 + 1 } ?? data.endIndex
    }
    wholeLength = start - data.startIndex
  }
}
