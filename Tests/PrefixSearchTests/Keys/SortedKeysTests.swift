import PrefixSearch
import TestSupport
import Testing

@Suite("Sorted keys") struct SortedKeysTests {
  @Test func `keeps keys in order, equal ones once`() throws {
    let input = ["", "", "\0", "a", "a", "a", "a\0", "ab", "b", "ÿ", "ÿ"].map(bytes)
    let keys = try SortedKeys(input)
    #expect(keys.count == 11)
    #expect(keys.distinctCount == 7)
    #expect(keys.bytes == bytes("\0aa\0abbÿ"))
    #expect(keys.offsets == [0, 0, 1, 2, 4, 6, 7, 8])
    #expect(keys.firstRows == [0, 2, 3, 6, 7, 8, 9, 11])
    #expect((0..<11).map(keys.key(atRow:)) == input)
  }

  @Test func `may be empty`() throws {
    let keys = try SortedKeys([] as [[UInt8]])
    #expect(keys.count == 0)
    #expect(keys.distinctCount == 0)
    #expect(keys.bytes.isEmpty)
    #expect(keys.firstRows == [0])
  }

  @Test func `takes sequences of any collections of bytes`() throws {
    let text = "ab b"
    let views = try SortedKeys(text.split(separator: " ").lazy.map(\.utf8))
    let slices = try SortedKeys([Array(text.utf8)[0..<2], Array(text.utf8)[3...]])
    #expect(views.bytes == Array("abb".utf8))
    #expect(slices.bytes == views.bytes)
    #expect(slices.offsets == views.offsets)
  }

  @Test func `has room for as many bytes and rows as 32 bits can count`() {
    #expect(SortedKeys.maximumByteCount == 4_294_967_295)
    #expect(SortedKeys.maximumCount == 4_294_967_295)
  }

  @Test(arguments: [1, 2, 3, 7, 64])
  func `finds the key of every row`(repeats: Int) throws {
    let input = (0..<40).flatMap { rank in
      [[UInt8]](repeating: [UInt8(rank)], count: 1 + rank % repeats)
    }
    let keys = try SortedKeys(input)
    #expect((0..<keys.count).map(keys.key(atRow:)) == input)
  }

  @Test(arguments: [(0, 0), (1, -1), (2, 2), (2, Int.max), (2, Int.min)])
  func `ends the program for a row that does not exist`(count: Int, row: Int) async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [count = count as Int, row = row as Int] in
      _ = try SortedKeys((0..<count).map { [UInt8($0)] }).key(atRow: row)
    }
    // Release builds stop without a message.
    #if DEBUG
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("row must be in 0..<\(count), got \(row)."))
    #endif
  }
}

extension SortedKeysTests {
  @Test func `makes room without changing anything`() throws {
    var builder = SortedKeys.Builder()
    try builder.append(bytes("a").span)
    builder.reserveCapacity(count: 100, byteCount: 1_000)
    try builder.append(bytes("b").span)
    let keys = builder.finish()
    #expect((0..<2).map(keys.key(atRow:)) == ["a", "b"].map(bytes))
  }

  @Test func `can be built twice from copies of a builder`() throws {
    var builder = SortedKeys.Builder()
    try builder.append(bytes("a").span)
    let first = builder
    try builder.append(bytes("b").span)
    #expect(first.finish().count == 1)
    #expect(builder.finish().count == 2)
  }

  @Test(arguments: [[], ["a"], ["", "a", "a", "ab"]])
  func `is checked by the reference like any index`(input: [String]) throws {
    let keys = try SortedKeys(input.map(bytes))
    let difference = ReferenceIndex(keys)
      .firstDifference(
        from: ReferenceIndex(rows: input.map(bytes)), on: ["", "a", "ab", "b"].map(bytes))
    #expect(difference == nil)
    #expect(ReferenceIndex(keys).count == input.count)
  }
}
