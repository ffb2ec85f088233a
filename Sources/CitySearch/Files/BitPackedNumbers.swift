internal import PrefixSearch

/// Numbers of equal width in bits, packed one after the other, the first in the lowest bits.
struct BitPackedNumbers: Sendable {
  /// The offset of the byte with the first bit of the first number.
  let start: Int
  /// The bits of a number, 1 to 32.
  let width: Int

  /// Describes numbers up to `greatest`, which has at most 32 bits, that begin at `start`.
  init(start: Int, greatest: Int) {
    self.start = start
    width = min(32, max(1, Int.bitWidth - greatest.leadingZeroBitCount))
  }

  /// The number of bytes of `count` numbers.
  func byteCount(_ count: Int) -> Int { (count * width + 7) / 8 }

  /// The number at an index; 0 if it is not in the region.
  func value(at index: Int, in region: ByteRegion) -> Int {
    let bit = index &* width
    let word = region.uint64(at: start &+ bit &>> 3)
    return Int(truncatingIfNeeded: word &>> UInt64(bit & 7) & (1 &<< UInt64(width) &- 1))
  }

  /// Packs numbers.
  struct Writer {
    private(set) var bytes: [UInt8] = []
    private let width: Int
    private var bitCount = 0

    init(_ numbers: BitPackedNumbers) { width = numbers.width }

    /// Appends a number that fits.
    mutating func append(_ number: Int) {
      for bit in 0..<width {
        if bitCount & 7 == 0 { bytes.append(0) }
        bytes[bytes.count - 1] |= UInt8(number >> bit & 1) << UInt8(bitCount & 7)
        bitCount += 1
      }
    }
  }
}
