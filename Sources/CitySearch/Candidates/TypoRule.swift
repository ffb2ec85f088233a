internal import PrefixSearch

/// Which queries are corrected, and by how many edits.
///
/// The automaton of these edits is `EditAutomaton` in PrefixSearch; an edit inserts, deletes or
/// substitutes a letter, or swaps two neighbors.
enum TypoRule {
  /// Corrections are searched for only if fewer cities than this match the text as typed.
  static let sufficientMatchCount = 10
  /// The least number of letters of a text that is corrected.
  static let shortestText = 4
  /// The greatest one: longer texts are no names, and the depth of the recursive walk is the length of
  /// the text.
  static let longestText = 255
  /// The least number of letters of a text in which two edits are allowed.
  static let shortestTextWithTwoEdits = 8

  /// The numbers of edits to try, until one of them finds a name.
  static func editLimits(letterCount: Int) -> ClosedRange<Int> {
    1...(letterCount >= shortestTextWithTwoEdits ? 2 : 1)
  }
}

extension SearchQuery {
  /// Whether other matches follow if fewer cities than are sufficient match the text as typed.
  ///
  /// - Parameters:
  ///   - folded: The text, folded.
  ///   - count: The number of cities that match as typed, if it is known.
  /// - Returns: Whether they may follow.
  @inline(__always)
  func mayBeCorrected(_ folded: borrowing FoldedQuery, after count: Int = 0) -> Bool {
    typos == .automatic && count < TypoRule.sufficientMatchCount && folded.mayBeCorrected
  }
}

extension FoldedQuery {
  /// Whether the text is long enough to be corrected, see ``correctableLetters``.
  var mayBeCorrected: Bool {
    count >= TypoRule.shortestText + (endsInSeparator ? 1 : 0)
  }

  /// The letters, if the text can be corrected: if it has 4 to 255 of them, and all are ASCII.
  var correctableLetters: [UInt32]? {
    guard (TypoRule.shortestText...TypoRule.longestText).contains(count) else { return nil }
    let letters = (0..<count).map { UInt32(self[$0]) }
    return letters.allSatisfy { $0 < 0x80 } ? letters : nil
  }
}
