import CitySearch
import PrefixBenchmark
import PrefixMeasuring
import PrefixSearch
import TestSupport

/// An engine with a fault that a benchmark must find.
struct StandInEngine: PrefixIndex {
  enum Fault {
    case none, slow, fat, wrong
  }

  /// What an engine was asked, and how often it searched for that.
  struct Work {
    var queries = 0
    var searches = 0
  }

  /// The bytes that a fat engine keeps, and does not state.
  static let fat = 1 << 20

  private let fault: Fault
  private let base: BinarySearch
  private let work: Locked<Work>
  private let extra: [UInt8]

  init(_ keys: SortedKeys) { self.init(.none, over: keys, counting: Locked(Work())) }

  init(_ fault: Fault, over keys: SortedKeys, counting work: Locked<Work>) {
    self.fault = fault
    self.work = work
    base = BinarySearch(keys)
    extra = fault == .fat ? [UInt8](repeating: 1, count: Self.fat) : []
  }

  var count: Int { base.count }
  var memoryFootprint: MemoryFootprint { base.memoryFootprint }

  func range(of prefix: Span<UInt8>) -> Range<Int> {
    if fault == .slow {
      for _ in 0..<20 { blackHole(counted(prefix)) }
    }
    work.withLock { $0.queries += 1 }
    let rows = counted(prefix)
    // Wrong for one query only: a checksum has to find even that.
    let isWrong = fault == .wrong && prefix.count == 3 && prefix[0] == 0x73 && prefix[2] == 0x6E
    return isWrong ? rows.lowerBound..<rows.upperBound - 1 : rows
  }

  private func counted(_ prefix: Span<UInt8>) -> Range<Int> {
    work.withLock { $0.searches += 1 }
    return base.range(of: prefix)
  }
}

/// A search of one's own: every name is folded anew for every query, with an answer at once or after a wait.
struct StandInSearch: CitySearchable {
  let scan: LinearScan
  let isImmediate: Bool
  /// Whether the answer to "san" lacks its last city.
  var isWrong = false

  init(_ cities: Gazetteer, isImmediate: Bool, isWrong: Bool = false) {
    (scan, self.isImmediate, self.isWrong) = (LinearScan(cities), isImmediate, isWrong)
  }

  func search(_ query: SearchQuery) async throws -> CityMatches { answer(query) }

  func search(for text: String, limit: Int?) async throws -> CityMatches {
    answer(SearchQuery(text, limit: limit))
  }

  func immediateMatches(for query: SearchQuery) -> CityMatches? {
    isImmediate ? answer(query) : nil
  }

  private func answer(_ query: SearchQuery) -> CityMatches {
    let matches = scan.ownNames(beginningWith: query.text)
      .ordered(by: query.order ?? .name, limit: query.limit)
    return isWrong && query.text == "san" ? CityMatches(Array(matches.dropLast())) : matches
  }
}
