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
/// It goes from letter to letter, which are Unicode scalars, while an index goes from byte to byte. As
/// long as edits are left, all letters after a position are visited. Once all edits are used, one of a
/// few endings of the text has to follow, so these are looked up whole. A filter excludes most endings
/// before they are looked up.
extension PrefixIndex {
  /// Finds the prefixes of keys within an edit distance of a text.
  ///
  /// A prefix has to begin with the first letter of the text, or with the first two transposed: people
  /// rarely mistype the first letter, and the walk would be many times as long.
  ///
  /// - Parameters:
  ///   - letters: The text, two letters or more: Unicode scalars, as the keys are UTF-8.
  ///   - limit: The greatest number of edits, 1 or 2.
  ///   - separator: The byte between words, which also terminates every key.
  ///   - wholeOnly: Whether only keys are found that equal such a prefix, without their terminator; then
  ///     only ``SimilarPrefixes/whole`` is given.
  ///   - filter: The first letters of all keys, if they are known.
  /// - Returns: The prefixes.
  /// - Complexity: *s* steps of the walk, where *s* is the number of prefixes of keys within the limit of
  ///   a prefix of the text.
  @specialized(where Self == RadixTree)
  package func prefixes(
    similarTo letters: [UInt32], limit: Int, separator: UInt8, wholeOnly: Bool = false,
    filter: PrefixFilter? = nil
  ) -> SimilarPrefixes<Position> {
    // A tree with lists is walked as the tree that it has, so that there is one copy of the walk: 19 kB of a page. The
    // casts are resolved where the caller is specialized.
    if Self.self == TopKTree.self, let tree = (self as? TopKTree)?.radixTree,
      let found = tree.prefixes(
        similarTo: letters, limit: limit, separator: separator, wholeOnly: wholeOnly, filter: filter
      )
        as? SimilarPrefixes<Position>
    {
      return found
    }
    precondition(letters.count >= 2, "The text must have at least 2 letters, got \(letters.count).")
    let pattern = SimilarPattern(
      letters, limit: limit, separator: separator, wholeOnly: wholeOnly, filter: filter)
    var found = SimilarPrefixes<Position>()
    begin(letters, with: 0, nil, pattern, &found)
    // The transposed beginning leads to other keys, unless both letters are the same.
    if letters[0] != letters[1] { begin(letters, with: 1, 0, pattern, &found) }
    return found
  }

  /// Begins with the first letter of the text, or with its second letter and then the first one.
  private func begin(
    _ letters: [UInt32], with first: Int, _ second: Int?, _ pattern: SimilarPattern,
    _ found: inout SimilarPrefixes<Position>
  ) {
    var path = SimilarPath()
    let automaton = pattern.automaton
    guard let position = child(of: root, byLetter: first, of: pattern),
      let state = automaton.next(automaton.start, letters[first])
    else { return }
    let code = pattern.code(of: first)
    guard let second else {
      return continueWalk(at: position, path, code, state, pattern, isInside: false, &found)
    }
    path.append(code)
    if let position = child(of: position, byLetter: second, of: pattern),
      let state = automaton.next(state, letters[second])
    {
      continueWalk(
        at: position, path, pattern.code(of: second), state, pattern, isInside: false, &found)
    }
  }

  /// The position after a letter of the text.
  @inline(__always)
  private func child(
    of position: Position, byLetter number: Int, of pattern: SimilarPattern
  ) -> Position? {
    let bytes = pattern.bytes(of: number)
    guard bytes.count > 1 else {
      return child(of: position, by: pattern.bytes[bytes.lowerBound])
    }
    return self.position(of: pattern.bytes.span.extracting(bytes), from: position)
  }

