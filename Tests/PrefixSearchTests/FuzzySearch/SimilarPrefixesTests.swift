import PrefixSearch
import TestSupport
import Testing

/// The walk with an automaton, compared with the distances of all beginnings of all keys.
@Suite struct SimilarPrefixesTests {
  private static let space = UInt8(ascii: " ")

  /// The rows by what their key has: a prefix within the limit, and the best bonus.
  private struct Rows: Equatable {
    var similar: Set<Int> = []
    var whole: Set<Int> = []
    var words: Set<Int> = []
  }

  /// The scalars of a text, which are its letters.
  private static func letters(_ text: some Sequence<UInt8>) -> [UInt32] {
    String(decoding: Array(text), as: UTF8.self).unicodeScalars.map(\.value)
  }

  /// Compares every beginning of every key.
  private static func expected(
    _ keys: [[UInt8]], _ text: [UInt8], limit: Int
  ) -> Rows {
    let text = letters(text)
    let automaton = EditAutomaton(text, limit: limit)
    var rows = Rows()
    for (row, key) in keys.enumerated() {
      let name = letters(key).dropLast()
      for length in 1...max(1, name.count) where length <= name.count {
        let prefix = name.prefix(length)
        // Only the first letter itself, or the first two transposed.
        guard prefix.first == text[0] || Array(prefix.prefix(2)) == [text[1], text[0]] else {
          continue
        }
        var state: EditAutomaton.State? = automaton.start
        for letter in prefix { state = state.flatMap { automaton.next($0, letter) } }
        guard state.flatMap(automaton.distance) != nil else { continue }
        rows.similar.insert(row)
        if length == name.count {
          rows.whole.insert(row)
        } else if name[length] == UInt32(space), prefix.last != UInt32(space) {
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
          similarTo: letters(text), limit: limit, separator: space, wholeOnly: wholeOnly,
          filter: filter))
    }
    return walk(index)
  }

  /// Letters of one to four bytes; several have the same first bytes, or the same code.
  private static let alphabets: [[String]] = [
    ["a", "b", "c", " ", "é"], ["а", "б", "в", "ӑ", " ", "a"],
    ["\u{1100}", "\u{1161}", "\u{11A8}", "\u{1162}", " "], ["東", "京", "都", "亰", "a", " "],
    ["а", "京", "\u{10330}", "b", "\u{10331}", " "], ["a", "1", "b", "2", " "],
    ["1", "é", "7", "a"], ["é", "東", "都", "\u{1F600}"] + sameCodes,
  ]

  /// Letters of two to four bytes with the code of "é".
  private static let sameCodes = [0x100...0x7FF, 0x4E00...0x9FFF, 0x2_0000...0x2_A000].map {
    range in
    range.first { LetterCode.of($0) == LetterCode.of(0xE9) && Unicode.Scalar($0) != nil }
      .flatMap(Unicode.Scalar.init).map(String.init) ?? ""
  }

  @Test(arguments: IndexKind.allCases, 1...60 as ClosedRange<UInt64>)
  func `finds what a comparison with all keys finds`(kind: IndexKind, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    // Few letters, so that the same ending follows in several ways.
    let alphabet = Self.alphabets[Int(seed) % Self.alphabets.count]
    let letters = alphabet.filter { $0 != " " }
    /// Words with single spaces between them, as folded names are.
    func text(_ count: Int) -> [UInt8] {
      let letters = (0..<count).flatMap { _ in
        Array((alphabet.randomElement(using: &generator) ?? "").utf8)
      }
      return Array(letters.split(separator: Self.space).joined(separator: [Self.space]))
    }
    func letter() -> [UInt8] { Array((letters.randomElement(using: &generator) ?? "").utf8) }
    let keys = (0..<60).map { _ in text(Int.random(in: 1...12, using: &generator)) }
      .filter { !$0.isEmpty }.map { $0 + [Self.space] }
      .sorted { $0.lexicographicallyPrecedes($1) }
    let index = try kind.index(over: keys)
    let filter = PrefixFilterTests.filter(of: keys)
    for _ in 0..<30 {
      // At least two letters, and no space at the end.
      let typed = letter() + text(Int.random(in: 0...9, using: &generator)) + letter()
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

  /// The search for typos relies on this while a text grows.
  @Test(arguments: IndexKind.allCases, 1...20 as ClosedRange<UInt64>)
  func `what resembles no key resembles none with more letters`(
    kind: IndexKind, seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let alphabet = Self.alphabets[Int(seed) % 5].prefix(3)
    func letter(of letters: ArraySlice<String>) -> [UInt8] {
      Array((letters.randomElement(using: &generator) ?? "").utf8)
    }
    func text(_ count: Int) -> [UInt8] {
      (0..<count).flatMap { _ in letter(of: alphabet + [" "]) }
    }
    func letter() -> [UInt8] { letter(of: alphabet.prefix(2)) }
    let keys = (0..<5).map { _ in letter() + text(8) + [Self.space] }
      .sorted { $0.lexicographicallyPrecedes($1) }
    let index = try kind.index(over: keys)
    let filter = seed % 2 == 0 ? PrefixFilterTests.filter(of: keys) : nil
    func isEmpty(_ typed: [UInt8], limit: Int, wholeOnly: Bool = false) -> Bool {
      func walk(_ index: some PrefixIndex) -> Bool {
        index.prefixes(
          similarTo: Self.letters(typed), limit: limit, separator: Self.space,
          wholeOnly: wholeOnly, filter: filter
        ).isEmpty
      }
      return walk(index)
    }
    var emptyCount = 0
    for _ in 0..<100 {
      let typed = Self.letters(letter() + text(9)).compactMap(Unicode.Scalar.init)
      func beginning(_ count: Int) -> [UInt8] {
        Array(String(String.UnicodeScalarView(typed.prefix(count))).utf8)
      }
      for limit in 1...2 {
        let empty = (4...typed.count).map { isEmpty(beginning($0), limit: limit) }
        #expect(
          empty == empty.sorted { !$0 && $1 }, "seed \(seed), \(typed), \(limit): \(empty)")
        for (length, isMiss) in zip(4..., empty) {
          let text = beginning(length)
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
