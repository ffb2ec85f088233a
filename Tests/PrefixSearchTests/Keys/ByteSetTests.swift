import PrefixSearch
import TestSupport
import Testing

/// Sets of bytes, compared with sets of the standard library.
@Suite struct ByteSetTests {
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `has the bytes that were inserted, in ascending order`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let bytes = (0..<Int.random(in: 0...300, using: &generator)).map { _ in
      UInt8.random(in: 0...255, using: &generator)
    }
    let (set, expected) = (ByteSet(bytes), Set(bytes))
    #expect(Array(set) == expected.sorted())
    #expect(set.count == expected.count && set.isEmpty == expected.isEmpty)
    #expect((UInt8.min...UInt8.max).allSatisfy { set.contains($0) == expected.contains($0) })
    #expect(set == ByteSet(bytes.reversed()) && set.hashValue == ByteSet(expected).hashValue)
    #expect(set.description == "\(expected.sorted())")
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `the intersection has the bytes of both sets`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let sets = (0..<2).map { _ in
      Set((0..<150).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }
    let both = ByteSet(sets[0]).intersection(ByteSet(sets[1]))
    #expect(Array(both) == sets[0].intersection(sets[1]).sorted())
  }

  @Test func `every range has its bytes`() {
    for first in UInt8.min...UInt8.max {
      for last in [first, first | 0x3F, first | 0x7F, 255] {
        #expect(Array(ByteSet(first...last)) == Array(first...last))
      }
    }
    #expect(ByteSet.all.count == 256 && ByteSet().isEmpty)
  }
}
