@testable import CitySearch
import GazetteerBuilding
import PrefixSearch
import TestSupport
import Testing

/// Indexes of other modules that return rows which do not exist.
@Suite("Bounded indexes") struct BoundedIndexTests {
  /// Has children at every depth, and gives random answers.
  private struct Liar: PrefixIndex {
    let count: Int

    init(_ keys: SortedKeys) { count = keys.count }

    var memoryFootprint: MemoryFootprint { MemoryFootprint([]) }
    var root: UInt64 { 1 }

    private static func rows(_ seed: UInt64) -> Range<Int> {
      var generator = SeededGenerator(seed: seed)
      let ends = (0..<2).map { _ in
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: Int.random(in: .min ... .max, using: &generator)
        case 1: Int.random(in: -3...3, using: &generator)
        default: Int.random(in: -20...2_000, using: &generator)
        }
      }
      return min(ends[0], ends[1])..<max(ends[0], ends[1])
    }

    func range(of prefix: Span<UInt8>) -> Range<Int> {
      Self.rows(position(of: prefix) ?? 0)
    }
    func position(of prefix: Span<UInt8>) -> UInt64? {
      prefix.indices.reduce(root) { child(of: $0, by: prefix[$1]) ?? 0 }
    }
    func rows(below position: UInt64) -> Range<Int> { Self.rows(position) }
    func rows(endingAt position: UInt64) -> Range<Int> { Self.rows(~position) }
    func child(of position: UInt64, by byte: UInt8) -> UInt64? {
      position &* 0x100_0000_01B3 ^ UInt64(byte)
    }
    func child(of position: UInt64, containing row: Int) -> (byte: UInt8, child: UInt64)? {
      (0x61, position)
    }
    func forEachChild(
      of position: UInt64, in bytes: ByteSet, _ body: (UInt8, UInt64) -> Void
    ) {
      for byte in [UInt8](arrayLiteral: 0x20, 0x61, 0x6E) where bytes.contains(byte) {
        body(byte, position &+ 1)
      }
    }
  }

  @Test func `with random rows of an index, answers are cities, each once, and every search ends`()
    throws
  {
    let gazetteer = try SampleCities.gazetteer()
    let index = CityIndex(gazetteer, index: Liar(gazetteer.sortedNameKeys()))
    let texts = ["", "s", "paris, fr", "new yrok", "köln"]
    for text in texts {
      for order in [CityOrder.relevance, .name, .population] {
        for names in [NameScope.own, .all] {
          for limit in [0, 10, 500] {
            let query = SearchQuery(
              text, names: names, order: order, typos: .automatic, limit: limit)
            let found = index.search(query)
            #expect(found.count <= limit, "\(query)")
            #expect(found.allSatisfy { gazetteer.city(withID: $0.city.id) == $0.city })
            #expect(Set(found.map(\.city.id)).count == found.count, "\(query)")
          }
        }
      }
    }
  }

  @Test func `an engine of the package does not pay for the checks`() throws {
    let gazetteer = try SampleCities.gazetteer()
    func isBare<Index: PrefixIndex>(_ index: Index) -> Bool {
      CityIndex(gazetteer, index: index).other is SearchedIndexOf<Index>
    }
    for engine in Engine.allCases {
      let index = engine.makeIndex(over: gazetteer.sortedNameKeys())
      let isUnchecked = isBare(index)
      #expect(isUnchecked, "\(engine)")
    }
    #expect(!isBare(ReferenceIndex(gazetteer.sortedNameKeys())))
  }
}
