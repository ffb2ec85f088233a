import TestSupport
import Testing

@testable import PrefixSearch

/// The table that rows of a sparse table share.
@Suite struct RowDisplacementTests {
  /// Where each entry lies.
  private static func places(
    of columns: [[UInt8]], in displacement: RadixTree.RowDisplacement
  ) -> [Int] {
    columns.indices.flatMap { row in columns[row].map { displacement.shifts[row] + Int($0) } }
  }

  /// From tables that are nearly empty, as those of names are, to some in which a row has to try nearly
  /// all places: what that takes grows with the square of what is filled.
  @Test(arguments: [1, 2, 4, 8, 16, 32, 64])
  func `no two entries have the same place`(filled: Int) {
    var generator = SeededGenerator(seed: UInt64(filled))
    let columns = (0..<256).map { _ in
      (UInt8.min...UInt8.max).filter { _ in Int.random(in: 0..<256, using: &generator) < filled }
    }
    let displacement = RadixTree.RowDisplacement(columns: columns)
    let places = Self.places(of: columns, in: displacement)
    #expect(Set(places).count == places.count)
    #expect(places.allSatisfy { (0..<displacement.placeCount).contains($0) })
  }

  @Test func `a full table has no gaps`() {
    let columns = Array(repeating: Array(UInt8.min...UInt8.max), count: 256)
    let displacement = RadixTree.RowDisplacement(columns: columns)
    #expect(displacement.placeCount == 65_536)
    #expect(Set(Self.places(of: columns, in: displacement)).count == 65_536)
  }

  @Test func `a row begins at the front, and the next one in its gaps`() {
    var columns = [[UInt8]](repeating: [], count: 256)
    columns[1] = [97, 99, 103]
    columns[2] = [10, 11]
    columns[3] = [255]
    let displacement = RadixTree.RowDisplacement(columns: columns)
    // Row 1 takes 0, 2 and 6; row 2 the next two free neighbours, 3 and 4; row 3 the gap at 1.
    #expect(displacement.shifts[1...3] == [-97, -7, -254])
    #expect(displacement.placeCount == 7)
  }

  @Test func `a table without entries has no places`() {
    #expect(RadixTree.RowDisplacement(columns: []).placeCount == 0)
  }

  @Test func `a prefix of another first byte does not find an entry in its place`() throws {
    let keys = (UInt8(1)...200).map { [$0, $0 ^ 0x55, 1] }.sorted {
      $0.lexicographicallyPrecedes($1)
    }
    let tree = RadixTree(try SortedKeys(keys))
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        let row = keys.firstIndex { $0[0] == first && $0[1] == second }
        #expect(tree.range(of: [first, second].span) == (row.map { $0..<$0 + 1 } ?? 0..<0))
      }
    }
  }
}
