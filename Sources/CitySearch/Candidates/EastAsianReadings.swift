internal import PrefixSearch

/// Readings of Chinese, Japanese and Korean texts, which write a region before a city without a space, and one name in
/// traditional, simplified or Japanese characters: "广东省深圳市", "경기도수원시", "里約熱內盧".
extension QueryReadings {
  /// Adds the names that the text is with other forms of its characters, the cities of a region that it is, and
  /// those in a region with which it begins.
  func addEastAsian(to candidates: inout Candidates) {
    let letters = text.typed.letters
    guard (2...Self.longestEastAsianText).contains(letters.count),
      letters.contains(where: { $0.isEastAsian }), !letters.contains(UInt32(asciiSpace))
    else { return }
    for (ranges, name) in names(spelling: letters[...]) {
      candidates.add(ranges, reading: candidates.number(of: .parts(name: name, regions: [])))
    }
    if names.haveMatch(candidates.streams) { return }
    for (lines, _) in table.regions.lines(spelling: letters[...], table.hanForms) {
      addCities(ofRegion: lines, to: &candidates)
    }
    if !candidates.isRegion { addRegionBeforeCity(letters[...], [], to: &candidates) }
  }

  /// Adds the names behind the longest region that a text begins with, of cities in it.
  ///
  /// - Parameters:
  ///   - letters: The text.
  ///   - outer: The regions that were read before it: none, or one.
  ///   - candidates: Where the names are added.
  /// - Returns: Whether there are some.
  @discardableResult
  private func addRegionBeforeCity(
    _ letters: ArraySlice<UInt32>, _ outer: [(area: Area, name: FoldedQuery)],
    to candidates: inout Candidates
  ) -> Bool {
    for end in (letters.startIndex + 1..<letters.endIndex).reversed() {
      for (lines, name) in regionLines(of: letters[..<end]) {
        let area = table.area(ofLines: lines, for: TypoRule.sufficientMatchCount)
        let regions = outer + [(area, FoldedQuery(copying: name.span))]
        if add(letters[end...], in: regions, to: &candidates) { return true }
        if outer.isEmpty, addRegionBeforeCity(letters[end...], regions, to: &candidates) {
          return true
        }
      }
    }
    return false
  }

  /// The regions that a text is: with a word for a region behind it, without one, or with another.
  private func regionLines(
    of letters: ArraySlice<UInt32>
  ) -> [(lines: Range<Int>, name: [UInt8])] {
    func lines(_ letters: ArraySlice<UInt32>) -> [(lines: Range<Int>, name: [UInt8])] {
      table.regions.lines(spelling: letters, table.hanForms)
    }
    let whole = lines(letters)
    if !whole.isEmpty { return whole }
    for word in EastAsianWords.regions where letters.count > word.count && letters.ends(in: word) {
      let found = lines(letters.dropLast(word.count))
      if !found.isEmpty { return found }
    }
    return EastAsianWords.regions.lazy.map { lines(letters + $0) }.first { !$0.isEmpty } ?? []
  }

  /// Adds the names that a text begins, or is with a word for a city behind it, of cities in some regions.
  private func add(
    _ letters: ArraySlice<UInt32>, in regions: [(area: Area, name: FoldedQuery)],
    to candidates: inout Candidates
  ) -> Bool {
    let shorter = EastAsianWords.cities
      .filter { letters.count > $0.count && letters.ends(in: $0) }
      .map { letters.dropLast($0.count) }
    for letters in [letters] + shorter {
      for (ranges, name) in names(spelling: letters) {
        let reading = Reading.parts(name: name, regions: regions.reversed().map { $0.name })
        var found = Candidates()
        let number = candidates.number(of: reading)
        let areas = table.areasAsTyped(regions[0].area, regions.dropFirst().map { $0.area })
        for (area, bonus) in areas {
          found.add(ranges, reading: number, in: area, adding: bonus)
        }
        guard names.haveMatch(found.streams) else { continue }
        for stream in found.streams { candidates.add(stream) }
        return true
      }
    }
    return false
  }

  /// The names that begin with the end of the text, with any forms of its characters, and how each is spelled; if the
  /// text ends in a space, they continue with another word, or are whole.
  private func names(
    spelling letters: ArraySlice<UInt32>
  ) -> [(ranges: NameRanges, name: FoldedQuery)] {
    let letters = text.folded.endsInSeparator ? letters + [UInt32(asciiSpace)] : letters
    return table.hanForms.spellings(of: letters, in: index).compactMap { spelling in
      NameRanges(of: spelling.span, in: index).map {
        ($0, FoldedQuery(copying: spelling.span).withoutSpace)
      }
    }
  }

  /// Longer texts are no names, and each beginning is looked up.
  private static var longestEastAsianText: Int { 40 }
}

/// Words for regions and cities, behind a name without a space, folded.
private enum EastAsianWords {
  static let regions = folded([
    "特別行政区", "特别行政区", "自治区", "省", "市", "県", "縣", "县", "府", "都", "道", "특별자치도", "특별자치시",
    "특별시", "광역시", "도",
  ])
  static let cities = folded(["市", "区", "區", "町", "村", "縣", "县", "県", "시", "군", "구"])

  private static func folded(_ words: [String]) -> [[UInt32]] {
    words.map { FoldedQuery($0).letters }
  }
}

extension ArraySlice<UInt32> {
  /// Whether the text ends in a word.
  fileprivate func ends(in word: [UInt32]) -> Bool { suffix(word.count).elementsEqual(word) }
}

extension UInt32 {
  /// Whether this is a Chinese character, or a letter of Kana or Hangul.
  fileprivate var isEastAsian: Bool {
    switch self {
    case 0x1100...0x11FF, 0x3040...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF: true
    default: false
    }
  }
}
