internal import DurableStorage
internal import Foundation

/// A line of a journal, such as `["0a1b2c3d",{"remove":"…"}]`.
///
/// Each line has a checksum; see ``ChecksummedLine``. So it can be found and verified even if the bytes
/// around it are damaged.
enum JournalLine: Equatable {
  /// The first line of each file.
  case header(version: Int)
  case change(GeocodingChange)

  /// The second element of a line: a header has the first two keys, a change one of the others.
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
  /// The damaged parts.
  var damage = DamagedBytes()

  private var hasHeader = false

  /// The newest version that can be read, and the one that is written.
  static let version = 1

  /// Reads the content of a file.
  ///
  /// An incomplete line behind the last line feed is a torn write, not damage: the program was killed while
  /// it wrote. The change was never acknowledged, and is ignored.
  ///
  /// - Throws: `StorageError.newerVersion`; `StorageError.damaged` if there is no intact line at all, or if
  ///   the version is less than 1.
  /// - Complexity: O(*n*), where *n* is the length of the file.
  init(_ data: Data, file: String) throws(StorageError) {
    guard !data.isEmpty else { throw .damaged(file: file, reason: "it is empty") }
    damage = try ChecksummedLine.read(all: data) { (line) throws(StorageError) in
      guard let line = JournalLine(line) else { return false }
      try take(line, file: file)
      return true
    }
    guard hasHeader || lineCount > 0 else {
      throw .damaged(file: file, reason: "its first line is no header of a geocoding journal")
    }
    damage.dropTornEnd(of: data)
    completeLength = damage.completeLength
    lacksLineEnd =
      completeLength > 0 && data[data.startIndex + completeLength - 1] != ChecksummedLine.end
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
