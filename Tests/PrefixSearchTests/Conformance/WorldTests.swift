import PrefixSearch
import TestSupport
import Testing

/// A few keys, all lists of them up to a length, and the prefixes to look up in each.
struct SmallWorld: Sendable, CustomTestStringConvertible {
  let name: String
  /// In order.
  let keys: [[UInt8]]
  let longestList: Int
  let prefixes: [[UInt8]]

  var testDescription: String { name }

  init(_ name: String, keys: [[UInt8]], longestList: Int, prefixes: [[UInt8]]) {
    self.name = name
    self.keys = keys.sorted { $0.lexicographicallyPrecedes($1) }
    self.longestList = longestList
    self.prefixes = prefixes
  }

  /// All keys of at most two of three bytes: 560 lists of at most three, and 40 prefixes.
  ///
  /// Lists of four quadruple the time; a fourth byte makes it eight times as long.
  static let short = SmallWorld(
    "short keys", keys: words(upTo: 2), longestList: 3, prefixes: words(upTo: 3))

  /// Lists that are long enough for a node with every kind of edge: 462 lists of at most six of
  /// five keys.
  ///
  /// A sixth key doubles the time, and lists of seven add three quarters.
  static let long = SmallWorld(
    "long lists", keys: ["", "\0", "\0\0", "\0ÿ", "ÿ"].map(bytes), longestList: 6,
    prefixes: words(upTo: 2))

  /// Keys that part at every depth on both sides of the tenth byte, 495 lists of at most four of eight:
  /// after it `SortedArray` compares text, before it numbers, unless one of these bytes is zero.
  ///
  /// Another key adds half the time.
  static let tenthByte: SmallWorld = {
    let stem = bytes("abcdefgh")
    let keys = ["", "i", "ij", "i\0", "ijk", "ij\0", "ijkl", "j"].map { stem + bytes($0) }
    return SmallWorld(
      "keys that part around the tenth byte", keys: keys, longestList: 4,
      prefixes: keys.flatMap { [$0, $0 + [0], $0 + [0xFF], $0.dropLast()] })
  }()

  static let all = [short, long, tenthByte]

  private static func words(upTo length: Int) -> [[UInt8]] {
    (0...length).flatMap { sequences(of: [0x00, 0x61, 0xFF], length: $0) }
  }
}

@Suite(
  "Every index, in small worlds",
  .disabled(if: Sanitizer.isWatchingThreads, "one thread does all of it"))
struct SmallWorldTests {
  @Test(arguments: IndexKind.allCases, SmallWorld.all)
  func `agrees with the reference on every list and every prefix`(
    kind: IndexKind, world: SmallWorld
  ) throws {
    for length in 0...world.longestList {
      for keys in selections(of: world.keys, length: length) {
        let difference = try kind.index(over: keys)
          .firstDifference(from: ReferenceIndex(rows: keys), on: world.prefixes)
        if let difference {
          Issue.record("Over the keys \(keys.map(hex)): \(difference)")
          return
        }
      }
    }
  }
}

@Suite(
  "Every index, on long keys",
  .disabled(if: Sanitizer.isWatchingThreads, "one thread does all of it"))
struct LongKeyTests {
  /// Around the longest label or tail, with and without the byte of the edge above it, and around
  /// two of them in a chain.
  static let lengths = [10] + Array(253...258) + Array(509...513) + [768]

  @Test(arguments: IndexKind.allCases, lengths)
  func `finds keys that end, part or go on at a length`(kind: IndexKind, length: Int) throws {
    let run = pattern(length)
    for keys in [
      [run],
      [run, run],
      [run, run + [0x00]],
      [run + [0x00], run + [0xFF]],
      [run, run + [0x00], run + [0xFF]],
      [run, run + pattern(256)],
      [run + [0x00], run + [0x00] + run, run + [0xFF] + run],
      [[0x00] + run, [0xFF] + run],
      [[], [0x00] + run, [0x00] + run + [0x00], [0xFF]],
      [[0x00, 0x00] + run, [0x00, 0xFF] + run, [0x00, 0xFF] + run + [0x00]],
    ] {
      let index = try kind.index(over: keys)
      let difference = index.firstDifference(
        from: ReferenceIndex(rows: keys), on: keys.flatMap { prefixes(of: $0, around: length) })
      #expect(difference == nil, "\(keys.map(hex))")
    }
  }

