import Foundation

/// SHA-256 (FIPS 180-4), since Linux has none in its toolchain.
struct SHA256Hasher {
  private var state: [UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB,
    0x5BE0_CD19,
  ]

  /// The digest of a file, in hexadecimal.
  static func digest(of file: URL) throws -> String {
    digest(of: try Data(contentsOf: file, options: .alwaysMapped).span)
  }

  /// The digest of a message, in hexadecimal.
  static func digest(of message: Span<UInt8>) -> String {
    var hash = SHA256Hasher()
    var words = [UInt32](repeating: 0, count: 64)
    let wholeBlocks = message.count / 64
    for block in 0..<wholeBlocks {
      for word in 0..<16 { words[word] = message.bigEndianWord(at: block * 64 + word * 4) }
      hash.process(&words)
    }
    // The rest, a one bit, zeros, and the length in bits.
    var end: [UInt8] = []
    for index in wholeBlocks * 64..<message.count { end.append(message[index]) }
    end.append(0x80)
    while end.count % 64 != 56 { end.append(0) }
    let bitCount = UInt64(message.count) * 8
    for shift in stride(from: 56, through: 0, by: -8) {
      end.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift)))
    }
    for start in stride(from: 0, to: end.count, by: 64) {
      for word in 0..<16 { words[word] = end.span.bigEndianWord(at: start + word * 4) }
      hash.process(&words)
    }
    return hash.state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// Works one block in, whose 16 words are the first of `words`; the others are scratch.
  private mutating func process(_ words: inout [UInt32]) {
    for index in 16..<64 {
      let (first, second) = (words[index - 15], words[index - 2])
      let low = first.rotated(7) ^ first.rotated(18) ^ (first >> 3)
      let high = second.rotated(17) ^ second.rotated(19) ^ (second >> 10)
      words[index] = words[index - 16] &+ low &+ words[index - 7] &+ high
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let high = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
      let choice = (e & f) ^ (~e & g)
      let first = h &+ high &+ choice &+ Self.constants[index] &+ words[index]
      let low = a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ low &+ majority)
    }
    for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = {
    var primes: [Int] = []
    var candidate = 2
    while primes.count < 64 {
      if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return primes.map { prime in
      // The largest whole number whose cube does not exceed prime times 2 to the power of 96.
      var root: UInt64 = 0
      for bit in stride(from: 34, through: 0, by: -1) {
        let trial = root | 1 << UInt64(bit)
        let (square, cube) = (UInt128(trial) * UInt128(trial), UInt128(prime) << 96)
        if square * UInt128(trial) <= cube { root = trial }
      }
      return UInt32(truncatingIfNeeded: root)
    }
  }()
}

extension UInt32 {
  fileprivate func rotated(_ count: UInt32) -> UInt32 { self >> count | self << (32 - count) }
}

extension Span<UInt8> {
  fileprivate func bigEndianWord(at index: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 << 8 | UInt32(self[index + $1]) }
  }
}
