import CitySearch
import PrefixSearch
import TestSupport
import Testing

/// Queries of all kinds to an index with an engine of another module.
@Suite("Use of the given engine") struct EngineUseTests {
  /// A sorted array that counts the lookups in it.
  private struct CountingIndex: PrefixIndex {
    let counter = Locked(0)
    private let base: SortedArray

    init(_ keys: SortedKeys) { base = SortedArray(keys) }

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

  @Test(arguments: [NameScope.own, .all])
  func `every query makes lookups in the engine that was given`(names: NameScope) throws {
    let gazetteer = try SampleCities.gazetteer()
    let index = CountingIndex(gazetteer.sortedNameKeys())
    let (cities, counter) = (CityIndex(gazetteer, index: index), index.counter)
    var silent: [SearchQuery] = []
    for query in Self.queries(names) {
      let before = counter.withLock(\.self)
      _ = cities.search(query)
      if counter.withLock(\.self) == before { silent.append(query) }
    }
    #expect(silent == [])
    let before = counter.withLock(\.self)
    #expect(!cities.ownNames(beginningWith: "san").isEmpty)
    #expect(counter.withLock(\.self) > before)
  }

  @Test(arguments: [NameScope.own, .all])
  func `every query has the answer of the default engine`(names: NameScope) throws {
    let gazetteer = try SampleCities.gazetteer()
    let cities = CityIndex(gazetteer, index: CountingIndex(gazetteer.sortedNameKeys()))
    let expected = CityIndex(gazetteer)
    var (different, found) = ([SearchQuery](), 0)
    for query in Self.queries(names) {
      let (one, other) = (cities.search(query), expected.search(query))
      let isSameTotal =
        one.asTyped.isExact && other.asTyped.isExact
        ? one.asTyped == other.asTyped : one.count == other.count
      if Array(one) != Array(other) || !isSameTotal { different.append(query) }
      found += one.count
    }
    #expect(different == [])
    #expect(found > 1_000)
  }
}
