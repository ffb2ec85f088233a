import Algorithms
import CitySearch
import PrefixSearch

/// Whether a session should narrow the range of the previous query when a character is added.
///
/// All keys of that range share the bytes of the previous query, so binary search compares only the
/// added bytes. This measurement has access to the keys, which an engine may not store.
struct NarrowingMeasurement {
  private let index: any PrefixIndex
  private let queries: [FoldedQuery]
  private let text: [UInt8]
  private let offsets: [UInt32]

  init(cities: CityIndex, queries: [PreparedQuery]) {
    index = cities.index
    self.queries = queries.map(\.folded)
    (text, offsets) = cities.gazetteer.sortedKeys().expanded()
  }

  /// Times both methods for the same queries.
  func measured() -> Table {
    var (anew, narrowed) = (Totalled(), Totalled())
    for round in 0..<6 {
      for (old, new) in zip(queries, queries.dropFirst()) {
        let shared = old.count
        guard shared > 0, new.bytes.starts(with: old.bytes), new.count > shared else { continue }
        let before = old.withBytes { index.range(of: $0) }
        let start = MonotonicClock.now
        let found = new.withBytes { index.range(of: $0) }
        let middle = MonotonicClock.now
        let range = new.withBytes { narrow(before, from: shared, to: $0) }
        let end = MonotonicClock.now
        precondition(found.isEmpty ? range.isEmpty : found == range)
        guard round > 0 else { continue }
        anew.append(middle &- start)
        narrowed.append(end &- middle)
      }
    }
    var table = Table(heads: ["a character was added", "p50\nns", "p99\nns", "mean\nns"])
    for (name, samples) in [("search anew", anew), ("narrow", narrowed)] {
      var samples = samples
      let figures = ([50, 99].map { samples.percentile($0) } + [samples.mean]).map {
        Int($0) - Int(MonotonicClock.cost)
      }
      table.rows.append([name] + figures.map { max(0, $0).grouped })
    }
    return table
  }

  /// The rows of `range` whose keys have the bytes of `query` from `shared` on.
  private func narrow(_ range: Range<Int>, from shared: Int, to query: Span<UInt8>) -> Range<Int> {
    let lower = range.partitioningIndex { compare($0, from: shared, with: query) >= 0 }
    let rest = lower..<range.upperBound
    return lower..<rest.partitioningIndex { compare($0, from: shared, with: query) > 0 }
  }

  /// Negative if the key comes before the query, zero if it begins with it.
  private func compare(_ row: Int, from shared: Int, with query: Span<UInt8>) -> Int {
    let (start, end) = (Int(offsets[row]), Int(offsets[row + 1]))
    for position in shared..<query.count {
      guard start + position < end else { return -1 }
      let difference = Int(text[start + position]) - Int(query[position])
      if difference != 0 { return difference }
    }
    return 0
  }
}

/// Samples with their sum.
private struct Totalled {
  private var samples = Samples()
  private var sum: UInt64 = 0

  var mean: UInt64 { sum / UInt64(max(1, samples.count)) }

  mutating func append(_ nanoseconds: UInt64) {
    samples.append(nanoseconds)
    sum += nanoseconds
  }

  mutating func percentile(_ percent: Double) -> UInt64 { samples.percentile(percent) }
}
