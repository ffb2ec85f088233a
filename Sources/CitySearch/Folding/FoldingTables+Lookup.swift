extension FoldingTables {
  /// The entry of a scalar.
  ///
  /// The arrays are subscripted where they are declared and not passed on: so the compiler reads
  /// constant data, and the first lookup of a process need not make array objects of them.
  ///
  /// - Complexity: O(1)
  static func entry(of scalar: UInt32) -> UInt16 {
    var scalar = scalar
    if scalar >= gap.lowerBound {
      if scalar < gap.upperBound || scalar >= end { return separator }
      scalar -= gap.upperBound - gap.lowerBound
    }
    let block = Int(scalar >> blockBits)
    let position = number(block, in: blocks[block >> 2])
    let index = Int(position) << blockBits | Int(scalar & (1 << blockBits - 1))
    return number(index, in: entries[index >> 2])
  }

  /// The number at an index, of the four that are packed into its word.
  private static func number(_ index: Int, in word: UInt64) -> UInt16 {
    UInt16(truncatingIfNeeded: word >> (16 * (index & 3)))
  }
}
