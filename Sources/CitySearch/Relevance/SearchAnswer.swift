internal import PrefixSearch

/// The answer to a query that the best names beginning with its text do not answer: the hits, and the
/// state to make matches of them.
///
/// A class, so that a match holds it by one reference.
@usableFromInline
final class SearchAnswer: Sendable {
  let query: SearchQuery
  let completer: CityCompleter
  /// The typed text, folded.
  let folded: FoldedQuery
  /// The cities in order.
  let hits: [Hit]
  let total: MatchTotal
  private let interpretations: [Interpretation]

  init(
    _ result: SearchResult, to query: SearchQuery, folded: FoldedQuery, of completer: CityCompleter
  ) {
    self.query = query
    self.completer = completer
    self.folded = folded
    hits = result.hits
    total = result.total
    interpretations = result.interpretations
  }

  var gazetteer: Gazetteer { completer.gazetteer }

  /// The matches at some positions, all of which exist.
  func matches(at positions: Range<Int>) -> [CityMatch] {
    let (table, prefix) = (gazetteer.table, TypedPrefix(folded))
    var matches: [CityMatch] = []
    matches.reserveCapacity(positions.count)
    for position in positions {
      let hit = hits[position]
      matches.append(
        hit.isOwnNamePrefix
          ? table.match(atRow: hit.city, by: prefix)
          : CityMatch(city: table.city(atRow: hit.city), in: .answer(self), at: position))
    }
    return matches
  }

  /// The name that matched, with its highlight.
  func name(at position: Int, of city: City) -> MatchedName {
    let hit = hits[position]
    let beginning = beginning(of: hit)
    let table = gazetteer.table.nameTable
    guard hit.hasTypo else { return table.matchedName(hit.name, hit.kind, of: city, beginning) }
    let text = hit.kind.hasOwnText ? city.name : table.text(of: hit.name, beginningWith: beginning)
    let key = table.key(of: hit.name, beginningWith: beginning)
    let nearest = nearest(to: hit, key)
    let meant = FoldedQuery(copying: key.span.extracting(first: nearest?.length ?? key.count))
    return MatchedName(
      text, kind: hit.kind.kind, isOwn: hit.kind.hasOwnText,
      highlight: NameHighlight(typed: meant, name: text, key: key, kind: hit.kind).range,
      // With a distance of 0, the typo is that the name does not continue with the typed separator.
      edits: max(1, nearest?.distance ?? 1))
  }

  /// The edit distance between the typed text and the name.
  func edits(at position: Int, of city: City) -> Int {
    hits[position].hasTypo ? name(at: position, of: city).edits : 0
  }

  /// The regions that were recognized after the name.
  func regions(at position: Int, of city: City) -> [MatchedRegion] {
    let row = hits[position].city
    return interpretation(of: hits[position])?.regions.map { matchedRegion($0, of: city, at: row) }
      ?? []
  }

  /// The interpretation of a hit; `nil` for number 0, the whole text as the beginning of a name.
  private func interpretation(of hit: Hit) -> Interpretation? {
    hit.interpretation > 0 ? interpretations[Int(hit.interpretation) - 1] : nil
  }

  /// The part of the typed text that is the name of a hit: all, or the part before a region.
  private func beginning(of hit: Hit) -> KnownPrefix {
    KnownPrefix(query: interpretation(of: hit)?.head ?? folded)
  }

  /// The prefix of a corrected name that is closest to the text; a name before a region is compared as a
  /// whole.
  private func nearest(to hit: Hit, _ key: [UInt8]) -> ClosestPrefix? {
    guard let interpretation = interpretation(of: hit), !interpretation.regions.isEmpty else {
      return ClosestPrefix(of: key, to: beginning(of: hit).query)
    }
    return ClosestPrefix(whole: key, to: interpretation.head)
  }

  /// The country or division of a city that a part of the query was recognized as.
  private func matchedRegion(
    _ typed: FoldedQuery, of city: City, at row: CityRow
  ) -> MatchedRegion {
    let country = gazetteer.countryName(atRow: row) ?? city.countryCode.description
    let division = gazetteer.admin1Name(atRow: row) ?? city.admin1Code.description
    if let highlight = typed.highlight(in: country) {
      return MatchedRegion(name: country, countryCode: city.countryCode, highlight: highlight)
    }
    let highlight = typed.highlight(in: division)
    if highlight == nil, isCountry(typed, of: city) {
      return MatchedRegion(name: country, countryCode: city.countryCode)
    }
    return MatchedRegion(
      name: division, countryCode: city.countryCode, admin1Code: city.admin1Code,
      highlight: highlight ?? .empty)
  }

  /// Whether a text is a name of the country of a city, or a prefix of one.
  private func isCountry(_ typed: FoldedQuery, of city: City) -> Bool {
    let table = gazetteer.table
    guard let country = table.number(of: city.countryCode) else { return false }
    let (exact, longer) = typed.withBytes { table.regions.lines(of: $0) }
    let line = UInt32(country) | RegionTable.countryFlag
    return (exact.isEmpty ? longer : exact).contains { table.regions.line($0) == line }
  }
}