  /// Continues from the position that a path and one more letter lead to: looks up endings if all edits
  /// are used, and visits the children otherwise.
  @inline(__always)
  private func continueWalk(
    at position: Position, _ path: SimilarPath, _ code: UInt8, _ state: EditAutomaton.State,
    _ pattern: SimilarPattern, isInside: Bool, _ found: inout SimilarPrefixes<Position>
  ) {
    if let endings = pattern.automaton.endings(after: state) {
      let endings = pattern.possible(endings, after: path.appending(code))
      guard !endings.isEmpty else { return }
      lookUp(endings, below: position, last: code, pattern, isInside: isInside, &found)
    } else {
      visit(position, path.appending(code), last: code, state, pattern, isInside: isInside, &found)
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
    if isAccepted { add(position, last: last, isInside, pattern, &found) }
    let isInside = isInside || isAccepted
    let steps = EditAutomaton.Steps(automaton, from: state)
    guard let other = steps.other, let endings = automaton.endings(after: other) else {
      return forEachLetter(after: position, pattern.allBytes) { letter, child in
        let code = LetterCode.of(letter)
        let near = steps.near(letter, code: code, of: automaton)
        let isOther = near == 0 && !EditAutomaton.isDigit(letter)
        if let next = isOther ? steps.other : steps.next(near, letter) {
          continueWalk(at: child, path, code, next, pattern, isInside: isInside, &found)
        }
      }
    }
    // A letter that differs from all near letters of the text uses the last edit, so one of a few
    // endings must follow it. After most letters, no key continues with any of these endings.
    let bytes = bytes(after: position)
    var iterator = bytes.makeIterator()
    guard let byte = iterator.next() else { return }
    if byte < 0x80, iterator.next() == nil {
      // Mostly all keys continue with the same letter, and the preparation below pays for many letters
      // only.
      guard let next = steps.next(steps.near(byte), UInt32(byte)) else { return }
      if let endings = automaton.endings(after: next) {
        let endings = pattern.possible(endings, after: path.appending(byte))
        if endings.isEmpty { return }
        lookUp(endings, after: byte, from: position, pattern, isInside: isInside, &found)
      } else if let child = child(of: position, by: byte) {
        visit(child, path.appending(byte), last: byte, next, pattern, isInside: isInside, &found)
      }
      return
    }
    let continuations = Continuations(pattern, endings, path)
    let near = steps.nearASCII
    for byte in bytes.subtracting(pattern.digits).subtracting(near) {
      if byte < 0x80 {
        let endings = continuations.endings(after: byte, in: pattern.filter)
        if endings.isEmpty { continue }
        lookUp(endings, after: byte, from: position, pattern, isInside: isInside, &found)
      } else if pattern.isASCII, !continuations.mayLeaveASCII(in: pattern.filter) {
        break
      } else if let letter = PartialLetter(first: byte), let next = step(byte, from: position) {
        visitLetters(
          letter, at: next, from: position, path, steps, continuations,
          pattern, isInside: isInside, &found)
      }
    }
    for byte in bytes.intersection(near) {
      guard let next = steps.next(steps.near(byte), UInt32(byte)) else { continue }
      if let endings = automaton.endings(after: next) {
        let endings = pattern.possible(endings, after: path.appending(byte))
        if endings.isEmpty { continue }
        lookUp(endings, after: byte, from: position, pattern, isInside: isInside, &found)
      } else if let child = child(of: position, by: byte) {
        visit(child, path.appending(byte), last: byte, next, pattern, isInside: isInside, &found)
      }
    }
  }

  /// Visits the letters outside of ASCII after `position` that begin with some bytes, where a letter
  /// that differs from the text uses the last edit.
  ///
  /// The bytes lead from `position` to `place`, a position that may have been reached without its rows.
  @specialized(where Self == TopKTree)
  private func visitLetters(
    _ partial: PartialLetter, at place: Position, from position: Position, _ path: SimilarPath,
    _ steps: EditAutomaton.Steps, _ continuations: Continuations, _ pattern: SimilarPattern,
    isInside: Bool, _ found: inout SimilarPrefixes<Position>
  ) {
    let automaton = pattern.automaton
    for byte in bytes(after: place) {
      guard let longer = partial.appending(byte) else { continue }
      guard longer.missing == 0 else {
        guard let next = step(byte, from: place) else { continue }
        visitLetters(
          longer, at: next, from: position, path, steps, continuations,
          pattern, isInside: isInside, &found)
        continue
      }
      let letter = longer.value
      let code = LetterCode.of(letter)
      let near = steps.near(letter, code: code, of: automaton)
      var endings = EditAutomaton.Endings()
      if near == 0 {
        endings = continuations.endings(after: code, in: pattern.filter)
      } else if let next = steps.next(near, letter) {
        guard let after = automaton.endings(after: next) else {
          if let child = child(of: position, byLetter: letter) {
            visit(
              child, path.appending(code), last: code, next, pattern, isInside: isInside, &found)
          }
          continue
        }
        endings = pattern.possible(after, after: path.appending(code))
      }
      guard !endings.isEmpty else { continue }
      endings = remaining(endings, after: byte, from: place, pattern)
      guard !endings.isEmpty, let child = child(of: position, byLetter: letter) else { continue }
      lookUp(endings, below: child, last: code, pattern, isInside: isInside, &found)
    }
  }

  /// Looks up the endings of a text that may follow a position and a letter of ASCII.
  @inline(__always)
  private func lookUp(
    _ endings: EditAutomaton.Endings, after byte: UInt8, from position: Position,
    _ pattern: SimilarPattern, isInside: Bool, _ found: inout SimilarPrefixes<Position>
  ) {
    // The filter lets a third of the texts through, though no key begins with most of these.
    let endings = remaining(endings, after: byte, from: position, pattern)
    guard !endings.isEmpty, let child = child(of: position, by: byte) else { return }
    lookUp(endings, below: child, last: byte, pattern, isInside: isInside, &found)
  }

  /// The position after a letter.
  @inline(__always)
  private func child(of position: Position, byLetter letter: UInt32) -> Position? {
    if letter < 0x80 { return child(of: position, by: UInt8(truncatingIfNeeded: letter)) }
    var (child, bytes) = (position as Position?, LetterBytes(letter))
    while let byte = bytes.next() { child = child.flatMap { self.child(of: $0, by: byte) } }
    return child
  }

  /// Visits the positions one letter further, in ascending order.
  @inline(__always)
  func forEachLetter(
    after position: Position, _ all: ByteSet, _ body: (UInt32, Position) -> Void
  ) {
    forEachChild(of: position, in: all) { byte, child in
      if byte < 0x80 {
        body(UInt32(byte), child)
      } else if let letter = PartialLetter(first: byte) {
        forEachLetter(letter, at: child, all, body)
      }
    }
  }

  /// Visits the positions that the letters with some first bytes lead to.
  private func forEachLetter(
    _ partial: PartialLetter, at position: Position, _ all: ByteSet,
    _ body: (UInt32, Position) -> Void
  ) {
    forEachChild(of: position, in: all) { byte, child in
      guard let longer = partial.appending(byte) else { return }
      if longer.missing == 0 {
        body(longer.value, child)
      } else {
        forEachLetter(longer, at: child, all, body)
      }
    }
  }

  /// The position one byte further; in a radix tree without its rows, which takes less time.
  @inline(__always)
  private func step(_ byte: UInt8, from position: Position) -> Position? {
    guard Self.self == TopKTree.self, let tree = (self as? TopKTree)?.radixTree,
      let position = position as? RadixTree.Position
    else { return child(of: position, by: byte) }
    guard let next = tree.step(byte, from: position) else { return nil }
    return next as? Position
  }

  /// The endings that may follow a place and a byte: in a radix tree those that do, which takes less
  /// time than finding their rows; in other indexes all of `endings`.
  @inline(__always)
  private func remaining(
    _ endings: EditAutomaton.Endings, after byte: UInt8, from place: Position,
    _ pattern: SimilarPattern
  ) -> EditAutomaton.Endings {
    guard Self.self == TopKTree.self, let tree = (self as? TopKTree)?.radixTree,
      let place = place as? RadixTree.Position
    else { return endings }
    guard let place = tree.step(byte, from: place) else { return EditAutomaton.Endings() }
    let letters = pattern.bytes.span
    var (remaining, rest) = (endings, endings.plain | endings.transposed)
    while rest != 0 {
      let bit = rest & (0 &- rest)
      let start = endings.first &+ rest.trailingZeroBitCount
      rest ^= bit
      if endings.plain & bit != 0,
        !tree.leads(letters.extracting(pattern.bytes(from: start)), from: place)
      {
        remaining.plain ^= bit
      }
      if endings.transposed & bit != 0 {
        var next = place as RadixTree.Position?
        for byte in pattern.bytes(of: start &- 1) {
          next = next.flatMap { tree.step(letters[byte], from: $0) }
        }
        let rest = letters.extracting(pattern.bytes(from: start &+ 1))
        if !(next.map { tree.leads(rest, from: $0) } ?? false) {
          remaining.transposed ^= bit
        }
      }
    }
    return remaining
  }

  /// Looks up the endings of a text that may follow a position, the shortest first.
  @specialized(where Self == TopKTree)
  private func lookUp(
    _ endings: EditAutomaton.Endings, below position: Position, last: UInt8,
    _ pattern: SimilarPattern, isInside: Bool,
    _ found: inout SimilarPrefixes<Position>
  ) {
    let known = found.prefixes.count
    /// Adds the rows below a prefix that ends in the letters from `start` on, or in `last` if there are none.
    func add(_ end: Position, from start: Int, last: UInt8) {
      let last = start < pattern.count ? pattern.code(of: pattern.count &- 1) : last
      if pattern.isWholeOnly {
        // The terminator has been read.
        if last != pattern.separator { found.addWhole(rows(endingAt: end)) }
      } else {
        self.add(
          end, last: last, isInside || found.contains(rows(below: end), from: known),
          pattern, &found)
      }
    }
    var rest = endings.plain | endings.transposed
    while rest != 0 {
      let bit = UInt32(truncatingIfNeeded: 31 &- rest.leadingZeroBitCount)
      rest ^= 1 &<< bit
      let start = endings.first &+ Int(bit)
      if endings.plain &>> bit & 1 != 0,
        let end = self.position(
          of: pattern.bytes.span.extracting(pattern.bytes(from: start)), from: position)
      {
        add(end, from: start, last: last)
      }
      if endings.transposed &>> bit & 1 != 0,
        let swapped = child(of: position, byLetter: start &- 1, of: pattern),
        let end = self.position(
          of: pattern.bytes.span.extracting(pattern.bytes(from: start &+ 1)), from: swapped)
      {
        add(end, from: start &+ 1, last: pattern.code(of: start &- 1))
      }
    }
  }

  /// Adds the rows below a prefix that is within the limit.
  @inline(__always)
  private func add(
    _ position: Position, last: UInt8, _ isInside: Bool, _ pattern: SimilarPattern,
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
