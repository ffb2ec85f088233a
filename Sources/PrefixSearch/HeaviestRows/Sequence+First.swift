extension Sequence {
  /// The first `limit` elements in ascending order, or all of them.
  ///
  /// The best so far stand in a heap with the worst of them on top (Floyd, 1964), so most elements are
  /// looked at once and forgotten.
  ///
  /// - Complexity: O(*n* log *k*), where *n* is the length of the sequence and *k* the smaller of *n*
  ///   and `limit`.
  @inlinable
  package func first(_ limit: Int?, by precedes: (Element, Element) -> Bool) -> [Element] {
    guard let limit else { return sorted(by: precedes) }
    guard limit > 0 else { return [] }
    var heap: [Element] = []
    for element in self {
      if heap.count < limit {
        heap.append(element)
        if heap.count == limit { heap.sort { precedes($1, $0) } }
      } else if precedes(element, heap[0]) {
        heap[0] = element
        heap.siftDown(by: precedes)
      }
    }
    return heap.sorted(by: precedes)
  }
}

extension Array {
  /// Moves the first element down until none below it comes after it.
  @inlinable
  package mutating func siftDown(by precedes: (Element, Element) -> Bool) {
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < count else { return }
      if child + 1 < count, precedes(self[child], self[child + 1]) { child += 1 }
      guard precedes(self[parent], self[child]) else { return }
      swapAt(parent, child)
      parent = child
    }
  }
}
