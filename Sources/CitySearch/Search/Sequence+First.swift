extension Sequence {
  /// The first `limit` elements in ascending order, or all of them.
  ///
  /// - Complexity: O(*n* log *k*), where *n* is the length of the sequence and *k* the smaller of *n*
  ///   and `limit`.
  func first(_ limit: Int?, by precedes: (Element, Element) -> Bool) -> [Element] {
    guard let limit else { return sorted(by: precedes) }
    guard limit > 0 else { return [] }
    var found = FirstElements<Element>(limit)
    for element in self { found.add(element, by: precedes) }
    return found.sorted(by: precedes)
  }
}

/// The first of the elements that were added, some number of them.
///
/// The best so far stand in a heap with the worst of them on top (Floyd, 1964), so most elements are
/// looked at once and forgotten.
struct FirstElements<Element> {
  private let limit: Int
  private var heap: [Element] = []

  /// Starts with no elements; `limit` is at least 1.
  init(_ limit: Int) { self.limit = limit }

  /// The last of the elements; `nil` as long as there are fewer than the limit.
  var last: Element? { heap.count == limit ? heap[0] : nil }

  /// Adds an element if it is among the first.
  ///
  /// - Complexity: O(log *k*), where *k* is the limit.
  mutating func add(_ element: Element, by precedes: (Element, Element) -> Bool) {
    if heap.count < limit {
      heap.append(element)
      if heap.count == limit { heap.sort { precedes($1, $0) } }
    } else if precedes(element, heap[0]) {
      heap[0] = element
      siftDown(by: precedes)
    }
  }

  /// The elements in ascending order.
  ///
  /// - Complexity: O(*k* log *k*), where *k* is the number of elements.
  func sorted(by precedes: (Element, Element) -> Bool) -> [Element] { heap.sorted(by: precedes) }

  /// Moves the first element down until none below it comes after it.
  private mutating func siftDown(by precedes: (Element, Element) -> Bool) {
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < heap.count else { return }
      if child + 1 < heap.count, precedes(heap[child], heap[child + 1]) { child += 1 }
      guard precedes(heap[parent], heap[child]) else { return }
      heap.swapAt(parent, child)
      parent = child
    }
  }
}
