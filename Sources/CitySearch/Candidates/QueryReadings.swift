internal import PrefixSearch

/// Finds the names that match a query, by an index over them.
///
/// The rules are those of the article <doc:FindingCities>: all readings of the text as typed are united, and
/// some are taken only if others find no city.
struct QueryReadings<Index: PrefixIndex>: Sendable {
  let text: QueryText
  let names: SearchedNames
  let index: Index
  /// The texts for which the index lately had no similar name.
  let misses: MissCache
  /// Whether a part of the text may be a region.
  let hasRegions: Bool

  var table: Gazetteer.Table { names.table }

  /// The names that match the text as typed.
  func candidates() -> Candidates {
    var candidates = Candidates()
    candidates.plain = text.folded.withBytes { NameRanges(of: $0, in: index) }
    if let plain = candidates.plain { candidates.add(plain) }
    guard hasRegions else { return candidates }
    addRegionAlone(to: &candidates)
    if let last = text.last {
      addParts(last, to: &candidates)
    } else if !text.hasComma {
      addWords(to: &candidates)
    }
    return candidates
  }

  /// Adds the cities of a region that is the whole text.
  private func addRegionAlone(to candidates: inout Candidates) {
    guard table.regions.isRegionAlone(text.folded) else { return }
    let lines = table.regions.lines(named: text.folded)
    candidates.isRegion = true
    candidates.add(
      NameStream(
        rows: 0..<0, kinds: .own, bonus: NameScore.regionBonus,
        area: AreaIntersection(table.area(ofLines: lines, for: table.count)),
        reading: candidates.number(of: .region), isOfAllCities: true))
  }
}

extension RegionTable {
  /// Whether a whole text is a region.
  ///
  /// A shorter text in ASCII than four letters is none: it may be the code of a region, but mostly it is the
  /// beginning of a city's name.
  @inline(__always)
  func isRegionAlone(_ text: borrowing FoldedQuery) -> Bool {
    // Every letter outside of ASCII has two bytes or more, and no key has one letter.
    guard text.count >= Self.shortestAlone + (text.endsInSeparator ? 1 : 0) else { return false }
    return !lines(named: text).isEmpty
  }

  /// The least number of bytes of a text that is a region alone.
  private static var shortestAlone: Int { 4 }
}

// MARK: - Parts between commas

extension QueryReadings {
  /// Adds the readings of two or more parts between commas: a region after a name, and if that gives no
  /// city, before it; and if the last part is no region at all, the name without it.
  private func addParts(_ last: FoldedQuery, to candidates: inout Candidates) {
    let first = text.head.withBytes { NameRanges(of: $0, in: index) }
    let (isKnown, streams) = regionAfterComma(last, first, &candidates)
    let hasAfter = names.haveMatch(streams)
    for stream in streams { candidates.add(stream) }
    if hasAfter { return }
    let before = regionBeforeComma(last, &candidates)
    if names.haveMatch(before) {
      for stream in before { candidates.add(stream) }
    } else if !isKnown, let first {
      candidates.add(first, reading: candidates.number(of: .parts(name: text.head, regions: [])))
    }
  }

  /// The names that begin with the first part, of cities in the region of the last one.
  ///
  /// - Parameters:
  ///   - last: The last part.
  ///   - first: The names that begin with the first part.
  ///   - candidates: Where the readings are added.
  /// - Returns: Whether the last part is a region or the beginning of one, and the names.
  private func regionAfterComma(
    _ last: FoldedQuery, _ first: NameRanges?, _ candidates: inout Candidates
  ) -> (isKnown: Bool, [NameStream]) {
    let count = first?.all.count ?? 0
    var (exact, longer) = last.withBytes { table.regions.lines(of: $0) }
    var typed = [last]
    // Regions before the last one: in the last part, and in the part before it.
    var others: [Area] = []
    if exact.isEmpty, longer.isEmpty {
      guard let words = regionsOfLastWords(of: last) else { return (false, []) }
      (exact, typed) = (words.outer, words.typed)
      others.append(table.area(ofLines: words.inner, for: count))
    } else if exact.isEmpty {
      (exact, longer) = (longer, 0..<0)
    }
    guard let first else { return (true, []) }
    if let middle = text.middle, let area = area(named: middle, for: count) {
      others.append(area)
      typed.append(middle)
    }
    func streams(in lines: Range<Int>, insteadOfBonus other: Int?) -> [NameStream] {
      guard !lines.isEmpty else { return [] }
      var found = Candidates()
      found.add(
        first, reading: candidates.number(of: .parts(name: text.head, regions: typed)),
        in: AreaIntersection(table.area(ofLines: lines, for: count), others),
        insteadOfBonus: other)
      return names.cut(found.streams)
    }
    let full = streams(in: exact, insteadOfBonus: nil)
    guard !longer.isEmpty else { return (true, full) }
    let other = names.haveMatch(full) ? NameScore.halfRegionBonus : 0
    return (true, full + streams(in: longer, insteadOfBonus: other))
  }

