/// Words for kinds of places beside the name in a text: titles of articles and lists of addresses have them, and names of
/// places in GeoNames mostly lack them.
///
/// In scripts without spaces, and in Korean, they are written together with the name.
extension SpokenText {
  /// Words of any script by their sounds: amphoe, upazila, municipality, district, province, county, tambon.
  static let placeWords = [
    "amfoe", "upazila", "munisipaliti", "distrikt", "provins", "kaunti", "tambon",
  ].map { Sounds($0) }

  /// The least number of bytes of a name beside a word that is written together with it: two ideographs.
  private static let leastByteCount = 6

  /// Where the name in a text lies; `nil` if no word beside it says what a place is.
  ///
  /// - Parameters:
  ///   - text: The text in UTF-8.
  ///   - range: The part to search; `nil` for all before its first comma.
  /// - Returns: Where the name lies.
  /// - Complexity: O(*m*), where *m* is the length of the text in bytes.
  static func name(in text: Span<UInt8>, of range: Range<Int>? = nil) -> Range<Int>? {
    let all = words(of: text, in: range ?? head(of: text))
    var words = all[...]
    while words.count > 1, let last = words.last, isPlaceWord(text.extracting(last)) {
      words.removeLast()
    }
    while words.count > 1, let first = words.first, isPlaceWord(text.extracting(first)) {
      words.removeFirst()
    }
    guard let first = words.first, let last = words.last else { return nil }
    let start =
      first.lowerBound
      + attached(PlaceWord.beforeName, to: text.extracting(first), atEnd: false)
    let rest = max(start, last.lowerBound)..<last.upperBound
    let end =
      last.upperBound - attached(PlaceWord.behindName, to: text.extracting(rest), atEnd: true)
    let isAll = words.count == all.count && start == first.lowerBound && end == last.upperBound
    return isAll ? nil : start..<end
  }

  /// Where the words of a text lie.
  private static func words(of text: Span<UInt8>, in range: Range<Int>) -> [Range<Int>] {
    var (index, start, words) = (range.lowerBound, range.lowerBound, [Range<Int>]())
    while index < range.upperBound {
      let (scalar, length) = text.decodeScalar(at: index)
      if FoldingTables.entry(of: scalar) == FoldingTables.separator {
        if start < index { words.append(start..<index) }
        start = index + length
      }
      index += length
    }
    if start < range.upperBound { words.append(start..<range.upperBound) }
    return words
  }

  /// Whether a word says what a place is.
  private static func isPlaceWord(_ text: Span<UInt8>) -> Bool {
    var key: [UInt8] = []
    Folding.appendKey(of: text, to: &key)
    guard !key.isEmpty else { return false }
    let word = key.dropLast()
    return PlaceWord(word).contains(.town) || PlaceWord.isEnding(word)
  }

  /// The length of the first word of a list that another word begins or ends with; 0 if there is none, or if
  /// too little would be left.
  private static func attached(_ list: String, to word: Span<UInt8>, atEnd: Bool) -> Int {
    let all = list.utf8.span
    var length = 0
    _ = forEachWord(of: all) { range in
      guard word.count >= range.count + leastByteCount else { return false }
      let start = atEnd ? word.count - range.count : 0
      guard range.indices.allSatisfy({ all[$0] == word[start + $0 - range.lowerBound] }) else {
        return false
      }
      length = range.count
      return true
    }
    return length
  }

  /// Calls a function with the place of each word of a list, until it returns `true`.
  private static func forEachWord(of list: Span<UInt8>, _ isWanted: (Range<Int>) -> Bool) -> Bool {
    var start = 0
    for index in 0...list.count where index == list.count || list[index] == asciiSpace {
      if index > start, isWanted(start..<index) { return true }
      start = index + 1
    }
    return false
  }
}
