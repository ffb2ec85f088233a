internal import PrefixSearch

/// The result of a search over all names.
struct SearchResult: Sendable {
  /// The cities, the best first; corrected ones last.
  var hits: [Hit]
  /// The interpretations of the query, except number 0: names that begin with the whole query.
  var interpretations: [Interpretation] = []
  /// The number of cities that match without corrections.
  var total: MatchTotal
}

/// A city that was found, and its best-scoring name.
struct Hit: Sendable {
  /// The score in the high 32 bits, the population in the low.
  var weight: UInt64
  private var cityNumber: UInt32
  private var nameNumber: UInt32
  var kind: StoredKind
  /// The number of the interpretation.
  var interpretation: UInt8
  /// Whether the name was found by correcting typos.
  var hasTypo: Bool

  /// A hit by a name.
  @inline(__always)
  init(
    _ name: NameID, _ entry: NameTable.Entry, weight: UInt64, interpretation: UInt8,
    hasTypo: Bool = false
  ) {
    self.weight = weight
    cityNumber = UInt32(truncatingIfNeeded: entry.city.rawValue)
    nameNumber = UInt32(truncatingIfNeeded: name.rawValue)
    kind = entry.kind
    self.interpretation = interpretation
    self.hasTypo = hasTypo
  }

  /// A hit by a name without a typo.
  @inline(__always)
  init(
    _ name: NameID, _ entry: NameTable.Entry, bonus: Int, in table: Gazetteer.Table,
    interpretation: UInt8
  ) {
    let population = table.records.population(atRow: entry.city)
    self.init(
      name, entry, weight: NameScore.weight(entry.kind, population: population, bonus: bonus),
      interpretation: interpretation)
  }

  /// A hit by the own name of a city, whose number among all names is unknown.
  @inline(__always)
  init(ownNameOf city: CityRow, weight: UInt64, interpretation: UInt8) {
    self.weight = weight
    cityNumber = UInt32(truncatingIfNeeded: city.rawValue)
    nameNumber = .max
    kind = .own
    self.interpretation = interpretation
    hasTypo = false
  }

  @inline(__always)
  var city: CityRow { CityRow(Int(cityNumber)) }
  /// The name; meaningless for own names.
  var name: NameID { NameID(Int(nameNumber)) }

  /// Whether the own name of the city begins with the whole query.
  @inline(__always)
  var isOwnNamePrefix: Bool { kind == .own && interpretation == 0 && !hasTypo }

  /// Whether this is the better of two hits of one city.
  @inline(__always)
  func isBetter(than other: Hit) -> Bool {
    if weight != other.weight { return weight > other.weight }
    if kind.precedence != other.kind.precedence { return kind.precedence < other.kind.precedence }
    // A city has one own name, whether or not its number is known.
    if kind != .own, nameNumber != other.nameNumber { return nameNumber < other.nameNumber }
    return interpretation < other.interpretation
  }

  /// Whether this comes before a hit of another city by relevance.
  @inline(__always)
  func precedes(_ other: Hit) -> Bool {
    weight == other.weight ? cityNumber < other.cityNumber : weight > other.weight
  }
}

/// Keeps the best hit of each city.
struct HitCollector {
  /// The hits: the best ones in order, if there is a limit; otherwise all, unsorted.
  private(set) var hits: [Hit] = []
  /// The greatest number of cities; `nil` for all.
  private let limit: Int?

  init(limit: Int?) {
    self.limit = limit
    if let limit { hits.reserveCapacity(limit + 1) }
  }

  /// Adds a hit.
  ///
  /// - Complexity: O(*k*) with the limit *k*, else O(1).
  @inline(__always)
  mutating func add(_ hit: Hit) {
    guard let limit else {
      hits.append(hit)
      return
    }
    if hits.count == limit, let last = hits.last, last.precedes(hit) || last.city == hit.city {
      // A hit that is worse than the last one may still be a better hit of the same city.
      guard last.city == hit.city, hit.isBetter(than: last) else { return }
    }
    insert(hit, limit)
  }

  /// Adds a hit of another city than all before, which comes after them.
  @inline(__always)
  mutating func append(_ hit: Hit) { hits.append(hit) }

  /// Whether a hit with a weight could be among the best.
  @inline(__always)
  func mayTake(_ weight: UInt64) -> Bool {
    guard let limit, hits.count == limit, let last = hits.last else { return true }
    return weight >= last.weight
  }

  private mutating func insert(_ hit: Hit, _ limit: Int) {
    if let index = hits.firstIndex(where: { $0.city == hit.city }) {
      guard hit.isBetter(than: hits[index]) else { return }
      hits.remove(at: index)
    }
    // Moved one by one: `insert(_:at:)` is slower for few elements.
    var place = hits.count
    hits.append(hit)
    while place > 0, hit.precedes(hits[place - 1]) {
      hits[place] = hits[place - 1]
      place -= 1
    }
    hits[place] = hit
    if hits.count > limit { hits.removeLast() }
  }

  /// The best hit of each city, in order.
  ///
  /// - Complexity: O(*n* log *n*) without a limit, where *n* is the number of hits.
  consuming func finish() -> [Hit] {
    guard limit == nil else { return hits }
    hits.sort { $0.city == $1.city ? $0.isBetter(than: $1) : $0.city < $1.city }
    var kept: [Hit] = []
    for hit in hits where kept.last?.city != hit.city { kept.append(hit) }
    kept.sort { $0.precedes($1) }
    return kept
  }
}

/// A set of cities, mostly few.
struct CityCollector {
  /// The cities, some of them several times.
  private var rows: [CityRow] = []
  /// Up to this many cities are there once.
  private static let few = 16

  var isEmpty: Bool { rows.isEmpty }

  /// Adds a city.
  ///
  /// - Complexity: O(1)
  mutating func insert(_ city: CityRow) {
    if rows.isEmpty {
      rows.reserveCapacity(Self.few)
    } else if rows.count <= Self.few, rows.contains(city) {
      return
    }
    rows.append(city)
  }

  /// Adds cities.
  mutating func insert(_ other: CityCollector) {
    if isEmpty {
      self = other
    } else {
      for city in other.rows { insert(city) }
    }
  }

  /// The cities, each once.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of insertions; O(*n*) for a few.
  consuming func distinct() -> [CityRow] {
    guard rows.count > Self.few else { return rows }
    // Sorted, because hashing takes longer.
    rows.sort()
    var count = 1
    for index in 1..<rows.count where rows[index] != rows[count - 1] {
      rows[count] = rows[index]
      count += 1
    }
    rows.removeSubrange(count...)
    return rows
  }
}
