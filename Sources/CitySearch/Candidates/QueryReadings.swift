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
    var candidates = Candidates(names.scope)
    candidates.plain = text.folded.withBytes { NameRanges(of: $0, in: index) }
    if let plain = candidates.plain { candidates.add(plain) }
    guard hasRegions else { return candidates }
    addRegionAlone(to: &candidates)
    if let last = text.last {
      addParts(last, to: &candidates)
    } else if !text.hasComma {
      addWords(to: &candidates)
      if !candidates.isRegion, !names.haveMatch(candidates.streams) {
        addEastAsian(to: &candidates)
      }
    }
    return candidates
  }

  /// Adds the cities of a region that is the whole text.
  private func addRegionAlone(to candidates: inout Candidates) {
    guard table.regions.isRegionAlone(text.folded) else { return }
    let lines = table.regions.lines(named: text.folded)
    // Those of divisions come first.
    let end = lines.first { Region(line: table.regions.line($0)).isCountry } ?? lines.upperBound
    let (divisions, countries) = (lines.lowerBound..<end, end..<lines.upperBound)
    if !countries.isEmpty {
      addCities(ofRegion: countries, bonus: NameScore.countryBonus, to: &candidates)
      addNamesakes(ofCountries: countries, to: &candidates)
    }
    if !divisions.isEmpty { addCities(ofRegion: divisions, to: &candidates) }
  }

  /// Adds all cities of a region that is the whole text.
  func addCities(
    ofRegion lines: Range<Int>, bonus: Int = NameScore.regionBonus, to candidates: inout Candidates
  ) {
    candidates.isRegion = true
    candidates.add(
      NameStream(
        cities: 0..<table.count, bonus: bonus,
        area: AreaIntersection(table.area(ofLines: lines, for: table.count), members: .own),
        reading: candidates.number(of: .region)))
  }

  /// Adds the cities with the name of a country that is the whole text, which are meant before its largest city: those in
  /// it, as Kuwait City by an alternate name, and large ones elsewhere.
  private func addNamesakes(ofCountries lines: Range<Int>, to candidates: inout Candidates) {
    let rows = candidates.plain?.bonus.whole ?? 0..<0
    guard !rows.isEmpty else { return }
    let area = AreaIntersection(table.area(ofLines: lines, for: rows.count), members: .own)
    let bonus = NameScore.wholeBonus + NameScore.namesakeBonus
    candidates.add(NameStream(rows: rows, kinds: .names, bonus: bonus, area: area))
    for row in rows {
      let entry = names.entry(row)
      // Of equal keys, those of own names come first.
      guard entry.isOwn else { break }
      if table.records.population(atRow: entry.city) >= NameScore.populationOfNamesake {
        candidates.add(NameStream(rows: row..<row + 1, kinds: .own, bonus: bonus))
      }
    }
  }
}

extension FoldedQuery {
  /// Whether a byte is neither a digit nor a space: "18" before a comma is the number of a house.
  fileprivate var hasLetter: Bool {
    withBytes { bytes in
      bytes.indices.contains {
        bytes[$0] != asciiSpace && !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[$0])
      }
    }
  }
}

extension RegionTable {
  /// Whether a whole text is a region.
  ///
  /// A shorter text in ASCII than four letters is none, but for a few names that people use: it may be the code of
  /// a region, but mostly it is the beginning of a city's name.
  @inline(__always)
  func isRegionAlone(_ text: borrowing FoldedQuery) -> Bool {
    // Every letter outside of ASCII has two bytes or more, and no key has one letter.
    let length = text.count - (text.endsInSeparator ? 1 : 0)
    guard length >= Self.shortestAlone || Self.isShortName(text.firstWord, length) else {
      return false
    }
    return !lines(named: text).isEmpty
  }

  /// The least number of bytes of a text that is a region alone.
  private static var shortestAlone: Int { 4 }

  /// Whether the first bytes of a text are a short name of a country that is no code of it.
  @inline(__always)
  private static func isShortName(_ word: UInt64, _ length: Int) -> Bool {
    guard length == 2 || length == 3 else { return false }
    switch word & (1 &<< UInt64(truncatingIfNeeded: 8 &* length) &- 1) {
    // uk, usa, uae, drc: the first letter is the lowest byte.
    case 0x6B75, 0x61_7375, 0x65_6175, 0x63_7264: return true
    default: return false
    }
  }
}

// MARK: - Parts between commas

