internal import PrefixSearch

extension QueryEvaluation {
  /// Collects the cities of interpretations in which the end of the query is a region.
  func gatherRegions(into found: inout Findings) {
    if text.hasComma {
      if let last = text.last { gatherRegionAfterComma(last, into: &found) }
    } else {
      gatherRegionAfterWords(into: &found)
    }
  }

  // MARK: After a comma

  private func gatherRegionAfterComma(_ last: FoldedQuery, into found: inout Findings) {
    guard let ranges = text.head.withBytes({ nameRanges(of: $0) }) else { return }
    var (exact, longer) = last.withBytes { table.regions.lines(of: $0) }
    var typed = [last]
    // Regions before the last one: in the last part, and in the part before it.
    var others: [Area] = []
    if exact.isEmpty, longer.isEmpty {
      guard let words = regionsOfLastWords(of: last) else {
        // The last part is not a region: it is ignored.
        let head = text.head
        gatherWhole(ranges.bonus.whole, area: nil, bonus: 0, isFull: false, into: &found) {
          Interpretation(head: head)
        }
        return
      }
      (exact, typed) = (words.outer, words.typed)
      others.append(table.area(ofLines: words.inner, for: ranges.all.count))
    } else if exact.isEmpty {
      (exact, longer) = (longer, 0..<0)
    }
    if let middle = text.middle {
      let lines = middle.withBytes { table.regions.lines(of: $0).exact }
      if !lines.isEmpty {
        others.append(table.area(ofLines: lines, for: ranges.all.count))
        typed.append(middle)
      }
    }
    for (lines, isFull) in [(exact, true), (longer, false)] where !lines.isEmpty {
      let area = AreaIntersection(table.area(ofLines: lines, for: ranges.all.count), others)
      let interpretation = found.number(of: Interpretation(head: text.head, regions: typed))
      var cities = CityCollector()
      let isComplete = gather(
        ranges, area: area, interpretation: interpretation, givesBonus: isFull, cities: &cities,
        into: &found)
      found.areRegionCitiesComplete = found.areRegionCitiesComplete && isComplete
      found.regionCities.insert(cities)
      if isFull, !cities.isEmpty { found.hasFullRegion = true }
    }
  }

  /// The lines of a part whose last word is a region, and whose other words are another: "texas usa".
  ///
  /// - Returns: The lines; `nil` if one of them is unknown, or if they have nothing in common, as in "bavaria
  ///   usa".
  private func regionsOfLastWords(
    of part: FoldedQuery
  ) -> (outer: Range<Int>, inner: Range<Int>, typed: [FoldedQuery])? {
    part.withBytes { bytes in
      guard let start = LastWords(of: bytes).first else { return nil }
      let (outer, inner) = (bytes.extracting(start...), bytes.extracting(..<(start - 1)))
      let outerLines = table.regions.lines(of: outer).exact
      let innerLines = table.regions.lines(of: inner).exact
      guard table.haveCommonRegion(outerLines, innerLines) else { return nil }
      return (
        outerLines, innerLines, [FoldedQuery(copying: outer), FoldedQuery(copying: inner)]
      )
    }
  }

  // MARK: Without a comma

  private func gatherRegionAfterWords(into found: inout Findings) {
    let query = text.folded
    query.withBytes { bytes in
      let words = LastWords(of: bytes)
      guard let heads = words.heads(of: bytes, in: index) else { return }
      for last in 1...min(LastWords.longestRegion, words.count) {
        // Most heads are not names, and that is known; so the lookup of the region comes after.
        let possible = words.headCounts(beforeRegionOf: last)
        guard possible.contains(where: { !heads.span[$0 - 1].isEmpty }) else { continue }
        let start = words[last - 1]
        let lines = table.regions.lines(of: bytes.extracting(start...))
        guard !lines.exact.isEmpty || !lines.longer.isEmpty else { continue }
        for count in possible where !heads.span[count - 1].isEmpty {
          let first = count > last ? words[count - 1]..<start - 1 : nil
          gatherRegion(
            lines, from: start, first: first, of: bytes, names: heads.span[count - 1],
            headCount: words[count - 1] - 1, into: &found)
        }
      }
    }
  }

