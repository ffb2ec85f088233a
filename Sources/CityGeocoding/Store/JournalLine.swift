internal import DurableStorage
internal import Foundation

/// A line of a journal, such as `["0a1b2c3d",{"remove":"…"}]`.
///
/// It has a checksum, see ``ChecksummedLine``. So it can be found and trusted wherever it stands,
/// whatever happened to those around it.
enum JournalLine: Equatable {
  /// The first line of each file.
  case header(version: Int)
  case change(GeocodingChange)

  /// The second element of a line: the first two are there, or one of the others.
  private struct Content: Codable {
    var format: String?
    var version: Int?
    var put: GeocodingRecord?
    var remove: String?
  }

  private static let format = "geocoding journal"

  /// The bytes of the line, with its end.
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

  /// Reads a line without its end; `nil` if it is damaged.
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
