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
