import PrefixSearch
import TestSupport
import Testing

/// The walk with an automaton against the distances of all beginnings of all keys.
@Suite struct SimilarPrefixesTests {
  private static let space = UInt8(ascii: " ")

  /// The rows by what their key has: a prefix within the limit, and the best bonus.
  private struct Rows: Equatable {
    var similar: Set<Int> = []
    var whole: Set<Int> = []
    var words: Set<Int> = []
  }

  /// Compares every beginning of every key.
  private static func expected(
    _ keys: [[UInt8]], _ text: [UInt8], limit: Int
  ) -> Rows {
    let automaton = EditAutomaton(text.map(UInt32.init), limit: limit)
    var rows = Rows()
    for (row, key) in keys.enumerated() {
      let name = key.dropLast()
      for length in 1...max(1, name.count) where length <= name.count {
        let prefix = name.prefix(length)
        // Only the first letter itself, or the first two transposed.
        guard prefix.first == text[0] || Array(prefix.prefix(2)) == [text[1], text[0]],
          prefix.allSatisfy({ $0 < 0x80 })
        else { continue }
        var state: EditAutomaton.State? = automaton.start
        for byte in prefix { state = state.flatMap { automaton.next($0, UInt32(byte)) } }
        guard state.flatMap(automaton.distance) != nil else { continue }
        rows.similar.insert(row)
        if length == name.count {
          rows.whole.insert(row)
        } else if key[length] == space, prefix.last != space {
          rows.words.insert(row)
        }
      }
    }
    return rows
  }

  /// What the walk finds; `nil` if a row is below two of the shortest prefixes.
  private static func found(
    by index: any PrefixIndex, _ text: [UInt8], limit: Int, wholeOnly: Bool = false,
    filter: PrefixFilter? = nil
  ) -> Rows? {
    func rows<Position>(_ found: SimilarPrefixes<Position>) -> Rows? {
      let similar = found.prefixes.flatMap { Array($0.rows) }
      guard Set(similar).count == similar.count else { return nil }
      return Rows(
        similar: Set(similar), whole: Set(found.whole.joined()), words: Set(found.words.joined()))
    }
    func walk(_ index: some PrefixIndex) -> Rows? {
      rows(
        index.prefixes(
          similarTo: text.map(UInt32.init), limit: limit, separator: space, wholeOnly: wholeOnly,
          filter: filter))
    }
    return walk(index)
  }

  @Test(arguments: IndexKind.allCases, 1...40 as ClosedRange<UInt64>)
  func `finds what a comparison with all keys finds`(kind: IndexKind, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    // Few letters, so that the same ending follows in several ways, and one outside of ASCII.
    let letters: [[UInt8]] = [bytes("a"), bytes("b"), bytes("c"), bytes(" "), bytes("é")]
    /// Words with single spaces between them, as folded names are.
    func text(_ count: Int, of letters: ArraySlice<[UInt8]>) -> [UInt8] {
      let letters = (0..<count).flatMap { _ in letters.randomElement(using: &generator) ?? [] }
      return Array(letters.split(separator: Self.space).joined(separator: [Self.space]))
    }
    let keys = (0..<60).map { _ in
      text(Int.random(in: 1...12, using: &generator), of: letters[...])
    }
    .filter { !$0.isEmpty }.map { $0 + [Self.space] }
    .sorted { $0.lexicographicallyPrecedes($1) }
    let index = try kind.index(over: keys)
    let filter = PrefixFilterTests.filter(of: keys)
    for _ in 0..<30 {
      // At least two letters, and no space at the end.
      let typed =
        bytes("b") + text(Int.random(in: 0...9, using: &generator), of: letters[..<4]) + bytes("a")
      for limit in 1...2 {
        let (expected, found) = (
          Self.expected(keys, typed, limit: limit), Self.found(by: index, typed, limit: limit)
        )
        #expect(found != nil && found?.similar == expected.similar, "seed \(seed), \(hex(typed))")
        #expect(found?.whole == expected.whole, "seed \(seed), \(hex(typed)), \(limit)")
        #expect(found?.words == expected.words, "seed \(seed), \(hex(typed)), \(limit)")
        let filtered = Self.found(by: index, typed, limit: limit, filter: filter)
        #expect(filtered == found, "seed \(seed), \(hex(typed)), \(limit), with a filter")
        for filter in [nil, filter] {
          let whole = Self.found(
            by: index, typed, limit: limit, wholeOnly: true, filter: filter)
          #expect(
            whole == Rows(whole: expected.whole), "seed \(seed), \(hex(typed)), \(limit), whole")
        }
      }
    }
  }

  /// What the search for typos relies on while a text grows.
  @Test(arguments: IndexKind.allCases, 1...20 as ClosedRange<UInt64>)
  func `what resembles no key resembles none with more letters`(
    kind: IndexKind, seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    func text(_ count: Int) -> [UInt8] {
      (0..<count).map { _ in bytes("abc ").randomElement(using: &generator) ?? 0 }
    }
    func letter() -> [UInt8] { [bytes("ab").randomElement(using: &generator) ?? 0] }
    let keys = (0..<5).map { _ in letter() + text(8) + [Self.space] }
      .sorted { $0.lexicographicallyPrecedes($1) }
    let index = try kind.index(over: keys)
    let filter = seed % 2 == 0 ? PrefixFilterTests.filter(of: keys) : nil
    func isEmpty(_ typed: [UInt8], limit: Int, wholeOnly: Bool = false) -> Bool {
      func walk(_ index: some PrefixIndex) -> Bool {
        index.prefixes(
          similarTo: typed.map(UInt32.init), limit: limit, separator: Self.space,
          wholeOnly: wholeOnly, filter: filter
        ).isEmpty
      }
      return walk(index)
    }
    var emptyCount = 0
    for _ in 0..<100 {
      let typed = letter() + text(9)
      for limit in 1...2 {
        let empty = (4...typed.count).map { isEmpty(Array(typed.prefix($0)), limit: limit) }
        #expect(
          empty == empty.sorted { !$0 && $1 }, "seed \(seed), \(hex(typed)), \(limit): \(empty)")
        for (length, isMiss) in zip(4..., empty) {
          let text = Array(typed.prefix(length))
          let found = Self.found(by: index, text, limit: limit)
          #expect(isMiss == (found == Rows()), "seed \(seed), \(hex(text)), \(limit)")
          let hasWhole = !isEmpty(text, limit: limit, wholeOnly: true)
          #expect(!isMiss || !hasWhole, "seed \(seed), \(hex(text)), \(limit)")
        }
        emptyCount += empty.count { $0 }
      }
    }
    #expect((100..<1_300).contains(emptyCount))
  }
}
