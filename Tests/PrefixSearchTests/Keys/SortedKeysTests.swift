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

@Suite("Errors of sorted keys") struct SortedKeysErrorTests {
  /// Keys of which the last is refused.
  struct Refusal: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var keys: [[UInt8]]
    var areUnique = false
    var byteLimit = 1_000
    var countLimit = 1_000
    var error: SortedKeysError
  }

  static let refusals = [
    Refusal(
      testDescription: "a lower byte", keys: ["b", "a"].map(bytes),
      error: .outOfOrder(row: 1, key: bytes("a"), previous: bytes("b"))),
    Refusal(
      testDescription: "a prefix of the key before it", keys: ["a", "ab", "ab", "a"].map(bytes),
      error: .outOfOrder(row: 3, key: bytes("a"), previous: bytes("ab"))),
    Refusal(
      testDescription: "the empty key after another", keys: ["a", ""].map(bytes),
      error: .outOfOrder(row: 1, key: [], previous: bytes("a"))),
    Refusal(
      testDescription: "0x7F after 0x80", keys: [[0x80], [0x7F]],
      error: .outOfOrder(row: 1, key: [0x7F], previous: [0x80])),
    Refusal(
      testDescription: "a longer key with a lower byte", keys: ["aab", "aaab"].map(bytes),
      error: .outOfOrder(row: 1, key: bytes("aaab"), previous: bytes("aab"))),
    Refusal(
      testDescription: "an equal key where keys are unique", keys: ["a", "b", "b"].map(bytes),
      areUnique: true, error: .duplicate(row: 2, key: bytes("b"))),
    Refusal(
      testDescription: "a second empty key where keys are unique", keys: [[], []],
      areUnique: true, error: .duplicate(row: 1, key: [])),
    Refusal(
      testDescription: "one byte too many", keys: ["abc", "abc", "abd"].map(bytes), byteLimit: 5,
      error: .tooManyBytes(row: 2, limit: 5)),
    Refusal(
      testDescription: "a first key that is too long", keys: ["ab"].map(bytes), byteLimit: 1,
      error: .tooManyBytes(row: 0, limit: 1)),
    Refusal(
      testDescription: "one key too many", keys: ["a", "b", "c"].map(bytes), countLimit: 2,
      error: .tooManyKeys(limit: 2)),
    Refusal(
      testDescription: "one equal key too many", keys: ["a", "a", "a"].map(bytes), countLimit: 2,
      error: .tooManyKeys(limit: 2)),
  ]

  @Test(arguments: refusals)
  func `is thrown by a builder, which stays as it was`(refusal: Refusal) throws {
    var builder = SortedKeys.Builder(
      areUnique: refusal.areUnique, maximumByteCount: refusal.byteLimit,
      maximumCount: refusal.countLimit)
    for key in refusal.keys.dropLast() { try builder.append(key.span) }
    let before = builder
    let last = try #require(refusal.keys.last)
    for _ in 0..<2 {
      #expect(throws: refusal.error) { try builder.append(last.span) }
    }
    let (kept, expected) = (builder.finish(), before.finish())
    #expect(kept.bytes == expected.bytes)
    #expect(kept.offsets == expected.offsets)
    #expect(kept.firstRows == expected.firstRows)
    #expect(kept.count == refusal.keys.count - 1)
  }

  @Test func `is thrown by the initializer at the first wrong key`() {
    #expect(throws: SortedKeysError.outOfOrder(row: 2, key: [0x61], previous: [0x62])) {
      try SortedKeys([[0x61], [0x62], [0x61], [0x60]])
    }
    #expect(throws: SortedKeysError.duplicate(row: 1, key: [0x61])) {
      try SortedKeys([[0x61], [0x61]], areUnique: true)
    }
  }

  @Test func `is not thrown at the limits, nor for bytes of keys that are equal`() throws {
    var builder = SortedKeys.Builder(areUnique: false, maximumByteCount: 5, maximumCount: 4)
    for key in ["abc", "abc", "bb", "bb"] { try builder.append(bytes(key).span) }
    #expect(builder.finish().count == 4)
  }

  @Test func `has the row, the key and the rule`() {
    let messages: [(SortedKeysError, String)] = [
      (
        .outOfOrder(row: 1, key: bytes("a\"\0"), previous: bytes("b")),
        """
        Keys must ascend in the order of their bytes, but the key at row 1, "a\\"\\0", \
        sorts before the previous one, "b".
        """
      ),
      (
        .outOfOrder(row: 7, key: [], previous: [UInt8](repeating: 0x61, count: 40)),
        """
        Keys must ascend in the order of their bytes, but the key at row 7, "", \
        sorts before the previous one, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa".
        """
      ),
      (
        .duplicate(row: 12, key: [UInt8](repeating: 0x62, count: 41)),
        """
        Keys must be unique, but the key at row 12, \
        "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"… (41 bytes), equals the previous one.
        """
      ),
      (
        .duplicate(row: 0, key: Array("São Paulo".utf8)),
        """
        Keys must be unique, but the key at row 0, "São Paulo", equals the previous one.
        """
      ),
      (
        .tooManyBytes(row: 3, limit: 4_294_967_295),
        "The distinct keys must have at most 4294967295 bytes together, but have more with the key at "
          + "row 3."
      ),
      (.tooManyKeys(limit: 2), "There must be at most 2 keys, but there are more."),
    ]
    for (error, message) in messages { #expect(error.description == message) }
  }
}
