import TestSupport
import Testing

@testable import PrefixSearch

@Suite("Memory footprints") struct MemoryFootprintTests {
  /// 3,000 made-up names of places, some of which occur often.
  static let names: [[UInt8]] = {
    let syllables = [
      "san", "ber", "lin", "new", "ton", "ville", "ka", "mar", "ou", "shi", "el", "po",
    ]
    let ends = ["", "", " city", " del norte", "burg", " beach"]
    var generator = SeededGenerator(seed: 5)
    return (0..<3_000)
      .map { _ in
        let stem = (0...Int.random(in: 0...2, using: &generator))
          .compactMap { _ in syllables.randomElement(using: &generator) }.joined()
        return Array((stem + (ends.randomElement(using: &generator) ?? "") + " ").utf8)
      }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }()

  @Test func `is the sum of its parts`() {
    let footprint = MemoryFootprint([("one", byteCount: 40), ("two", byteCount: 2)])
    #expect(footprint.byteCount == 42)
    #expect(footprint.parts.map(\.name) == ["one", "two"])
    #expect(MemoryFootprint([]).byteCount == 0)
  }

  @Test func `counts the header of an array and the room it has`() {
    var numbers: [UInt64] = []
    #expect(MemoryFootprint.Part("", storageOf: numbers).byteCount == 0)
    numbers.reserveCapacity(100)
    #expect(MemoryFootprint.Part("", storageOf: numbers).byteCount == 32 + 8 * numbers.capacity)
    #expect(MemoryFootprint.Part.bytes(ofArrayWith: 3, of: UInt8.self) == 35)
    #expect(MemoryFootprint.Part.bytes(ofArrayWith: 0, of: UInt8.self) == 0)
  }

  @Test(arguments: IndexKind.allCases)
  func `names every part once, and none is negative`(kind: IndexKind) throws {
    for keys in [[], [[]], Self.names] {
      let parts = try kind.index(over: keys).memoryFootprint.parts
      #expect(Set(parts.map(\.name)).count == parts.count)
      #expect(parts.allSatisfy { $0.byteCount >= 0 && !$0.name.isEmpty })
    }
  }

  /// Two keys that share "ab": a root with one edge to a node with two, and two tails.
  @Test func `of a small radix tree can be worked out by hand`() throws {
    let keys = try SortedKeys(["abc", "abd"].map { Array($0.utf8) })
    // A header of 44 bytes. The root has a first byte, and a byte and a child offset for its edge; the
    // node has a first byte, the label "b" with its length, two edges with a byte and a child offset
    // each, a row, and the lengths of two empty tails.
    #expect(
      Self.parts(of: RadixTree(keys)) == [
        "format: 44", "pilots: 0", "jump table: 0", "nodes: 13", "padding: 8",
      ])
    // "a", "ab", "abc" and "abd" have entries; two buckets have a pilot each.
    #expect(
      Self.parts(of: RadixTree(keys, jumpTableSize: 100)) == [
        "format: 44", "pilots: 4", "jump table: 64", "nodes: 13", "padding: 8",
      ])
  }

  /// The parts of a flat index without its description.
  private static func parts(of tree: RadixTree) -> [String] {
    tree.memoryFootprint.parts.dropLast().map { "\($0.name): \($0.byteCount)" }
  }

  /// The text of the distinct keys is stored once, with eight bytes, an offset and a row for each.
  @Test func `of a sorted array can be worked out by hand`() throws {
    let keys = ["ab", "ab", "abc", "b"].map { Array($0.utf8) }
    let array = SortedArray(try SortedKeys(keys))
    let parts = array.memoryFootprint.parts.map { "\($0.name): \($0.byteCount)" }
    // The table has two classes of 256 bytes each, two rows, two columns, and an end.
    #expect(
      parts.dropLast() == [
        "counts: 24", "heads: 24", "table: 1029", "key offsets: 4", "rows: 4", "text: 6",
        "padding: 8",
      ])
  }

  @Test func `of a pointer trie follows from the distinct prefixes of its keys`() throws {
    let trie = PointerTrie(try SortedKeys(Self.names))
    let prefixes = Set(Self.names.flatMap { name in (0...name.count).map { name.prefix($0) } })
    var fanOut: [ArraySlice<UInt8>: Int] = [:]
    for prefix in prefixes where !prefix.isEmpty { fanOut[prefix.dropLast(), default: 0] += 1 }
    #expect(trie.nodeCount == prefixes.count)
    #expect(
      trie.memoryFootprint.parts == [
        // Two words of header, a range of two numbers, two references.
        .init("nodes", byteCount: 40 * prefixes.count),
        .init("arrays of bytes", byteCount: fanOut.values.reduce(0) { $0 + 32 + $1 }),
        .init("arrays of references", byteCount: fanOut.values.reduce(0) { $0 + 32 + 8 * $1 }),
      ])
  }
}

#if canImport(Glibc)

/// The reported footprints, compared with the figures of the allocator, which knows no nodes and
/// sections.
///
/// Each test is a process of its own, where no other test allocates meanwhile.
@Suite(
  "The heap that an index takes",
  .disabled(if: Sanitizer.bringsAllocator, "its allocator does not count"))
struct HeapSizeTests {
  @Test func `is that of a pointer trie's report, and at most 24 bytes more for each object`() async
  {
    await #expect(processExitsWith: .success) {
      let keys = try SortedKeys(MemoryFootprintTests.names)
      let before = try #require(heapSize())
      let trie = PointerTrie(keys)
      let taken = try #require(heapSize()) - before
      let reported = trie.memoryFootprint.byteCount
      // A node has at most two arrays. Of each object the allocator takes eight bytes for itself,
      // and it rounds up to a multiple of 16.
      #expect(taken >= reported)
      #expect(taken <= reported + 24 * 3 * trie.nodeCount)
    }
  }

  @Test func `is that of a flat index's report, and at most a kilobyte more or less`() async {
    await #expect(processExitsWith: .success) {
      let keys = try SortedKeys(MemoryFootprintTests.names)
      for kind in [IndexKind.radixTree, .sortedArray] {
        // The least of several: the first ones make the runtime fill caches of its own.
        var differences: [Int] = []
        for _ in 0..<8 {
          let before = try #require(heapSize())
          let index = kind.index(over: keys)
          let taken = try #require(heapSize()) - before
          differences.append(abs(taken - index.memoryFootprint.byteCount))
        }
        #expect(try #require(differences.min()) <= 1_024)
      }
    }
  }

  @Test func `is given back when the last copy is gone`() async {
    await #expect(processExitsWith: .success) {
      let keys = try SortedKeys(MemoryFootprintTests.names)
      for kind in IndexKind.allCases {
        let one = kind.index(over: keys).memoryFootprint.byteCount
        let before = try #require(heapSize())
        for _ in 0..<8 {
          let index = kind.index(over: keys)
          let copies = [index, index]
          #expect(copies[1].count == 3_000)
        }
        // Eight that are not freed would take eight times as much.
        #expect(try #require(heapSize()) - before < one)
      }
    }
  }
}
#endif
