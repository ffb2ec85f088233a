import PrefixSearch
import TestSupport
import Testing

/// The walk along abbreviated words, compared with a look at every key.
@Suite("Abbreviated words") struct AbbreviatedWordsTests {
  private typealias Word = (text: String, isAbbreviated: Bool)

  private static let space = UInt8(ascii: " ")

  private static func words(_ words: [Word]) -> [AbbreviatedWord] {
    words.map {
      AbbreviatedWord($0.text.utf8.span, isAbbreviated: $0.isAbbreviated, separator: space)
    }
  }

  /// Whether a word of a text is meant by that of a key.
  private static func isMeant(_ word: Word, by other: String) -> Bool {
    guard word.isAbbreviated else { return word.text.utf8.elementsEqual(other.utf8) }
    let (short, long) = (Array(word.text.unicodeScalars), Array(other.unicodeScalars))
    guard short.first == long.first else { return false }
    var found = 0
    for letter in long where found < short.count && letter == short[found] { found += 1 }
    return found == short.count
  }

  private static func expected(_ keys: [String], _ words: [Word]) -> [Int] {
    keys.indices.filter { row in
      let key = keys[row].dropLast().split(separator: " ", omittingEmptySubsequences: false)
      return key.count == words.count && zip(words, key).allSatisfy { isMeant($0, by: String($1)) }
    }
  }

  private static func found(by index: some PrefixIndex, _ words: [Word]) -> [Int] {
    index.rows(abbreviatedAs: Self.words(words), separator: space) {
      index.firstWords(beginningWith: $0, separator: space)
    }.flatMap { Array($0) }.sorted()
  }

  @Test(arguments: [["a", "b", "c"], ["а", "б", "ӑ"], ["é", "東", "1"]], 0..<4 as Range<UInt64>)
  func `every engine finds the keys that all words fit`(letters: [String], seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func word(upTo length: Int) -> String {
      (0..<Int.random(in: 1...length, using: &generator))
        .map { _ in letters.randomElement(using: &generator) ?? "" }.joined()
    }
    let keys = (0..<400).map { _ in
      (0..<Int.random(in: 1...4, using: &generator)).map { _ in word(upTo: 4) }
        .joined(separator: " ") + " "
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let sorted = try SortedKeys(keys.map { Array($0.utf8) })
    let (tree, trie, array) = (RadixTree(sorted), PointerTrie(sorted), SortedArray(sorted))
    var foundCount = 0
    for _ in 0..<200 {
      let words = (0..<Int.random(in: 2...4, using: &generator)).map { _ in
        (text: word(upTo: 2), isAbbreviated: Bool.random(using: &generator))
      }
      let expected = Self.expected(keys, words)
      foundCount += expected.count
      #expect(Self.found(by: tree, words) == expected, "\(words)")
      #expect(Self.found(by: trie, words) == expected, "\(words)")
      #expect(Self.found(by: array, words) == expected, "\(words)")
    }
    #expect(foundCount > 0)
  }

  @Test func `a first word is listed only if a second one follows`() throws {
    let keys = try SortedKeys(["san ", "san juan ", "santa ana ", "sur "].map { Array($0.utf8) })
    let tree = RadixTree(keys)
    #expect(!tree.firstWords(beginningWith: 0x73, separator: Self.space).isEmpty)
    #expect(tree.firstWords(beginningWith: 0x74, separator: Self.space).isEmpty)
    #expect(Self.found(by: tree, [("s", true), ("juan", false)]) == [1])
    #expect(Self.found(by: tree, [("sta", true), ("a", true)]) == [2])
    #expect(Self.found(by: tree, [("sta", false), ("a", true)]) == [])
  }

  @Test func `a text of one word, and a word without letters, stop`() async {
    #if os(Linux) || os(macOS)
    await #expect(processExitsWith: .failure) {
      _ = AbbreviatedWord([UInt8]().span, isAbbreviated: true, separator: 32)
    }
    await #expect(processExitsWith: .failure) {
      let word = AbbreviatedWord("a".utf8.span, isAbbreviated: true, separator: 32)
      let tree = RadixTree(try SortedKeys([[97, 32]]))
      _ = tree.rows(abbreviatedAs: [word], separator: 32) {
        tree.firstWords(beginningWith: $0, separator: 32)
      }
    }
    #endif
  }
}
