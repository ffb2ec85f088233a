internal import PrefixSearch

/// The number of a name in the index over all names of a gazetteer; a city may have several.
///
/// Names ascend by their keys; of equal keys by kind, then by city.
struct NameID: Sendable, Hashable, Comparable {
  /// The position in the index, counted from 0.
  let rawValue: Int

  /// The name at a position.
  init(_ rawValue: Int) { self.rawValue = rawValue }

  static func < (one: NameID, two: NameID) -> Bool { one.rawValue < two.rawValue }
}

/// The kinds of names of a city, in order of preference.
public enum NameKind: String, Sendable, Hashable, Codable, CaseIterable {
  /// The name of the city in the gazetteer.
  case own
  /// An alternate name: in another language or script, or a historical name.
  case alternate
  /// A name with umlauts and ringed letters written out: "Muenchen" for "München".
  case expansion
  /// A name with an abbreviated first part: "St Petersburg" for "Saint Petersburg", "Mt Vernon".
  case saint
  /// Three or four capital letters, mostly codes of airports: "JFK".
  case code
  /// The own name from a later word on: "Vernon" for "Mount Vernon".
  case later
}

/// The name by which a city was found.
public struct MatchedName: Sendable, Hashable, Codable {
  /// The name as it is written: for ``NameKind/expansion`` and ``NameKind/saint`` the name that the form
  /// was made from, for ``NameKind/later`` the city's own.
  public let text: String
  /// The kind of the name.
  public let kind: NameKind
  /// Whether the text is the city's own name.
  public let isOwn: Bool
  /// The part of the text that matches; empty for none.
  public let highlight: HighlightRange
  /// The edit distance between the typed text and the name; 0 without typos.
  public let edits: Int

  /// Creates a name.
  ///
  /// - Parameters:
  ///   - text: The name.
  ///   - kind: The kind of the name.
  ///   - isOwn: Whether the text is the city's own name.
  ///   - highlight: The part of the text that matches; empty for none.
  ///   - edits: The edit distance between the typed text and the name.
  @inlinable @inline(__always)
  public init(
    _ text: String, kind: NameKind = .own, isOwn: Bool = true,
    highlight: HighlightRange = .empty, edits: Int = 0
  ) {
    self.text = text
    self.kind = kind
    self.isOwn = isOwn
    self.highlight = highlight
    self.edits = edits
  }
}

/// The stored kind of a name: expansions and saint forms are distinguished by their source, because
/// their score depends on it.
enum StoredKind: UInt8, CaseIterable {
  case own, alternate, expansionOfOwn, expansionOfAlternate, saintOfOwn, saintOfAlternate, code,
    later

  /// The public kind.
  var kind: NameKind {
    switch self {
    case .own: .own
    case .alternate: .alternate
    case .expansionOfOwn, .expansionOfAlternate: .expansion
    case .saintOfOwn, .saintOfAlternate: .saint
    case .code: .code
    case .later: .later
    }
  }

  /// The rank of the kind among names with equal keys, and among names of one city with equal scores.
  var precedence: UInt8 {
    switch self {
    case .own: 0
    case .alternate: 1
    case .expansionOfOwn, .expansionOfAlternate: 2
    case .saintOfOwn, .saintOfAlternate: 3
    case .code: 4
    case .later: 5
    }
  }

  /// Whether the text of the name is the city's own name.
  var hasOwnText: Bool {
    switch self {
    case .own, .expansionOfOwn, .saintOfOwn, .later: true
    case .alternate, .expansionOfAlternate, .saintOfAlternate, .code: false
    }
  }

  /// The penalty on the score of a city that is found by such a name.
  var penalty: Int {
    switch self {
    case .own, .saintOfOwn: 0
    case .alternate, .saintOfAlternate: 24
    case .expansionOfOwn: 6
    case .expansionOfAlternate: 30
    case .code: 20
    case .later: 22
    }
  }
}
