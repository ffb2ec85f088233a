/// The prefixes of keys within an edit distance of a text, and the keys below them.
package struct SimilarPrefixes<Position: Sendable>: Sendable {
  /// The shortest such prefixes: none of them begins another one.
  package private(set) var prefixes: [(rows: Range<Int>, position: Position?)] = []
  /// The rows whose whole key, without its terminator, is such a prefix.
  package private(set) var whole: [Range<Int>] = []
  /// The rows whose key continues with a separator and more letters after such a prefix.
  package private(set) var words: [Range<Int>] = []

  fileprivate init() {}
}

/// A walk along all prefixes of keys that a Levenshtein automaton accepts.
///
/// While edits are left, all children of a position are visited; once they are used, only the children
/// of the letters that the automaton accepts are looked up. So the walk branches along the text itself,
/// and hardly anywhere else.
extension PrefixIndex {
  /// Finds the prefixes of keys within an edit distance of a text.
  ///
  /// A prefix has to begin with the first letter of the text, or with the first two transposed: people
  /// rarely mistype the first letter, and the walk would be many times as long.
  ///
  /// - Parameters:
  ///   - letters: The text, two letters of ASCII or more.
  ///   - limit: The greatest number of edits, 1 or 2.
  ///   - separator: The byte between words, which also terminates every key.
  /// - Returns: The prefixes.
  /// - Complexity: *s* steps of the walk, where *s* is the number of prefixes of keys within the limit of
  ///   a prefix of the text.
  @specialized(where Self == RadixTree)
  package func prefixes(
    similarTo letters: [UInt32], limit: Int, separator: UInt8
  ) -> SimilarPrefixes<Position> {
    precondition(letters.count >= 2, "The text must have at least 2 letters, got \(letters.count).")
    let automaton = EditAutomaton(letters, limit: limit)
    var found = SimilarPrefixes<Position>()
    let (first, second) = (letters[0], letters[1])
    // The transposed beginning leads to other keys, unless both letters are the same.
    for start in first == second ? [[first]] : [[first], [second, first]] {
      var (position, state) = (Optional(root), Optional(automaton.start))
      for letter in start {
        position = position.flatMap {
          child(of: $0, by: UInt8(truncatingIfNeeded: letter))
        }
        state = state.flatMap { automaton.next($0, letter) }
      }
      guard let position, let state else { continue }
      visit(
        position, state, automaton, separator: separator, last: UInt8(truncatingIfNeeded: first),
        isInside: false, &found)
    }
    return found
  }

  @specialized(where Self == RadixTree)
  private func visit(
    _ position: Position, _ state: EditAutomaton.State, _ automaton: EditAutomaton,
    separator: UInt8, last: UInt8, isInside: Bool, _ found: inout SimilarPrefixes<Position>
  ) {
    let isAccepted = automaton.distance(state) != nil
    if isAccepted {
      add(position, separator: separator, isBehindSeparator: last == separator, isInside, &found)
    }
    let isInside = isInside || isAccepted
    if let continuations = automaton.continuations(after: state) {
      var (rest, seen) = (continuations, UInt32.max)
      while rest != 0 {
        let bit = rest.trailingZeroBitCount
        rest &= rest &- 1
        // A letter may occur at several positions of the pattern, mostly at neighboring ones.
        guard let letter = automaton.letter(bit, after: state), letter != seen, letter < 0x80,
          !isRepeated(letter, before: bit, of: continuations, automaton, state)
        else { continue }
        seen = letter
        let byte = UInt8(truncatingIfNeeded: letter)
        guard let child = child(of: position, by: byte), let next = automaton.next(state, letter)
        else { continue }
        visit(
          child, next, automaton, separator: separator, last: byte, isInside: isInside, &found)
      }
      return
    }
    // Letters outside of ASCII are never substituted for letters of ASCII.
    forEachChild(of: position, in: 0x20...0x7F) { byte, child in
      guard let next = automaton.next(state, UInt32(byte)) else { return }
      visit(child, next, automaton, separator: separator, last: byte, isInside: isInside, &found)
    }
  }

  /// Whether a letter occurs at a lower bit of the continuations.
  @inline(__always)
  private func isRepeated(
    _ letter: UInt32, before bit: Int, of continuations: UInt32, _ automaton: EditAutomaton,
    _ state: EditAutomaton.State
  ) -> Bool {
    var rest = continuations & (1 << UInt32(bit) &- 1)
    while rest != 0 {
      if automaton.letter(rest.trailingZeroBitCount, after: state) == letter { return true }
      rest &= rest &- 1
    }
    return false
  }

  /// Adds the rows below a prefix that is within the limit.
  @inline(__always)
  private func add(
    _ position: Position, separator: UInt8, isBehindSeparator: Bool, _ isInside: Bool,
    _ found: inout SimilarPrefixes<Position>
  ) {
    if !isInside { found.add(rows(below: position), position) }
    if isBehindSeparator {
      // The terminator of a key is not part of any of its prefixes here.
      if !isInside { found.removeFirst(rows(endingAt: position).count) }
    } else if let end = child(of: position, by: separator) {
      found.addWords(exact: rows(endingAt: end), all: rows(below: end))
    }
  }
}

extension SimilarPrefixes {
  fileprivate mutating func add(_ rows: Range<Int>, _ position: Position) {
    prefixes.append((rows, position))
  }

  /// Removes the first `count` rows from the prefix that was added last.
  fileprivate mutating func removeFirst(_ count: Int) {
    guard count > 0, let (rows, _) = prefixes.popLast(), count < rows.count else { return }
    prefixes.append((rows.lowerBound + count..<rows.upperBound, nil))
  }

  fileprivate mutating func addWords(exact: Range<Int>, all: Range<Int>) {
    if !exact.isEmpty { whole.append(exact) }
    let rest = max(all.lowerBound, exact.upperBound)
    if rest < all.upperBound { words.append(rest..<all.upperBound) }
  }
}
