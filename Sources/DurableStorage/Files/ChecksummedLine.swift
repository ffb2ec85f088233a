internal import PrefixSearch
internal import SystemFiles
package import Foundation

/// A line of a file: JSON with a checksum.
///
/// Each line is a JSON array of two elements, such as `["0a1b2c3d",{"remove":5}]`. The first is the CRC-32
/// of the bytes of the second, in eight hexadecimal digits.
package enum ChecksummedLine {
  /// The line feed that ends each line.
  package static let end: UInt8 = 0x0A

  /// The line with some JSON, including the line feed.
  package static func encode(_ json: Data) -> Data {
    var line = prefix(of: json)
    line.append(json)
    line.append(contentsOf: [UInt8(ascii: "]"), end])
    return line
  }

  /// The JSON of a line without its line feed; `nil` if the checksum is wrong.
  package static func decode(_ line: Data) -> Data? {
    guard line.count > prefixLength, line.last == UInt8(ascii: "]") else { return nil }
    let json = Data(line.dropFirst(prefixLength).dropLast())
    return line.prefix(prefixLength) == prefix(of: json) ? json : nil
  }

  /// The bytes before the JSON: bracket, quotation marks, eight digits and a comma.
  private static let prefixLength = 12

  private static func prefix(of json: Data) -> Data {
    let digits = String(CRC32.checksum(of: Array(json)), radix: 16)
    return Data("[\"\(String(repeating: "0", count: 8 - digits.count))\(digits)\",".utf8)
  }
}

extension ChecksummedLine {
  /// The positions at which a line may begin: a bracket, eight digits in quotation marks, and a comma.
  ///
  /// No string in the JSON of a line contains this sequence, because its quotation marks are escaped. An
  /// array in the JSON may begin with it.
  private static func starts(in bytes: Data) -> [Data.Index] {
    bytes.indices.filter { bytes[$0] == UInt8(ascii: "[") && isStart(bytes[$0...]) }
  }

  /// Whether the byte before a position is one that precedes an array in JSON.
  private static func mayBeginArray(at start: Data.Index, in bytes: Data) -> Bool {
    start > bytes.startIndex && ":,[".utf8.contains(bytes[start - 1])
  }

  /// The end of the complete line at the start of some bytes; `nil` if they do not start with one.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  private static func end(ofFirstIn bytes: Data) -> Data.Index? {
    guard isStart(bytes),
      let checksum = UInt32(
        String(decoding: bytes.dropFirst(2).prefix(8), as: UTF8.self), radix: 16)
    else { return nil }
    var found = CRC32()
    var start = bytes.startIndex + prefixLength
    while let bracket = bytes[start...].firstIndex(of: UInt8(ascii: "]")) {
      found.update(Array(bytes[start..<bracket]).span)
      if found.value == checksum { return bracket + 1 }
      // The bracket may belong to the JSON.
      found.update([bytes[bracket]].span)
      start = bracket + 1
    }
    return nil
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

/// The bytes of a file that belong to no intact line.
package struct DamagedBytes: Sendable {
  /// The stretches of damaged bytes.
  package private(set) var bytes: [Data] = []
  /// The places of these stretches.
  package private(set) var places: [StorageDamage.Place] = []
  /// The length of the file up to the end of the last intact line.
  package fileprivate(set) var completeLength = 0

  package init() {}

  /// Whether every line is intact.
  package var isEmpty: Bool { bytes.isEmpty }

  fileprivate mutating func add(_ stretch: Data, line: Int, of data: Data) {
    guard !stretch.isEmpty else { return }
    bytes.append(stretch)
    places.append(
      StorageDamage.Place(
        line: line, offset: stretch.startIndex - data.startIndex, length: stretch.count))
  }

  /// Takes a damaged end of the file for a torn write, in files that lines are appended to.
  package mutating func dropTornEnd(of data: Data) {
    guard let last = bytes.last, last.endIndex == data.endIndex else { return }
    bytes.removeLast()
    places.removeLast()
  }
}

extension ChecksummedLine {
  /// Reads all intact lines of a file, beside flipped bits, torn pages and missing line feeds, and after
  /// a conversion of the line feeds to CRLF.
  ///
  /// - Parameters:
  ///   - data: The content of the file.
  ///   - take: Takes a line without its line feed, and returns whether it is intact. It gets the bytes
  ///     between two line feeds first; if it rejects them, those of each line with a valid checksum in
  ///     them.
  /// - Returns: The other bytes.
  /// - Throws: The error of `take`.
  /// - Complexity: O(*n*), where *n* is the length of the file, if damaged lines have few arrays that
  ///   begin as lines do.
  package static func read<Failure: Error>(
    all data: Data, _ take: (Data) throws(Failure) -> Bool
  ) throws(Failure) -> DamagedBytes {
    var damage = DamagedBytes()
    var (start, number) = (data.startIndex, 1)
    while start < data.endIndex {
      let end = data[start...].firstIndex(of: Self.end)
      var line = data[start..<(end ?? data.endIndex)]
      if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
      var taken = line.startIndex
      if try take(line) {
        taken = line.endIndex
      } else {
        // Each start is followed by at most one intact line, and by remains of others. The line may
        // extend over starts that are arrays in its JSON.
        let starts = starts(in: line)
        for (index, start) in starts.enumerated() where start >= taken {
          let next = starts[(index + 1)...].first { !mayBeginArray(at: $0, in: line) }
          guard let lineEnd = Self.end(ofFirstIn: line[start..<(next ?? line.endIndex)]),
            try take(line[start..<lineEnd])
          else { continue }
          damage.add(line[taken..<start], line: number, of: data)
          taken = lineEnd
        }
        damage.add(line[taken...], line: number, of: data)
      }
      start = end.map { $0 + 1 } ?? data.endIndex
      if taken > line.startIndex || line.isEmpty {
        // The line feed belongs to the line before it, if that is complete.
        damage.completeLength = (taken == line.endIndex ? start : taken) - data.startIndex
      }
      number += 1
    }
    return damage
  }
}
