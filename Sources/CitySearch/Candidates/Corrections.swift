internal import PrefixSearch

/// What is searched for if fewer than ten cities match as typed: names with typos.
extension QueryReadings {
  /// The names that match in another way than as typed.
  ///
  /// - Parameters:
  ///   - candidates: The names that match as typed; readings are added to it.
  ///   - count: The number of cities that match as typed and pass the filter.
  /// - Returns: The names, all of one grade.
  func otherNames(after candidates: inout Candidates, of count: Int) -> [NameStream] {
    // What several words have beside the name was read already.
    guard text.isOneWord || count == 0 else { return [] }
    if candidates.isRegion || candidates.isExplained { return [] }
    let corrections = correctionsOfText()
    guard corrections.isEmpty, count == 0, hasRegions, text.isOneWord, !text.typed.isOneWord else {
      return corrections
    }
    // "Berlin/Brandenburg"
    let known = candidates.streams.count
    addLine(to: &candidates, isCorrected: true)
    return Array(candidates.streams[known...])
  }

  /// The names that are the whole text but for a typo or two.
  func correctionsOfText() -> [NameStream] {
    guard text.folded.mayBeCorrected, let letters = text.typed.correctableLetters else {
      return []
    }
    let found = corrections(of: letters, limit: 1)
    guard found.isEmpty, letters.count >= TypoRule.shortestTextWithTwoEdits else { return found }
    return corrections(of: letters, limit: 2)
  }

  /// The cities with names that sound like a text: those in the region of its last part, if it names one or if there
  /// are any.
  ///
  /// Behind a name in another script, words in Latin letters are a last part without a comma, too.
  func citiesSoundingLike(_ typed: String, count: Int) -> [SoundMatch] {
    let bytes = typed.utf8.span
    let (head, last) = bytes.firstAndLastPart
    // One or two Latin letters sound like the beginning of any name.
    if last != nil, FoldedQuery(folding: bytes.extracting(head)).countWithoutSpace < 3 { return [] }
    let name = SoundFinder.name(in: bytes)
    var region = last.map { FoldedQuery(folding: bytes.extracting($0)).withoutSpace }
    if region == nil, name.upperBound < bytes.count {
      region = FoldedQuery(folding: bytes.extracting(name.upperBound..<bytes.count))
    }
    guard let region else { return table.citiesSoundingLike(bytes, count: count) }
    let matches = table.citiesSoundingLike(
      bytes.extracting(name), count: SoundFinder.count.filtered)
    let (gazetteer, key) = (Gazetteer(table), region.bytes[...])
    // Also those whose names go on, so that a city stays while its region is typed.
    let areas = [gazetteer.regions(withKey: key), gazetteer.regions(beginningWith: key)]
    let inside = matches.filter { match in
      areas.contains { table.contains(Area([$0]), match.city) }
    }
    return inside.isEmpty && areas[0].isEmpty ? matches : inside
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
}

extension Span<UInt8> {
  /// Where the first and the last part between commas lie that are not empty; without the last one, if there is one
  /// part.
  fileprivate var firstAndLastPart: (first: Range<Int>, last: Range<Int>?) {
    var (parts, start) = ([Range<Int>](), 0)
    for index in 0...count where index == count || self[index] == UInt8(ascii: ",") {
      if (start..<index).contains(where: { self[$0] != asciiSpace }) { parts.append(start..<index) }
      start = index + 1
    }
    return (parts.first ?? 0..<count, parts.count > 1 ? parts.last : nil)
  }
}
