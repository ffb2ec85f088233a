import Testing

@testable import PrefixSearch

/// The worked example of the article "Inside the radix tree".
@Suite("The format of the radix tree") struct RadixTreeFormatTests {
  private static func tree(_ keys: [String]) throws -> RadixTree {
    RadixTree(try SortedKeys(keys.map { Array($0.utf8) }))
  }

  private static let names = ["bergen ", "berlin ", "bern ", "paris ", "paris ", "riga "]

  @Test func `the nodes of the article have the bytes that the article shows`() throws {
    let tree = try Self.tree(Self.names)
    let nodes = (tree.layout.root..<tree.layout.end).map { tree.region.byte(at: $0) }
    #expect(
      nodes == [
        0x20, 0x62, 0x70, 0x72, 0x25, 0x12, 0x1c, 0x03, 0x05, 0x04, 0x61, 0x72, 0x69, 0x73, 0x03,
        0x69, 0x67, 0x61,
        0x28, 0x02, 0x65, 0x72, 0x67, 0x6c, 0x6e, 0x18, 0x1e, 0x24, 0x01, 0x02, 0x02, 0x65, 0x6e,
        0x02, 0x69, 0x6e, 0x00,
      ])
    // Six names have no jump table, so the nodes follow the header.
    #expect(tree.layout.root == RadixTree.Layout.byteCount)
    #expect(tree.layout.terminator == 0x20)
    #expect(tree.range(of: "ba") == 0..<0)
    #expect(tree.range(of: "pb") == 0..<0)
    #expect(tree.range(of: "berl") == 1..<2)
    #expect(tree.range(of: "berlo") == 0..<0)
    #expect(tree.range(of: "paris ") == 3..<5)
    #expect(tree.range(of: "paris  ") == 0..<0)
  }

  @Test func `the jump table of the article has the bytes that the article shows`() throws {
    let keys = try SortedKeys(Self.names.map { Array($0.utf8) })
    let tree = RadixTree(keys, jumpTableSize: 64)
    let table = (tree.layout.pilotStart..<tree.layout.root).map { tree.region.byte(at: $0) }
    #expect(
      table == [
        0x00, 0x01, 0x00, 0x00,
        0x01, 0x00, 0x00, 0x00, 0x0c, 0x00, 0x00, 0x00, 0x62, 0x65, 0x00, 0x00, 0x25, 0x00, 0x00,
        0x00,
        0x00, 0x00, 0x00, 0x00, 0x0c, 0x00, 0x00, 0x00, 0x62, 0x00, 0x00, 0x00, 0x25, 0x00, 0x00,
        0x00,
        0x02, 0x00, 0x00, 0x00, 0x0c, 0x00, 0x00, 0x00, 0x62, 0x65, 0x72, 0x00, 0x25, 0x00, 0x00,
        0x00,
      ])
    #expect(tree.range(of: "ber") == 0..<3)
    #expect(tree.range(of: "berl") == 1..<2)
    #expect(tree.range(of: "pa") == 3..<5)
  }

  @Test(arguments: [["a ", "b  "], ["a ", "b"], ["", "a "], ["  ", "a "]])
  func `the terminator is kept where leaving it out would be ambiguous`(keys: [String]) throws {
    let tree = try Self.tree(keys)
    #expect(tree.layout.terminator == 256)
    for (row, key) in keys.enumerated() where !key.isEmpty {
      #expect(tree.range(of: key) == row..<row + 1)
      #expect(tree.range(of: key + " ") == 0..<0)
    }
  }

  @Test func `a description survives being stored`() throws {
    let keys = try SortedKeys(["a", "ab", "b"].map { Array($0.utf8) })
    for tree in [RadixTree(keys), RadixTree(keys, annotations: .init(threshold: 7) { _ in 0 })] {
      #expect(RadixTree.Layout(of: ByteRegion(copying: tree.layout.bytes)) == tree.layout)
    }
  }

  @Test func `the number of a node is in the four bytes before it, if it has many rows`() throws {
    let names = ["bergen ", "berlin ", "bern ", "paris ", "paris ", "riga "]
    let keys = try SortedKeys(names.map { Array($0.utf8) })
    let plain = RadixTree(keys)
    #expect(plain.layout.annotationThreshold == 0)
    #expect(plain.region.uint32(at: RadixTree.Layout.byteCount - 4) == 0)
    for threshold in [1, 2, 3] {
      let tree = RadixTree(
        keys, annotations: .init(threshold: threshold) { UInt32($0.count) << 8 | 0xAB })
      #expect(tree.region.uint32(at: RadixTree.Layout.byteCount - 4) == UInt32(threshold))
      let position = try #require(tree.position(ofBytes: "ber".utf8))
      #expect(tree.annotation(at: position) == (threshold < 3 ? 0x3AB : nil))
      #expect(tree.region.count - plain.region.count == (threshold < 3 ? 8 : 4))
    }
  }
}
