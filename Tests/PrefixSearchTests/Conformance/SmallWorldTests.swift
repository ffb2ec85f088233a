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

  @Test(arguments: zip(SmallWorld.all, [560, 462, 495]))
  func `counts the lists that it promises`(world: SmallWorld, count: Int) {
    let lists = (0...world.longestList).map { selections(of: world.keys, length: $0).count }
    #expect(lists.reduce(0, +) == count)
  }
}
