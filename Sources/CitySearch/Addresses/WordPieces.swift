internal import PrefixSearch

/// The pieces of a word of a script without spaces: a region, a city, and so on.
///
/// "福岡県福岡市博多区東公園7" has the pieces 福岡県, 福岡市, 博多区, 東公園 and 7; "경기도수원시" has 경기도 and 수원시.
/// Korean has spaces, but lists of addresses omit them, so a Korean word that is no name is divided, too. A word of
/// another script is one piece.
struct WordPieces {
  private(set) var ranges: [Range<Int>] = []

  /// Divides a folded word.
  ///
  /// The longest name of a region or city at the beginning is the first piece, with a word for its kind at its end, and
  /// so on. Where there is none, a piece ends behind such a word, or before a number.
  ///
  /// - Complexity: A few lookups for each piece.
  init(_ word: ArraySlice<UInt8>, in gazetteer: Gazetteer) {
    guard let letters = Letters(word), !(letters.isKorean && gazetteer.isName(word)) else {
      ranges = [word.startIndex..<word.endIndex]
      return
    }
    var first = 0
    while first < letters.count {
      let end =
        letters.endOfBeginning(from: first) ?? letters.endOfName(from: first, in: gazetteer)
        ?? letters.endOfPiece(from: first)
      ranges.append(letters.start(first)..<letters.start(end))
      first = end
    }
  }

  /// The letters of a word in a script without spaces: scalars, and in Korean syllables, which folding takes apart.
  private struct Letters {
    private let word: ArraySlice<UInt8>
    private var starts: [Int] = []
    /// Whether there are Korean letters.
    let isKorean: Bool

    /// `nil` if there is none of such a script.
    init?(_ word: ArraySlice<UInt8>) {
      guard word.contains(where: { $0 >= 0xE0 }) else { return nil }
      self.word = word
      var (index, hasNoSpaces, isKorean) = (word.startIndex, false, false)
      for scalar in String(decoding: word, as: UTF8.self).unicodeScalars {
        isKorean = isKorean || (0x1100...0x11FF).contains(scalar.value)
        hasNoSpaces = hasNoSpaces || scalar.isOfScriptWithoutSpaces
        if !Self.continuesLetter(scalar) { starts.append(index) }
        index += UTF8.width(scalar)
      }
      guard hasNoSpaces || isKorean else { return nil }
      self.isKorean = isKorean
    }

    /// Whether a scalar belongs to the letter before it: a vowel or an end of a Korean syllable, or a mark.
    private static func continuesLetter(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x1160...0x11FF, 0x3099...0x309A: true
      default: false
      }
    }

    var count: Int { starts.count }

    func start(_ number: Int) -> Int { number < starts.count ? starts[number] : word.endIndex }

    private func text(_ first: Int, _ end: Int) -> ArraySlice<UInt8> {
      word[start(first)..<start(end)]
    }

    /// Where the longest name of a region or city ends that begins at a letter, with a word for its kind.
    func endOfName(from first: Int, in gazetteer: Gazetteer) -> Int? {
      guard !isDigit(first) else { return nil }
      for end in (first + 1...min(count, first + Self.longestName)).reversed() {
        let key = text(first, end)
        let ending = PlaceWord.lengthOfEnding(of: key)
        if end > first + 1, gazetteer.isName(key) {
          return ending > 0 ? end : endOfEnding(from: end)
        }
        if ending > 0, key.count - ending >= PlaceWord.leastName,
          gazetteer.isName(key.dropLast(ending))
        {
          return end
        }
      }
      return nil
    }

    /// Where the longest word for a kind of place ends that begins at a letter; the same letter if there is none.
    private func endOfEnding(from first: Int) -> Int {
      (first...min(count, first + PlaceWord.longestEnding)).last {
        $0 == first || PlaceWord.isEnding(text(first, $0))
      } ?? first
    }

    /// Where a word ends that says what kind of division follows: Thai has it in front of the name.
    func endOfBeginning(from first: Int) -> Int? {
      PlaceWord.lengthOfBeginning(of: text(first, count))
        .flatMap { starts.firstIndex(of: start(first) + $0) }
    }

    /// Where a piece ends that is no name.
    func endOfPiece(from first: Int) -> Int {
      let isNumber = isDigit(first)
      var index = first
      while index < count {
        guard isDigit(index) == isNumber else { return index }
        index += 1
        // 余市郡
        guard index > first + 1, PlaceWord.isEnding(text(index - 1, index)),
          index == count || !PlaceWord.isEnding(text(index, index + 1))
        else { continue }
        return index
      }
      return count
    }

    private func isDigit(_ number: Int) -> Bool { (0x30...0x39).contains(word[start(number)]) }

    /// The greatest number of letters of a name that is looked up.
    private static let longestName = 12
  }
}

extension Gazetteer {
  /// Whether a folded text is the whole name of a region or city, and not only a code.
  fileprivate func isName(_ key: ArraySlice<UInt8>) -> Bool {
    !regions(withKey: key).isEmpty || cities(withKey: key).contains { $0.kind != .code }
      || !spellings(ofName: key).isEmpty || !spellings(ofRegion: key).isEmpty
  }
}

extension Unicode.Scalar {
  /// Whether it is of a script that is written without spaces between words: Han, kana, Thai, Lao, Khmer or Burmese.
  var isOfScriptWithoutSpaces: Bool {
    switch value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF: true
    case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0x2_0000...0x3_FFFF: true
    default: false
    }
  }
}
