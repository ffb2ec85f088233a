import CitySearch
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

  package func range(of prefix: Span<UInt8>) -> Range<Int> { range(of: prefix, within: 0..<count) }

  /// The rows below a prefix, all of which are known to lie within `rows`.
  func range(of prefix: Span<UInt8>, within rows: Range<Int>) -> Range<Int> {
    // Sound: offsets ascend and end at the length of the text, and positions stay below `count`.
    let range = unsafe text.withUnsafeBufferPointer { text in
      unsafe offsets.withUnsafeBufferPointer { offsets in
        unsafe prefix.withUnsafeBufferPointer { prefix in
          let search = unsafe Search(text: text, offsets: offsets, prefix: prefix)
          let lower = unsafe search.first(from: rows.lowerBound, to: rows.upperBound) { $0 >= 0 }
          return unsafe lower..<search.first(from: lower, to: rows.upperBound) { $0 > 0 }
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

  /// Binary search over the keys of some rows.
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

/// Folded names in a sorted array of strings, with two binary searches by `<` and `hasPrefix`.
///
/// The ten lines of an app that implements binary search itself.
struct SortedStrings: RowSubject {
  let gazetteer: Gazetteer
  private let keys: [String]

  /// Takes the folded names, if they are in the order of `String`, which compares by canonical equivalence:
  /// else the rows of a prefix would not be neighbors.
  init(_ input: SubjectInput) throws {
    gazetteer = input.gazetteer
    keys = input.foldedTexts()
    for (key, next) in zip(keys, keys.dropFirst()) where next < key {
      throw BenchFailure("As texts, \"\(next)\" sorts before \"\(key)\"; as bytes it does not.")
    }
  }

  var memoryFootprint: MemoryFootprint? {
    MemoryFootprint([MemoryFootprint.Part("folded names", textsOf: keys)])
  }

  func locate(_ query: PreparedQuery) -> Int { rows(of: query.folded).count }

  func forEachRow(of query: PreparedQuery, limit: Int?, _ body: (CityRow) -> Void) {
    for row in rows(of: query.folded).prefix(limit ?? .max) { body(row) }
  }

  private func rows(of query: FoldedQuery) -> Range<CityRow> {
    let prefix = query.text
    let lower = keys.partitioningIndex { $0 >= prefix }
    let upper = keys[lower...].partitioningIndex { !$0.hasPrefix(prefix) }
    return CityRow(lower)..<CityRow(upper)
  }
}

extension MemoryFootprint.Part {
  /// The part that an array of texts is, with the storage of every text.
  ///
  /// A text of at most 15 bytes of UTF-8 lies in the array's own element.
  ///
  /// - Complexity: O(*n*), where *n* is the number of texts.
  package init(_ name: String, textsOf texts: [String]) {
    let array = MemoryFootprint.Part(name, storageOf: texts)
    self.init(name, byteCount: texts.reduce(array.byteCount) { $0 + $1.storageByteCount })
  }
}

extension String {
  /// The bytes that this text takes outside its own 16: none for a short one, else an object with a
  /// header of 32 bytes, the text and a zero.
  var storageByteCount: Int { utf8.count > 15 ? 32 + utf8.count + 1 : 0 }
}

extension SubjectInput {
  /// The folded names as texts, in canonical order.
  func foldedTexts() -> [String] {
    var texts: [String] = []
    texts.reserveCapacity(keys.count)
    for rank in 0..<keys.distinctCount {
      let text = String(decoding: keys.bytes[keys.byteRange(ofRank: rank)], as: UTF8.self)
      for _ in keys.rows(ofRank: rank) { texts.append(text) }
    }
    return texts
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
