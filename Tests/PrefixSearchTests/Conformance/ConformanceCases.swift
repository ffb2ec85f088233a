import TestSupport
import Testing

/// Keys, and where prefixes are to be found among them; a byte is written as a scalar below U+0100.
struct ConformanceCase: Sendable, CustomTestStringConvertible {
  let name: String
  let keys: [[UInt8]]
  let lookups: [(prefix: [UInt8], rows: Range<Int>)]

  init(_ name: String, keys: [String], _ lookups: KeyValuePairs<String, Range<Int>>) {
    self.name = name
    self.keys = keys.map(bytes)
    self.lookups = lookups.map { (bytes($0.key), $0.value) }
  }

  var testDescription: String { name }
}

extension ConformanceCase {
  static let all = few + nested + equal + extremes + text + lengths

  /// Hardly any keys.
  static let few = [
    ConformanceCase("no key", keys: [], ["": 0..<0, "a": 0..<0, "ab": 0..<0, "\0": 0..<0]),
    ConformanceCase(
      "only the empty key", keys: [""],
      ["": 0..<1, "a": 0..<0, "\0": 0..<0, "\0\0": 0..<0, "abc": 0..<0]),
    ConformanceCase(
      "one key of one byte", keys: ["a"],
      ["": 0..<1, "a": 0..<1, "b": 0..<0, "`": 0..<0, "aa": 0..<0, "a\0": 0..<0]),
    ConformanceCase(
      "one key of two bytes", keys: ["ab"],
      ["": 0..<1, "a": 0..<1, "ab": 0..<1, "b": 0..<0, "aa": 0..<0, "abc": 0..<0, "ab\0": 0..<0]),
    ConformanceCase(
      "one long key", keys: ["abcdefghijklmnop"],
      [
        "": 0..<1, "abcdefghijklmnop": 0..<1, "abcdefghijklmno": 0..<1, "abcdefghijklmnoq": 0..<0,
        "abcdefghijklmnopq": 0..<0, "abcdefgh": 0..<1, "abcdeFgh": 0..<0,
      ]),
    ConformanceCase(
      "the empty key and another", keys: ["", "a"], ["": 0..<2, "a": 1..<2, "b": 0..<0]),
  ]

  /// Keys that are prefixes of keys.
  static let nested = [
    ConformanceCase(
      "each key a prefix of the next", keys: ["a", "ab", "abc", "abcd"],
      ["": 0..<4, "a": 0..<4, "ab": 1..<4, "abc": 2..<4, "abcd": 3..<4, "abcde": 0..<0]),
    ConformanceCase(
      "a prefix beside two branches", keys: ["ab", "aba", "abb", "b"],
      ["": 0..<4, "a": 0..<3, "ab": 0..<3, "aba": 1..<2, "abb": 2..<3, "abc": 0..<0, "b": 3..<4]),
    ConformanceCase(
      "a prefix that ends inside a shared run", keys: ["new york", "new york city"],
      ["new y": 0..<2, "new york": 0..<2, "new york ": 1..<2, "new york b": 0..<0, "neu": 0..<0]),
  ]

  /// Keys that occur more than once.
  static let equal = [
    ConformanceCase(
      "nothing but equal keys", keys: ["ab", "ab", "ab"],
      ["": 0..<3, "a": 0..<3, "ab": 0..<3, "abb": 0..<0]),
    ConformanceCase("empty keys only", keys: ["", "", ""], ["": 0..<3, "\0": 0..<0]),
    ConformanceCase(
      "equal keys at every level", keys: ["", "", "a", "a", "ab", "ab", "b", "b"],
      ["": 0..<8, "a": 2..<6, "ab": 4..<6, "b": 6..<8, "c": 0..<0]),
  ]

  /// The bytes 0x00 and 0xFF, and bytes on both sides of the sign.
  static let extremes = [
    ConformanceCase(
      "zeros of growing length", keys: ["", "\0", "\0\0", "\0\0\0"],
      ["": 0..<4, "\0": 1..<4, "\0\0": 2..<4, "\0\0\0": 3..<4, "\0\0\0\0": 0..<0]),
    ConformanceCase(
      "0xFF of growing length", keys: ["ÿ", "ÿÿ", "ÿÿÿ"],
      ["": 0..<3, "ÿ": 0..<3, "ÿÿ": 1..<3, "ÿÿÿ": 2..<3, "ÿÿÿÿ": 0..<0, "þ": 0..<0]),
    ConformanceCase(
      "a zero after a key is not the end of it", keys: ["abc", "abc\0", "abc\0\0", "abd"],
      ["abc": 0..<3, "abc\0": 1..<3, "abc\0\0": 2..<3, "abc\0\0\0": 0..<0, "abd": 3..<4]),
    ConformanceCase(
      "zeros before 0xFF", keys: ["ab\0\0", "ab\0ÿ", "abÿ", "abÿ\0"],
      ["ab\0": 0..<2, "ab\0\0": 0..<1, "ab\0ÿ": 1..<2, "abÿ": 2..<4, "abÿ\0": 3..<4, "abÿÿ": 0..<0]),
    ConformanceCase(
      "bytes compare without sign", keys: ["\u{7F}", "\u{80}", "\u{80}\u{7F}", "\u{80}\u{80}"],
      ["\u{7F}": 0..<1, "\u{80}": 1..<4, "\u{80}\u{7F}": 2..<3, "\u{80}\u{80}": 3..<4]),
  ]

  /// Keys that are UTF-8, and prefixes that need not be.
  static let text = [
    ConformanceCase(
      "a prefix may end inside a character", keys: ["Ã©", "Ã©a", "Ãª"],
      ["Ã": 0..<3, "Ã©": 0..<2, "Ã©a": 1..<2, "Ãª": 2..<3, "©": 0..<0]),
    ConformanceCase(
      "nothing is folded or composed", keys: ["E", "e", "eÌ\u{81}", "Ã©"],
      ["e": 1..<3, "E": 0..<1, "Ã©": 3..<4, "eÌ": 2..<3]),
    ConformanceCase(
      "spaces count", keys: [" ", " a", "a ", "a  b", "a b"],
      [" ": 0..<2, "a ": 2..<5, "a  ": 3..<4, "a b": 4..<5, "  ": 0..<0]),
  ]

  /// Prefixes around ten bytes, where `SortedArray` passes from numbers to text.
  static let lengths = [
    ConformanceCase(
      "keys of 9 to 12 bytes",
      keys: ["abcdefghi", "abcdefghij", "abcdefghijk", "abcdefghijkl", "abcdefghik", "abcdefghj"],
      [
        "abcdefgh": 0..<6, "abcdefghi": 0..<5, "abcdefghij": 1..<4, "abcdefghijk": 2..<4,
        "abcdefghijkl": 3..<4, "abcdefghijklm": 0..<0, "abcdefghik": 4..<5, "abcdefghij\0": 0..<0,
        "abcdefghil": 0..<0, "abcdefghj": 5..<6, "abcdefghii": 0..<0, "abcdefghijl": 0..<0,
      ]),
    ConformanceCase(
      "zeros around the tenth byte",
      keys: ["abcdefghi", "abcdefghi\0", "abcdefghi\0\0", "abcdefghi\0a", "abcdefghia\0"],
      [
        "abcdefghi": 0..<5, "abcdefghi\0": 1..<4, "abcdefghi\0\0": 2..<3, "abcdefghi\0a": 3..<4,
        "abcdefghia": 4..<5, "abcdefghia\0": 4..<5, "abcdefghia\0\0": 0..<0, "abcdefghi\0b": 0..<0,
      ]),
  ]
}
