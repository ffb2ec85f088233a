internal import PrefixSearch

/// The answer to a query: what was found, and all that is needed to show it.
///
/// A class, so that matches are copied at the cost of one reference.
final class SearchAnswer: Sendable {
  let query: SearchQuery
  let completer: CityCompleter
  /// What was typed, folded.
  let folded: FoldedQuery
  /// The cities in order.
  let hits: [Hit]
  let total: MatchTotal
  private let readings: [Reading]

  init(to query: SearchQuery, of completer: CityCompleter) {
    self.query = query
    self.completer = completer
    folded = FoldedQuery(query.text)
    let result = completer.evaluate(query, folded)
    hits = result.hits
    total = result.total
    readings = result.readings
  }

  var gazetteer: Gazetteer { completer.gazetteer }

  /// The match at a position.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the name in bytes.
  func match(at position: Int) -> CityMatch {
    let hit = hits[position]
    let city = gazetteer[hit.city]
    if hit.isPlain {
      return CityMatch(city: city, highlight: folded.highlight(in: city.name) ?? .empty)
    }
    guard hit.hasTypo else {
      guard hit.reading > 0 else { return match(hit, city, typed: folded, regions: []) }
      let reading = readings[Int(hit.reading) - 1]
      return match(hit, city, typed: reading.head, regions: reading.regions)
    }
    return correctedMatch(hit, city, readings[Int(hit.reading) - 1])
  }

  /// A match whose name begins with what was typed, or with the part of it before a region.
  private func match(
    _ hit: Hit, _ city: City, typed: FoldedQuery, regions: [FoldedQuery]
  ) -> CityMatch {
    let text = hit.kind.hasOwnText ? city.name : self.text(of: hit, typed)
    let highlight: HighlightRange? =
      switch hit.kind {
      case .own, .alternate, .code: typed.highlight(in: text)
      case .later: NameHighlight.plainLaterWord(typed, in: text)
      default: nil
      }
    return CityMatch(
      city: city, name: matchedName(hit, text),
      highlight: highlight
        ?? NameHighlight(typed: typed, name: text, key: key(of: hit, typed), kind: hit.kind).range,
      edits: 0, regions: regions.map { matchedRegion($0, of: city) })
  }

  /// A match whose name differs from what was typed.
  ///
  /// It is marked like the beginning of the name that the text is nearest to; a name before a region as
  /// a whole.
  private func correctedMatch(_ hit: Hit, _ city: City, _ reading: Reading) -> CityMatch {
    let key = key(of: hit, reading.head)
    let nearest =
      reading.regions.isEmpty
      ? NearestBeginning(of: key, to: reading.head)
      : NearestBeginning(whole: key, to: reading.head)
    let typed = FoldedQuery(copying: key.span.extracting(first: nearest?.length ?? key.count))
    let text = hit.kind.hasOwnText ? city.name : self.text(of: hit, reading.head)
    return CityMatch(
      city: city, name: matchedName(hit, text),
      highlight: NameHighlight(typed: typed, name: text, key: key, kind: hit.kind).range,
      // Where nothing else is wrong, the name does not go on with the separator that was typed.
      edits: max(1, nearest?.distance ?? 1),
      regions: reading.regions.map { matchedRegion($0, of: city) })
  }

  private func matchedName(_ hit: Hit, _ text: String) -> MatchedName {
    MatchedName(text, kind: hit.kind.kind, isOwn: hit.kind.hasOwnText)
  }

  private func key(of hit: Hit, _ typed: FoldedQuery) -> [UInt8] {
    typed.withBytes { gazetteer.table.nameTable.key(of: hit.name, startingWith: $0) }
  }

  private func text(of hit: Hit, _ typed: FoldedQuery) -> String {
    typed.withBytes { gazetteer.table.nameTable.text(of: hit.name, startingWith: $0) }
  }

  /// The country or division of a city that a text was read as.
  private func matchedRegion(_ typed: FoldedQuery, of city: City) -> MatchedRegion {
    let country = gazetteer.countryName(of: city) ?? city.countryCode
    let division = gazetteer.admin1Name(of: city) ?? city.admin1Code
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
    guard let country = table.countryCodes.position(of: city.countryCode) else { return false }
    let (exact, longer) = typed.withBytes { table.regions.lines(of: $0) }
    let line = UInt32(country) | RegionTable.countryFlag
    return (exact.isEmpty ? longer : exact).contains { table.regions.line($0) == line }
  }
}

/// The beginning of a key that a text with mistakes is nearest to.
struct NearestBeginning {
  /// Its length in bytes.
  let length: Int
  /// The number of edits.
  let distance: Int

  /// Finds the beginning; `nil` if none is within two edits.
  ///
  /// Of several that are equally near, the one is taken whose length is nearest to that of the text, and
  /// of these the shorter.
  ///
  /// - Parameters:
  ///   - key: The key, without its final space.
  ///   - typed: The text, which is ASCII.
  /// - Complexity: O(*m*), where *m* is the length of the text in bytes.
  init?(of key: [UInt8], to typed: FoldedQuery) {
    let automaton = EditAutomaton(typed.bytes.map(UInt32.init), limit: 2)
    var best: (distance: Int, difference: Int, length: Int)?
    var state = automaton.start
    for (index, byte) in key.enumerated() {
      guard byte < 0x80, let next = automaton.next(state, UInt32(byte)) else { break }
      state = next
      guard let distance = automaton.distance(state) else { continue }
      let candidate = (distance, abs(index + 1 - typed.count), index + 1)
      if best.map({ candidate < $0 }) ?? true { best = candidate }
    }
    guard let best else { return nil }
    (length, distance) = (best.length, best.distance)
  }

  /// A whole key, which is within two edits; `nil` if it is not.
  init?(whole key: [UInt8], to typed: FoldedQuery) {
    let automaton = EditAutomaton(typed.bytes.map(UInt32.init), limit: 2)
    var state: EditAutomaton.State? = automaton.start
    for byte in key { state = state.flatMap { automaton.next($0, UInt32(byte)) } }
    guard let distance = state.flatMap({ automaton.distance($0) }) else { return nil }
    (length, self.distance) = (key.count, distance)
  }
}
