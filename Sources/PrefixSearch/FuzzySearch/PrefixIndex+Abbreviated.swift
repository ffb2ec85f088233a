/// A word of a text that may be abbreviated.
package struct AbbreviatedWord: Sendable {
  /// The letters, as Unicode scalars.
  fileprivate let letters: [UInt32]
  /// The letters in UTF-8, and the separator behind them.
  fileprivate let bytes: [UInt8]
  /// Whether longer words are meant, too.
  package let isAbbreviated: Bool

  /// Creates a word of one letter or more.
  ///
  /// - Parameters:
  ///   - word: The word in UTF-8.
  ///   - isAbbreviated: Whether longer words are meant, too.
  ///   - separator: The byte behind each word of a key.
  package init(_ word: Span<UInt8>, isAbbreviated: Bool, separator: UInt8) {
    precondition(word.count > 0, "A word must have a letter.")
    letters = word.letters
    var bytes: [UInt8] = []
    for index in word.indices { bytes.append(word[index]) }
    self.bytes = bytes + [separator]
    self.isAbbreviated = isAbbreviated
  }

  /// Whether the word, if it is abbreviated, may stand for another one, which begins with its first letter.
  fileprivate func abbreviates(_ word: Span<UInt8>) -> Bool {
    var (count, index) = (0, 0)
    while index < word.count, count < letters.count {
      let (letter, length) = word.letter(at: index)
      if letter == letters[count] { count += 1 }
      index += length
    }
    return count == letters.count
  }
}

/// The first words of all keys that have a second one, and begin with the same letter.
///
/// A list is much shorter than the part of the index that begins with the letter, most of whose keys have one word.
package struct FirstWords: Sendable {
  /// The words, each with the separator behind it.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// For each word, the letters with which the second word begins, as bits.
  private var followers: [UInt64] = []

  /// Whether there are none.
  package var isEmpty: Bool { ends.isEmpty }

  fileprivate mutating func append(_ word: [UInt8], followers letters: UInt64) {
    bytes += word
    ends.append(bytes.count)
    followers.append(letters)
  }

  /// Calls a function with each word that a text may begin with, and the separator behind it.
  fileprivate func forEach(
    abbreviatedAs first: AbbreviatedWord, before second: AbbreviatedWord,
    _ body: (Span<UInt8>) -> Void
  ) {
    let (bit, bytes) = (Self.bit(of: second.letters[0]), bytes.span)
    var start = 0
    for (number, end) in ends.enumerated() {
      let word = bytes.extracting(start..<end)
      start = end
      if followers[number] & bit != 0, first.abbreviates(word) { body(word) }
    }
  }

  /// The bit of a letter; letters whose numbers differ by a multiple of 64 share one.
  fileprivate static func bit(of letter: UInt32) -> UInt64 { 1 &<< UInt64(letter & 63) }
}

/// A walk along the keys whose words a text abbreviates: "pto montt" is "puerto montt".
extension PrefixIndex {
  /// Finds the keys that have as many words as a text, each equal to that of the text or, if that is abbreviated,
  /// beginning with its first letter and containing its letters in their order.
  ///
  /// - Parameters:
  ///   - words: The words of the text, two or more.
  ///   - separator: The byte between words, which also terminates every key.
  ///   - firstWords: Gives the first words that begin with a letter, see ``firstWords(beginningWith:separator:)``.
  /// - Returns: The rows of each such key.
  /// - Complexity: O(*w* + *b*), where *w* is the number of first words, and *b* that of prefixes of later words of
  ///   keys that stand in the place of an abbreviated one and begin with its first letter.
  package func rows(
    abbreviatedAs words: [AbbreviatedWord], separator: UInt8,
    firstWords: (_ letter: UInt32) -> FirstWords
  ) -> [Range<Int>] {
    precondition(words.count >= 2, "The text must have at least 2 words, got \(words.count).")
    var found: [Range<Int>] = []
    guard words[0].isAbbreviated else {
      addRows(abbreviatedAs: words[...], after: root, separator, &found)
      return found
    }
    firstWords(words[0].letters[0]).forEach(abbreviatedAs: words[0], before: words[1]) { word in
      guard let next = position(of: word) else { return }
      addRows(abbreviatedAs: words.dropFirst(), after: next, separator, &found)
    }
    return found
  }

  /// The first words of the keys that have a second one, and begin with a letter.
  ///
  /// - Parameters:
  ///   - letter: The letter, a Unicode scalar.
  ///   - separator: The byte between words, which also terminates every key.
  /// - Returns: The words.
  /// - Complexity: O(*b*), where *b* is the number of prefixes of first words that begin with the letter.
  package func firstWords(beginningWith letter: UInt32, separator: UInt8) -> FirstWords {
    var (words, path) = (FirstWords(), [UInt8]())
    if let first = child(of: root, letter, &path) {
      addWords(after: first, &path, separator, &words)
    }
    return words
  }

  private func addWords(
    after position: Position, _ path: inout [UInt8], _ separator: UInt8, _ words: inout FirstWords
  ) {
    let length = path.count
    forEachLetter(after: position, .all) { letter, next in
      var encoded = LetterBytes(letter)
      while let byte = encoded.next() { path.append(byte) }
      if letter != UInt32(separator) {
        addWords(after: next, &path, separator, &words)
      } else if rows(below: next).count > rows(endingAt: next).count {
        var followers: UInt64 = 0
        forEachLetter(after: next, .all) { letter, _ in followers |= FirstWords.bit(of: letter) }
        words.append(path, followers: followers)
      }
      path.removeLast(path.count - length)
    }
  }

  /// The position after a letter, which is added to a path.
  private func child(
    of position: Position, _ letter: UInt32, _ path: inout [UInt8]
  ) -> Position? {
    var (next, bytes) = (position as Position?, LetterBytes(letter))
    while let byte = bytes.next() {
      path.append(byte)
      next = next.flatMap { child(of: $0, by: byte) }
    }
    return next
  }

  private func addRows(
    abbreviatedAs words: ArraySlice<AbbreviatedWord>, after position: Position, _ separator: UInt8,
    _ found: inout [Range<Int>]
  ) {
    guard let word = words.first else {
      let rows = rows(endingAt: position)
      if !rows.isEmpty { found.append(rows) }
      return
    }
    guard word.isAbbreviated else {
      if let next = self.position(of: word.bytes.span, from: position) {
        addRows(abbreviatedAs: words.dropFirst(), after: next, separator, &found)
      }
      return
    }
    var path: [UInt8] = []
    if let first = child(of: position, word.letters[0], &path) {
      addRows(abbreviatedAs: words, read: 1, after: first, separator, &found)
    }
  }

  /// Goes on within an abbreviated word of which some letters have been read.
  private func addRows(
    abbreviatedAs words: ArraySlice<AbbreviatedWord>, read count: Int, after position: Position,
    _ separator: UInt8, _ found: inout [Range<Int>]
  ) {
    let letters = words[words.startIndex].letters
    forEachLetter(after: position, .all) { letter, next in
      if letter == UInt32(separator) {
        if count == letters.count {
          addRows(abbreviatedAs: words.dropFirst(), after: next, separator, &found)
        }
      } else {
        let isNext = count < letters.count && letter == letters[count]
        addRows(
          abbreviatedAs: words, read: isNext ? count + 1 : count, after: next, separator, &found)
      }
    }
  }
}
