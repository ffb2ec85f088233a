internal import PrefixSearch

extension QueryEvaluation {
  /// Collects the cities of interpretations in which the end of the query is a region.
  func gatherRegions() {
    if text.hasComma {
      if text.parts.count > 1 { gatherRegionAfterComma() }
    } else {
      gatherRegionAfterWords()
    }
  }

  // MARK: After a comma

  private func gatherRegionAfterComma() {
    let (head, last) = (text.parts[0], text.parts[text.parts.count - 1])
    guard let ranges = head.withBytes({ nameRanges(of: $0) }) else { return }
    var (exact, longer) = last.withBytes { table.regions.lines(of: $0) }
    var typed = [last]
    var full: Area?
    var half: Area?
    // A region before the last one: in the last part, and in the part before it.
    var second: Area?
    var third: Area?
    if exact.isEmpty, longer.isEmpty {
      guard let (outer, inner, words) = areasOfLastWords(of: last) else {
        // The last part is not a region: it is ignored.
        gatherWhole(head, area: nil, bonus: 0, regions: [], isFull: false)
        return
      }
      (full, second, typed) = (outer, inner, words)
    } else {
      if exact.isEmpty { (exact, longer) = (longer, 0..<0) }
      full = table.area(ofLines: exact)
      if !longer.isEmpty { half = table.area(ofLines: longer) }
    }
    if text.parts.count > 2 {
      let part = text.parts[text.parts.count - 2]
      let lines = part.withBytes { table.regions.lines(of: $0).exact }
      if !lines.isEmpty {
        third = table.area(ofLines: lines)
        typed.append(part)
      }
    }
    for (area, isFull) in [(full, true), (half, false)] {
      guard let area else { continue }
      let interpretation = number(of: Interpretation(head: head, regions: typed))
      var cities = CityCollector()
      let isComplete = gather(
        ranges, area: AreaIntersection(area, second, third), interpretation: interpretation,
        givesBonus: isFull,
        cities: &cities)
      areRegionCitiesComplete = areRegionCitiesComplete && isComplete
      for city in cities.rows { regionCities.insert(city) }
      if isFull, !cities.isEmpty { hasFullRegion = true }
    }
  }

  /// The areas of a part whose last word is a region, and whose other words are another: "texas usa".
  private func areasOfLastWords(of part: FoldedQuery) -> (Area, Area, [FoldedQuery])? {
    guard let start = part.wordStarts.last, start > 0 else { return nil }
    return part.withBytes { bytes in
      let (outer, inner) = (bytes.extracting(start...), bytes.extracting(..<(start - 1)))
      let outerLines = table.regions.lines(of: outer).exact
      let innerLines = table.regions.lines(of: inner).exact
      guard !outerLines.isEmpty, !innerLines.isEmpty else { return nil }
      return (
        table.area(ofLines: outerLines), table.area(ofLines: innerLines),
        [FoldedQuery(copying: outer), FoldedQuery(copying: inner)]
      )
    }
  }

  // MARK: Without a comma

  /// The greatest number of words of a region at the end, and of one before it.
  static var longestRegion: (last: Int, first: Int) { (4, 3) }

  private func gatherRegionAfterWords() {
    let query = text.folded
    let starts = query.wordStarts
    guard starts.count > 1 else { return }
    for words in 1...min(Self.longestRegion.last, starts.count - 1) {
      let regionStart = starts[starts.count - words]
      gatherRegion(from: regionStart, first: nil, of: query)
      for firstWords in stride(from: 1, through: Self.longestRegion.first, by: 1)
      where words + firstWords < starts.count {
        gatherRegion(
          from: regionStart, first: starts[starts.count - words - firstWords], of: query)
      }
    }
  }

  /// Collects the cities of an interpretation.
  ///
  /// - Parameters:
  ///   - start: Where the last region begins.
  ///   - first: Where a region before it begins; `nil` if there is none.
  ///   - query: The whole query.
  private func gatherRegion(from start: Int, first: Int?, of query: FoldedQuery) {
    // Most heads are not names, and this check is cheaper than the lookup of the region.
    let headEnd = first ?? start
    let found: (rows: Range<Int>, exact: Range<Int>, longer: Range<Int>, first: Range<Int>)?
    found = query.withBytes { bytes in
      guard let position = index.position(of: bytes.extracting(..<headEnd)) else { return nil }
      let rows = index.rows(endingAt: position)
      guard !rows.isEmpty else { return nil }
      let last = table.regions.lines(of: bytes.extracting(start...))
      guard !last.exact.isEmpty || !last.longer.isEmpty else { return nil }
      guard let first else { return (rows, last.exact, last.longer, 0..<0) }
      let lines = table.regions.lines(of: bytes.extracting(first..<start - 1)).exact
      return lines.isEmpty ? nil : (rows, last.exact, last.longer, lines)
    }
    guard let found else { return }
    let (head, typed) = query.withBytes { bytes in
      let ends = first.map { [start..<bytes.count, $0..<start - 1] } ?? [start..<bytes.count]
      return (
        FoldedQuery(copying: bytes.extracting(..<(headEnd - 1))),
        ends.map { FoldedQuery(copying: bytes.extracting($0)).withoutSpace }
      )
    }
    let outer = first == nil ? nil : table.area(ofLines: found.first)
    for (lines, isFull) in [(found.exact, true), (found.longer, false)] where !lines.isEmpty {
      gatherWhole(
        head, rows: found.rows, area: AreaIntersection(table.area(ofLines: lines), outer),
        bonus: isFull ? NameScore.wholeBonus : 0,
        regions: typed, isFull: isFull)
    }
  }

  // MARK: Whole names

  /// Collects the cities of an area with a name that equals a text.
  private func gatherWhole(
    _ head: FoldedQuery, rows: Range<Int>? = nil, area: AreaIntersection?, bonus: Int,
    regions: [FoldedQuery], isFull: Bool
  ) {
    let rows = rows ?? head.withBytes { nameRanges(of: $0)?.bonus.whole ?? 0..<0 }
    var interpretation: UInt8?
    for row in rows {
      let entry = names[NameID(row)]
      guard isIncluded(entry.city, in: area) else { continue }
      let number = interpretation ?? number(of: Interpretation(head: head, regions: regions))
      interpretation = number
      regionCities.insert(entry.city)
      add(NameID(row), entry, bonus: bonus, interpretation: number)
    }
    if interpretation != nil, isFull { hasFullRegion = true }
  }
}
