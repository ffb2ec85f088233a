internal import CitySearch
internal import PrefixSearch

/// Collects cities in any order, and builds a gazetteer in canonical order.
struct GazetteerBuilder: ~Copyable {
  private var records: [Record] = []
  private var names: [UInt8] = []
  /// The other names of each city that does not come from a gazetteer: their length in bytes, and the
  /// names, each followed by ``NameRules/separator``.
  private var otherNames: Spool
  /// The memory for its working data.
  let memory: WorkingMemory
  private var ids: Set<UInt32> = []
  /// Names of GeoNames' file of alternate names, if there is one.
  var alternateNames: AlternateNames?
  /// Gazetteers whose cities were added, with all their names.
  private var parts: [GazetteerPart] = []
  private var divisions = Interned<Gazetteer.Division>()
  private var timeZones = Interned<String>()

  /// The greatest length of the names of all cities together, in bytes.
  private static let maximumByteCount = SortedKeys.maximumByteCount

  /// Begins a gazetteer, with the memory for its working data.
  init(in memory: WorkingMemory = WorkingMemory()) {
    self.memory = memory
    otherNames = Spool(in: memory)
  }
}

extension GazetteerBuilder {
  /// Whether no city was added.
  var isEmpty: Bool { records.isEmpty }

  /// Whether a city with this id was added.
  func hasCity(withID id: UInt32) -> Bool { ids.contains(id) }

  /// Adds a city; a rejected one leaves the builder unchanged.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - city: Its attributes.
  ///   - others: A list of other names in UTF-8, separated by commas; it is filtered by ``NameRules``.
  /// - Throws: `ValidationError` with the first invalid field.
  mutating func append(
    name: Span<UInt8>, _ city: Attributes, otherNames others: Span<UInt8>
  ) throws(ValidationError) {
    guard (try? UTF8Span(validating: others)) != nil else {
      throw ValidationError(field: .otherNames, reason: "not valid UTF-8")
    }
    try append(name: name, city, .listed)
    otherNames.append { page in
      page.append(number: others.count > 0 ? others.count + 1 : 0)
      guard others.count > 0 else { return }
      for index in others.indices {
        let byte = others[index]
        page.append(byte == UInt8(ascii: ",") ? NameRules.separator : byte)
      }
      page.append(NameRules.separator)
    }
  }

  /// Adds a city with other names, all of which are taken.
  ///
  /// - Throws: `ValidationError` with the first invalid field.
  mutating func append(
    name: Span<UInt8>, _ city: Attributes, otherNames others: [String] = []
  ) throws(ValidationError) {
    for other in others { try Self.check(otherName: other) }
    try append(name: name, city, .given)
    otherNames.append { page in
      page.append(number: others.reduce(0) { $0 + $1.utf8.count + 1 })
      for other in others {
        page.append(contentsOf: other.utf8)
        page.append(NameRules.separator)
      }
    }
  }

  /// Begins to collect alternate names of the cities; none can be added after that.
  mutating func beginAlternateNames() -> AlternateNames {
    ids = []
    return AlternateNames(of: records.map(\.id), in: memory)
  }

  /// Adds the cities of a gazetteer that a closure includes, with all their data, except cities whose id
  /// was added before.
  ///
  /// - Throws: `ValidationError` with the first invalid field of a city.
  mutating func append(
    _ gazetteer: Gazetteer, where isIncluded: (City) -> Bool
  ) throws(ValidationError) {
    var part = GazetteerPart(gazetteer: gazetteer, numbers: [])
    part.numbers.reserveCapacity(gazetteer.count)
    for (row, city) in zip(gazetteer.indices, gazetteer) {
      let isNew = UInt32(exactly: city.id.rawValue).map { !ids.contains($0) } ?? true
      part.numbers.append(isNew && isIncluded(city) ? UInt32(records.count) : nil)
      guard part.numbers.last != .some(nil) else { continue }
      var attributes = Attributes(city)
      attributes.timeZone = gazetteer.timeZone(atRow: row) ?? ""
      try append(name: city.name.utf8.span, attributes, .stored)
    }
    parts.append(part)
  }

