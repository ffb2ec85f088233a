internal import PrefixSearch

/// Enumerates the cities that match a query, one by one in order, each with its best name.
///
/// The cities that match as typed come first. If they are fewer than ten, those that match in another way follow;
/// if there are none at all, those whose names sound like the text. Nothing is found before it is asked for. A class,
/// because it is large, and moved from the search to its answer.
final class MatchCursor {
  /// Finds other names, given how many cities match as typed and pass the filter.
  typealias OtherNames = @Sendable (_ candidates: inout Candidates, _ count: Int) -> [NameStream]

  private var candidates: Candidates
  private let names: SearchedNames
  private let order: CityOrder
  private let filter: RowFilter?
  private let bias: AppliedBias?
  /// `nil` if there are no names.
  private var cursor: StreamCursor?
  /// What finds other names, while they may follow.
  private var others: OtherNames?
  /// What finds the cities that sound like the text, while no city was found.
  private var sounds: SoundFinder?
  /// The best corrected names and those that sound alike, the last one first, and their cities.
  private var merged: [Hit] = []
  private var mergedCities: Set<CityRow> = []
  /// In another order than by relevance, those that sound alike, which follow the corrected ones.
  private var following: StreamCursor?
  /// The cities so far, while others may follow.
  private var found: [CityRow] = []

  /// Begins with the first city.
  init(
    _ candidates: Candidates, in names: SearchedNames, to query: SearchQuery,
    others: OtherNames? = nil, sounds: SoundFinder? = nil
  ) {
    self.candidates = candidates
    self.names = names
    self.others = others
    self.sounds = sounds
    order = query.order ?? .relevance
    filter = RowFilter(query.filter, in: Gazetteer(names.table))
    bias = order == .relevance ? AppliedBias.of(query.bias, in: Gazetteer(names.table)) : nil
    guard !candidates.streams.isEmpty else { return }
    cursor = StreamCursor(candidates.streams, in: names, by: order, filter, bias)
  }

  /// Begins with the first of consecutive cities, by their own names.
  convenience init(_ rows: Range<CityRow>, to query: SearchQuery, in table: Gazetteer.Table) {
    var candidates = Candidates(.own)
    candidates.add(NameStream(cities: rows.rawValues, bonus: 0))
    self.init(candidates, in: SearchedNames(table: table, scope: .own), to: query)
  }

  /// The next city; `nil` after the last.
  func next() -> Hit? {
    if let hit = merged.popLast() { return hit }
    while let hit = cursor?.next() {
      if mergedCities.contains(hit.city) { continue }
      if mayHaveOthers { note(hit.city) }
      return hit
    }
    if let others {
      self.others = nil
      let streams = others(&candidates, found.count)
      if !streams.isEmpty {
        cursor = StreamCursor(streams, in: names, by: order, filter, bias, without: found)
        if streams.allSatisfy({ $0.grade == .corrected }) { mergeWithSounds(streams) }
        if let hit = merged.popLast() ?? cursor?.next() {
          sounds = nil
          return hit
        }
      }
    }
    if let following {
      cursor = following
      self.following = nil
      return cursor?.next()
    }
    guard let sounds, found.isEmpty else { return nil }
    self.sounds = nil
    cursor = StreamCursor(sounds.find(soundCount), in: names, by: order, filter, bias)
    return cursor?.next()
  }

  /// How many cities that sound alike are wanted.
  private var soundCount: Int {
    filter != nil || bias != nil ? SoundFinder.count.filtered : SoundFinder.count.all
  }

  /// Orders the first corrected names and the cities that sound alike together, if the text is in a script for
  /// which this is better; another order than by relevance shows the same cities.
  private func mergeWithSounds(_ streams: [NameStream]) {
    guard let sounds, found.isEmpty, sounds.comesWithCorrections else { return }
    self.sounds = nil
    let matches = sounds.find(soundCount)
    let isByRelevance = order == .relevance
    var corrected =
      isByRelevance ? cursor : StreamCursor(streams, in: names, by: .relevance, filter)
    var alike = StreamCursor(matches, in: names, by: .relevance, filter, bias)
    var hits: [Hit] = []
    while hits.count < NameTable.listLength, let hit = corrected?.next() { hits.append(hit) }
    for (index, score) in sounds.scores(of: hits).enumerated() {
      let points = score + NameScore.base + (bias?.points(for: hits[index].city) ?? 0)
      let population = names.table.records.population(atRow: hits[index].city)
      hits[index].weight = NameScore.weight(ofScore: points, population: population)
    }
    for _ in 0..<NameTable.listLength {
      if let hit = alike.next() { hits.append(hit) }
    }
    hits = hits.sortedByPlace { $0.precedes($1) }
    // Of two hits of a city, the better one comes first.
    hits = hits.filter { mergedCities.insert($0.city).inserted }
    if isByRelevance {
      cursor = corrected
      merged = hits.reversed()
      return
    }
    let found = hits.filter { $0.grade == .phonetic }.map { $0.city }
    mergedCities = []
    cursor = StreamCursor(streams, in: names, by: order, filter, nil, without: found)
    following = StreamCursor(
      matches.filter { found.contains($0.city) }, in: names, by: order, filter, nil)
  }

  /// Prepares for so many cities at once.
  func expect(_ count: Int) { cursor?.expect(count) }

  /// The readings of the query, beside the plain one.
  var readings: [Reading] { candidates.readings }

  /// Whether others may follow the cities that match as typed.
  var mayHaveOthers: Bool { others != nil || sounds != nil }

  private func note(_ city: CityRow) {
    found.append(city)
    guard found.count == TypoRule.sufficientMatchCount else { return }
    (others, sounds) = (nil, nil)
    found = []
  }

  /// The number of cities that match as typed, if it is known before they are enumerated.
  var total: Int? {
    guard let cursor else { return 0 }
    if candidates.streams.contains(where: { $0.grade != .exact }) { return nil }
    if let count = cursor.knownCount { return count }
    guard filter == nil, candidates.streams.allSatisfy({ $0.reading == .whole }) else {
      return nil
    }
    return candidates.plain.flatMap(names.cityCount)
  }
}
