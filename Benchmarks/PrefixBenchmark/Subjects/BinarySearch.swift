import Foundation
package import PrefixSearch

/// The baseline: plain binary search with `memcmp` over one block of keys.
///
/// As `std::lower_bound` over sorted strings; every system can do it without a library.
/// Keys are not merged, so a position is a row. Two searches give the two ends of a range.
package struct BinarySearch: PrefixIndex {
  private let text: [UInt8]
  private let offsets: [UInt32]

  package var count: Int { offsets.count - 1 }

  package init(_ keys: SortedKeys) {
    (text, offsets) = keys.expanded()
  }

  package func range(of prefix: Span<UInt8>) -> Range<Int> {
    // Sound: offsets ascend and end at the length of the text, and positions stay below `count`.
    let range = unsafe text.withUnsafeBufferPointer { text in
      unsafe offsets.withUnsafeBufferPointer { offsets in
        unsafe prefix.withUnsafeBufferPointer { prefix in
          let search = unsafe Search(text: text, offsets: offsets, prefix: prefix)
          let lower = unsafe search.first(from: 0, to: count) { $0 >= 0 }
          return unsafe lower..<search.first(from: lower, to: count) { $0 > 0 }
        }
      }
    }
    return range.isEmpty ? 0..<0 : range
  }

  package var memoryFootprint: MemoryFootprint {
    MemoryFootprint([
      MemoryFootprint.Part("text", storageOf: text),
      MemoryFootprint.Part("offsets", storageOf: offsets),
    ])
  }

  /// Binary search over the keys.
  @unsafe private struct Search {
    let text: UnsafeBufferPointer<UInt8>
    let offsets: UnsafeBufferPointer<UInt32>
    let prefix: UnsafeBufferPointer<UInt8>

    /// The first key in `start..<end` whose order relative to the prefix fulfils the condition.
    @inline(__always)
    func first(from start: Int, to end: Int, where condition: (Int32) -> Bool) -> Int {
      guard let text = unsafe text.baseAddress, let prefix = unsafe self.prefix.baseAddress else {
        return start
      }
      var (low, high) = (start, end)
      while low < high {
        let middle = (low &+ high) / 2
        let keyStart = unsafe Int(offsets[middle])
        let length = unsafe Int(offsets[middle &+ 1]) &- keyStart
        let shared = unsafe min(length, self.prefix.count)
        var order = unsafe memcmp(text + keyStart, prefix, shared)
        // A key that ends before the prefix does sorts before it.
        if order == 0, unsafe length < self.prefix.count { order = -1 }
        if condition(order) { high = middle } else { low = middle &+ 1 }
      }
      return low
    }
  }
}

extension SortedKeys {
  /// The keys of all rows in one block, and where each begins and the last ends; a key that several
  /// rows share stands there several times.
  func expanded() -> (text: [UInt8], offsets: [UInt32]) {
    var text: [UInt8] = []
    var offsets: [UInt32] = [0]
    // Exact capacities, since other structures are compared with the size of this one.
    text.reserveCapacity(
      (0..<distinctCount).reduce(0) { count, rank in
        count + byteRange(ofRank: rank).count * rows(ofRank: rank).count
      })
    offsets.reserveCapacity(count + 1)
    for rank in 0..<distinctCount {
      for _ in rows(ofRank: rank) {
        text.append(contentsOf: bytes[byteRange(ofRank: rank)])
        offsets.append(UInt32(text.count))
      }
    }
    return (text, offsets)
  }
}