extension QueryReadings {
  /// Adds the readings of two or more parts between commas: a region after a name, and if that gives no
  /// city, before it; and if the last part is no region at all, the name without it.
  private func addParts(_ last: FoldedQuery, to candidates: inout Candidates) {
    let first = text.head.withBytes { NameRanges(of: $0, in: index) }
    let (isKnown, streams) = regionAfterComma(last, first, &candidates)
    let hasAfter = names.haveMatch(streams)
    candidates.hasUnknownPart = !isKnown || text.middle.map(isUnknown) ?? false
    for stream in streams { candidates.add(stream) }
    if hasAfter { return }
    let before = regionBeforeComma(last, &candidates)
    if names.haveMatch(before) {
      for stream in before { candidates.add(stream) }
    } else if !isKnown, let first, text.head.hasLetter {
      candidates.add(first, reading: candidates.number(of: .parts(name: text.head, regions: [])))
    }
  }

  /// Whether a part is no region.
  private func isUnknown(_ part: FoldedQuery) -> Bool {
    table.regions.lines(named: part).isEmpty
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
    let middle = middleRegion(for: count)
    others += middle.areas
    typed += middle.names
    func streams(
      in areas: [(area: AreaIntersection, bonus: Int)], insteadOfBonus other: Int?
    ) -> [NameStream] {
      guard !areas.isEmpty else { return [] }
      var found = Candidates()
      let reading = candidates.number(of: .parts(name: text.head, regions: typed))
      for (area, bonus) in areas {
        found.add(first, reading: reading, in: area, insteadOfBonus: other, adding: bonus)
      }
      return found.streams
    }
    let areas = [exact, longer].map { lines in
      lines.isEmpty ? [] : table.areasAsTyped(table.area(ofLines: lines, for: count), others)
    }
    let ranges = names.ranges(of: first.all, in: areas.flatMap { $0.map { $0.area } })
    let full = names.cut(streams(in: areas[0], insteadOfBonus: nil), to: ranges)
    guard !longer.isEmpty else { return (true, full) }
    let other = names.haveMatch(full) ? NameScore.halfRegionBonus : 0
    return (true, full + names.cut(streams(in: areas[1], insteadOfBonus: other), to: ranges))
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
    let reading = candidates.number(of: .parts(name: last, regions: typed))
    for (area, bonus) in table.areasAsTyped(table.area(ofLines: lines, for: count), others) {
      found.add(ranges, reading: reading, in: area, adding: bonus)
    }
    return names.cut(found.streams)
  }

  /// The area of the region that a part is; `nil` if it is none.
  func area(named part: FoldedQuery, for cityCount: Int) -> Area? {
    let lines = table.regions.lines(named: part)
    return lines.isEmpty ? nil : table.area(ofLines: lines, for: cityCount)
  }

  /// The region that the part before the last one is, if there are three parts and it is one: then a city lies in both.
  func middleRegion(for cityCount: Int) -> (areas: [Area], names: [FoldedQuery]) {
    guard let middle = text.middle, let area = area(named: middle, for: cityCount) else {
      return ([], [])
    }
    return ([area], [middle])
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
      let reading = candidates.number(of: .firstWords(nameStart: index + 1))
      for (area, bonus) in table.areasAsTyped(table.area(ofLines: lines, for: rows.count)) {
        candidates.add(
          NameStream(
            rows: rows, kinds: .all, bonus: NameScore.wholeBonus + bonus, area: area,
            reading: reading, isInFullRegion: true))
      }
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
    func streams(
      in lines: Range<Int>, _ region: RegionAfterName, bonus: Int, isInFullRegion: Bool
    ) -> [NameStream] {
      let (count, reading) = (region.names.count, number(of: region.reading))
      let areas = table.areasAsTyped(
        table.area(ofLines: lines, for: count),
        region.first.map { [table.area(ofLines: $0.lines, for: count)] } ?? [])
      return names.cut(
        areas.map { area, lower in
          NameStream(
            rows: region.names, kinds: .all, bonus: bonus + lower, area: area, reading: reading,
            isInFullRegion: isInFullRegion)
        })
    }
    var hasFull = isRegion
    for region in regions where !region.lines.exact.isEmpty {
      let streams = streams(
        in: region.lines.exact, region, bonus: NameScore.wholeBonus, isInFullRegion: true)
      hasFull = hasFull || names.haveMatch(streams)
      for stream in streams { add(stream) }
    }
    for region in regions where !region.lines.longer.isEmpty {
      let bonus = hasFull ? NameScore.halfRegionBonus : 0
      for stream in streams(in: region.lines.longer, region, bonus: bonus, isInFullRegion: false) {
        add(stream)
        if region.nameLength <= StoredKind.longestCode { add(stream.ofCodesThatAreNames) }
      }
    }
  }
}
