public import Foundation
internal import PrefixSearch

/// The part of a name to be marked, in UTF-16 code units.
///
/// These are the units of `NSRange`, attributed strings, browsers and MapKit. A range does not hold its
/// text. Conversions return `nil` if the range does not fit the given text: if it ends after the text, or
/// begins or ends inside a grapheme cluster.
public struct HighlightRange: Sendable, Hashable {
  /// The number of UTF-16 code units before the marked part.
  public let location: Int

  /// The number of UTF-16 code units in the marked part.
  public let length: Int

  /// Creates a range, or returns `nil` if a number is negative.
  ///
  /// - Parameters:
  ///   - location: The number of UTF-16 code units before the marked part.
  ///   - length: The number of UTF-16 code units in the marked part.
  public init?(location: Int, length: Int) {
    guard location >= 0, length >= 0 else { return nil }
    self.init(validLocation: location, length: length)
  }

  /// Creates a range from numbers that are known to be valid, such as the lengths of texts.
  ///
  /// Use ``init(location:length:)`` for numbers from outside the program.
  ///
  /// - Parameters:
  ///   - location: The number of UTF-16 code units before the marked part.
  ///   - length: The number of UTF-16 code units in the marked part.
  /// - Precondition: Neither number is negative.
  @inlinable public init(validLocation location: Int, length: Int) {
    precondition(location >= 0, "location must be at least 0, got \(location).")
    precondition(length >= 0, "length must be at least 0, got \(length).")
    self.location = location
    self.length = length
  }

  /// The empty range at the start of a name.
  public static let empty = HighlightRange(validLocation: 0, length: 0)
}

extension HighlightRange {
  /// The marked part of a text.
  ///
  /// - Returns: `nil` if the range ends after the text, or begins or ends inside a grapheme cluster.
  /// - Complexity: O(*n*) where *n* is the length of the text.
  public func range(in text: String) -> Range<String.Index>? {
    let units = text.utf16
    // Compared first: the standard library traps if an offset overflows.
    let count = units.count
    guard location <= count, length <= count - location else { return nil }
    let lower = units.index(units.startIndex, offsetBy: location)
    let upper = units.index(lower, offsetBy: length)
    guard String.Index(lower, within: text) != nil, String.Index(upper, within: text) != nil
    else { return nil }
    return lower..<upper
  }
}

extension HighlightRange {
  /// The range as `NSRange`, which has the same units.
  public var nsRange: NSRange { NSRange(location: location, length: length) }

  /// The marked part of an attributed text.
  ///
  /// - Returns: `nil` if the range ends after the text, or begins or ends inside a grapheme cluster.
  /// - Complexity: O(*n*) where *n* is the length of the text up to the end of the range.
  public func range(in text: AttributedString) -> Range<AttributedString.Index>? {
    let characters = text.characters
    var index = characters.startIndex

    /// Moves the index by whole characters, and returns whether they have exactly that many code units.
    func skip(_ codeUnits: Int) -> Bool {
      var rest = codeUnits
      while rest > 0, index < characters.endIndex {
        rest -= characters[index].utf16.count
        characters.formIndex(after: &index)
      }
      return rest == 0
    }

    guard skip(location) else { return nil }
    let lower = index
    guard skip(length) else { return nil }
    return lower..<index
  }
}

extension AttributedString {
  /// A text with one style for its highlighted part and another for the rest.
  ///
  /// A highlight that does not fit the text is ignored.
  ///
  /// - Parameters:
  ///   - text: The text to show.
  ///   - highlight: The part to be marked.
  ///   - matched: The attributes of the highlighted part, which replace those of the rest.
  ///   - rest: The attributes of everything else.
  public init(
    _ text: String, highlight: HighlightRange, matched: AttributeContainer,
    rest: AttributeContainer = AttributeContainer()
  ) {
    self.init(text, attributes: rest)
    if let range = highlight.range(in: self) {
      self[range].setAttributes(matched)
    }
  }
}

extension HighlightRange: Codable {
  private enum CodingKeys: CodingKey {
    case location
    case length
  }

  /// Decodes a range.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if a number is negative, beside the errors of the decoder.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func number(_ key: CodingKeys) throws -> Int {
      let number = try container.decode(Int.self, forKey: key)
      guard number >= 0 else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container, debugDescription: "must be at least 0, got \(number)")
      }
      return number
    }
    try self.init(validLocation: number(.location), length: number(.length))
  }

  /// Encodes both numbers under their names.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(location, forKey: .location)
    try container.encode(length, forKey: .length)
  }
}

