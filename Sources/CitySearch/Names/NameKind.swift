internal import PrefixSearch

/// The number of a name in the index over all names of a gazetteer; a city may have several.
///
/// Names ascend by their keys; of equal keys by kind, then by city.
package struct NameID: Sendable, Hashable, Comparable {
  /// The position in the index, counted from 0.
  package let rawValue: Int

  /// The name at a position.
  package init(_ rawValue: Int) { self.rawValue = rawValue }

  package static func < (one: NameID, two: NameID) -> Bool { one.rawValue < two.rawValue }
}

/// The kinds of names of a city, in order of preference.
@nonexhaustive
public enum NameKind: String, Sendable, Hashable, CaseIterable {
  /// The name of the city in the gazetteer.
  case own
  /// An alternate name: in another language or script, or a historical name.
  case alternate
  /// A name with umlauts and ringed letters written out: "Muenchen" for "München". Also a historic or colloquial
  /// name of GeoNames' file of alternate names, which is found after others, too.
  case expansion
  /// A name with an abbreviated first part: "St Petersburg" for "Saint Petersburg", "Mt Vernon".
  case saint
  /// Three to five capital letters or digits, mostly codes of airports: "JFK".
  case code
  /// The own name from a later word on: "Vernon" for "Mount Vernon".
  case later
}

/// The stored kind of a name, which says more than its ``NameKind``.
///
/// Expansions and saint forms are distinguished by their source, because their score depends on it. A caller reads the
/// source in ``MatchedName/isOwn``.
package enum StoredKind: UInt8, CaseIterable {
  case own, alternate, expansionOfOwn, expansionOfAlternate, saintOfOwn, saintOfAlternate, code,
    later

  /// The public kind.
  package var kind: NameKind {
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
  package var precedence: UInt8 {
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
  package var hasOwnText: Bool {
    switch self {
    case .own, .expansionOfOwn, .saintOfOwn, .later: true
    case .alternate, .expansionOfAlternate, .saintOfAlternate, .code: false
    }
  }

  /// The penalty on the score of a city that is found by such a name.
  package var penalty: Int {
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
