internal import PrefixSearch

/// The answer to a query: what was found, and all that is needed to show it.
///
/// A class, so that matches are copied at the cost of one reference.
final class SearchAnswer: MatchSource {
  let query: SearchQuery
  let completer: CityCompleter
  /// What was typed, folded.
  let folded: FoldedQuery
  /// The cities in order.
  let hits: [Hit]
  let total: MatchTotal
  private let readings: [Reading]
  /// Where the text ends in the radix tree over names, if that is known.
  private let start: RadixTree.Position?

  /// Answers a query, whose text is folded already.
  init(to query: SearchQuery, folded: FoldedQuery, of completer: CityCompleter) {
    self.query = query
    self.completer = completer
    self.folded = folded
    let result = completer.evaluate(query, folded)
    hits = result.hits
    total = result.total
    readings = result.readings
    start = result.start
  }

  var gazetteer: Gazetteer { completer.gazetteer }

  /// The matches at some positions, all of which exist.
  func matches(at positions: Range<Int>) -> [CityMatch] {
    let (table, prefix) = (gazetteer.table, MatchedPrefix(folded))
    var matches: [CityMatch] = []
    matches.reserveCapacity(positions.count)
    for position in positions {
      let hit = hits[position]
      let city = table.city(atRow: hit.city)
      matches.append(
        hit.isPlain
          ? CityMatch(city: city, atRow: hit.city, prefix: prefix)
          : CityMatch(city: city, in: self, at: position))
    }
    return matches
  }

  /// The name that matched, and the part of it to be marked.
  func name(at position: Int, of city: City) -> MatchedName {
    let hit = hits[position]
    let beginning = beginning(of: hit)
    let (table, typed) = (gazetteer.table.nameTable, beginning.query)
    let text = hit.kind.hasOwnText ? city.name : table.text(of: hit.name, beginningWith: beginning)
    var highlight: HighlightRange?
    var edits = 0
    if hit.hasTypo {
      let key = table.key(of: hit.name, beginningWith: beginning)
      let nearest = nearest(to: hit, key)
      // Where nothing else is wrong, the name does not go on with the separator that was typed.
      edits = max(1, nearest?.distance ?? 1)
      let meant = FoldedQuery(copying: key.span.extracting(first: nearest?.length ?? key.count))
      highlight = NameHighlight(typed: meant, name: text, key: key, kind: hit.kind).range
    } else {
      highlight =
        switch hit.kind {
        case .own, .alternate, .code: MatchedPrefix(typed).highlight(in: text)
        case .later: NameHighlight.plainLaterWord(typed, in: text)
        default: nil
        }
    }
    return MatchedName(
      text, kind: hit.kind.kind, isOwn: hit.kind.hasOwnText,
      highlight: highlight
        ?? NameHighlight(
          typed: typed, name: text, key: table.key(of: hit.name, beginningWith: beginning),
          kind: hit.kind
        ).range, edits: edits)
  }

  /// How many edits lie between what was typed and the name.
  func edits(at position: Int, of city: City) -> Int {
    hits[position].hasTypo ? name(at: position, of: city).edits : 0
  }

  /// The regions that were read behind the name.
  func regions(at position: Int, of city: City) -> [MatchedRegion] {
    let row = hits[position].city
    return reading(of: hits[position])?.regions.map { matchedRegion($0, of: city, at: row) } ?? []
  }

  /// The row of the city.
  func row(at position: Int) -> CityRow? { hits[position].city }

  /// The reading that a hit comes from; `nil` if the whole text was read as the beginning of a name.
  private func reading(of hit: Hit) -> Reading? {
    hit.reading > 0 ? readings[Int(hit.reading) - 1] : nil
  }

  /// What was typed of the name of a hit: all, or the part before a region.
  private func beginning(of hit: Hit) -> KeyBeginning {
    reading(of: hit).map { KeyBeginning(query: $0.head) }
      ?? KeyBeginning(query: folded, position: start)
  }

  /// The beginning of a name with mistakes that the text is nearest to; a name before a region is taken
  /// as a whole.
  private func nearest(to hit: Hit, _ key: [UInt8]) -> NearestBeginning? {
    guard let reading = reading(of: hit), !reading.regions.isEmpty else {
      return NearestBeginning(of: key, to: beginning(of: hit).query)
    }
    return NearestBeginning(whole: key, to: reading.head)
  }

  /// The country or division of a city that a text was read as.
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

  /// Whether a text is a name of the country of a city, or the beginning of one.
  private func isCountry(_ typed: FoldedQuery, of city: City) -> Bool {
    let table = gazetteer.table
    guard let country = table.number(of: city.countryCode) else { return false }
    let (exact, longer) = typed.withBytes { table.regions.lines(of: $0) }
    let line = UInt32(country) | RegionTable.countryFlag
    return (exact.isEmpty ? longer : exact).contains { table.regions.line($0) == line }
  }
}
