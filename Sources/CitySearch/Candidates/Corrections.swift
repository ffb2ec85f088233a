internal import PrefixSearch

/// What is searched for if fewer than ten cities match as typed: names with typos; and if there are none, a
/// name inside the text.
extension QueryReadings {
  /// The names that match in another way than as typed.
  ///
  /// - Parameters:
  ///   - typed: The whole text.
  ///   - candidates: The names that match as typed; readings are added to it.
  ///   - count: The number of cities that match as typed and pass the filter.
  ///   - isIncluded: Whether a city passes the filter.
  /// - Returns: The names, all of one grade.
  func otherNames(
    _ typed: String, after candidates: inout Candidates, of count: Int,
    where isIncluded: (CityRow) -> Bool
  ) -> [NameStream] {
    func haveCities(_ streams: [NameStream]) -> Bool {
      streams.contains { names.hasMatch($0, where: isIncluded) }
    }
    if hasRegions, count == 0 {
      let abbreviated = abbreviatedNames(&candidates)
      if haveCities(abbreviated) { return abbreviated }
      let named = namesBesidePlaceWords(typed, &candidates)
      if haveCities(named) { return named }
    }
    guard text.folded.mayBeCorrected else { return [] }
    // A text that has a city and its region needs no correction.
    let isExplained = haveCities(candidates.streams.filter { $0.isInFullRegion })
    let letters =
      isExplained || candidates.isRegion ? nil : text.typed.correctableLetters
    var found = letters.map { corrections(of: $0, limit: 1) } ?? []
    if hasRegions { found += correctedHeads(isExplained: isExplained, &candidates) }
    if !found.isEmpty { return found }
    if hasRegions, count == 0 {
      found = nameInside(&candidates)
      if haveCities(found) { return found }
    }
    guard let letters, letters.count >= TypoRule.shortestTextWithTwoEdits else { return [] }
    return corrections(of: letters, limit: 2)
  }

  /// The cities with names that sound like a text: those in the region of its last part, if there are any.
  ///
  /// Behind a name in another script, words in Latin letters are a last part without a comma, too.
  func citiesSoundingLike(_ typed: String, count: Int) -> [SoundMatch] {
    // One or two Latin letters sound like the beginning of any name.
    if text.hasComma, text.head.count < 3 { return [] }
    let bytes = typed.utf8.span
    let name = SoundFinder.name(in: bytes)
    var region = text.last
    if region == nil, name.upperBound < bytes.count {
      region = FoldedQuery(folding: bytes.extracting(name.upperBound..<bytes.count))
    }
    guard let region else { return table.citiesSoundingLike(bytes, count: count) }
    let matches = table.citiesSoundingLike(
      bytes.extracting(name), count: SoundFinder.count.filtered)
    // Also those whose names go on, so that a city stays while its region is typed.
    let (exact, longer) = region.withBytes { table.regions.lines(of: $0) }
    let lines = exact.isEmpty ? longer : exact.lowerBound..<max(exact.upperBound, longer.upperBound)
    let area = table.area(ofLines: lines, for: matches.count)
    let inside = matches.filter { table.contains(area, $0.city) }
    return inside.isEmpty ? matches : inside
  }

  /// The names within some edits of the typed text; empty if all of them are codes.
  private func corrections(of letters: [UInt32], limit: Int) -> [NameStream] {
    guard !misses.includes(text.typed, limit: limit) else { return [] }
    let similar = index.prefixes(
      similarTo: letters, limit: limit, separator: asciiSpace, filter: names.filter)
    if similar.isEmpty { misses.insert(text.typed, limit: limit) }
    let streams = streams(of: similar, edits: limit)
    return names.haveMatch(streams) ? streams : []
  }