  /// Collects the cities of an interpretation.
  ///
  /// - Parameters:
  ///   - lines: The regions that the last words are, and those that they begin.
  ///   - start: Where these words begin.
  ///   - first: The words before them that are another region; `nil` if there are none.
  ///   - bytes: The whole query.
  ///   - names: The names that equal the words before the regions.
  ///   - headCount: The length of these words.
  ///   - found: Receives the cities.
  private func gatherRegion(
    _ lines: (exact: Range<Int>, longer: Range<Int>), from start: Int, first: Range<Int>?,
    of bytes: Span<UInt8>, names: Range<Int>, headCount: Int,
    into found: inout Findings
  ) {
    var outer: [Area] = []
    if let first {
      let lines = table.regions.lines(of: bytes.extracting(first)).exact
      guard !lines.isEmpty else { return }
      outer.append(table.area(ofLines: lines, for: names.count))
    }
    for (lines, isFull) in [(lines.exact, true), (lines.longer, false)] where !lines.isEmpty {
      let area = AreaIntersection(table.area(ofLines: lines, for: names.count), outer)
      gatherWhole(
        names, area: area, bonus: isFull ? NameScore.wholeBonus : 0, isFull: isFull,
        into: &found
      ) {
        var typed = [FoldedQuery(copying: bytes.extracting(start...)).withoutSpace]
        if let first { typed.append(FoldedQuery(copying: bytes.extracting(first))) }
        return Interpretation(
          head: FoldedQuery(copying: bytes.extracting(..<headCount)), regions: typed)
      }
    }
  }

  // MARK: Whole names

  /// Collects the cities of an area among those with some names, which equal a text.
  private func gatherWhole(
    _ rows: Range<Int>, area: AreaIntersection?, bonus: Int, isFull: Bool,
    into found: inout Findings, interpretation: () -> Interpretation
  ) {
    var number: UInt8 = 0
    for row in rows {
      let entry = names[NameID(row)]
      guard isIncluded(entry.city, in: area) else { continue }
      // Most interpretations find no city, so they are made for the first one.
      if number == 0 { number = found.number(of: interpretation()) }
      found.regionCities.insert(entry.city)
      add(NameID(row), entry, bonus: bonus, interpretation: number, into: &found)
    }
    if number > 0, isFull { found.hasFullRegion = true }
  }
}

/// Where the last words of a text begin, the last one first: as many as may be regions, and not the first
/// word of the text.
struct LastWords {
  /// The greatest number of words of a region at the end.
  static let longestRegion = 4
  /// The greatest number of words of a region before it.
  static let longestFirstRegion = 3

  /// Names for each number of words that are not part of them.
  typealias Heads = InlineArray<7, Range<Int>>

  private var starts = InlineArray<7, Int>(repeating: 0)
  private(set) var count = 0

  init(of bytes: Span<UInt8>) {
    // A space at the end begins no word.
    for index in (0..<max(0, bytes.count - 1)).reversed() where bytes[index] == asciiSpace {
      guard count < Self.longestRegion + Self.longestFirstRegion else { return }
      starts[count] = index + 1
      count += 1
    }
  }

  subscript(number: Int) -> Int { starts.span[number] }

  /// The numbers of words that may follow a name, if so many of them are a region.
  func headCounts(beforeRegionOf wordCount: Int) -> Range<Int> {
    wordCount..<min(wordCount + Self.longestFirstRegion, count) + 1
  }

  /// The names that equal the words before the last ones, for each number of these; `nil` if there are
  /// none.
  ///
  /// The tree is descended once: each text begins with the shorter ones.
  func heads<Index: PrefixIndex>(of bytes: Span<UInt8>, in index: Index) -> Heads? {
    var heads = Heads(repeating: 0..<0)
    var (isFound, known, read) = (false, nil as Index.Position?, 0)
    for number in (0..<count).reversed() {
      let text = bytes.extracting(read..<self[number])
      let next = known.map { index.position(of: text, from: $0) } ?? index.position(of: text)
      guard let next else { break }
      let rows = index.rows(endingAt: next)
      if !rows.isEmpty {
        heads[number] = rows
        isFound = true
      }
      (known, read) = (next, self[number])
    }
    return isFound ? heads : nil
  }

  /// Where the last word begins; `nil` if it is the first one.
  var first: Int? { count > 0 ? starts[0] : nil }
}