  /// Adds a city without other names.
  private mutating func append(
    name: Span<UInt8>, _ city: Attributes, _ origin: NameOrigin
  ) throws(ValidationError) {
    try Self.check(name: name, city)
    let id = try Self.number(city.id.rawValue, .id)
    let population = try Self.number(city.population, .population)
    guard records.count < NameTable.maximumCityCount else {
      throw ValidationError(
        field: .id, reason: "there must be at most \(NameTable.maximumCityCount) cities")
    }
    guard !ids.contains(id) else {
      throw ValidationError(field: .id, reason: "\(id) is the id of an earlier city, too")
    }
    guard name.count <= Self.maximumByteCount - names.count else {
      throw ValidationError(
        field: .name,
        reason: "all names together must have at most \(Self.maximumByteCount) bytes")
    }
    let division = Gazetteer.Division(
      countryCode: city.countryCode, divisionCode: city.divisionCode)
    guard divisions.hasRoom(for: division) else {
      throw ValidationError(
        field: .division, reason: "there must be at most \(divisions.limit) different ones")
    }
    guard timeZones.hasRoom(for: city.timeZone) else {
      throw ValidationError(
        field: .timeZone, reason: "there must be at most \(timeZones.limit) different ones")
    }
    // The city is valid.
    ids.insert(id)
    records.append(
      Record(
        nameStart: UInt32(names.count), id: id, coordinate: city.coordinate, population: population,
        division: divisions.number(of: division), timeZone: timeZones.number(of: city.timeZone),
        origin: origin))
    for index in name.indices { names.append(name[index]) }
  }
}

extension GazetteerBuilder {
  /// Sorts what was added, and writes a gazetteer in two passes, own names and then all names.
  ///
  /// The first pass frees its memory before the second.
  ///
  /// - Parameters:
  ///   - places: The names of countries and divisions.
  ///   - population: The least population of cities whose other names are taken.
  ///   - source: The file that the cities came from.
  ///   - target: Where to write it.
  ///   - monitor: Receives the progress.
  /// - Returns: The region of a gazetteer in memory; `nil` if it was written to a file.
  /// - Throws: ``/CitySearch/GazetteerError/tooManyKeyBytes(limit:)``, ``/CitySearch/GazetteerError/cancelled(file:)``,
  ///   ``/CitySearch/GazetteerError/unwritable(file:reason:)``, and errors of ``HanTables``
  /// - Complexity: O(*b* + *n* log *n*), where *b* is the length of all names in bytes and *n* the
  ///   number of names.
  consuming func finish(
    places: PlaceNames, otherNamesFromPopulation population: Int, source: SourceRecord?,
    to target: GazetteerWriter.Target, monitor: inout LoadingMonitor
  ) throws(GazetteerError) -> ByteRegion? {
    let han = try HanTables.shared()
    ids = []
    records.append(.end(of: names))
    try monitor.reach(0)
    var writer = try GazetteerWriter(
      cityCount: records.count - 1, source: source, to: target)
    let codes = DivisionCodes(
      of: Set(divisions.values).union(places.divisions.keys), countries: places.countries.keys)
    var own = try writeOwnNames(places, codes, population, to: &writer, &monitor)
    names = []
    records = []
    let part = monitor.part
    monitor.part = monitor.share(0.5, to: 0.75)
    let sections = try own.names.finish(&monitor)
    monitor.part = part
    try memory.check()
    try monitor.reach(0.75)
    var made = try sections.write(populations: own.populations, to: &writer)
    own.populations = []
    let known = regionNames(places, codes)
    let regions = try known.finish()
    try writer.write(.regionKeys, regions.keys)
    try writer.write(.regionLines, regions.lines)
    try own.subdivisions.write(to: &writer)
    let moreRegions = try own.subdivisions.regions(
      beside: known, inhabited: Set(divisions.values))
    try writer.write(.moreRegionKeys, moreRegions.keys)
    try writer.write(.moreRegionLines, moreRegions.lines)
    try writer.write(.soundIndex, made.soundIndex)
    try writer.write(
      .scriptShares,
      made.scripts.bytes(
        divisions: own.divisions, countries: codes.countriesOfDivisions,
        countryCount: codes.countries.count))
    for keys in [regions.keys, moreRegions.keys] {
      made.characters.add(RadixTree(region: ByteRegion(copying: keys)))
    }
    try writer.write(.hanForms, made.characters.bytes(of: han.forms))
    try writer.write(.hanReadings, han.readings)
    let region = try writer.finish()
    try monitor.reach(1)
    return region
  }

