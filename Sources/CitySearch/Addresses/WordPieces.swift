/// The pieces of a word of a script without spaces: a region, a city, and so on.
///
/// "福岡県福岡市博多区東公園7" has the pieces 福岡県, 福岡市, 博多区, 東公園 and 7. A word of another
/// script is one piece.
struct WordPieces {
  private(set) var ranges: [Range<Int>] = []

  /// Divides a folded word.
  ///
  /// The longest name of a region or city at the beginning is the first piece, and so on. Where there is none,
  /// a piece ends behind a letter that stands for a kind of division, or before a number.
  ///
  /// - Complexity: A few lookups for each piece.
  init(_ word: ArraySlice<UInt8>, in gazetteer: Gazetteer) {
    let letters = Letters(word)
    guard letters.haveNoSpaces else {
      ranges = [word.startIndex..<word.endIndex]
      return
    }
    var first = 0
    while first < letters.count {
      let end =
        letters.endOfPrefix(from: first) ?? letters.endOfName(from: first, in: gazetteer)
        ?? letters.endOfPiece(from: first)
      ranges.append(letters.start(first)..<letters.start(end))
      first = end
    }
  }

  /// The scalars of a word, and where they begin.
  private struct Letters {
    private let word: ArraySlice<UInt8>
    private var starts: [Int] = []
    private var scalars: [Unicode.Scalar] = []

    init(_ word: ArraySlice<UInt8>) {
      self.word = word
      guard word.contains(where: { $0 >= 0xE0 }) else { return }
      var index = word.startIndex
      for scalar in String(decoding: word, as: UTF8.self).unicodeScalars {
        starts.append(index)
        scalars.append(scalar)
        index += UTF8.width(scalar)
      }
    }

    var count: Int { scalars.count }

    /// Whether one of the letters is of a script that is written without spaces.
    var haveNoSpaces: Bool { scalars.contains(where: AddressWord.isOfScriptWithoutSpaces) }

    func start(_ number: Int) -> Int { number < starts.count ? starts[number] : word.endIndex }

    /// Where the longest name of a region or city ends that begins at a letter, with a letter for its kind.
    func endOfName(from first: Int, in gazetteer: Gazetteer) -> Int? {
      guard AddressWord.isOfScriptWithoutSpaces(scalars[first]) else { return nil }
      let last = min(count, first + Self.longestName)
      for end in stride(from: last, to: first + 1, by: -1) {
        let key = word[start(first)..<start(end)]
        let isRegion = !gazetteer.regions(withKey: key).isEmpty
        guard isRegion || gazetteer.cities(withKey: key).contains(where: { $0.kind != .code })
        else { continue }
        return !isRegion && end < count && AddressWord.divisionLetters.contains(scalars[end])
          ? end + 1 : end
      }
      return nil
    }

    /// Where a word ends that says what kind of division follows: Thai has it in front of the name.
    func endOfPrefix(from first: Int) -> Int? {
      for prefix in AddressWord.divisionPrefixes {
        let end = first + prefix.count
        if end < count, scalars[first..<end].elementsEqual(prefix) { return end }
      }
      return nil
    }

    /// Where a piece ends that is no name.
    func endOfPiece(from first: Int) -> Int {
      let isNumber = isDigit(first)
      var index = first
      while index < count {
        guard isDigit(index) == isNumber else { return index }
        index += 1
        guard index > first + 1, AddressWord.divisionLetters.contains(scalars[index - 1]) else {
          continue
        }
        // 余市郡
        let isLast = index == count || !AddressWord.divisionLetters.contains(scalars[index])
        if isLast { return index }
      }
      return count
    }

    private func isDigit(_ number: Int) -> Bool { ("0"..."9").contains(scalars[number]) }

    /// The greatest number of letters of a name that is looked up.
    private static let longestName = 10
  }
}
