import Fixtures
import Foundation
import Testing

/// The rules of folding written down once more, as slowly and plainly as possible.
///
/// Nothing here comes from the tables under test: decomposition is Foundation's, the properties of
/// scalars are the standard library's. Both have another version of Unicode than the tables.
enum FoldingReference {
  static func key(of name: String) -> [UInt8] {
    let folded = folded(name)
    return Array((folded.last == " " ? folded : folded + " ").utf8)
  }

  static func query(_ text: String) -> [UInt8] { Array(folded(text).utf8) }

  private static func folded(_ text: String) -> String {
    let letters = decomposed(text.unicodeScalars.filter { !isDeleted($0) })
      .filter { !isDeleted($0) && !isAccent($0) }
      .flatMap(caseFolded)
      .flatMap { replaced($0).unicodeScalars }

    var folded = String.UnicodeScalarView()
    for letter in letters {
      if !isSeparator(letter) {
        folded.append(letter)
      } else if let last = folded.last, last != " " {
        folded.append(" ")
      }
    }
    return String(folded)
  }

  /// NFKD.
  ///
  /// Foundation is asked about single scalars only: it does not order the marks that come out
  /// of different ones, as in U+0F73 U+0F73.
  private static func decomposed(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var decomposed: [Unicode.Scalar] = []
    for scalar in scalars {
      decomposed += String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars
    }
    // Canonical ordering by its definition: neighbors are exchanged until all are in order.
    var isOrdered = false
    while !isOrdered {
      isOrdered = true
      for index in decomposed.indices.dropFirst() {
        let classes = decomposed[index - 1...index]
          .map { $0.properties.canonicalCombiningClass.rawValue }
        if classes[1] > 0, classes[0] > classes[1] {
          decomposed.swapAt(index - 1, index)
          isOrdered = false
        }
      }
    }
    return decomposed
  }

  private static func isDeleted(_ scalar: Unicode.Scalar) -> Bool {
    apostrophes.contains(scalar) || prolongations.contains(scalar)
      || scalar.properties.generalCategory == .format
      || scalar.properties.isDefaultIgnorableCodePoint
  }

  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    let combiningClass = scalar.properties.canonicalCombiningClass.rawValue
    return [1, 7].contains(combiningClass) || 10...35 ~= combiningClass || combiningClass >= 200
  }

  private static func replaced(_ scalar: Unicode.Scalar) -> String {
    if scalar.properties.generalCategory == .decimalNumber,
      let value = scalar.properties.numericValue
    {
      return String(Int(value))
    }
    if let letters = replacements[scalar] { return letters }
    return "ァ"..."ヶ" ~= scalar
      ? String(Character(Unicode.Scalar(scalar.value - 0x60) ?? scalar)) : String(scalar)
  }

  /// Full case folding, which the standard library lacks.
  ///
  /// It is the lower case, which makes ẞ a ß, and of this the lower case of the upper case, which makes ς
  /// a σ; except for Cherokee, whose older letters are the upper case.
  private static func caseFolded(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    switch scalar.value {
    case 0x13A0...0x13FF, 0xAB70...0xABBF:
      return Array(scalar.properties.uppercaseMapping.unicodeScalars)
    default:
      return scalar.properties.lowercaseMapping.unicodeScalars
        .flatMap { $0.properties.uppercaseMapping.unicodeScalars }
        .flatMap { $0.properties.lowercaseMapping.unicodeScalars }
    }
  }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      false
    default:
      true
    }
  }

  static let apostrophes: Set<Unicode.Scalar> = [
    "\u{27}", "\u{60}", "\u{B4}", "\u{2018}", "\u{2019}", "\u{201B}", "\u{2B9}", "\u{2BB}",
    "\u{2BC}", "\u{2BD}", "\u{2BE}", "\u{2BF}", "\u{2C8}", "\u{2CA}", "\u{2CB}", "\u{2032}",
    "\u{2035}", "\u{FF07}",
  ]

  static let prolongations: Set<Unicode.Scalar> = ["\u{640}", "ー"]

  static let replacements: [Unicode.Scalar: String] = [
    "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ł": "l", "ŋ": "n",
    "þ": "th", "ŧ": "t", "ə": "e", "ǝ": "e", "ɓ": "b", "ɗ": "d", "ɖ": "d", "ƙ": "k", "ɛ": "e",
    "ɔ": "o", "ɨ": "i", "ʉ": "u", "ƴ": "y",
    "\u{629}": "\u{647}", "\u{6C1}": "\u{647}", "\u{6BE}": "\u{647}", "\u{6D5}": "\u{647}",
    "\u{649}": "\u{64A}", "\u{6CC}": "\u{64A}", "\u{6D2}": "\u{64A}", "\u{6A9}": "\u{643}",
    "ґ": "г", "ヵ": "か", "ゕ": "か", "ヶ": "け", "ゖ": "け",
  ]
}

/// A tab-separated file of the answer key, whose first line names its columns.
struct AnswerFile {
  static let folding = AnswerFile(url: Fixtures.Answers.folding.url)
  static let highlight = AnswerFile(url: Fixtures.Answers.highlight.url)

  let url: URL

  /// The rows without the header.
  ///
  /// The columns are not trimmed: blanks in them matter.
  func rows(columns: Int) throws -> [[String]] {
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").dropFirst()
    return try lines.map { line in
      let row = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      try #require(row.count == columns, "\(line)")
      return row
    }
  }

  /// The rows of a file of two columns.
  func pairs() throws -> [(String, String)] {
    try rows(columns: 2).map { ($0[0], $0[1]) }
  }
}

/// The names of all cities.
enum CityNames {
  static func all() throws -> some Sequence<String> {
    String(decoding: try Fixtures.text(of: Fixtures.cities), as: UTF8.self)
      .components(separatedBy: "\n").lazy
      .filter { !$0.isEmpty }
      .map { line in
        String(line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)[1])
      }
  }
}
