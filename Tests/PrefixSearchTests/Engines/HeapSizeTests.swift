#if canImport(Glibc)
import PrefixSearch
import TestSupport
import Testing

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
