internal import PrefixSearch

/// A folded name, prepared for being compared with what is misspelled.
struct Spelling: Sendable {
  /// The Unicode scalar values of the name.
  let letters: [UInt32]
  let outline: Outline

  /// What tells most names apart at a glance.
  struct Outline: Sendable {
    fileprivate let count: Int
    /// One bit for each letter that occurs; some letters share one.
    fileprivate let letters: UInt64
  }

  init(_ name: String) {
    letters = name.unicodeScalars.map(\.value)
    outline = Outline(
      count: letters.count, letters: letters.reduce(0) { $0 | 1 << UInt64($1 & 63) })
  }
}

/// What was typed and is no name, compared with the names that may have been meant.
///
/// The distance to a name is the number of edits: letters left out, added, changed, or swapped with the
/// next.
struct Misspelling {
  /// The greatest distance to what may have been meant.
  var limit: Int { automaton.limit }
  private let outline: Spelling.Outline
  private let automaton: EditAutomaton

  /// Prepares to compare names with what was typed.
  ///
  /// Two edits are allowed in eight letters or more, one in four or more, none in fewer: codes and
  /// short names differ from each other by as little.
  ///
  /// - Complexity: O(*m*), where *m* is the number of letters typed.
  init(_ typed: String) {
    let spelling = Spelling(typed)
    let count = spelling.letters.count
    outline = spelling.outline
    automaton = EditAutomaton(spelling.letters, limit: count >= 8 ? 2 : count >= 4 ? 1 : 0)
  }

  /// Whether length and letters allow that a name is within the limit.
  ///
  /// - Complexity: O(1).
  func mayReach(_ name: Spelling.Outline) -> Bool {
    // An edit brings at most one letter in and one out.
    abs(name.count - outline.count) <= limit
      && (name.letters ^ outline.letters).nonzeroBitCount <= 2 * limit
  }

  /// The distance to a name; `nil` if it is beyond the limit.
  ///
  /// - Complexity: O(*n*), where *n* is the number of letters of the name; O(1) if ``mayReach(_:)`` is
  ///   false.
  func distance(to name: Spelling) -> Int? {
    guard mayReach(name.outline) else { return nil }
    var state = automaton.start
    for letter in name.letters {
      guard let next = automaton.next(state, letter) else { return nil }
      state = next
    }
    return automaton.distance(state)
  }
}
