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
/// While edits are left, all children of a position are visited. Once they are used, one of a few endings
/// of the text has to follow, so these are looked up whole. A filter excludes most of them before.
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
  ///   - filter: The first letters of all keys, if they are known.
  /// - Returns: The prefixes.
  /// - Complexity: *s* steps of the walk, where *s* is the number of prefixes of keys within the limit of
  ///   a prefix of the text.
  @specialized(where Self == RadixTree)
  package func prefixes(
    similarTo letters: [UInt32], limit: Int, separator: UInt8, filter: PrefixFilter? = nil
  ) -> SimilarPrefixes<Position> {
    precondition(letters.count >= 2, "The text must have at least 2 letters, got \(letters.count).")
    let pattern = SimilarPattern(letters, limit: limit, separator: separator, filter: filter)
    var found = SimilarPrefixes<Position>()
    let (first, second) = (letters[0], letters[1])
    // The transposed beginning leads to other keys, unless both letters are the same.
    for start in first == second ? [[first]] : [[first], [second, first]] {
      var (position, state) = (Optional(root), Optional(pattern.automaton.start))
      var path = SimilarPath()
      for (number, letter) in start.enumerated() {
        let byte = UInt8(truncatingIfNeeded: letter)
        position = position.flatMap { child(of: $0, by: byte) }
        state = state.flatMap { pattern.automaton.next($0, letter) }
        if number < start.count - 1 { path.append(byte) }
      }
      guard let position, let state else { continue }
      continueWalk(
        at: position, path, UInt8(truncatingIfNeeded: first), state, pattern, isInside: false,
        &found)
    }
    return found
  }

  /// Continues from the position that a path and one more byte lead to: with endings once all edits are
  /// used.
  @inline(__always)
  private func continueWalk(
    at position: Position, _ path: SimilarPath, _ byte: UInt8, _ state: EditAutomaton.State,
    _ pattern: SimilarPattern, isInside: Bool, _ found: inout SimilarPrefixes<Position>
  ) {
    if let endings = pattern.automaton.endings(after: state) {
      let endings = pattern.possible(endings, after: path.appending(byte))
      guard !endings.isEmpty else { return }
      lookUp(endings, below: position, pattern, last: byte, isInside: isInside, &found)
    } else {
      visit(position, path.appending(byte), last: byte, state, pattern, isInside: isInside, &found)
    }
  }

  /// Visits the children of a position from which edits are left.
  @specialized(where Self == RadixTree)
  private func visit(
    _ position: Position, _ path: SimilarPath, last: UInt8, _ state: EditAutomaton.State,
    _ pattern: SimilarPattern, isInside: Bool, _ found: inout SimilarPrefixes<Position>
  ) {
    let automaton = pattern.automaton
    let isAccepted = automaton.distance(state) != nil
    if isAccepted { add(position, pattern, last: last, isInside, &found) }
    let isInside = isInside || isAccepted
    let steps = EditAutomaton.Steps(automaton, from: state)
    guard let other = steps.other, let endings = automaton.endings(after: other) else {
      // Letters outside of ASCII are never substituted for letters of ASCII.
      forEachChild(of: position, in: pattern.letters) { byte, child in
        let near = steps.near(byte)
        if let next = near == 0 ? steps.other : steps.next(near) {
          continueWalk(at: child, path, byte, next, pattern, isInside: isInside, &found)
        }
      }
      return
    }
    // Another letter uses the last edit, so one of a few endings must follow it: after most letters, no
    // key continues with any of them.
    let continuations = Continuations(pattern, endings, path)
    for byte in bytes(after: position) where pattern.letters.contains(byte) {
      let near = steps.near(byte)
      if near == 0 {
        let endings = continuations.endings(after: byte, in: pattern.filter)
        if !endings.isEmpty, let child = child(of: position, by: byte) {
          lookUp(endings, below: child, pattern, last: byte, isInside: isInside, &found)
        }
      } else if let next = steps.next(near), let child = child(of: position, by: byte) {
        continueWalk(at: child, path, byte, next, pattern, isInside: isInside, &found)
      }
    }
  }

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
