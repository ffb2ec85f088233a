internal import CitySearch

/// The number of characters that a text needs before a session searches for it.
///
/// Characters are grapheme clusters; white space at both ends is not counted. An integer literal is
/// a policy, too: `minimumCharacters: 2`.
public struct MinimumCharacters: Sendable, Hashable {
  private let rule: Rule

  private enum Rule: Sendable, Hashable {
    case automatic
    case fixed(Int)
    case byScript
  }

  /// 1 for a source in memory, 3 for all others, and 1 for all if the first letter of the text is Chinese,
  /// Japanese or Korean.
  ///
  /// Requests for the first letters of a name cost a server much and find little. Where a character
  /// is a syllable or a word, a whole name may have only two: "北京".
  public static let automatic = MinimumCharacters(rule: .automatic)

  /// The same number for all texts and sources.
  ///
  /// - Parameter count: The number of characters; at least 1.
  /// - Returns: The policy.
  public static func fixed(_ count: Int) -> MinimumCharacters {
    precondition(count >= 1, "count must be at least 1, got \(count)")
    return MinimumCharacters(rule: .fixed(count))
  }

  /// The policy for a source.
  func resolved(forSourceInMemory isInMemory: Bool) -> MinimumCharacters {
    guard rule == .automatic else { return self }
    return isInMemory ? .fixed(1) : MinimumCharacters(rule: .byScript)
  }

  /// Whether one character is enough for every text.
  var isMetByOne: Bool { rule == .fixed(1) }

  /// The number of characters that a text needs.
  ///
  /// - Complexity: O(1) for text that begins with a letter.
  func count(for text: some StringProtocol) -> Int {
    switch rule {
    case .fixed(let count): count
    case .automatic, .byScript: text.beginsWithSyllableOrWord ? 1 : 3
    }
  }
}

extension MinimumCharacters: ExpressibleByIntegerLiteral {
  /// The same number for all texts and sources.
  ///
  /// - Parameter value: The number of characters; at least 1.
  public init(integerLiteral value: Int) { self = .fixed(value) }
}

extension StringProtocol {
  /// Whether the first letter is Han, Kana or Hangul.
  fileprivate var beginsWithSyllableOrWord: Bool {
    unicodeScalars.first(where: \.properties.isAlphabetic)?.isSyllableOrWord ?? false
  }
}

extension Unicode.Scalar {
  /// Whether a letter is of the scripts Han, Hiragana, Katakana or Hangul.
  fileprivate var isSyllableOrWord: Bool {
    switch value {
    case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xFFA0...0xFFDC:
      true  // Hangul.
    case 0x3041...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F, 0x1AFF0...0x1B16F:
      true  // Hiragana and Katakana.
    case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x3029, 0x3038...0x303B, 0x3400...0x4DBF,
      0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
      true  // Han.
    default: false
    }
  }
}

/// Whether a text can be searched for.
enum SearchCriteria {
  /// The text has no letter and no digit.
  case empty
  case tooShort(minimum: Int)
  case searchable

  init(_ fragment: String, _ query: FoldedQuery, minimumCharacters: MinimumCharacters) {
    if !query.isEmpty, minimumCharacters.isMetByOne {
      // A text with a letter or digit has at least one character.
      self = .searchable
      return
    }
    let trimmed = fragment.drop(while: \.isWhitespace)
    guard let last = trimmed.lastIndex(where: { !$0.isWhitespace }) else {
      self = .empty
      return
    }
    let minimum = minimumCharacters.count(for: trimmed)
    if trimmed[...last].count < minimum {
      self = .tooShort(minimum: minimum)
    } else {
      // An empty query would match every city.
      self = query.isEmpty ? .empty : .searchable
    }
  }
}
