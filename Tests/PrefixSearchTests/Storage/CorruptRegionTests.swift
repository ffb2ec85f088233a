import TestSupport
import Testing

@testable import PrefixSearch

/// Wrong bytes may give wrong rows, but never a trap, an endless loop or rows that do not exist.
@Suite(
  "An index whose bytes are wrong",
  .disabled(if: Sanitizer.isWatchingThreads, "one thread does all of it"))
struct CorruptRegionTests {
  /// The indexes that are nothing but bytes.
  enum Flat: CaseIterable, Sendable {
    case radixTree, jumpingTree, annotatedTree, sortedArray

    /// The bytes of an index over `keys`, and how to read them as one again.
    func parts(over keys: SortedKeys) -> (bytes: [UInt8], read: ([UInt8]) -> any PrefixIndex) {
      switch self {
      case .radixTree:
        let tree = RadixTree(keys)
        return (tree.region.bytes, { RadixTree(region: .init(copying: $0)) })
      case .jumpingTree:
        let tree = RadixTree(keys, jumpTableSize: 1 << 20)
        return (tree.region.bytes, { RadixTree(region: .init(copying: $0)) })
      case .annotatedTree:
        let tree = RadixTree(
          keys, annotations: .init(threshold: 3) { UInt32(truncatingIfNeeded: $0.lowerBound) })
        return (tree.region.bytes, { RadixTree(region: .init(copying: $0)) })
      case .sortedArray:
        let array = SortedArray(keys)
        return (array.region.bytes, { SortedArray(region: .init(copying: $0)) })
      }
    }
  }

  /// Names, deep chains, zeros and keys that are prefixes of keys.
  static let keys: [[UInt8]] = {
    var generator = SeededGenerator(seed: 1)
    return KeyAlphabet.allCases
      .flatMap { alphabet in (0..<120).map { _ in generator.key(of: alphabet, upTo: 6) } }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }()

  /// The prefixes for which a lookup gives rows that do not exist.
  private func badAnswers(
    of index: any PrefixIndex, lookups: Int, from generator: inout SeededGenerator
  ) -> [[UInt8]] {
    (0..<lookups).compactMap { number in
      let alphabet = KeyAlphabet.allCases[number % KeyAlphabet.allCases.count]
      let prefix = generator.prefix(near: Self.keys, of: alphabet)
      let rows = index.range(of: prefix)
      return rows.lowerBound >= 0 && rows.upperBound <= index.count ? nil : prefix
    }
  }

  /// The faults that a walk over some thousand positions finds.
  private func badSteps<Index: PrefixIndex>(of index: Index) -> [String] {
    var bad: [String] = []
    func check(_ rows: Range<Int>, below all: Range<Int>, _ what: String) {
      if rows.lowerBound < all.lowerBound || rows.upperBound > all.upperBound {
        bad.append("\(what): \(rows) below \(all)")
      }
    }
    let all = 0..<index.count
    var pending = [index.root]
    var stepsLeft = 3_000
    while stepsLeft > 0, let position = pending.popLast() {
      stepsLeft -= 1
      let rows = index.rows(below: position)
      check(rows, below: all, "rows")
      check(index.rows(endingAt: position), below: all, "own rows")
      // The number may be wrong, but reading it must not trap.
      if let tree = index as? RadixTree, let position = position as? RadixTree.Position {
        _ = tree.annotation(at: position)
      }
      for byte in index.bytes(after: position) {
        guard let child = index.child(of: position, by: byte) else { continue }
        check(index.rows(below: child), below: all, "rows of a child by \(byte)")
      }
      for text in ["e", "en", "erlin ", "some text that is longer than a word"] {
        guard let end = index.position(of: bytes(text).span, from: position) else { continue }
        check(index.rows(below: end), below: all, "rows behind \(text)")
      }
      for row in [rows.lowerBound, rows.upperBound - 1] {
        guard let step = index.child(of: position, containing: row) else { continue }
        if !index.rows(below: step.child).contains(row) { bad.append("\(row) is not below") }
      }
      index.forEachChild(of: position, in: .all) { byte, child in
        pending.append(child)
        check(index.rows(below: child), below: all, "rows of a child")
        if let child = index.child(of: position, by: byte) {
          check(index.rows(below: child), below: all, "rows of a child by its byte")
        }
      }
    }
    for row in stride(from: 0, to: index.count, by: index.count / 20 + 1) {
      if index.key(atRow: row).count > index.memoryFootprint.byteCount {
        bad.append("the key of row \(row) is too long")
      }
    }
    for completion in index.completions(of: [], limit: 50) {
      check(completion.rows, below: all, "rows of a key")
    }
    return bad
  }

  /// 50,000 lookups for each index.
  @Test(arguments: Flat.allCases, 0..<50 as Range<UInt64>)
  func `gives rows that exist when bits have flipped`(flat: Flat, seed: UInt64) throws {
    var (bytes, read) = flat.parts(over: try SortedKeys(Self.keys))
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<1 << Int.random(in: 0...9, using: &generator) {
      bytes[Int.random(in: bytes.indices, using: &generator)] ^=
        1 << UInt8.random(in: 0...7, using: &generator)
    }
    let bad = badAnswers(of: read(bytes), lookups: 1_000, from: &generator)
    #expect(bad == [], "seed \(seed)")
    #expect(badSteps(of: read(bytes)) == [], "seed \(seed)")
  }

  @Test(arguments: Flat.allCases, 0..<10 as Range<UInt64>)
  func `gives rows that exist when all bytes are random`(flat: Flat, seed: UInt64) throws {
    let (bytes, read) = flat.parts(over: try SortedKeys(Self.keys))
    var generator = SeededGenerator(seed: seed)
    let random = bytes.map { _ in UInt8.random(in: 0...255, using: &generator) }
    let bad = badAnswers(of: read(random), lookups: 200, from: &generator)
    #expect(bad == [], "seed \(seed)")
    #expect(badSteps(of: read(random)) == [], "seed \(seed)")
  }

  @Test(arguments: Flat.allCases, [0x00, 0x01, 0x7F, 0x80, 0xFF] as [UInt8])
  func `gives rows that exist when all bytes are equal`(flat: Flat, byte: UInt8) throws {
    let (bytes, read) = flat.parts(over: try SortedKeys(Self.keys))
    var generator = SeededGenerator(seed: 3)
    let index = read(bytes.map { _ in byte })
    #expect(badAnswers(of: index, lookups: 200, from: &generator) == [])
    #expect(badSteps(of: index) == [])
  }

  @Test(arguments: Flat.allCases)
  func `gives rows that exist when bytes are missing at the end`(flat: Flat) throws {
    let (bytes, read) = flat.parts(over: try SortedKeys(Self.keys))
    var generator = SeededGenerator(seed: 4)
    for count in stride(from: 0, to: bytes.count, by: bytes.count / 50) {
      let index = read(Array(bytes.prefix(count)))
      #expect(badAnswers(of: index, lookups: 20, from: &generator) == [], "\(count) bytes")
      #expect(badSteps(of: index) == [], "\(count) bytes")
    }
  }

  @Test(arguments: Flat.allCases)
  func `is right again when its bytes are`(flat: Flat) throws {
    let (bytes, read) = flat.parts(over: try SortedKeys(Self.keys))
    let reference = ReferenceIndex(rows: Self.keys)
    #expect(read(bytes).firstDifference(from: reference, on: Self.keys) == nil)
  }
}

extension ByteRegion {
  /// The content, without the padding.
  fileprivate var bytes: [UInt8] { (0..<count - Self.padding).map(byte(at:)) }
}
