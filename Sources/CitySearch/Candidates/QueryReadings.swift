internal import PrefixSearch

/// Finds the names that match a query, by an index over them.
struct QueryReadings<Index: PrefixIndex, Names: SearchedNames>: Sendable {
  let text: QueryText
  let names: Names
  let index: Index
  /// What is known of the index.
  let misses: MissCache
  /// Whether the end of the text may be a region.
  let hasRegions: Bool

  var table: Gazetteer.Table { names.table }

  /// The names that match the text as typed.
  func candidates() -> Candidates {
    var candidates = Candidates()
    candidates.plain = text.folded.withBytes { NameRanges(of: $0, in: index) }
    if let plain = candidates.plain { candidates.add(plain) }
    guard hasRegions else { return candidates }
    if !text.hasComma {
      text.folded.withBytes { bytes in
        LastWords(of: bytes).forEachRegion(of: bytes, in: index, table) { region in
          candidates.add(region, in: table)
        }
      }
    } else if let last = text.last {
      addRegionAfterComma(last, to: &candidates)
      candidates.correctedPart = candidates.number(
        of: .parts(name: text.head, regions: [last]))
    }
    return candidates
  }

  /// Adds the names that begin with the first part, of cities in the region of the last one.
  private func addRegionAfterComma(_ last: FoldedQuery, to candidates: inout Candidates) {
    guard let names = text.head.withBytes({ NameRanges(of: $0, in: index) }) else { return }
    let count = names.all.count
    var (exact, longer) = last.withBytes { table.regions.lines(of: $0) }
    var typed = [last]
    // Regions before the last one: in the last part, and in the part before it.
    var others: [Area] = []
    if exact.isEmpty, longer.isEmpty {
      guard let words = regionsOfLastWords(of: last) else {
        // The last part is not a region: it is ignored.
        let reading = candidates.number(of: .parts(name: text.head, regions: []))
        candidates.add(
          NameStream(rows: names.bonus.whole, kinds: .all, bonus: 0, reading: reading))
        return
      }
      (exact, typed) = (words.outer, words.typed)
      others.append(table.area(ofLines: words.inner, for: count))
    } else if exact.isEmpty {
      (exact, longer) = (longer, 0..<0)
    }
    if let middle = text.middle {
      let lines = middle.withBytes { table.regions.lines(of: $0).exact }
      if !lines.isEmpty {
        others.append(table.area(ofLines: lines, for: count))
        typed.append(middle)
      }
    }
    for (lines, isFull) in [(exact, true), (longer, false)] where !lines.isEmpty {
      let reading = candidates.number(of: .parts(name: text.head, regions: typed))
      candidates.add(
        names, reading: reading,
        in: AreaIntersection(table.area(ofLines: lines, for: count), others), isFull: isFull)
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
}

extension Candidates {
  /// Adds the readings with a region at the end, and their names.
  mutating func add(_ region: RegionAfterName, in table: Gazetteer.Table) {
    let count = region.names.count
    let others = region.first.map { [table.area(ofLines: $0.lines, for: count)] } ?? []
    let (exact, longer) = region.lines
    for (lines, isFull) in [(exact, true), (longer, false)] where !lines.isEmpty {
      let reading = number(
        of: .lastWords(
          nameLength: region.nameLength, start: region.start, first: region.first?.text))
      add(
        NameStream(
          rows: region.names, kinds: .all, bonus: isFull ? NameScore.wholeBonus : 0,
          area: AreaIntersection(table.area(ofLines: lines, for: count), others),
          reading: reading, isInFullRegion: isFull))
    }
  }
}