  /// The names that begin with the last part, of cities in the region of the first one.
  private func regionBeforeComma(
    _ last: FoldedQuery, _ candidates: inout Candidates
  ) -> [NameStream] {
    let lines = table.regions.lines(named: text.head)
    guard !lines.isEmpty, let ranges = last.withBytes({ NameRanges(of: $0, in: index) }) else {
      return []
    }
    let count = ranges.all.count
    var (typed, others) = ([text.head], [Area]())
    if let second = text.second, let area = area(named: second, for: count) {
      others = [area]
      typed.insert(second, at: 0)
    }
    var found = Candidates()
    found.add(
      ranges, reading: candidates.number(of: .parts(name: last, regions: typed)),
      in: AreaIntersection(table.area(ofLines: lines, for: count), others))
    return names.cut(found.streams)
  }

  /// The area of the region that a part is; `nil` if it is none.
  private func area(named part: FoldedQuery, for cityCount: Int) -> Area? {
    let lines = table.regions.lines(named: part)
    return lines.isEmpty ? nil : table.area(ofLines: lines, for: cityCount)
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
      let outerLines = table.regions.lines(named: outer)
      let innerLines = table.regions.lines(named: inner)
      guard table.haveCommonRegion(outerLines, innerLines) else { return nil }
      return (
        outerLines, innerLines, [FoldedQuery(copying: outer), FoldedQuery(copying: inner)]
      )
    }
  }
}

// MARK: - Words without a comma

extension QueryReadings {
  /// Adds the readings with a region at the end; and if nothing is found, with one in front.
  private func addWords(to candidates: inout Candidates) {
    text.folded.withBytes { bytes in
      var regions: [RegionAfterName] = []
      LastWords(of: bytes).forEachRegion(of: bytes, in: index, table) { regions.append($0) }
      candidates.add(regions, in: names)
      guard !candidates.isRegion, !names.haveMatch(candidates.streams) else { return }
      addRegionInFront(of: bytes, to: &candidates)
    }
  }

  /// The names that equal a text without a space at its end.
  func wholeNames(_ text: Span<UInt8>) -> Range<Int> {
    index.position(of: text).flatMap { index.child(of: $0, by: asciiSpace) }
      .map { index.rows(endingAt: $0) } ?? 0..<0
  }

  private func addRegionInFront(of bytes: Span<UInt8>, to candidates: inout Candidates) {
    let end = text.typed.count
    var wordCount = 0
    for index in 0..<end where bytes[index] == asciiSpace {
      wordCount += 1
      guard wordCount <= LastWords.longestFirstRegion else { return }
      let lines = table.regions.lines(named: bytes.extracting(..<index))
      guard !lines.isEmpty, index + 1 < end else { continue }
      let rows = wholeNames(bytes.extracting(index + 1..<end))
      candidates.add(
        NameStream(
          rows: rows, kinds: .all, bonus: NameScore.wholeBonus,
          area: AreaIntersection(table.area(ofLines: lines, for: rows.count)),
          reading: candidates.number(of: .firstWords(nameStart: index + 1)), isInFullRegion: true))
    }
  }
}

extension Candidates {
  /// Adds the readings with a region at the end, and their names.
  ///
  /// While a region is typed, every region that begins with the text counts. If the text is also the complete
  /// name of a region in which a city was found, the cities of the longer ones follow all others.
  mutating func add(_ regions: [RegionAfterName], in names: SearchedNames) {
    let table = names.table
    func area(_ lines: Range<Int>, _ region: RegionAfterName) -> AreaIntersection {
      let count = region.names.count
      return AreaIntersection(
        table.area(ofLines: lines, for: count),
        region.first.map { [table.area(ofLines: $0.lines, for: count)] } ?? [])
    }
    var hasFull = isRegion
    for region in regions where !region.lines.exact.isEmpty {
      let stream = NameStream(
        rows: region.names, kinds: .all, bonus: NameScore.wholeBonus,
        area: area(region.lines.exact, region), reading: number(of: region.reading),
        isInFullRegion: true)
      let streams = names.cut([stream])
      hasFull = hasFull || names.haveMatch(streams)
      for stream in streams { add(stream) }
    }
    for region in regions where !region.lines.longer.isEmpty {
      let stream = NameStream(
        rows: region.names, kinds: .all, bonus: hasFull ? NameScore.halfRegionBonus : 0,
        area: area(region.lines.longer, region), reading: number(of: region.reading))
      for stream in names.cut([stream]) { add(stream) }
    }
  }
}
