extension Range<Int> {
  /// The first number that fulfills a condition which all numbers after it fulfill, too; the upper
  /// bound if none does.
  ///
  /// The binary search is branchless: a conditional move selects the half, because the outcome of the
  /// comparison is unpredictable.
  ///
  /// - Parameter condition: False for the first numbers, true for all others.
  /// - Returns: The number.
  /// - Complexity: O(log *n*) evaluations of the condition, where *n* is the length of the range.
  @inlinable @inline(__always)
  package func partitioningIndex(where condition: (Int) -> Bool) -> Int {
    var low = lowerBound
    var length = upperBound &- lowerBound
    while length > 0 {
      let half = length &>> 1
      let isBefore = !condition(low &+ half)
      low = isBefore ? low &+ half &+ 1 : low
      length = isBefore ? length &- half &- 1 : half
    }
    return low
  }

  /// The same as ``partitioningIndex(where:)``, by doubling steps from the lower bound before the
  /// binary search.
  ///
  /// Faster where the number is likely to lie near the lower bound (Bentley and Yao, *An almost optimal
  /// algorithm for unbounded searching*, 1976).
  ///
  /// - Parameter condition: False for the first numbers, true for all others.
  /// - Returns: The number.
  /// - Complexity: O(log *d*) evaluations of the condition, where *d* is the distance of the number from
  ///   the lower bound.
  @inlinable @inline(__always)
  package func gallopingPartitioningIndex(where condition: (Int) -> Bool) -> Int {
    var (low, step) = (lowerBound, 1)
    // As unsigned numbers, so that a step that has overflowed ends the loop.
    while UInt(bitPattern: step) <= UInt(bitPattern: upperBound &- low),
      !condition(low &+ step &- 1)
    {
      low &+= step
      step &*= 2
    }
    let high = low &+ Swift.min(step &- 1, upperBound &- low)
    return (low..<high).partitioningIndex(where: condition)
  }
}
