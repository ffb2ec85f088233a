import CitySearch
import PrefixSearch

/// Replays queries on an index, query after query in the order of typing, and times each.
///
/// Every function returns a checksum of what it found, so that a run that answers wrongly is noticed
/// while it is measured, and so that no answer is optimised away.
struct Replay {
  let queries: TypedQueries

  /// How many cities a search field shows.
  static let limit = 10

  /// Times the lookup of each query: folded bytes in, range of rows out.
  func locate(on index: some PrefixIndex, into samples: inout Samples) -> UInt64 {
    var checksum: UInt64 = 0
    for query in queries.folded {
      let start = MonotonicClock.now
      let rows = query.withBytes { index.range(of: $0) }
      samples.append(sinceStart: start)
      checksum = Self.mixed(checksum, rows.lowerBound, rows.upperBound)
    }
    return checksum
  }

  /// Times each query from the text to ten cities with their names and highlights.
  func topTen(on search: CityIndex, into samples: inout Samples) -> UInt64 {
    var checksum: UInt64 = 0
    for query in queries.texts {
      let start = MonotonicClock.now
      for match in search.search(for: query, limit: Self.limit) {
        blackHole(match)
        checksum = Self.mixed(checksum, match.id, match.highlight.length)
      }
      samples.append(sinceStart: start)
    }
    return checksum
  }

  /// Makes all cities that match every 16th query.
  ///
  /// - Returns: How many there were, and how long it took in nanoseconds.
  func allMatches(on search: CityIndex) -> (count: Int, time: UInt64) {
    var count = 0
    let start = MonotonicClock.now
    for index in stride(from: 0, to: queries.texts.count, by: 16) {
      for match in search.search(for: queries.texts[index]) {
        blackHole(match)
        count += 1
      }
    }
    return (count, MonotonicClock.now - start)
  }

  /// Multiplies and adds, so that order counts.
  @inline(__always)
  private static func mixed(_ checksum: UInt64, _ first: Int, _ second: Int) -> UInt64 {
    (checksum &* 0x9E37_79B9_7F4A_7C15) &+ UInt64(truncatingIfNeeded: first &<< 20 ^ second)
  }
}

extension Samples {
  /// Appends the time since `start`, less what reading the clock costs.
  @inline(__always)
  fileprivate mutating func append(sinceStart start: UInt64) {
    let elapsed = MonotonicClock.now &- start
    append(elapsed > MonotonicClock.cost ? elapsed &- MonotonicClock.cost : 0)
  }
}
