/// The prefixes of keys within an edit distance of a text, and the keys below them.
@usableFromInline package struct SimilarPrefixes<Position: Sendable>: Sendable {
  /// The shortest such prefixes: none of them begins another one.
  @usableFromInline package private(set) var prefixes: [(rows: Range<Int>, position: Position?)] =
    []
  /// The rows whose whole key, without its terminator, is such a prefix.
  @usableFromInline package private(set) var whole: [Range<Int>] = []
  /// The rows whose key continues with a separator and more letters after such a prefix.
  @usableFromInline package private(set) var words: [Range<Int>] = []

  fileprivate init() {}

  /// Whether no key has such a prefix.
  @inlinable package var isEmpty: Bool { prefixes.isEmpty && whole.isEmpty && words.isEmpty }
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
  ///   - wholeOnly: Whether only keys are found that equal such a prefix, without their terminator; then
  ///     only ``SimilarPrefixes/whole`` is given.
  ///   - filter: The first letters of all keys, if they are known.
  /// - Returns: The prefixes.
  /// - Complexity: *s* steps of the walk, where *s* is the number of prefixes of keys within the limit of
  ///   a prefix of the text.
  @specialized(where Self == TopKTree)
  package func prefixes(
    similarTo letters: [UInt32], limit: Int, separator: UInt8, wholeOnly: Bool = false,
    filter: PrefixFilter? = nil
  ) -> SimilarPrefixes<Position> {
    precondition(letters.count >= 2, "The text must have at least 2 letters, got \(letters.count).")
    let pattern = SimilarPattern(
      letters, limit: limit, separator: separator, wholeOnly: wholeOnly, filter: filter)
    var found = SimilarPrefixes<Position>()
    begin(with: letters[0], nil, pattern, &found)
    // The transposed beginning leads to other keys, unless both letters are the same.
    if letters[0] != letters[1] { begin(with: letters[1], letters[0], pattern, &found) }
    return found
  }

  /// Begins with the first letter of the text, or with its second letter and then the first one.
  private func begin(
    with first: UInt32, _ second: UInt32?, _ pattern: SimilarPattern,
    _ found: inout SimilarPrefixes<Position>
  ) {
    var path = SimilarPath()
    let automaton = pattern.automaton
    let byte = UInt8(truncatingIfNeeded: first)
    guard let position = child(of: root, by: byte),
      let state = automaton.next(automaton.start, first)
    else { return }
    guard let second else {
      return continueWalk(at: position, path, byte, state, pattern, isInside: false, &found)
    }
    path.append(byte)
    let next = UInt8(truncatingIfNeeded: second)
    if let position = child(of: position, by: next), let state = automaton.next(state, second) {
      continueWalk(at: position, path, next, state, pattern, isInside: false, &found)
    }
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
  @specialized(where Self == TopKTree)
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
    let (bytes, near) = (bytes(after: position).intersection(pattern.letters), steps.nearLetters)
    for byte in bytes.subtracting(near) {
      let endings = continuations.endings(after: byte, in: pattern.filter)
      lookUp(endings, after: byte, from: position, pattern, isInside: isInside, &found)
    }
    for byte in bytes.intersection(near) {
      guard let next = steps.next(steps.near(byte)) else { continue }
      if let endings = automaton.endings(after: next) {
        let endings = pattern.possible(endings, after: path.appending(byte))
        lookUp(endings, after: byte, from: position, pattern, isInside: isInside, &found)
      } else if let child = child(of: position, by: byte) {
        visit(child, path.appending(byte), last: byte, next, pattern, isInside: isInside, &found)
      }
    }
  }

  /// Looks up the endings of a text that may follow a position and a byte.
  @inline(__always)
  private func lookUp(
    _ endings: EditAutomaton.Endings, after byte: UInt8, from position: Position,
    _ pattern: SimilarPattern, isInside: Bool, _ found: inout SimilarPrefixes<Position>
  ) {
    guard !endings.isEmpty else { return }
    // The filter lets a third of the texts through, though no key begins with most of these.
    let endings = remaining(endings, after: byte, from: position, pattern)
    guard !endings.isEmpty, let child = child(of: position, by: byte) else { return }
    lookUp(endings, below: child, pattern, last: byte, isInside: isInside, &found)
  }

  /// The endings that follow a position and a byte, as far as that is known sooner than their rows: in a
  /// radix tree.
  @inline(__always)
  private func remaining(
    _ endings: EditAutomaton.Endings, after byte: UInt8, from position: Position,
    _ pattern: SimilarPattern
  ) -> EditAutomaton.Endings {
    guard Self.self == TopKTree.self, let tree = (self as? TopKTree)?.radixTree,
      let position = position as? RadixTree.Position
    else { return endings }
    guard let next = tree.step(byte, from: position) else { return EditAutomaton.Endings() }
    let letters = pattern.bytes.span
    var (remaining, rest) = (endings, endings.plain | endings.transposed)
    while rest != 0 {
      let bit = rest & (0 &- rest)
      let start = endings.first &+ rest.trailingZeroBitCount
      rest ^= bit
      if endings.plain & bit != 0, !tree.leads(letters.extracting(start...), from: next) {
        remaining.plain ^= bit
      }
      if endings.transposed & bit != 0 {
        let swapped = tree.step(letters[start &- 1], from: next)
        if !(swapped.map { tree.leads(letters.extracting((start &+ 1)...), from: $0) } ?? false) {
          remaining.transposed ^= bit
        }
      }
    }
    return remaining
  }

  /// Looks up the endings of a text that may follow a position, the shortest first.
  @specialized(where Self == TopKTree)
  private func lookUp(
    _ endings: EditAutomaton.Endings, below position: Position, _ pattern: SimilarPattern,
    last: UInt8, isInside: Bool, _ found: inout SimilarPrefixes<Position>
  ) {
    let letters = pattern.bytes.span
    let known = found.prefixes.count
    /// Adds the rows below a prefix that ends in the letters from `start` on, or in `last` if there are none.
    func add(_ end: Position, from start: Int, last: UInt8) {
      let last = start < pattern.count ? letters[pattern.count &- 1] : last
      if pattern.isWholeOnly {
        // The terminator has been read.
        if last != pattern.separator { found.addWhole(rows(endingAt: end)) }
      } else {
        self.add(
          end, pattern, last: last, isInside || found.contains(rows(below: end), from: known),
          &found)
      }
    }
    var rest = endings.plain | endings.transposed
    while rest != 0 {
      let bit = UInt32(truncatingIfNeeded: 31 &- rest.leadingZeroBitCount)
      rest ^= 1 &<< bit
      let start = endings.first &+ Int(bit)
      if endings.plain &>> bit & 1 != 0,
        let end = self.position(of: letters.extracting(start...), from: position)
      {
        add(end, from: start, last: last)
      }
      if endings.transposed &>> bit & 1 != 0,
        let swapped = child(of: position, by: letters[start &- 1]),
        let end = self.position(of: letters.extracting((start &+ 1)...), from: swapped)
      {
        add(end, from: start &+ 1, last: letters[start &- 1])
      }
    }
  }

  /// Adds the rows below a prefix that is within the limit.
  @inline(__always)
  private func add(
    _ position: Position, _ pattern: SimilarPattern, last: UInt8, _ isInside: Bool,
    _ found: inout SimilarPrefixes<Position>
  ) {
    let isSeparated = last == pattern.separator
    if !isInside, !pattern.isWholeOnly {
      found.add(rows(below: position), position)
      // The terminator of a key is not part of any of its prefixes here.
      if isSeparated { found.removeFirst(rows(endingAt: position).count) }
    }
    guard !isSeparated, let end = child(of: position, by: pattern.separator) else { return }
    let exact = rows(endingAt: end)
    found.addWhole(exact)
    if !pattern.isWholeOnly { found.addWords(exact: exact, all: rows(below: end)) }
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

  fileprivate mutating func addWhole(_ rows: Range<Int>) {
    if !rows.isEmpty { whole.append(rows) }
  }

  fileprivate mutating func addWords(exact: Range<Int>, all: Range<Int>) {
    let rest = max(all.lowerBound, exact.upperBound)
    if rest < all.upperBound { words.append(rest..<all.upperBound) }
  }
}