  /// A gazetteer in memory.
  consuming func finish(
    places: PlaceNames, otherNamesFromPopulation population: Int = 0,
    source: SourceRecord? = nil, monitor: inout LoadingMonitor
  ) throws(GazetteerError) -> Gazetteer {
    let region = try finish(
      places: places, otherNamesFromPopulation: population, source: source,
      to: .memory(GrowingBuffer()),
      monitor: &monitor)
    guard let region else { preconditionFailure("A gazetteer in memory must have a region.") }
    return Gazetteer(try Gazetteer.Table(region, file: "a new gazetteer"))
  }

  /// A gazetteer in memory, built without progress and cancellation.
  consuming func finish(
    places: PlaceNames, source: SourceRecord? = nil
  ) throws(GazetteerError) -> Gazetteer {
    var monitor = LoadingMonitor.none
    return try finish(places: places, source: source, monitor: &monitor)
  }

  /// What is left of the cities when the sections of their own names are written.
  private struct OwnNames: ~Copyable {
    /// The names of all kinds, not yet sorted.
    var names: NameTableBuilder
    var populations: [UInt32]
    var divisions: [UInt32]
    let subdivisions: NumberedSubdivisions
  }

  /// Writes cities and own names in canonical order, and makes the names of all kinds.
  private mutating func writeOwnNames(
    _ places: PlaceNames, _ codes: DivisionCodes, _ population: Int,
    to writer: inout GazetteerWriter, _ monitor: inout LoadingMonitor
  ) throws(GazetteerError) -> OwnNames {
    let order = try SortedCities(records: records, names: names, divisions: divisions.values)
    try monitor.reach(0.1)
    let columns = GazetteerColumns(
      records: records, names: names, order: order, divisions: divisions.values,
      timeZones: timeZones.values, codes: codes)
    try columns.write(places, to: &writer)
    let subdivisions = NumberedSubdivisions(
      places.tree ?? DivisionTree(), ids: columns.ids, divisions: columns.divisions, codes: codes)
    try monitor.reach(0.2)
    return OwnNames(
      names: try names(in: order, population, places, &monitor),
      populations: columns.populations, divisions: columns.divisions, subdivisions: subdivisions)
  }

