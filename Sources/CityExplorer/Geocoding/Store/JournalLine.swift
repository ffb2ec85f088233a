internal import CitySearch
internal import Foundation

/// A line of a journal: a change, with a checksum.
///
/// Each line is a JSON array of two, such as `["0a1b2c3d",{"remove":"…"}]`. The first is the CRC-32
/// of the bytes of the second, as eight hexadecimal digits.
enum JournalLine {
  /// The second element of a line; one of the two is there.
  private struct Content: Codable {
    var put: GeocodingRecord?
    var remove: String?
  }

  /// The end of each line.
  static let end: UInt8 = 0x0A

  /// The line for a change, with its end.
  static func encode(_ change: GeocodingChange) throws -> Data {
    let content =
      switch change {
      case .put(let record): Content(put: record)
      case .remove(let hash): Content(remove: hash)
      }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = try encoder.encode(content)
    return Data("[\"\(checksum(of: json))\",".utf8) + json + [UInt8(ascii: "]"), end]
  }

  /// The change in a line without its end; `nil` if the line is damaged.
  static func decode(_ line: Data) -> GeocodingChange? {
    let start = prefixLength
    guard line.count > start, line.last == UInt8(ascii: "]") else { return nil }
    let json = Data(line.dropFirst(start).dropLast())
    guard line.prefix(start) == Data("[\"\(checksum(of: json))\",".utf8),
      let content = try? JSONDecoder().decode(Content.self, from: json)
    else { return nil }
    switch (content.put, content.remove) {
    case (let record?, nil): return .put(record)
    case (nil, let hash?): return .remove(addressHash: hash)
    default: return nil
    }
  }

  /// The bytes before the content: bracket, quotation marks, eight digits and a comma.
  private static let prefixLength = 12

  private static func checksum(of json: Data) -> String {
    let digits = String(CRC32.checksum(of: Array(json)), radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
