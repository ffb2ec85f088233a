internal import PrefixSearch

/// Enumerates the cities that match a query, one by one in order, each with its best name.
///
/// The cities that match as typed come first. If they are fewer than ten, those that match in another way follow;
/// if there are none at all, those whose names sound like the text. Nothing is found before it is asked for. A
/// class, because it is large, and moved from the search to its answer.
final class MatchCursor {
  /// Finds other names, given how many cities match as typed, and which cities pass the filter.
  typealias OtherNames =
    @Sendable (
      _ candidates: inout Candidates, _ count: Int, _ isIncluded: (CityRow) -> Bool
    ) -> [NameStream]

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
  private var sounds: (@Sendable () -> [SoundMatch])?
  /// The cities so far, while others may follow.
  private var found: [CityRow] = []

  /// Begins with the first city.
  init(
    _ candidates: Candidates, in names: SearchedNames, to query: SearchQuery,
    others: OtherNames? = nil,
    sounds: (@Sendable () -> [SoundMatch])? = nil
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

  /// Begins with the first city with one of some own names.
  convenience init(_ rows: Range<CityRow>, to query: SearchQuery, in table: Gazetteer.Table) {
    var candidates = Candidates()
    candidates.add(NameStream(rows: rows.rawValues, kinds: .all, bonus: 0))
    self.init(candidates, in: SearchedNames(table: table, areOwn: true), to: query)
  }

  /// The next city; `nil` after the last.
  func next() -> Hit? {
    if let hit = cursor?.next() {
      if mayHaveOthers { note(hit.city) }
      return hit
    }
    if let others {
      self.others = nil
      let filter = filter
      let streams = others(&candidates, found.count) { filter?.contains($0) ?? true }
      if !streams.isEmpty {
        cursor = StreamCursor(streams, in: names, by: order, filter, bias, without: found)
        if let hit = cursor?.next() {
          sounds = nil
          return hit
        }
      }
    }
    guard let sounds, found.isEmpty else { return nil }
    self.sounds = nil
    cursor = StreamCursor(sounds(), in: names, by: order, filter, bias)
    return cursor?.next()
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
    if let count = cursor.knownCount { return count }
    guard filter == nil, candidates.streams.allSatisfy({ $0.reading == Reading.plain }) else {
      return nil
    }
    return candidates.plain.flatMap(names.cityCount)
  }
}
