internal import PrefixSearch

/// A city that was found, and its best-scoring name.
struct Hit: Sendable {
  /// The score in the high 32 bits, the population in the low.
  var weight: UInt64
  private var cityNumber: UInt32
  private var nameNumber: UInt32
  var kind: StoredKind
  var reading: Reading.Number
  /// How well the name matches.
  var grade: MatchGrade
  /// How many edits turn the text into the beginning of the name.
  var edits: UInt8

  /// A hit by a name.
  @inline(__always)
  init(
    _ name: NameID, _ entry: NameTable.Entry, weight: UInt64, reading: Reading.Number = .whole,
    grade: MatchGrade = .exact, edits: UInt8 = 0
  ) {
    self.weight = weight
    cityNumber = UInt32(truncatingIfNeeded: entry.city.rawValue)
    nameNumber = UInt32(truncatingIfNeeded: name.rawValue)
    kind = entry.kind
    self.reading = reading
    self.grade = grade
    self.edits = edits
  }

  /// A hit by the own name of a city, whose number among all names is unknown.
  @inline(__always)
  init(
    ownNameOf city: CityRow, weight: UInt64 = 0, reading: Reading.Number = .whole,
    grade: MatchGrade = .exact, edits: UInt8 = 0
  ) {
    self.weight = weight
    cityNumber = UInt32(truncatingIfNeeded: city.rawValue)
    nameNumber = .max
    kind = .own
    self.reading = reading
    self.grade = grade
    self.edits = edits
  }

  @inline(__always)
  var city: CityRow { CityRow(Int(cityNumber)) }
  /// The name; meaningless for own names.
  var name: NameID { NameID(Int(truncatingIfNeeded: nameNumber)) }

  /// Whether the own name of the city begins with the whole query.
  @inline(__always)
  var isOwnNamePrefix: Bool { kind == .own && reading == .whole && grade == .exact }

  /// Whether this is the better of two hits of one city.
  @inline(__always)
  func isBetter(than other: Hit) -> Bool {
    if weight != other.weight { return weight > other.weight }
    if kind.precedence != other.kind.precedence { return kind.precedence < other.kind.precedence }
    // A city has one own name, whether or not its number is known.
    if kind != .own, nameNumber != other.nameNumber { return nameNumber < other.nameNumber }
    return reading < other.reading
  }

  /// Whether this comes before a hit of another city by relevance.
  @inline(__always)
  func precedes(_ other: Hit) -> Bool {
    weight == other.weight ? cityNumber < other.cityNumber : weight > other.weight
  }
}

/// The order of an answer, as numbers: the lesser comes first, and of equal ones the first city.
struct CityRanking: Sendable {
  let order: CityOrder
  private let records: CityRecords
  private let measure: DistanceMeasure?

  init(_ order: CityOrder, in table: Gazetteer.Table) {
    self.order = order
    records = table.records
    if case .distance(let origin) = order {
      measure = DistanceMeasure(from: origin)
    } else {
      measure = nil
    }
  }

  /// The sort key of a city with a score, which counts in the order by relevance only.
  func key(of city: CityRow, weight: UInt64 = 0) -> UInt64 {
    switch order {
    case .relevance: ~weight
    case .name: 0
    case .population: ~UInt64(truncatingIfNeeded: records.population(atRow: city))
    // The bits of numbers that are not negative are in the order of the numbers.
    case .distance: (measure?.haversine(to: records.coordinate(atRow: city)) ?? 0).bitPattern
    }
  }
}

extension CityRanking {
  /// A hit with its sort key.
  func ranked(_ hit: Hit) -> RankedHit {
    RankedHit(key: key(of: hit.city, weight: hit.weight), hit: hit)
  }
}

/// A hit, in the order of an answer.
struct RankedHit: Comparable, Sendable {
  /// The sort key before ties, see ``CityRanking``.
  let key: UInt64
  let hit: Hit

  static func < (one: RankedHit, two: RankedHit) -> Bool {
    if one.key != two.key { return one.key < two.key }
    if one.hit.city != two.hit.city { return one.hit.city < two.hit.city }
    return one.hit.isBetter(than: two.hit)
  }

  static func == (one: RankedHit, two: RankedHit) -> Bool { !(one < two) && !(two < one) }
}

/// The best hit of each city.
struct CityHits {
  private(set) var hits: [Hit] = []
  /// The places of hits plus one by their cities, 0 if free, in a table with linear probing; unused for a
  /// few hits.
  private var table: [UInt32] = []
  /// Up to this many hits are compared one by one.
  private static let few = 16

  /// Adds a hit, unless there is a better one of the same city.
  ///
  /// - Complexity: O(1) on average.
  @inline(__always)
  mutating func add(_ hit: Hit) {
    if hits.count <= Self.few {
      for index in hits.indices where hits[index].city == hit.city {
        if hit.isBetter(than: hits[index]) { hits[index] = hit }
        return
      }
      hits.append(hit)
    } else {
      addToTable(hit)
    }
  }

  private mutating func addToTable(_ hit: Hit) {
    if table.count < 2 * hits.count { growTable() }
    var slot = slot(of: hit.city)
    while table[slot] > 0 {
      let index = Int(table[slot]) - 1
      if hits[index].city == hit.city {
        if hit.isBetter(than: hits[index]) { hits[index] = hit }
        return
      }
      slot = (slot + 1) & (table.count - 1)
    }
    hits.append(hit)
    table[slot] = UInt32(hits.count)
  }

  private mutating func growTable() {
    table = Array(repeating: 0, count: max(64, 2 * table.count))
    for (index, hit) in hits.enumerated() {
      var slot = slot(of: hit.city)
      while table[slot] > 0 { slot = (slot + 1) & (table.count - 1) }
      table[slot] = UInt32(index + 1)
    }
  }

  private func slot(of city: CityRow) -> Int {
    Int(truncatingIfNeeded: UInt64(city.rawValue) &* 0x9E37_79B9_7F4A_7C15 >> 40)
      & (table.count - 1)
  }
}