  @Test(arguments: IndexKind.allCases)
  func `finds keys of 10 kB that share all but their last byte`(kind: IndexKind) throws {
    let run = pattern(9_999)
    let keys = [0x00, 0x61, 0x61, 0xFF].map { run + [$0] }
    let index = try kind.index(over: keys)
    #expect(index.range(of: run) == 0..<4)
    #expect(index.range(of: keys[0]) == 0..<1)
    #expect(index.range(of: keys[1]) == 1..<3)
    #expect(index.range(of: keys[3]) == 3..<4)
    #expect(index.range(of: run + [0x62]) == 0..<0)
    #expect(index.range(of: keys[3] + [0x00]) == 0..<0)
    for position in stride(from: 0, to: run.count, by: 83) {
      var wrong = run
      wrong[position] &+= 1
      #expect(index.range(of: wrong) == 0..<0)
      #expect(index.range(of: Array(run.prefix(position))) == 0..<4)
    }
  }

  @Test(arguments: IndexKind.allCases)
  func `finds keys of 10 kB that share nothing`(kind: IndexKind) throws {
    let keys = [0x00, 0x01, 0x80, 0xFF].map { [UInt8](repeating: $0, count: 10_000) }
    let index = try kind.index(over: keys)
    for (row, key) in keys.enumerated() {
      #expect(index.range(of: key) == row..<row + 1)
      #expect(index.range(of: key.dropLast() + [0x02]) == 0..<0)
      #expect(index.range(of: key + key) == 0..<0)
    }
  }

  @Test(arguments: IndexKind.allCases)
  func `finds each of 600 keys that are one byte longer than the last`(kind: IndexKind) throws {
    let keys = (0...600).map { [UInt8](repeating: 0x61, count: $0) }
    let index = try kind.index(over: keys)
    for (length, key) in keys.enumerated() {
      #expect(index.range(of: key) == length..<601)
      #expect(index.range(of: key + [0x00]) == 0..<0)
      #expect(index.range(of: key + [0x62]) == 0..<0)
    }
    #expect(index.range(of: [UInt8](repeating: 0x61, count: 601)) == 0..<0)
  }
}

/// Bytes that do not repeat within a label, without 0x00 and 0xFF.
private func pattern(_ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(1 + $0 % 251) }
}

/// Beginnings of `key` whose lengths lie near `length`, near the end of a label in a chain, or near the
/// length of `key`; each also with a wrong last byte and with one byte more.
private func prefixes(of key: [UInt8], around length: Int) -> [[UInt8]] {
  let lengths = Set(
    [1, 256, 511, length, key.count].flatMap { $0 - 1...$0 + 1 })
  return lengths.sorted().filter { (0...key.count).contains($0) }.flatMap { length in
    let start = Array(key.prefix(length))
    return [start, start + [0x00], start.dropLast() + [(start.last ?? 0) ^ 0x01]]
  }
}

/// Key lists so long that the rows are known by arithmetic, and that numbers need more bytes.
@Suite(
  "Every index, on many keys",
  .disabled(if: Sanitizer.isWatchingThreads, "one thread does all of it"))
struct ManyKeyTests {
  static let millionEqualKeys: SortedKeys = {
    // Equal keys are stored once, so only appending them takes a million steps.
    var builder = SortedKeys.Builder()
    do {
      for _ in 0..<1_000_000 { try builder.append([0x61, 0x62].span) }
    } catch {
      Issue.record(error)
    }
    return builder.finish()
  }()

