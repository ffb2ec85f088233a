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
    let pattern = SimilarPattern(letters, limit: limit, separator: separator)
    var found = SimilarPrefixes<Position>()
    let (first, second) = (letters[0], letters[1])
    // The transposed beginning leads to other keys, unless both letters are the same.
    for start in first == second ? [[first]] : [[first], [second, first]] {
      var (position, state) = (Optional(root), Optional(pattern.automaton.start))
      for letter in start {
        position = position.flatMap {
          child(of: $0, by: UInt8(truncatingIfNeeded: letter))
        }
        state = state.flatMap { pattern.automaton.next($0, letter) }
      }
      guard let position, let state else { continue }
      continueWalk(
        at: position, state, pattern, last: UInt8(truncatingIfNeeded: first), isInside: false,
        &found)
    }
    return found
  }

  /// Continues from a position with the whole state: with endings once all edits are used.
  @inline(__always)
  private func continueWalk(
    at position: Position, _ state: EditAutomaton.State, _ pattern: SimilarPattern, last: UInt8,
    isInside: Bool, _ found: inout SimilarPrefixes<Position>
  ) {
    if let endings = pattern.automaton.endings(after: state) {
      lookUp(endings, below: position, pattern, last: last, isInside: isInside, &found)
    } else {
      visit(position, state, pattern, last: last, isInside: isInside, &found)
    }
  }

  /// Visits the children of a position from which edits are left.
  @specialized(where Self == RadixTree)
  private func visit(
    _ position: Position, _ state: EditAutomaton.State, _ pattern: SimilarPattern, last: UInt8,
    isInside: Bool, _ found: inout SimilarPrefixes<Position>
  ) {
    let automaton = pattern.automaton
    let isAccepted = automaton.distance(state) != nil
    if isAccepted { add(position, pattern, last: last, isInside, &found) }
    let isInside = isInside || isAccepted
    let steps = EditAutomaton.Steps(automaton, from: state)
    guard let other = steps.other, let endings = automaton.endings(after: other),
      !endings.includeEmpty(pattern.bytes.count)
    else {
      // Letters outside of ASCII are never substituted for letters of ASCII.
      forEachChild(of: position, in: Self.letters) { byte, child in
        let near = steps.near(byte)
        if let next = near == 0 ? steps.other : steps.next(near) {
          continueWalk(at: child, next, pattern, last: byte, isInside: isInside, &found)
        }
      }
      return
    }
    // Another letter uses the last edit, so only a few letters may follow it: most children have none.
    forEachChild(
      of: position, in: Self.letters, except: steps.nearLetters,
      continuingWith: endings.firstLetters
    ) { byte, child, lanes in
      lookUp(
        endings.beginning(inLanes: lanes), below: child, pattern, last: byte, isInside: isInside,
        &found)
    }
    let letters = steps.nearLetters
    var lanes = letters.occupiedLanes
    while lanes != 0 {
      let byte = letters[lanes.trailingZeroBitCount]
      let near = letters.lanes(of: byte)
      lanes &= ~near
      if Self.letters.contains(byte), let next = steps.next(UInt32(near)),
        let child = child(of: position, by: byte)
      {
        continueWalk(at: child, next, pattern, last: byte, isInside: isInside, &found)
      }
    }
  }

  /// The bytes that an edit may insert or substitute.
  private static var letters: ClosedRange<UInt8> { 0x20...0x7F }

  /// Looks up the endings of a text that may follow a position, the shortest first.
  @specialized(where Self == RadixTree)
  private func lookUp(
    _ endings: EditAutomaton.Endings, below position: Position, _ pattern: SimilarPattern,
    last: UInt8, isInside: Bool, _ found: inout SimilarPrefixes<Position>
  ) {
    let letters = pattern.bytes.span
    let known = found.prefixes.count
    var rest = endings.plain | endings.transposed
    while rest != 0 {
      let bit = UInt32(truncatingIfNeeded: 31 &- rest.leadingZeroBitCount)
      rest ^= 1 &<< bit
      let start = endings.first &+ Int(bit)
      if endings.plain &>> bit & 1 != 0,
        let end = self.position(of: letters.extracting(start...), from: position)
      {
        add(
          end, pattern, last: start < letters.count ? letters[letters.count &- 1] : last,
          isInside || found.contains(rows(below: end), from: known), &found)
      }
      if endings.transposed &>> bit & 1 != 0,
        let swapped = child(of: position, by: letters[start &- 1]),
        let end = self.position(of: letters.extracting((start &+ 1)...), from: swapped)
      {
        add(
          end, pattern,
          last: letters[start &+ 1 < letters.count ? letters.count &- 1 : start &- 1],
          isInside || found.contains(rows(below: end), from: known), &found)
      }
    }
  }

  /// Adds the rows below a prefix that is within the limit.
  @inline(__always)
  private func add(
    _ position: Position, _ pattern: SimilarPattern, last: UInt8, _ isInside: Bool,
    _ found: inout SimilarPrefixes<Position>
  ) {
    if !isInside { found.add(rows(below: position), position) }
    if last == pattern.separator {
      // The terminator of a key is not part of any of its prefixes here.
      if !isInside { found.removeFirst(rows(endingAt: position).count) }
    } else if let end = child(of: position, by: pattern.separator) {
      found.addWords(exact: rows(endingAt: end), all: rows(below: end))
    }
  }
}

/// A text, and the automaton that compares prefixes with it.
private struct SimilarPattern {
  let automaton: EditAutomaton
  let bytes: [UInt8]
  /// The byte between words, which also terminates every key.
  let separator: UInt8

  init(_ letters: [UInt32], limit: Int, separator: UInt8) {
    automaton = EditAutomaton(letters, limit: limit)
    bytes = letters.map { UInt8(truncatingIfNeeded: $0) }
    self.separator = separator
  }
}

extension SimilarPrefixes {
  /// Whether one of the prefixes from number `first` on has all of `rows`.
  fileprivate func contains(_ rows: Range<Int>, from first: Int) -> Bool {
    for number in first..<max(first, prefixes.count) where prefixes[number].rows.contains(rows) {
      return true
    }
    return false
  }

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
