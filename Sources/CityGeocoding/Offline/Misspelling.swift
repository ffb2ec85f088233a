internal import PrefixSearch

/// A folded name, prepared for comparison with misspelt text.
struct Spelling: Sendable {
  /// The Unicode scalar values of the name.
  let letters: [UInt32]
  let outline: Outline

  /// A summary that rules out most names in O(1).
  struct Outline: Sendable {
    fileprivate let count: Int
    /// A bit set of the letters that occur; some letters share a bit.
    fileprivate let letters: UInt64
  }

  init(_ name: String) {
    letters = name.unicodeScalars.map(\.value)
    outline = Outline(
      count: letters.count, letters: letters.reduce(0) { $0 | 1 << UInt64($1 & 63) })
  }
}

/// Misspelt text, to be compared with known names.
///
/// The distance to a name is the number of edits: letters deleted, inserted, replaced, or swapped with
/// the next one.
struct Misspelling {
  /// The greatest distance that is accepted.
  var limit: Int { automaton.limit }
  private let outline: Spelling.Outline
  private let automaton: EditAutomaton

  /// Builds the automaton of a typed text.
  ///
  /// The limit is two edits for eight letters or more, one for four or more, and none for fewer: short
  /// names and codes differ from each other by one or two letters.
  ///
  /// - Complexity: O(*m*), where *m* is the number of typed letters.
  init(_ typed: String) {
    let spelling = Spelling(typed)
    let count = spelling.letters.count
    outline = spelling.outline
    automaton = EditAutomaton(spelling.letters, limit: count >= 8 ? 2 : count >= 4 ? 1 : 0)
  }

  /// Whether a name can be within the limit, by its length and letters.
  ///
  /// - Complexity: O(1).
  func canReach(_ name: Spelling.Outline) -> Bool {
    // An edit adds at most one letter and removes at most one.
    abs(name.count - outline.count) <= limit
      && (name.letters ^ outline.letters).nonzeroBitCount <= 2 * limit
  }

  /// The distance to a name; `nil` if it is beyond the limit.
  ///
  /// - Complexity: O(*n*), where *n* is the number of letters of the name; O(1) if ``canReach(_:)`` is
  ///   false.
  func distance(to name: Spelling) -> Int? {
    guard canReach(name.outline) else { return nil }
    var state = automaton.start
    for letter in name.letters {
      guard let next = automaton.next(state, letter) else { return nil }
      state = next
    }
    return automaton.distance(state)
  }
}