  /// The names below the similar prefixes that a walk through the index found.
  ///
  /// All of them have as many edits: fewer were tried before.
  private func streams(
    of similar: SimilarPrefixes<Index.Position>, edits: Int
  ) -> [NameStream] {
    func stream(_ rows: Range<Int>, _ kinds: StoredKinds, _ bonus: Int) -> NameStream {
      NameStream(
        rows: rows, kinds: names.scope == .own ? .own : kinds, bonus: bonus, reading: .corrected,
        grade: .corrected, edits: UInt8(clamping: edits))
    }
    var streams: [NameStream] = []
    streams.reserveCapacity(similar.whole.count + similar.words.count + similar.prefixes.count)
    for rows in similar.whole { streams.append(stream(rows, .allButCodes, NameScore.wholeBonus)) }
    for rows in similar.words { streams.append(stream(rows, .own, NameScore.wordBonus)) }
    for prefix in similar.prefixes { streams.append(stream(prefix.rows, .allButCodes, 0)) }
    return streams
  }

  /// The whole names that are similar to the text before a region.
  private func correctedHeads(
    isExplained: Bool, _ candidates: inout Candidates
  ) -> [NameStream] {
    // "Avon, IN, USA" is in Indiana, and no Avon of another state stands below it.
    if isExplained { return [] }
    if let last = text.last {
      let middle = middleRegion(for: TypoRule.sufficientMatchCount)
      return correctedHead(
        text.head, before: last, in: middle.areas,
        .parts(name: text.head, regions: [last] + middle.names), &candidates)
    }
    if text.hasComma { return [] }
    let typed = text.typed
    let words = typed.withBytes { LastWords(of: $0) }
    var streams: [NameStream] = []
    for count in 1...LastWords.longestRegion where count <= words.count {
      let start = words[count - 1]
      streams += correctedHead(
        typed.part(0..<start - 1), before: typed.part(start..<typed.count),
        .lastWords(nameLength: start - 1, start: start, first: nil), &candidates)
    }
    return streams
  }

  /// The whole names that are similar to a head, of cities in a region, and in other areas.
  private func correctedHead(
    _ head: FoldedQuery, before region: FoldedQuery, in others: [Area] = [], _ reading: Reading,
    _ candidates: inout Candidates
  ) -> [NameStream] {
    guard let letters = head.correctableLetters else { return [] }
    let lines = table.regions.lines(named: region)
    guard !lines.isEmpty else { return [] }
    let area = AreaIntersection(
      table.area(ofLines: lines, for: TypoRule.sufficientMatchCount), others)
    for limit in TypoRule.editLimits(letterCount: letters.count)
    where !misses.includes(head, limit: limit) {
      let similar = index.prefixes(
        similarTo: letters, limit: limit, separator: asciiSpace, wholeOnly: true,
        filter: names.filter)
      var streams = similar.whole.map {
        NameStream(
          rows: $0, kinds: .allButCodes, bonus: NameScore.wholeBonus, area: area,
          grade: .corrected, edits: UInt8(clamping: limit))
      }
      guard names.haveMatch(streams) else { continue }
      let number = candidates.number(of: reading)
      for index in streams.indices { streams[index].reading = number }
      addLargeCitiesOutside(named: head, to: &candidates)
      return streams
    }
    return []
  }

  /// Adds the large cities that have exactly the name before a region, but do not lie in it: a correction inside the
  /// region is not shown alone.
  private func addLargeCitiesOutside(named head: FoldedQuery, to candidates: inout Candidates) {
    // A city of this name in the region would have matched as typed.
    let large = head.withBytes { wholeNames($0) }.filter {
      table.records.population(atRow: names.entry($0).city) >= Self.populationOfLargeCity
    }
    guard !large.isEmpty else { return }
    let reading = candidates.number(of: .parts(name: head, regions: []))
    candidates.outside += large.map {
      NameStream(
        rows: $0..<$0 + 1, kinds: .allButCodes, bonus: NameScore.wholeBonus, reading: reading,
        grade: .partial)
    }
  }

  private static var populationOfLargeCity: Int { 100_000 }
}
