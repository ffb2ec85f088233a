internal import PrefixSearch

/// Which queries are corrected, and by how many edits.
///
/// The automaton of these edits is `EditAutomaton` in PrefixSearch; an edit inserts, deletes or
/// substitutes a letter, or swaps two neighbors.
enum TypoRule {
  /// Corrections are searched for only if fewer cities than this match the text as typed.
  static let sufficientMatchCount = 10
  /// The least number of letters of a text that is corrected.
  static let shortestText = 4
  /// The greatest one: longer texts are no names, and the depth of the recursive walk is the length of
  /// the text.
  static let longestText = 255
  /// The least number of letters of a text in which two edits are allowed.
  static let shortestTextWithTwoEdits = 8

  /// The numbers of edits to try, until one of them finds a name.
  static func editLimits(letterCount: Int) -> ClosedRange<Int> {
    1...(letterCount >= shortestTextWithTwoEdits ? 2 : 1)
  }
}

extension SearchQuery {
  /// Whether corrections follow if fewer cities than are sufficient match the text as typed.
  ///
  /// - Parameters:
  ///   - folded: The text, folded.
  ///   - count: The number of cities that match as typed, if it is known.
  /// - Returns: Whether they may follow.
  @inline(__always)
  func mayBeCorrected(_ folded: borrowing FoldedQuery, after count: Int = 0) -> Bool {
    typos == .automatic && count < TypoRule.sufficientMatchCount && folded.mayBeCorrected
  }
}

extension FoldedQuery {
  /// Whether the text is long enough to be corrected, see ``correctableLetters``.
  var mayBeCorrected: Bool {
    count >= TypoRule.shortestText + (endsInSeparator ? 1 : 0)
  }

  /// The letters, if the text can be corrected: if it has 4 to 255 of them, and all are ASCII.
  var correctableLetters: [UInt32]? {
    guard (TypoRule.shortestText...TypoRule.longestText).contains(count) else { return nil }
    let letters = (0..<count).map { UInt32(self[$0]) }
    return letters.allSatisfy { $0 < 0x80 } ? letters : nil
  }
}

extension QueryReadings {
  /// The names within one or two edits of the typed text, and of the part before a region.
  ///
  /// - Parameters:
  ///   - candidates: The names that match the text as typed.
  ///   - isIncluded: Whether a city passes the filter.
  /// - Returns: The names.
  func corrections(
    of candidates: Candidates, where isIncluded: (CityRow) -> Bool
  ) -> [NameStream] {
    var corrections: [NameStream] = []
    // A query that ends in the region of a city is explained without typos.
    let isExplained = candidates.streams.contains { stream in
      stream.isInFullRegion
        && stream.rows.contains { names.matches($0, stream) && isIncluded(names.entry($0).city) }
    }
    if !isExplained, let letters = text.typed.correctableLetters {
      for limit in TypoRule.editLimits(letterCount: letters.count)
      where !misses.includes(text.typed, limit: limit) {
        let similar = index.prefixes(
          similarTo: letters, limit: limit, separator: asciiSpace, filter: names.filter)
        if similar.isEmpty { misses.insert(text.typed, limit: limit) }
        corrections = streams(of: similar)
        if corrections.contains(where: { $0.rows.contains { names.entry($0).kind != .code } }) {
          break
        }
      }
    }
    if hasRegions, let last = text.last, let letters = text.head.correctableLetters {
      corrections += correctedParts(letters, before: last, reading: candidates.correctedPart)
    }
    return corrections
  }

  /// The names that a walk found.
  private func streams(of similar: SimilarPrefixes<Index.Position>) -> [NameStream] {
    func stream(_ rows: Range<Int>, _ kinds: NameStream.Kinds, _ bonus: Int) -> NameStream {
      NameStream(
        rows: rows, kinds: kinds, bonus: bonus, reading: Reading.corrected, hasTypo: true)
    }
    var streams: [NameStream] = []
    streams.reserveCapacity(similar.whole.count + similar.words.count + similar.prefixes.count)
    for rows in similar.whole { streams.append(stream(rows, .allButCodes, NameScore.wholeBonus)) }
    for rows in similar.words { streams.append(stream(rows, .own, NameScore.wordBonus)) }
    for prefix in similar.prefixes { streams.append(stream(prefix.rows, .allButCodes, 0)) }
    return streams
  }

  /// The whole names similar to the first part of the query, of cities in the region of its last part.
  private func correctedParts(
    _ letters: [UInt32], before last: FoldedQuery, reading: UInt8
  ) -> [NameStream] {
    let lines = last.withBytes { table.regions.lines(of: $0).exact }
    guard !lines.isEmpty else { return [] }
    let area = AreaIntersection(table.area(ofLines: lines, for: TypoRule.sufficientMatchCount))
    for limit in TypoRule.editLimits(letterCount: letters.count)
    where !misses.includes(text.head, limit: limit) {
      let similar = index.prefixes(
        similarTo: letters, limit: limit, separator: asciiSpace, wholeOnly: true,
        filter: names.filter)
      let streams = similar.whole.map {
        NameStream(
          rows: $0, kinds: .allButCodes, bonus: NameScore.wholeBonus, area: area,
          reading: reading, hasTypo: true)
      }
      let isFound = streams.contains { stream in
        stream.rows.contains { names.matches($0, stream) }
      }
      if isFound { return streams }
    }
    return []
  }
}
