internal import CitySearch
internal import Foundation

/// A line of a journal, with a checksum.
///
/// Each line is a JSON array of two, such as `["0a1b2c3d",{"remove":"…"}]`. The first is the CRC-32
/// of the bytes of the second, as eight hexadecimal digits. So a line can be found and trusted
/// wherever it stands, whatever happened to those around it.
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

  /// The end of each line.
  static let end: UInt8 = 0x0A

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
    let json = try encoder.encode(content)
    return Data("[\"\(Self.checksum(of: json))\",".utf8) + json
      + [UInt8(ascii: "]"), Self.end]
  }

  /// Reads a line without its end; `nil` if it is damaged.
  init?(_ line: Data) {
    let start = Self.prefixLength
    guard line.count > start, line.last == UInt8(ascii: "]") else { return nil }
    let json = Data(line.dropFirst(start).dropLast())
    guard line.prefix(start) == Data("[\"\(Self.checksum(of: json))\",".utf8),
      let content = try? JSONDecoder().decode(Content.self, from: json)
    else { return nil }
    switch (content.put, content.remove, content.format, content.version) {
    case (let record?, nil, nil, nil): self = .change(.put(record))
    case (nil, let hash?, nil, nil): self = .change(.remove(addressHash: hash))
    case (nil, nil, Self.format?, let version?): self = .header(version: version)
    default: return nil
    }
  }

  private static func checksum(of json: Data) -> String {
    let digits = String(CRC32.checksum(of: Array(json)), radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// The bytes before the content: bracket, quotation marks, eight digits and a comma.
  private static let prefixLength = 12
}

extension JournalLine {
  /// Where in some bytes a line may begin: at a bracket, eight digits in quotation marks, and a comma.
  ///
  /// No content has that in it: quotation marks in a text have a backslash before them.
  static func starts(in bytes: Data) -> [Data.Index] {
    bytes.indices.filter { bytes[$0] == UInt8(ascii: "[") && isStart(bytes[$0...]) }
  }

  private static func isStart(_ bytes: Data) -> Bool {
    let prefix = Array(bytes.prefix(prefixLength))
    guard prefix.count == prefixLength, prefix[1] == UInt8(ascii: "\""),
      prefix.suffix(2) == [UInt8(ascii: "\""), UInt8(ascii: ",")]
    else { return false }
    return prefix[2..<10].allSatisfy {
      0x30...0x39 ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
    }
  }
}
