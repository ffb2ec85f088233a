#if Server
import CBrotli
import CZlib
import NIOCore

/// A coding of content that a client may accept (RFC 9110, 8.4.1).
enum ContentCoding: String, CaseIterable, Sendable {
  /// Brotli, which makes files of cities a tenth smaller than gzip does.
  case brotli = "br"
  case gzip

  /// The ending of a compressed file.
  var fileExtension: String {
    switch self {
    case .brotli: "br"
    case .gzip: "gz"
    }
  }

  /// How hard the compressor tries.
  enum Effort {
    /// For an answer: within a tenth of the size that the slowest level reaches for lists of cities.
    case least
    /// For a file that is compressed once and sent often.
    case usual
    /// For a file that is kept.
    case greatest
  }

  private func level(_ effort: Effort) -> CInt {
    switch (self, effort) {
    case (.gzip, .least): 1
    case (.gzip, .usual): 6
    case (.gzip, .greatest): 9
    case (.brotli, .least): 1
    case (.brotli, .usual): 5
    // The next level is ten times as slow, and makes files of cities 4 % smaller.
    case (.brotli, .greatest): 9
    }
  }

  /// Compresses bytes; `nil` if they would not get fewer.
  func compress(_ bytes: ByteBuffer, _ effort: Effort) -> ByteBuffer? {
    guard let count = UInt32(exactly: bytes.readableBytes), count > 0 else { return nil }
    let level = level(effort)
    var output = ByteBuffer()
    // Sound: both regions are as long as the counts say, and not kept. The compressor writes no more than
    // the capacity.
    let written = unsafe output.writeWithUnsafeMutableBytes(minimumWritableBytes: Int(count)) {
      output in
      unsafe bytes.withUnsafeReadableBytes { input in
        let source = unsafe input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let target = unsafe output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        return switch self {
        case .brotli: unsafe Int(brotli_bytes(source, count, target, count, level))
        case .gzip: unsafe Int(gzip_bytes(source, count, target, count, level))
        }
      }
    }
    return written > 0 ? output : nil
  }

  /// The coding that a client prefers of some, by the header Accept-Encoding: `br, gzip;q=0.8`; `nil` for none.
  ///
  /// Of equal weights, the first of `codings` counts.
  static func preferred(by header: String, of codings: [ContentCoding] = allCases) -> ContentCoding?
  {
    var weights: [Substring: Double] = [:]
    for part in header.utf8.count > 1_000 ? [] : header.lowercased().split(separator: ",") {
      let fields = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      let weight =
        fields.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
      if let name = fields.first { weights[name == "x-gzip" ? "gzip" : name[...]] = weight }
    }
    func weight(_ coding: ContentCoding) -> Double {
      weights[coding.rawValue[...]] ?? weights["*"] ?? 0
    }
    let accepted = codings.filter { weight($0) > 0 }
    return accepted.first { coding in accepted.allSatisfy { weight($0) <= weight(coding) } }
  }
}
#endif
