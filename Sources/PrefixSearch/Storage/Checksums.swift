/// SHA-256 (FIPS 180-4), which identifies source files.
///
/// The input can be passed in pieces of any length. The package has its own implementation so that the
/// libraries depend on nothing but the toolchain.
package struct SHA256: Sendable {
  private var state: InlineArray<8, UInt32> = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  /// The bytes of the incomplete last block.
  private var rest = InlineArray<64, UInt8>(repeating: 0)
  private var byteCount: UInt64 = 0

  /// Begins a digest.
  package init() {}

  /// Adds the next piece of the input.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the piece.
  package mutating func update(_ bytes: Span<UInt8>) {
    var next = 0
    var restCount = Int(byteCount % 64)
    byteCount += UInt64(bytes.count)
    if restCount > 0 {
      while restCount < 64, next < bytes.count {
        rest[restCount] = bytes[next]
        restCount += 1
        next += 1
      }
      guard restCount == 64 else { return }
      Self.compress(rest.span, into: &state)
    }
    while bytes.count - next >= 64 {
      Self.compress(bytes.extracting(next..<next + 64), into: &state)
      next += 64
    }
    for index in next..<bytes.count { rest[index - next] = bytes[index] }
  }

  /// The digest of all input so far, 32 bytes.
  package func finish() -> [UInt8] {
    var padded = self
    let zeros = Int((119 - byteCount % 64) % 64)
    let length = (0..<8).map { UInt8(truncatingIfNeeded: (byteCount &* 8) >> UInt64(56 - 8 * $0)) }
    padded.update(([0x80] + Array(repeating: 0, count: zeros) + length).span)
    return padded.state.indices.flatMap { index in
      (0..<4).map { UInt8(truncatingIfNeeded: padded.state[index] >> UInt32(24 - 8 * $0)) }
    }
  }

  /// The digest of all input so far, as 64 hexadecimal digits.
  package var hexDigest: String {
    finish().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func compress(
    _ block: Span<UInt8>, into state: inout InlineArray<8, UInt32>
  ) {
    var words = InlineArray<64, UInt32>(repeating: 0)
    for index in 0..<16 {
      let start = 4 &* index
      words[index] =
        UInt32(block[start]) &<< 24 | UInt32(block[start &+ 1]) &<< 16
        | UInt32(block[start &+ 2]) &<< 8 | UInt32(block[start &+ 3])
    }
    for index in 16..<64 {
      let (early, late) = (words[index &- 15], words[index &- 2])
      let first = early.rotated(by: 7) ^ early.rotated(by: 18) ^ early &>> 3
      let second = late.rotated(by: 17) ^ late.rotated(by: 19) ^ late &>> 10
      words[index] = words[index &- 16] &+ first &+ words[index &- 7] &+ second
    }
    // The names of the variables are those of the standard.
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let sum1 = e.rotated(by: 6) ^ e.rotated(by: 11) ^ e.rotated(by: 25)
      let choice = e & f ^ ~e & g
      let first = h &+ sum1 &+ choice &+ constants[index] &+ words[index]
      let sum0 = a.rotated(by: 2) ^ a.rotated(by: 13) ^ a.rotated(by: 22)
      let majority = a & b ^ a & c ^ b & c
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ sum0 &+ majority)
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}

extension UInt32 {
  /// The bits rotated to the right.
  @inline(__always)
  fileprivate func rotated(by count: UInt32) -> UInt32 { self &>> count | self &<< (32 &- count) }
}

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

  /// The remainder of each byte.
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in
      value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320
    }
  }
}
