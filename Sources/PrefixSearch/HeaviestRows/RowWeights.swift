package import FlatStorage

/// A weight for each row: a number of up to 32 bits in records of one size.
///
/// Only the order of weights counts, so a column that is stored in steps above a base is read as it is.
package struct RowWeights: Sendable {
  private let region: ByteRegion
  private let start: Int
  private let stride: Int
  private let shift: UInt64
  private let mask: UInt64

  /// Describes a column of numbers.
  ///
  /// - Parameters:
  ///   - region: Where the records lie.
  ///   - start: Where the record of row 0 begins, in bytes.
  ///   - stride: The size of a record in bytes.
  ///   - bitOffset: Where the number begins in a record, in bits.
  ///   - bitWidth: Its width, 0 to 32.
  package init(in region: ByteRegion, start: Int, stride: Int, bitOffset: Int, bitWidth: Int) {
    self.region = region
    self.start = start + bitOffset / 8
    self.stride = stride
    shift = UInt64(bitOffset % 8)
    mask = (1 << UInt64(bitWidth)) - 1
  }

  /// The weight of `row`.
  @inline(__always)
  package subscript(row: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: region.uint64(at: start &+ row &* stride) &>> shift & mask)
  }

  /// Finds the heaviest of `rows` by looking at each.
  ///
  /// - Complexity: O(*n* log *k*), where *n* is the number of rows and *k* the smaller of *n* and
  ///   `limit`.
  package func first(_ limit: Int?, of rows: Range<Int>) -> [UInt32] {
    rows.lazy.map { WeightKey(self[$0], at: $0).value }.first(limit, by: <)
      .map(WeightKey.index)
  }
}

/// A weight and a row or a block in one word, which sorts as they do: the heaviest first, and of equal
/// ones the first in the order of rows.
struct WeightKey {
  /// The word.
  let value: UInt64

  @inline(__always)
  init(_ weight: UInt32, at index: Int) {
    value = UInt64(~weight) &<< 32 | UInt64(UInt32(truncatingIfNeeded: index))
  }

  /// The row or block of a word.
  @inline(__always)
  static func index(of value: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: value) }
}
