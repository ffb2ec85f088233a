internal import DurableStorage
public import Foundation

/// A line of a journal, such as `["0a1b2c3d",{"remove":"…"}]`.
///
/// It has a checksum; see ``ChecksummedLine``. So it can be found and verified even if the bytes around
/// it are damaged.
enum JournalLine: Equatable {
  /// The first line of each file.
  case header(version: Int)
  case change(GeocodingChange)

  /// The second element of a line.
  ///
  /// It has the first two keys, or one of the others.
  private struct Content: Codable {
    var format: String?
    var version: Int?
    var put: GeocodingRecord?
    var remove: String?
  }

  private static let format = "geocoding journal"

  /// The bytes of the line, including the line feed.
  func encoded() throws -> Data {
    let content =
      switch self {
      case .header(let version): Content(format: Self.format, version: version)
      case .change(.put(let record)): Content(put: record)
      case .change(.remove(let hash)): Content(remove: hash)
      }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return ChecksummedLine.encode(try encoder.encode(content))
  }

  /// Reads a line without its line feed; `nil` if it is damaged.
  init?(_ line: Data) {
    guard let json = ChecksummedLine.decode(line),
      let content = try? JSONDecoder().decode(Content.self, from: json)
    else { return nil }
    switch (content.put, content.remove, content.format, content.version) {
    case (let record?, nil, nil, nil): self = .change(.put(record))
    case (nil, let hash?, nil, nil): self = .change(.remove(addressHash: hash))
    case (nil, nil, Self.format?, let version?): self = .header(version: version)
    default: return nil
    }
  }
}

/// The content of a journal file.
///
/// Each line is verified on its own, so all intact lines are read: beside flipped bits, torn pages and
/// missing line feeds, and after a conversion of the line feeds to CRLF.
struct JournalContent {
  /// The records after all changes.
  var records = GeocodingRecords()
  /// The number of changes.
  var lineCount = 0
  /// The length of the file up to the end of the last complete line.
  var completeLength = 0
  /// Whether only the line feed of the last line is missing.
  var lacksLineEnd = false
  /// The stretches of bytes that belong to no intact line.
  var damagedBytes: [Data] = []
  /// The places of these stretches.
  var damagedPlaces: [StorageDamage.Place] = []

  private var hasHeader = false

  /// The newest version that can be read, and the one that is written.
  static let version = 1

  /// Reads the content of a file.
  ///
  /// An incomplete line behind the last line feed is a torn write, not damage: the program was killed while
  /// it wrote. The change was never acknowledged, and is ignored.
  ///
  /// - Throws: `StorageError.newerVersion`; `StorageError.damaged` if there is no intact line at all.
  /// - Complexity: O(*n*), where *n* is the length of the file.
  init(_ data: Data, file: String) throws(StorageError) {
    guard !data.isEmpty else { throw .damaged(file: file, reason: "it is empty") }
    var (start, number) = (data.startIndex, 1)
    while start < data.endIndex {
      let end = data[start...].firstIndex(of: ChecksummedLine.end)
      var line = data[start..<(end ?? data.endIndex)]
      if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
      try read(line, number, of: data, file: file)
      start = end.map { $0 + 1 } ?? data.endIndex
      // The line feed belongs to the line before it, if that is complete.
      if completeLength == line.endIndex - data.startIndex {
        completeLength = start - data.startIndex
      }
      lacksLineEnd = end == nil && completeLength == data.count
      number += 1
    }
    guard hasHeader || lineCount > 0 else {
      throw .damaged(file: file, reason: "its first line is no header of a geocoding journal")
    }
    // A torn write at the end.
    if let last = damagedBytes.last, last.endIndex == data.endIndex {
      damagedPlaces.removeLast()
      damagedBytes.removeLast()
      lacksLineEnd =
        completeLength > 0 && data[data.startIndex + completeLength - 1] != ChecksummedLine.end
    }
  }

