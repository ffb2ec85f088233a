import CitySearch
import PrefixSearch
import TestSupport
import Testing

/// Queries of all kinds to an index with an engine of another module.
@Suite("Use of the given engine") struct EngineUseTests {
  /// A sorted array that counts the lookups in it.
  private struct CountingIndex: PrefixIndex {
    /// The counter of the indexes that are built by this task, since an index of cities builds some
    /// itself.
    @TaskLocal static var counter = Locked(0)

    private let base: SortedArray
    private let counter: Locked<Int>

    init(_ keys: SortedKeys) {
      base = SortedArray(keys)
      counter = Self.counter
    }

    private func counted() -> SortedArray {
      counter.withLock { $0 += 1 }
      return base
    }

    var count: Int { base.count }
    var memoryFootprint: MemoryFootprint { base.memoryFootprint }
    var root: SortedArray.Position { base.root }

    func range(of prefix: Span<UInt8>) -> Range<Int> { counted().range(of: prefix) }

    func position(of prefix: Span<UInt8>) -> SortedArray.Position? {
      counted().position(of: prefix)
    }

    func position(
      of bytes: Span<UInt8>, from position: SortedArray.Position
    ) -> SortedArray.Position? {
      counted().position(of: bytes, from: position)
    }

    func rows(below position: SortedArray.Position) -> Range<Int> { base.rows(below: position) }

    func rows(endingAt position: SortedArray.Position) -> Range<Int> {
      base.rows(endingAt: position)
    }

    func child(of position: SortedArray.Position, by byte: UInt8) -> SortedArray.Position? {
      counted().child(of: position, by: byte)
    }

    func child(
      of position: SortedArray.Position, containing row: Int
    ) -> (byte: UInt8, child: SortedArray.Position)? {
      counted().child(of: position, containing: row)
    }

    func forEachChild(
      of position: SortedArray.Position, in bytes: ByteSet,
      _ body: (UInt8, SortedArray.Position) -> Void
    ) {
      counted().forEachChild(of: position, in: bytes, body)
    }
  }

  /// One word, two, a region after a comma and without one, a typo in one word and before a region.
  private static let texts = [
    "san", "new york", "paris, fr", "springfield us", "sprimgfield", "pariz, fr",
  ]

  private static let orders: [CityOrder?] = [
    nil, .relevance, .name, .population,
    .distance(from: Coordinate(latitude: 48.85, longitude: 2.35)),
  ]

  /// Every combination of the parts of a query.
  private static func queries(_ names: NameScope) -> [SearchQuery] {
    var queries: [SearchQuery] = []
    for text in texts {
      for order in orders {
        for typos in [TypoTolerance.automatic, .never] {
          for filter in [CityFilter(), CityFilter(minimumPopulation: 50_000)] {
            for limit in [nil, 10] {
              queries.append(
                SearchQuery(
                  text, names: names, order: order, typos: typos, limit: limit, filter: filter))
            }
          }
        }
      }
    }
    return queries
  }

  /// Cities with counting indexes: one of all names that was given, or one that is built when needed.
  private static func cities(isGiven: Bool, counter: Locked<Int>) throws -> CityIndex {
    let gazetteer = try SampleCities.gazetteer()
    return CountingIndex.$counter.withValue(counter) {
      let own = CountingIndex(gazetteer.sortedKeys())
      guard isGiven else { return CityIndex(gazetteer, index: own) }
      return CityIndex(
        gazetteer, index: own, allNames: CountingIndex(gazetteer.sortedNameKeys()))
    }
  }

  @Test(arguments: [NameScope.own, .all], [true, false])
  func `every query makes lookups in the engine that was given`(
    names: NameScope, isGiven: Bool
  ) throws {
    let counter = Locked(0)
    let cities = try Self.cities(isGiven: isGiven, counter: counter)
    var silent: [SearchQuery] = []
    // An index that is built by a search counts where this one does.
    CountingIndex.$counter.withValue(counter) {
      for query in Self.queries(names) {
        let before = counter.withLock(\.self)
        _ = cities.search(query)
        if counter.withLock(\.self) == before { silent.append(query) }
      }
    }
    #expect(silent == [])
    let before = counter.withLock(\.self)
    #expect(!cities.ownNames(beginningWith: "san").isEmpty)
    #expect(counter.withLock(\.self) > before)
  }

  @Test(arguments: [NameScope.own, .all], [true, false])
  func `every query has the answer of the default engine`(names: NameScope, isGiven: Bool) throws {
    let cities = try Self.cities(isGiven: isGiven, counter: Locked(0))
    let expected = CityIndex(cities.gazetteer)
    var (different, found) = ([SearchQuery](), 0)
    for query in Self.queries(names) {
      let (one, other) = (cities.search(query), expected.search(query))
      let isSameTotal =
        one.total.isExact && other.total.isExact
        ? one.total == other.total : one.count == other.count
      if Array(one) != Array(other) || !isSameTotal { different.append(query) }
      found += one.count
    }
    #expect(different == [])
    #expect(found > 1_000)
  }
}
