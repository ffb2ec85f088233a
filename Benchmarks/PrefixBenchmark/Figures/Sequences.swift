extension Sequence where Element: Hashable {
  /// The first element that appeared before.
  package var firstRepeated: Element? {
    var seen: Set<Element> = []
    return first { !seen.insert($0).inserted }
  }

  /// The elements without repetitions, in the order in which they appear first.
  package func uniqued() -> [Element] { uniqued(on: \.self) }
}

extension Sequence {
  /// The elements without those whose key appeared before.
  package func uniqued(on key: (Element) -> some Hashable) -> [Element] {
    var seen: Set<AnyHashable> = []
    return filter { seen.insert(key($0)).inserted }
  }

  /// The elements in groups of equal keys, in the order in which the keys appear first.
  package func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])]
  {
    let groups = Dictionary(grouping: self, by: key)
    return map(key).uniqued().map { ($0, groups[$0] ?? []) }
  }
}

extension RandomAccessCollection {
  /// The first index whose element fulfils a condition that all elements from some index on fulfil, and no other does.
  ///
  /// - Complexity: O(log *n*) calls of the condition.
  package func partitioningIndex(where isAfter: (Element) throws -> Bool) rethrows -> Index {
    var (low, count) = (startIndex, count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if try isAfter(self[middle]) {
        count = half
      } else {
        (low, count) = (index(after: middle), count - half - 1)
      }
    }
    return low
  }
}

extension Collection where Index == Int {
  /// The distance between about `count` evenly spaced elements.
  ///
  /// It is odd, because typing sessions repeat about every eight queries.
  func step(to count: Int) -> Int { Swift.max(1, self.count / Swift.max(1, count)) | 1 }

  /// About `count` evenly spaced elements.
  func spread(to count: Int) -> [Element] {
    stride(from: startIndex, to: endIndex, by: step(to: count)).map { self[$0] }
  }
}
