internal import PrefixSearch

extension QueryEvaluation {
  /// Collects the cities of interpretations in which the end of the query is a region.
  func gatherRegions(into found: inout Findings) {
    if text.hasComma {
      if let last = text.last { gatherRegionAfterComma(last, into: &found) }
    } else {
      text.folded.withBytes { bytes in
        LastWords(of: bytes).forEachRegion(of: bytes, in: index, table) { region in
          found.addCities(of: region, typed: bytes, in: table, filter: filter)
        }
      }
    }
  }

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
        found.add(
          ranges.bonus.whole, in: nil, bonus: 0, isFull: false, of: table, filter: filter
        ) {
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
}
