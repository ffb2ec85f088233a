/// A binary heap with its least element at the root (Williams, 1964).
@usableFromInline package struct PriorityQueue<Element: Comparable> {
  @usableFromInline var heap: [Element] = []

  /// An empty queue.
  @inlinable package init() {}

  /// A queue of some elements.
  ///
  /// - Complexity: O(*n*), where *n* is their number (Floyd, 1964).
  @inlinable
  package init(_ elements: [Element]) {
    heap = elements
    for index in (0..<heap.count / 2).reversed() { heap.siftDown(from: index) { $1 < $0 } }
  }

  /// Prepares for a number of elements.
  @inlinable package mutating func reserveCapacity(_ count: Int) { heap.reserveCapacity(count) }

  /// The number of elements.
  @inlinable package var count: Int { heap.count }

  /// The least element; `nil` if there is none.
  @inlinable package var first: Element? { heap.first }

  /// All elements, in any order.
  @inlinable package var elements: [Element] { heap }

  /// Adds an element.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  package mutating func add(_ element: Element) {
    heap.append(element)
    var place = heap.count &- 1
    while place > 0 {
      let parent = (place &- 1) / 2
      guard element < heap[parent] else { break }
      heap[place] = heap[parent]
      place = parent
    }
    heap[place] = element
  }

  /// Removes the least element; `nil` if there is none.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  package mutating func popFirst() -> Element? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    if !heap.isEmpty {
      heap[0] = last
      heap.siftDown { $1 < $0 }
    }
    return first
  }
}

extension PriorityQueue: Sendable where Element: Sendable {}

// MARK: - Selecting and sorting

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