/// The highlight of a name for a text that matches a form of the name.
struct NameHighlight {
  /// The typed text, or the corrected one.
  let typed: FoldedQuery
  /// The name to show.
  let name: String
  /// The key that matched, without its final space; needed for saint forms and later words.
  let key: [UInt8]
  let kind: StoredKind

  /// The highlight; empty for none.
  var range: HighlightRange {
    switch kind {
    case .own, .alternate, .code: typed.highlight(in: name) ?? .empty
    case .expansionOfOwn, .expansionOfAlternate: expansion ?? .empty
    case .saintOfOwn, .saintOfAlternate: saint ?? .empty
    case .later: later ?? .empty
    }
  }

  /// The shortest prefix of clusters whose expansion begins with the typed text.
  private var expansion: HighlightRange? {
    let wanted = typed.withoutSpace
    guard !wanted.isEmpty else { return nil }
    // A longer prefix has a longer expansion, so binary search finds the shortest.
    func matches(_ end: String.Index) -> Bool {
      var expanded: [UInt8] = []
      _ = String(name[..<end]).utf8.span.appendWithUmlautsWrittenOut(to: &expanded)
      let key = Folding.key(of: String(decoding: expanded, as: UTF8.self))
      return key.count >= wanted.count && (0..<wanted.count).allSatisfy { key[$0] == wanted[$0] }
    }
    let ends = name.indices.dropFirst() + [name.endIndex]
    let shortest = ends.indices.partitioningIndex { matches(ends[$0]) }
    guard shortest < ends.count else { return nil }
    return HighlightRange(validLocation: 0, length: name[..<ends[shortest]].utf16.count)
  }

  /// The highlight of the typed text, with the abbreviated word replaced by the original one.
  ///
  /// The original word is highlighted as a whole once the text reaches into it, unless the text is a
  /// prefix of the name as it is written.
  private var saint: HighlightRange? {
    if let highlight = typed.highlight(in: name) { return highlight }
    let original = Folding.key(of: name)
    guard let word = NameRules.saintWord(inKey: original) else { return nil }
    // Both keys are the same after the word, so the length of its form follows from their lengths.
    let form = word.lowerBound..<word.upperBound + key.count - (original.count - 1)
    var restored = Array(original[..<word.upperBound])
    if typed.count > form.upperBound {
      restored += (form.upperBound..<typed.count).map { typed[$0] }
    }
    return FoldedQuery(copying: restored.span).highlight(in: name)
  }

  /// The highlight within the ending of the name that has the key.
  private var later: HighlightRange? {
    let wanted = key + [asciiSpace]
    let start = name.indices.last { Folding.key(of: String(name[$0...])) == wanted }
    guard let start, let range = typed.highlight(in: String(name[start...])) else { return nil }
    return HighlightRange(
      validLocation: name[..<start].utf16.count + range.location, length: range.length)
  }

  /// The highlight from a later word on, of a name in which each character is one byte of the key and
  /// exactly one later word matches: this needs neither the key nor folding.
  ///
  /// - Returns: `nil` for other names, of which ``range`` gives the highlight.
  static func simpleLaterWord(_ typed: FoldedQuery, in name: String) -> HighlightRange? {
    let text = name.utf8.span
    let wanted = typed.count - (typed.endsInSeparator ? 1 : 0)
    var found: HighlightRange?
    var (index, location) = (0, 0)
    var followsSeparator = false
    while index < text.count {
      guard let (byte, next) = text.simpleCharacter(at: index) else { return nil }
      let isSeparator = byte == asciiSpace
      if isSeparator, followsSeparator { return nil }
      if followsSeparator, wanted > 0, byte == typed[0] {
        var (end, length) = (next, 1)
        while length < wanted, end < text.count,
          let (byte, next) = text.simpleCharacter(at: end), byte == typed[length]
        {
          (end, length) = (next, length + 1)
        }
        if length == wanted {
          guard found == nil, end == text.count || text.isEvidentGraphemeBoundary(end) else {
            return nil
          }
          found = HighlightRange(validLocation: location, length: length)
        }
      }
      (index, location, followsSeparator) = (next, location + 1, isSeparator)
    }
    return found
  }
}
