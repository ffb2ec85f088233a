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
  static func editLimits(letterCount: Int) -> [Int] {
    letterCount >= shortestTextWithTwoEdits ? [1, 2] : [1]
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

/// The prefix of a key with the least edit distance from a text with typos.
struct ClosestPrefix {
  /// Its length in bytes.
  let length: Int
  /// The edit distance.
  let distance: Int

  /// Finds the prefix; `nil` if none is within two edits.
  ///
  /// Of several with the same distance, the one whose length is closest to that of the text is taken, and
  /// of these the shorter one.
  ///
  /// - Parameters:
  ///   - key: The key, without its final space.
  ///   - typed: The text, which is ASCII.
  /// - Complexity: O(*m*), where *m* is the length of the text in bytes.
  init?(of key: [UInt8], to typed: FoldedQuery) {
    let automaton = EditAutomaton(typed.bytes.map(UInt32.init), limit: 2)
    var best: (distance: Int, difference: Int, length: Int)?
    var state = automaton.start
    for (index, byte) in key.enumerated() {
      guard byte < 0x80, let next = automaton.next(state, UInt32(byte)) else { break }
      state = next
      guard let distance = automaton.distance(state) else { continue }
      let candidate = (distance, abs(index + 1 - typed.count), index + 1)
      if best.map({ candidate < $0 }) ?? true { best = candidate }
    }
    guard let best else { return nil }
    (length, distance) = (best.length, best.distance)
  }

  /// Takes the whole key; `nil` if it is not within two edits.
  init?(whole key: [UInt8], to typed: FoldedQuery) {
    let automaton = EditAutomaton(typed.bytes.map(UInt32.init), limit: 2)
    var state: EditAutomaton.State? = automaton.start
    for byte in key { state = state.flatMap { automaton.next($0, UInt32(byte)) } }
    guard let distance = state.flatMap({ automaton.distance($0) }) else { return nil }
    (length, self.distance) = (key.count, distance)
  }
}
