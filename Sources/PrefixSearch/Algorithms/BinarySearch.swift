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

extension Sequence {
  /// The first `limit` elements in ascending order, or all of them.
  ///
  /// A bounded heap holds the first elements so far, with the last of them at its root (Floyd, 1964), so
  /// most elements cost one comparison.
  ///
  /// - Complexity: O(*n* log *k*), where *n* is the length of the sequence and *k* the smaller of *n*
  ///   and `limit`.
  @inlinable
  package func first(_ limit: Int?, by precedes: (Element, Element) -> Bool) -> [Element] {
    guard let limit else { return sorted(by: precedes) }
    guard limit > 0 else { return [] }
    var heap: [Element] = []
    for element in self { heap.keepFirst(limit, adding: element, by: precedes) }
    return heap.sortedByPlace(precedes)
  }
}

extension Array {
  /// The elements in an order; equal ones keep theirs.
  ///
  /// In a page, it sorts their places: so there is one copy of the sort, and not one of 4 kB for each type of elements.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of elements.
  @inlinable
  package func sortedByPlace(_ precedes: (Element, Element) -> Bool) -> [Element] {
    // The sort of the standard library is stable, and fast where parts are in order already.
    #if hasFeature(Embedded)
    let places = [Int](indices)
    return places.sorted { precedes(self[$0], self[$1]) }.map { self[$0] }
    #else
    return sorted(by: precedes)
    #endif
  }

  /// Adds an element if it is among the first `limit`.
  ///
  /// The array holds the first elements so far: in any order while there are fewer than `limit`, then
  /// as a heap with the last of them at its root.
  ///
  /// - Complexity: O(log *k*), where *k* is the limit.
  @inlinable
  package mutating func keepFirst(
    _ limit: Int, adding element: Element, by precedes: (Element, Element) -> Bool
  ) {
    if count < limit {
      append(element)
      if count == limit { sort { precedes($1, $0) } }
    } else if precedes(element, self[0]) {
      self[0] = element
      siftDown(by: precedes)
    }
  }

  /// Moves an element of the heap, by default its root, down until neither of its children comes after it.
  ///
  /// The element is held until its place is found, so that each level costs one move instead of a swap.
  @inlinable
  package mutating func siftDown(
    from start: Int = 0, by precedes: (Element, Element) -> Bool
  ) {
    let element = self[start]
    var place = start
    while true {
      var child = 2 &* place &+ 1
      guard child < count else { break }
      if child &+ 1 < count, precedes(self[child], self[child &+ 1]) { child &+= 1 }
      guard precedes(element, self[child]) else { break }
      self[place] = self[child]
      place = child
    }
    self[place] = element
  }
}