  /// Reads the bytes between two line feeds: one line, a damaged one, or several whose line feeds were
  /// lost.
  private mutating func read(
    _ bytes: Data, _ number: Int, of data: Data, file: String
  ) throws(StorageError) {
    if let line = JournalLine(bytes) {
      try take(line, file: file)
      completeLength = bytes.endIndex - data.startIndex
      return
    }
    // Each start is followed by at most one intact line, and by remains of others.
    let starts = ChecksummedLine.starts(in: bytes)
    var end = bytes.startIndex
    for (start, next) in zip(starts, starts.dropFirst() + [bytes.endIndex]) {
      guard let lineEnd = ChecksummedLine.end(ofFirstIn: bytes[start..<next]),
        let line = JournalLine(bytes[start..<lineEnd])
      else { continue }
      quarantine(bytes[end..<start], number, of: data)
      try take(line, file: file)
      end = lineEnd
      completeLength = end - data.startIndex
    }
    quarantine(bytes[end...], number, of: data)
  }

  private mutating func quarantine(_ bytes: Data, _ number: Int, of data: Data) {
    guard !bytes.isEmpty else { return }
    damagedBytes.append(bytes)
    damagedPlaces.append(
      StorageDamage.Place(
        line: number, offset: bytes.startIndex - data.startIndex, length: bytes.count))
  }

  private mutating func take(_ line: JournalLine, file: String) throws(StorageError) {
    switch line {
    case .change(let change):
      records.apply(change)
      lineCount += 1
    case .header(let version):
      hasHeader = true
      if version > Self.version {
        throw .newerVersion(file: file, found: version, supported: Self.version)
      }
      guard version == Self.version else {
        throw .damaged(file: file, reason: "its version must be at least 1, got \(version)")
      }
    }
  }
}

/// The damaged parts of a file whose other parts were read.
///
/// The damaged bytes are never lost: they stay in the file until it is written to, and are moved to a
/// quarantine file beside it then.
public struct StorageDamage: Sendable, Hashable {
  /// A stretch of damaged bytes.
  public struct Place: Sendable, Hashable {
    /// The line number, from 1.
    public let line: Int
    /// The offset of the first byte, from 0.
    public let offset: Int
    /// The number of bytes; at least 1.
    public let length: Int

    /// Creates a place.
    ///
    /// - Parameters:
    ///   - line: The line number, from 1.
    ///   - offset: The offset of the first byte, from 0.
    ///   - length: The number of bytes; at least 1.
    public init(line: Int, offset: Int, length: Int) {
      precondition(line >= 1, "line must be at least 1, got \(line).")
      precondition(offset >= 0, "offset must be at least 0, got \(offset).")
      precondition(length >= 1, "length must be at least 1, got \(length).")
      self.line = line
      self.offset = offset
      self.length = length
    }
  }

  /// The path as it was given.
  public let file: String
  /// The number of intact changes.
  public let keptCount: Int
  /// The number of damaged stretches, each of which may have contained several changes.
  public let damagedPlaceCount: Int
  /// The places of the first ``maximumPlaceCount`` stretches.
  public let places: [Place]
  /// The quarantine file; `nil` if the bytes are still in the file, because nothing can be written.
  public let quarantine: URL?

  /// The greatest number of places in a report.
  public static let maximumPlaceCount = 100

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - file: The path as it was given.
  ///   - keptCount: The number of intact changes.
  ///   - places: The places of all damaged stretches; the report keeps the first of them.
  ///   - quarantine: The quarantine file.
  public init(file: String, keptCount: Int, places: [Place], quarantine: URL?) {
    self.file = file
    self.keptCount = keptCount
    damagedPlaceCount = places.count
    self.places = Array(places.prefix(Self.maximumPlaceCount))
    self.quarantine = quarantine
  }
}

extension StorageDamage: CustomStringConvertible {
  /// The counts, the first place, and the quarantine file, in a sentence or two.
  public var description: String {
    let kept = keptCount == 1 ? "1 change was" : "\(keptCount) changes were"
    let damage = damagedPlaceCount == 1 ? "1 place is" : "\(damagedPlaceCount) places are"
    let first = places.first.map { ", first in line \($0.line) at byte \($0.offset)" } ?? ""
    let aside = quarantine.map { " The damaged bytes are in \($0.path)." } ?? ""
    return "\(file) is damaged: \(kept) read, \(damage) damaged\(first)." + aside
  }
}
