package import Foundation
internal import PrefixSearch

/// Data in the format of gzip that cannot be decompressed.
package struct DamagedGzip: Error, Equatable {
  /// What is wrong, as the end of a sentence about a file.
  package let reason: String

  static let truncated = DamagedGzip(reason: "its gzip data end too early")

  static func damaged(_ what: String, at offset: Int) -> DamagedGzip {
    DamagedGzip(reason: "its gzip data are damaged: \(what) before byte \(offset) is not possible")
  }
}

/// Decompresses gzip, part by part, in constant memory: one file or several behind each other, with their
/// checksums.
///
/// The format is that of RFC 1952. The toolchain has no function for it on all systems.
///
/// Append bytes, and take the output of each step while ``step()`` returns ``Inflater/Step/output``.
struct GzipReader {
  private var inflater = Inflater()
  private var state = State.header
  private var checksum = CRC32()
  private var byteCount: UInt32 = 0
  /// The first bytes of a file of gzip.
  static let magicBytes: [UInt8] = [0x1F, 0x8B]

  private enum State {
    /// Before a header; there need not be one after the first file.
    case header, nextHeader
    case content, ended
  }

  /// Appends compressed bytes.
  mutating func append(_ bytes: Span<UInt8>) { inflater.append(bytes) }

  /// Says that no more bytes follow.
  mutating func endInput() { inflater.isInputComplete = true }

  /// Calls a closure with the bytes of the last step.
  func withOutput<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    inflater.withOutput(body)
  }

  /// Decompresses the next part, of 32 KiB or a little more.
  ///
  /// - Throws: What is wrong with the data.
  mutating func step() throws(DamagedGzip) -> Inflater.Step {
    while true {
      switch state {
      case .ended: return .ended
      case .header, .nextHeader:
        guard inflater.has(Self.longestHeader) else { return .needsInput }
        try readHeader()
      case .content:
        switch try inflater.step() {
        case .needsInput: return .needsInput
        case .output:
          inflater.withOutput { bytes in
            checksum.update(bytes)
            byteCount &+= UInt32(truncatingIfNeeded: bytes.count)
          }
          return .output
        case .ended:
          guard inflater.has(Self.trailerLength) else { return .needsInput }
          try readTrailer()
        }
      }
    }
  }

  /// The longest header that is read: the name and the comment of a file may have any length.
  private static let longestHeader = 1 << 17
  private static let trailerLength = 8

  private mutating func readHeader() throws(DamagedGzip) {
    guard let first = inflater.nextByte() else {
      guard case .nextHeader = state else { throw .truncated }
      state = .ended
      return
    }
    // Tapes and some programs fill up the end with zeros.
    if case .nextHeader = state, first == 0 { return }
    guard first == Self.magicBytes[0], try byte() == Self.magicBytes[1], try byte() == 8 else {
      throw .damaged("a header", at: inflater.offset)
    }
    let flags = try byte()
    for _ in 0..<6 { _ = try byte() }
    if flags & 4 != 0 {
      for _ in 0..<(try number(ofBytes: 2)) { _ = try byte() }
    }
    // The name, and the comment.
    for flag in [8, 16] as [UInt8] where flags & flag != 0 {
      while try byte() != 0 {}
    }
    if flags & 2 != 0 { _ = try number(ofBytes: 2) }
    guard flags < 32 else { throw .damaged("a header", at: inflater.offset) }
    (checksum, byteCount, state) = (CRC32(), 0, .content)
    inflater.begin()
  }

  private mutating func readTrailer() throws(DamagedGzip) {
    guard try number(ofBytes: 4) == checksum.value, try number(ofBytes: 4) == byteCount else {
      throw DamagedGzip(reason: "its gzip data are damaged: they have another checksum")
    }
    state = .nextHeader
  }

  private mutating func byte() throws(DamagedGzip) -> UInt8 {
    guard let byte = inflater.nextByte() else { throw .truncated }
    return byte
  }

  /// A number, lowest byte first.
  private mutating func number(ofBytes count: Int) throws(DamagedGzip) -> UInt32 {
    var number: UInt32 = 0
    for place in 0..<count { number |= UInt32(try byte()) << UInt32(8 * place) }
    return number
  }
}

extension DamagedGzip: LocalizedError {
  /// The reason with a period.
  package var errorDescription: String? { "\(reason)." }
}

extension Data {
  /// Whether this begins as gzip does, with two bytes.
  package var isGzip: Bool { starts(with: GzipReader.magicBytes) }

  /// This, decompressed if it is gzip.
  ///
  /// - Throws: What is wrong with the data.
  package func unpacked() throws(DamagedGzip) -> Data { isGzip ? try gunzipped() : self }

  /// The decompressed bytes of gzip.
  ///
  /// - Throws: What is wrong with the data.
  package func gunzipped() throws(DamagedGzip) -> Data {
    var (reader, result) = (GzipReader(), Data())
    reader.append(span)
    reader.endInput()
    while case .output = try reader.step() {
      reader.withOutput { bytes in
        // Sound: the bytes are copied before the closure returns.
        unsafe bytes.withUnsafeBytes { unsafe result.append(contentsOf: $0) }
      }
    }
    return result
  }
}

extension URL {
  /// The name of the text in a file: without its folder, and without the extension of gzip.
  package var textName: String {
    (pathExtension == "gz" ? deletingPathExtension() : self).lastPathComponent
  }
}
