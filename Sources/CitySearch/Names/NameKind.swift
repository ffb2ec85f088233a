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
/// source in ``MatchedName/isOwn``. For the same reason, an alternate name *at home* is one that the city has in English
/// or in a language of its country.
///
/// The texts of the first seven kinds may have any form, those of the others have one: see ``NameTable/Entry``.
package enum StoredKind: UInt8, CaseIterable {
  case own, alternate, alternateAtHome, expansionOfAlternate, expansionAtHome, saintOfAlternate,
    saintAtHome
  case expansionOfOwn, saintOfOwn, later, code
  /// A code that is the own name of some city, too: "Bar", "Goa".
  case codeAndName

  /// The public kind.
  package var kind: NameKind {
    switch self {
    case .own: .own
    case .alternate, .alternateAtHome: .alternate
    case .expansionOfOwn, .expansionOfAlternate, .expansionAtHome: .expansion
    case .saintOfOwn, .saintOfAlternate, .saintAtHome: .saint
    case .code, .codeAndName: .code
    case .later: .later
    }
  }

  /// Whether the name is a code, which is found only if it is typed in full.
  @inline(__always)
  package var isCode: Bool { rawValue >= StoredKind.code.rawValue }

  /// Whether the name is an alternate one.
  package var isAlternate: Bool { self == .alternate || self == .alternateAtHome }

  /// The rank of the kind among names with equal keys, and among names of one city with equal scores.
  package var precedence: UInt8 {
    switch self {
    case .own: 0
    case .alternate, .alternateAtHome: 1
    case .expansionOfOwn, .expansionOfAlternate, .expansionAtHome: 2
    case .saintOfOwn, .saintOfAlternate, .saintAtHome: 3
    case .code, .codeAndName: 4
    case .later: 5
    }
  }

  /// Whether the text of the name is the city's own name.
  package var hasOwnText: Bool {
    switch self {
    case .own, .expansionOfOwn, .saintOfOwn, .later: true
    case .alternate, .alternateAtHome, .expansionOfAlternate, .expansionAtHome, .saintOfAlternate,
      .saintAtHome, .code, .codeAndName:
      false
    }
  }

  /// The penalty on the score of a city that is found by such a name.
  ///
  /// A code counts only if it is the whole text. So the bonus of 20 points for a whole code that is a name, half of that
  /// for others, is 20 points more of penalty: then every name that is the whole text has the same bonus.
  package var penalty: Int {
    switch self {
    case .own, .saintOfOwn: 0
    case .alternateAtHome, .saintAtHome: 12
    case .alternate, .saintOfAlternate: 24
    case .expansionOfOwn: 6
    case .expansionAtHome: 18
    case .expansionOfAlternate: 30
    case .code: 20
    case .codeAndName: 40
    case .later: 22
    }
  }
}
