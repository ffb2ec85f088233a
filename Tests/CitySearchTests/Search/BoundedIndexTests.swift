import CitySearch
import PrefixSearch
import TestSupport
import Testing

/// An index of somebody's own that gives rows which do not exist.
@Suite struct BoundedIndexTests {
  /// Says of every prefix that a million rows begin with it, some of them before the first.
  private struct Boaster: PrefixIndex {
    let count: Int

    init(_ keys: SortedKeys) { count = keys.count }

    func range(of prefix: Span<UInt8>) -> Range<Int> { -5..<1_000_000 }
    var memoryFootprint: MemoryFootprint { MemoryFootprint([]) }
  }

  private static let cities = GazetteerTests.ordered

  @Test func `no cities are made up`() throws {
    let gazetteer = try Gazetteer(Self.cities)
    let index = CityIndex(gazetteer, index: Boaster(gazetteer.sortedKeys()))
    let matches = index.search(for: "a")
    #expect(matches.count == Self.cities.count && matches.total == .exactly(Self.cities.count))
    #expect(Set(matches.map(\.city)) == Set(Self.cities))
    #expect(matches.ordered(by: .population, limit: 3).count == 3)
    // An index that was joined once can be joined again.
    #expect(CityIndex(gazetteer, index: index.index).search(for: "a").count == Self.cities.count)
  }

  @Test func `nor by any of their names`() throws {
    let gazetteer = try SampleCities.gazetteer()
    let completer = CityCompleter(gazetteer, index: Boaster(gazetteer.sortedNameKeys()))
    for text in ["s", "san", "paris, fr", "new yrok"] {
      let found = completer.search(for: text, limit: 50)
      #expect(found.allSatisfy { gazetteer.city(withID: $0.city.id) == $0.city }, "\(text)")
      #expect(Set(found.map(\.city.id)).count == found.count, "\(text)")
    }
  }

  @Test func `an honest index is asked as it is`() throws {
    let gazetteer = try SampleCities.gazetteer()
    let index = CityIndex(gazetteer, index: ReferenceIndex(gazetteer.sortedKeys()))
    for text in ["", "s", "san", "zzz"] {
      #expect(index.search(for: text).ids == CityIndex(gazetteer).search(for: text).ids)
    }
    for engine in Engine.allCases {
      let made = engine.makeIndex(over: gazetteer.sortedKeys())
      #expect(type(of: CityIndex(gazetteer, index: made).index) == type(of: made))
    }
  }
}
