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
  /// The greatest number of them: longer texts are no names, and the depth of the recursive walk is the length of
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
  /// Whether the text has enough letters to be corrected, see ``correctableLetters``.
  @inline(__always)
  var mayBeCorrected: Bool {
    let least = TypoRule.shortestText + (endsInSeparator ? 1 : 0)
    guard count >= least else { return false }
    // A byte of ASCII is a letter, and mostly the first eight bytes are ASCII.
    return firstWord & 0x8080_8080_8080_8080 == 0 || hasLetters(least)
  }

  /// Whether the text has a number of letters, or more.
  private func hasLetters(_ least: Int) -> Bool {
    withBytes { bytes in
      var count = 0
      for index in bytes.indices {
        // A letter has one byte that is no continuation byte of UTF-8.
        count += bytes[index] & 0xC0 == 0x80 ? 0 : 1
        if count == least { return true }
      }
      return false
    }
  }

  /// The letters, if the text can be corrected: if it has 4 to 255 of them, Unicode scalars of any script.
  var correctableLetters: [UInt32]? {
    guard (TypoRule.shortestText...4 * TypoRule.longestText).contains(count) else { return nil }
    let letters = letters
    return (TypoRule.shortestText...TypoRule.longestText).contains(letters.count) ? letters : nil
  }

  /// The letters, as Unicode scalars.
  ///
  /// - Complexity: O(`count`)
  var letters: [UInt32] {
    withBytes { bytes in
      var (letters, index) = ([UInt32](), 0)
      letters.reserveCapacity(bytes.count)
      while index < bytes.count {
        let (letter, length) = bytes.decodeScalar(at: index)
        letters.append(letter)
        index += length
      }
      return letters
    }
  }
}