  @Test(arguments: IndexKind.allCases)
  func `finds a million equal keys`(kind: IndexKind) {
    let index = kind.index(over: Self.millionEqualKeys)
    #expect(index.count == 1_000_000)
    for prefix in ["", "a", "ab"] { #expect(index.range(of: prefix) == 0..<1_000_000) }
    for prefix in ["b", "aa", "abb"] { #expect(index.range(of: prefix) == 0..<0) }
  }

  @Test(arguments: IndexKind.allCases)
  func `finds all 256 keys of one byte`(kind: IndexKind) throws {
    let index = try kind.index(over: (0...255).map { [UInt8($0)] })
    #expect(index.range(of: "") == 0..<256)
    for byte in UInt8.min...UInt8.max {
      #expect(index.range(of: [byte]) == Int(byte)..<Int(byte) + 1)
      #expect(index.range(of: [byte, byte]) == 0..<0)
    }
  }

  /// Fewer keys than a table with 65,535 entries has room for, as many, and more.
  @Test(arguments: IndexKind.allCases, [65_534, 65_535, 65_536])
  func `finds keys of two bytes, almost all or all that there are`(
    kind: IndexKind, count: Int
  ) throws {
    let index = try kind.index(over: (0..<count).map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
    #expect(index.range(of: "") == 0..<count)
    for first in 0..<256 {
      let rows = first << 8..<min((first + 1) << 8, count)
      #expect(index.range(of: [UInt8(first)]) == rows)
    }
    for pair in stride(from: 0, to: 65_536, by: 7).map({ $0 }) + Array(65_530..<65_536) {
      let prefix = [UInt8(pair >> 8), UInt8(pair & 0xFF)]
      #expect(index.range(of: prefix) == (pair < count ? pair..<pair + 1 : 0..<0))
      #expect(index.range(of: prefix + [0x00]) == 0..<0)
    }
  }

  @Test(arguments: IndexKind.allCases)
  func `finds the keys after two bytes when all pairs of bytes occur`(kind: IndexKind) throws {
    var keys: [[UInt8]] = [[]]
    for pair in 0..<65_536 {
      let stem = [UInt8(pair >> 8), UInt8(pair & 0xFF)]
      if pair & 0xFF == 0 { keys.append([UInt8(pair >> 8)]) }
      keys.append(stem)
      if pair % 1_000 == 0 { keys += [stem + [0x00], stem + [0x00, 0x01], stem + [0xFF]] }
    }
    let index = try kind.index(over: keys)
    for (row, key) in keys.enumerated() where key.count > 2 || row % 97 == 0 {
      let found = index.range(of: key)
      #expect(found.lowerBound == row && found.upperBound > row)
      #expect(keys[found].allSatisfy { $0.starts(with: key) })
      #expect(found.upperBound == keys.count || !keys[found.upperBound].starts(with: key))
    }
  }

  /// Rows that are numbers of one to four bytes, at both ends of each width.
  ///
  /// Top-k lists are built row by row, which takes too long for billions of rows.
  @Test(
    arguments: IndexKind.allCases.filter { $0 != .topKTree },
    [1, 255, 256, 65_535, 65_536, 16_777_215, 16_777_216, 4_294_967_291])
  func `gives rows of every width`(kind: IndexKind, many: Int) {
    // The keys "", "a", "ab", "b" and "bcd", of which "a" occurs often.
    let rows = [0, 1, many + 1, many + 2, many + 3, many + 4]
    let keys = SortedKeys(
      bytes: Array("aabbbcd".utf8), offsets: [0, 0, 1, 3, 4, 7], firstRows: rows.map(UInt32.init))
    let index = kind.index(over: keys)
    #expect(index.count == many + 4)
    #expect(index.range(of: "") == 0..<many + 4)
    #expect(index.range(of: "a") == 1..<many + 2)
    #expect(index.range(of: "ab") == many + 1..<many + 2)
    #expect(index.range(of: "b") == many + 2..<many + 4)
    #expect(index.range(of: "bc") == many + 3..<many + 4)
    #expect(index.range(of: "bcd") == many + 3..<many + 4)
    #expect(index.range(of: "c") == 0..<0)
  }
}
