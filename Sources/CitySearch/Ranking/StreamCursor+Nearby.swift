internal import PrefixSearch

/// The hits for a person at a place, where cities that are near are read apart from all others.
struct NearbyHits: Sendable {
  /// Hits of other cities, with their points, which wait until no city can be better.
  var others = PriorityQueue<RankedHit>()
  /// The weight of the last of them, without points: they are found in this order.
  var lastWeight = UInt64.max
  /// Near cities with at least this weight were read; `nil` if none were.
  var limit: UInt64?
}

extension StreamCursor {
  /// The next hit of all, for a person at a place.
  ///
  /// A city that is not near has the points of its country, or none. So the search for the best of these ends
  /// when the points of the country would not put another one first. Of the cities that are near, those are
  /// read first that weigh as much as ten others; the rest when these are used up.
  mutating func nextNearby() -> Hit? {
    findOthers()
    if nearby?.limit == nil { readNearby(from: leastOfTen()) }
    func first() -> RankedHit? {
      guard let one = nearby?.others.first, let two = known.first else {
        return nearby?.others.first ?? known.first
      }
      return min(one, two)
    }
    if let limit = nearby?.limit, limit > 0, first().map({ $0.hit.weight < limit }) ?? true {
      readNearby(from: 0)
    }
    guard let best = first() else { return nil }
    if let other = nearby?.others.first, !(best < other) {
      _ = nearby?.others.popFirst()
    } else {
      _ = known.popFirst()
    }
    return best.hit
  }

  /// Searches until no city that is not near can precede the first of them.
  private mutating func findOthers() {
    let points = UInt64(AppliedBias.greatestPointsOfOthers) << 32
    while search != nil, let last = nearby?.lastWeight {
      if let first = nearby?.others.first, last != .max, first.hit.weight > last + points { return }
      addOther()
    }
  }

  /// Adds the next city of the search.
  @discardableResult
  private mutating func addOther() -> RankedHit? {
    guard var hit = nextOfSearch()?.hit else { return nil }
    nearby?.lastWeight = hit.weight
    let points = streamed.bias?.points(for: hit.city) ?? 0
    hit.weight += UInt64(points) << 32
    let ranked = ranking.ranked(hit)
    nearby?.others.add(ranked)
    return ranked
  }

  /// The least weight of ten cities that are not near; 0 if there are fewer.
  private mutating func leastOfTen() -> UInt64 {
    var (cities, least) = (Set<CityRow>(), UInt64.max)
    var waiting = nearby?.others ?? PriorityQueue()
    while cities.count < NameTable.listLength {
      guard let next = waiting.popFirst() ?? addOther() else { return 0 }
      if cities.insert(next.hit.city).inserted { least = min(least, next.hit.weight) }
    }
    return least
  }

  /// Reads the names of near cities with at least a weight.
  private mutating func readNearby(from limit: UInt64) {
    nearby?.limit = limit
    guard let bias = streamed.bias else { return }
    var hits = CityHits()
    for number in searched {
      let stream = streamed.streams[number]
      if let cities = streamed.names.cities(of: stream) {
        for row in cities where bias.isNear(CityRow(row)) {
          if let hit = streamed.ownHit(CityRow(row), number), hit.weight >= limit { hits.add(hit) }
        }
        continue
      }
      for row in stream.rows where bias.isNear(streamed.names.entry(row).city) {
        if let hit = streamed.hit(row, number), hit.weight >= limit { hits.add(hit) }
      }
    }
    for hit in hits.hits where !given.contains(hit.city) {
      known.add(ranking.ranked(hit))
    }
  }
}