  /// Makes the names of all kinds, city by city in the order in which they were added.
  private mutating func names(
    in order: SortedCities, _ population: Int, _ places: PlaceNames,
    _ monitor: inout LoadingMonitor
  ) throws(GazetteerError) -> NameTableBuilder {
    let cityCount = order.numbers.count
    var builder = NameTableBuilder(cityCount: cityCount, in: memory)
    var rows = [UInt32](repeating: 0, count: cityCount)
    for (row, number) in order.numbers.enumerated() { rows[Int(number)] = UInt32(row) }
    var others = otherNames.reader()
    otherNames = Spool(in: memory)
    let languages = places.languages
    var alternates = alternateNames.take()?.reader(after: languages.languages)
    let codes = alternates?.codes ?? languages.languages
    let home = HomeLanguages(places.spokenLanguages, among: codes)
    for number in 0..<UInt32(cityCount) {
      if number % 4_096 == 0 {
        try monitor.reach(0.2 + 0.3 * Double(number) / Double(cityCount))
        try memory.check()
      }
      let (record, next) = (records[Int(number)], records[Int(number) + 1])
      let alternate = alternates?.names(ofCity: number) ?? AlternateNames.OfCity()
      if record.origin == .stored { continue }
      guard others.advance() else { break }
      let length = others.page.number(at: &others.position)
      let range = others.position..<others.position + length
      others.position += length
      let isIncluded =
        record.origin == .given
        || Int(clamping: record.population) >= population
      let country = divisions.values[Int(record.division)].countryCode
      try builder.append(
        own: names.span.extracting(Int(record.nameStart)..<Int(next.nameStart)),
        key: order.keys.span.extracting(order.keyRange(of: number)),
        others: others.page, isIncluded ? range : 0..<0, areGiven: record.origin == .given,
        of: CityRow(Int(rows[Int(number)])), country: country,
        airportCodes: places.airportCodes[record.id] ?? [],
        languages: languages.names(ofCity: record.id), alternate, areSearched: isIncluded,
        codes: codes, homeLanguages: home.numbers(in: country))
    }
    try memory.check()
    for part in parts { try part.appendNames(to: &builder, rows: rows) }
    return builder
  }

  /// The names of countries and divisions: those of a file, otherwise their codes and joined names.
  private func regionNames(
    _ places: PlaceNames, _ codes: DivisionCodes
  ) -> RegionTableBuilder {
    var builder = RegionTableBuilder(codes, inhabited: Set(divisions.values))
    if let lines = places.regions {
      for line in lines { builder.append(line) }
    } else {
      builder.appendKnownNames(places)
    }
    return builder
  }

  /// A city that is not sorted yet.
  struct Record {
    var nameStart: UInt32
    var id: UInt32
    var coordinate: Coordinate
    var population: UInt32
    var division: UInt16
    var timeZone: UInt16
    var origin: NameOrigin

    /// The sentinel after the last city, which marks the end of the last name.
    fileprivate static func end(of names: [UInt8]) -> Record {
      Record(
        nameStart: UInt32(names.count), id: 0,
        coordinate: Coordinate(fixedLatitude: 0, fixedLongitude: 0), population: 0, division: 0,
        timeZone: 0, origin: .listed)
    }
  }

  /// Where the other names of a city come from.
  enum NameOrigin {
    /// A list, which is filtered by ``NameRules``.
    case listed
    /// The caller; all are taken.
    case given
    /// A gazetteer, which has all names already.
    case stored
  }
}

/// Distinct values, each with a number of two bytes.
private struct Interned<Value: Hashable> {
  private(set) var values: [Value] = []
  private var numbers: [Value: UInt16] = [:]

  /// The greatest number of values.
  let limit = Int(UInt16.max) + 1

  /// Whether `value` has a number, or a number is left.
  func hasRoom(for value: Value) -> Bool { values.count < limit || numbers[value] != nil }

  /// The number of `value`, for which there must be room; a new one if it was not seen before.
  mutating func number(of value: Value) -> UInt16 {
    if let number = numbers[value] { return number }
    let number = UInt16(values.count)
    values.append(value)
    numbers[value] = number
    return number
  }
}

/// The names of countries and of first-level administrative divisions, and those of cities by language, from
/// files.
struct PlaceNames: Sendable {
  var countries: [CountryCode: String] = [:]
  var divisions: [Gazetteer.Division: String] = [:]
  /// More names of countries and divisions; `nil` to use their codes and the names above.
  var regions: [RegionTableBuilder.Line]?
  /// Divisions of every level with their names, and more names of countries; `nil` if there are none.
  var tree: DivisionTree?
  /// The names of cities by language.
  var languages = LanguageNames()
  /// The languages of countries, without countries and scripts: `en`, not `en-US`.
  var spokenLanguages: [CountryCode: Set<String>] = [:]
  /// The codes of airports, by the ids of the cities that they serve.
  var airportCodes: [UInt32: [[UInt8]]] = [:]
}
