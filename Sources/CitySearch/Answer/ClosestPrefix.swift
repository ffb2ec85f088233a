internal import PrefixSearch

/// The prefix of a key with the least edit distance from a text with typos.
struct ClosestPrefix {
  /// Its length in bytes.
  let length: Int
  /// The edit distance, in letters.
  let distance: Int

  /// Finds the prefix; `nil` if none is within two edits.
  ///
  /// Of several with the same distance, the one whose length is closest to that of the text is taken, and
  /// of these the shorter one; lengths are compared in letters.
  ///
  /// - Parameters:
  ///   - key: The key, without its final space.
  ///   - typed: The text.
  /// - Complexity: O(*m*), where *m* is the length of the text in bytes.
  init?(of key: [UInt8], to typed: FoldedQuery) {
    let letters = typed.letters
    var best: (distance: Int, difference: Int, length: Int)?
    Self.walk(along: key, by: EditAutomaton(letters, limit: 2)) { distance, count, length in
      let candidate = (distance, abs(count - letters.count), length)
      if best.map({ candidate < $0 }) ?? true { best = candidate }
    }
    guard let best else { return nil }
    (length, distance) = (best.length, best.distance)
  }

  /// Takes the whole key; `nil` if it is not within two edits.
  init?(whole key: [UInt8], to typed: FoldedQuery) {
    var whole: Int?
    Self.walk(along: key, by: EditAutomaton(typed.letters, limit: 2)) { distance, _, length in
      if length == key.count { whole = distance }
    }
    guard let whole else { return nil }
    (length, distance) = (key.count, whole)
  }

  /// Calls a function with the distance of each prefix that is near enough, the number of its letters, and
  /// its length in bytes, the shortest first.
  private static func walk(
    along key: [UInt8], by automaton: EditAutomaton, _ body: (Int, Int, Int) -> Void
  ) {
    let bytes = key.span
    var (state, count, length) = (automaton.start, 0, 0)
    while length < bytes.count {
      let letter = bytes.decodeScalar(at: length)
      guard let next = automaton.next(state, letter.scalar) else { return }
      (state, count, length) = (next, count + 1, length + letter.length)
      if let distance = automaton.distance(state) { body(distance, count, length) }
    }
  }
}
