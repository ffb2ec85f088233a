package import PrefixSearch

/// Numbers of equal width in bits, packed one after the other, the first in the lowest bits.
package struct BitPackedNumbers: Sendable {
  /// The offset of the byte with the first bit of the first number.
  package let start: Int
  /// The bits of a number, 1 to 32.
  package let width: Int

  /// Describes numbers up to `greatest`, which has at most 32 bits, that begin at `start`.
  package init(start: Int, greatest: Int) {
    self.start = start
    width = min(32, max(1, Int.bitWidth - greatest.leadingZeroBitCount))
  }

  /// The number of bytes of `count` numbers.
  package func byteCount(_ count: Int) -> Int { (count * width + 7) / 8 }

  /// The number at an index; 0 if it is not in the region.
  package func value(at index: Int, in region: ByteRegion) -> Int {
    let bit = index &* width
    let word = region.uint64(at: start &+ bit &>> 3)
    return Int(truncatingIfNeeded: word &>> UInt64(bit & 7) & (1 &<< UInt64(width) &- 1))
  }
}
