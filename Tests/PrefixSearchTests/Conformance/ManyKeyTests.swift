import PrefixSearch
import TestSupport
import Testing

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
