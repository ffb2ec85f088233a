internal import PrefixSearch

/// The names of some streams whose cities pass a filter.
struct StreamedNames: Sendable {
  let names: SearchedNames
  let filter: RowFilter?
  let bias: AppliedBias?
  private(set) var streams: [NameStream]
  /// The cities that pass area and filter, for each stream of many names with such conditions; empty if
  /// there are no conditions.
  private var passing: [CitySet?] = []

  init(
    _ streams: [NameStream], in names: SearchedNames, _ filter: RowFilter?,
    _ bias: AppliedBias? = nil
  ) {
    self.streams = streams
    self.names = names
    self.filter = filter
    self.bias = bias
    guard filter != nil || streams.contains(where: { $0.area != nil }) else { return }
    let isWide = streams.contains(where: Self.areMany)
    let filtered = isWide ? filter?.allCities() : nil
    passing = streams.map { allPassing($0, filtered) }
  }

  /// The cities that pass the conditions of a stream; `nil` if there are none, or few names.
  ///
  /// To make a set takes as long as to check some thousand cities one by one.
  private func allPassing(_ stream: NameStream, _ filtered: CitySet?) -> CitySet? {
    guard Self.areMany(stream) else { return nil }
    guard let area = stream.area else { return filtered }
    var passing = names.table.cities(in: area)
    if let filtered { passing.formIntersection(filtered) }
    return passing
  }

  /// Whether a stream has so many names that its conditions are checked for all cities: to look for the regions of a
  /// city among those that a text begins takes the time of some checks.
  private static func areMany(_ stream: NameStream) -> Bool {
    let isBegun = stream.area?.regions.contains { $0.isBegun } ?? false
    return stream.rows.count > (isBegun ? manyNames / 8 : manyNames)
  }

  private static var manyNames: Int { 8_192 }

  /// The number of names, those in several streams counted several times.
  var nameCount: Int { streams.reduce(0) { $0 + count(of: $1) } }

  /// The number of names of a stream.
  func count(of stream: NameStream) -> Int { names.cities(of: stream)?.count ?? stream.rows.count }

  /// Adds a stream of few names.
  mutating func append(_ stream: NameStream) {
    streams.append(stream)
    if !passing.isEmpty { passing.append(nil) }
  }

  /// The hit by a name; `nil` if it is not one of the stream, or if its city does not pass.
  @inline(__always)
  func hit(_ row: Int, _ number: Int) -> Hit? {
    let entry = names.entry(row)
    guard isIncluded(entry, number) else { return nil }
    let population = names.table.records.population(atRow: entry.city)
    return hit(
      row, number, entry,
      weight: NameScore.weight(
        entry.kind, population: population, bonus: bonus(of: number, for: entry.city)))
  }

  /// What is added to the score of a name of a stream.
  @inline(__always)
  private func bonus(of number: Int, for city: CityRow) -> Int {
    streams[number].bonus + NameScore.base + (bias?.points(for: city) ?? 0)
  }

  /// The hit by the own name of a city of a stream; `nil` if the city does not pass.
  func ownHit(_ city: CityRow, _ number: Int) -> Hit? {
    guard streams[number].area.map({ names.table.contains($0, city) }) ?? true,
      filter?.contains(city) ?? true
    else { return nil }
    let population = names.table.records.population(atRow: city)
    return Hit(
      ownNameOf: city,
      weight: NameScore.weight(
        .own, population: population, bonus: bonus(of: number, for: city)),
      reading: streams[number].reading, grade: streams[number].grade, edits: streams[number].edits)
  }

  /// The cities of a stream of own names that pass its conditions, as a set.
  private func cities(_ number: Int, among rows: Range<Int>) -> CitySet {
    var cities = CitySet(cityCount: names.table.count)
    cities.insert(rows.clamped(to: 0..<names.table.count))
    if let passing = passing.isEmpty ? nil : passing[number] {
      cities.formIntersection(passing)
      return cities
    }
    if let area = streams[number].area { cities.formIntersection(names.table.cities(in: area)) }
    if let filter { cities.formIntersection(filter.allCities()) }
    return cities
  }

  /// Calls a function with the cities of a stream of own names, at least those that pass its conditions.
  private func forEachCity(_ number: Int, among rows: Range<Int>, _ body: (CityRow) -> Void) {
    if let few = filter?.namedRows {
      for city in few where rows.contains(city.rawValue) { body(city) }
    } else if rows.count > Self.manyNames, filter != nil || streams[number].area != nil {
      let cities = cities(number, among: rows)
      var row = rows.lowerBound
      while let city = cities.first(from: row) {
        body(city)
        row = city.rawValue + 1
      }
    } else {
      for row in rows { body(CityRow(row)) }
    }
  }

  /// Reads all names of a stream.
  func read(_ number: Int, into hits: inout CityHits) {
    if let cities = names.cities(of: streams[number]) {
      forEachCity(number, among: cities) { city in
        if let hit = ownHit(city, number) { hits.add(hit) }
      }
      return
    }
    if let cities = passing.isEmpty ? nil : passing[number] {
      // Most names are those of other cities.
      names.table.nameTable.forEachName(in: streams[number].rows, of: cities) { row in
        if let hit = hit(row, number) { hits.add(hit) }
      }
      return
    }
    for row in streams[number].rows {
      if let hit = hit(row, number) { hits.add(hit) }
    }
  }

  /// The hit by a name with a known weight.
  @inline(__always)
  func hit(_ row: Int, _ number: Int, _ entry: NameTable.Entry, weight: UInt64) -> Hit {
    Hit(
      NameID(row), entry, weight: weight, reading: streams[number].reading,
      grade: streams[number].grade, edits: streams[number].edits)
  }

  /// Whether a name is one of a stream, and its city passes the conditions.
  @inline(__always)
  func isIncluded(_ entry: NameTable.Entry, _ number: Int) -> Bool {
    guard streams[number].kinds.contains(entry.kind) else { return false }
    if passing.isEmpty { return true }
    if let passing = passing[number] { return passing.contains(entry.city) }
    if let area = streams[number].area, !names.table.contains(area, entry.city) { return false }
    return filter?.contains(entry.city) ?? true
  }

  /// The cities of all names.
  func cities() -> CitySet {
    var cities = CitySet(cityCount: names.table.count)
    for (number, stream) in streams.enumerated() {
      if let rows = names.cities(of: stream) {
        cities.formUnion(self.cities(number, among: rows))
        continue
      }
      for row in stream.rows {
        let entry = names.entry(row)
        if isIncluded(entry, number) { cities.insert(entry.city) }
      }
    }
    return cities
  }
}
