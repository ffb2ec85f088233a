/// The checksum of Ethernet, gzip and PNG: polynomial 0x04C11DB7, reflected (ISO 3309).
package struct CRC32: Sendable {
  private var state: UInt32 = 0xFFFF_FFFF

  /// The checksum of no bytes.
  package init() {}

  /// The checksum of what was added so far.
  package var value: UInt32 { ~state }

  /// Adds bytes.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package mutating func update(_ bytes: Span<UInt8>) {
    for index in bytes.indices {
      state = state >> 8 ^ Self.table[Int(UInt8(truncatingIfNeeded: state) ^ bytes[index])]
    }
  }

  /// The checksum of `bytes`.
  package static func checksum(of bytes: [UInt8]) -> UInt32 {
    var checksum = CRC32()
    checksum.update(bytes.span)
    return checksum.value
  }

  /// The effect of each byte.
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in
      value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320
    }
  }
}
