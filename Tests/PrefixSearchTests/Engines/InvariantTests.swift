import PrefixSearch
import TestSupport
import Testing

@Suite("The checks of whole structures")
struct InvariantTests {
  #if InternalChecks
  @Test func `are compiled in by the trait`() {
    #expect(InvariantChecks.areEnabled)
  }

  @Test(arguments: 0..<4)
  func `find that an index was built over other keys`(number: Int) async {
    await #expect(processExitsWith: .failure) { [number = number as Int] in
      PointerTrie(try pair(number).right).checkInvariants(try pair(number).wrong)
    }
    await #expect(processExitsWith: .failure) { [number = number as Int] in
      RadixTree(try pair(number).right).checkInvariants(try pair(number).wrong)
    }
    await #expect(processExitsWith: .failure) { [number = number as Int] in
      SortedArray(try pair(number).right).checkInvariants(try pair(number).wrong)
    }
  }
  #else
  @Test func `are not compiled in without the trait`() throws {
    #expect(!InvariantChecks.areEnabled)
    let (right, wrong) = (try SortedKeys([[0x61]]), try SortedKeys([[0x62], [0x62]]))
    PointerTrie(right).checkInvariants(wrong)
    RadixTree(right).checkInvariants(wrong)
    SortedArray(right).checkInvariants(wrong)
  }
  #endif
}

#if InternalChecks
/// Keys, and other keys: the checks must not take an index over the first for one over the others.
private func pair(_ number: Int) throws -> (right: SortedKeys, wrong: SortedKeys) {
  let pairs = [
    (["a", "b"], ["a", "b", "c"]), (["a", "b"], ["a", "c"]), (["a", "a", "b"], ["a", "b", "b"]),
    (["a", "ab\0"], ["a", "ab"]),
  ]
  return (try SortedKeys(pairs[number].0.map(bytes)), try SortedKeys(pairs[number].1.map(bytes)))
}
#endif
