internal import PrefixSearch

/// Collects cities in any order, and builds a gazetteer in canonical order.
struct GazetteerBuilder {
  private var records: [Record] = []
  private var names: [UInt8] = []
  /// The other names of all cities, each followed by ``NameRules/separator``.
  private var otherNames: [UInt8] = []
  private var ids: Set<UInt32> = []
  /// Gazetteers whose cities were added, with all their names.
  private var parts: [GazetteerPart] = []
  private var divisions = Interned<Gazetteer.Division>()
  private var timeZones = Interned<String>()

  /// The greatest length of the names of all cities together, in bytes.
  private static let maximumByteCount = SortedKeys.maximumByteCount
}

extension GazetteerBuilder {
  /// Whether no city was added.
  var isEmpty: Bool { records.isEmpty }

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
    try append(name: name, city, .listed, otherByteCount: others.count)
    guard others.count > 0 else { return }
    for index in others.indices {
      let byte = others[index]
      otherNames.append(byte == UInt8(ascii: ",") ? NameRules.separator : byte)
    }
    otherNames.append(NameRules.separator)
  }

  /// Adds a city, all other names of which are taken.
  ///
  /// - Throws: `ValidationError` with the first invalid field.
  mutating func append(
    name: Span<UInt8>, _ city: Attributes, otherNames others: [String] = []
  ) throws(ValidationError) {
    for other in others { try Self.check(otherName: other) }
    try append(
      name: name, city, .given, otherByteCount: others.reduce(0) { $0 + $1.utf8.count + 1 })
    for other in others {
      otherNames.append(contentsOf: other.utf8)
      otherNames.append(NameRules.separator)
    }
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
      let isNew = UInt32(exactly: city.id).map { !ids.contains($0) } ?? true
      part.numbers.append(isNew && isIncluded(city) ? UInt32(records.count) : nil)
      guard part.numbers.last != .some(nil) else { continue }
      var attributes = Attributes(city)
      attributes.timeZone = gazetteer.timeZone(atRow: row) ?? ""
      try append(name: city.name.utf8.span, attributes, .stored, otherByteCount: 0)
    }
    parts.append(part)
  }

  /// Adds a city without other names.
  private mutating func append(
    name: Span<UInt8>, _ city: Attributes, _ origin: NameOrigin, otherByteCount: Int
  ) throws(ValidationError) {
    try Self.check(name: name, city)
    let id = try Self.number(city.id, .id)
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
    guard otherByteCount < Self.maximumByteCount - otherNames.count else {
      throw ValidationError(
        field: .otherNames,
        reason: "all other names together must have at most \(Self.maximumByteCount) bytes")
    }
    let division = Gazetteer.Division(
      countryCode: city.countryCode, admin1Code: city.admin1Code)
    guard divisions.hasRoom(for: division) else {
      throw ValidationError(
        field: .admin1Code, reason: "there must be at most \(divisions.limit) different ones")
    }
    guard timeZones.hasRoom(for: city.timeZone) else {
      throw ValidationError(
        field: .timeZone, reason: "there must be at most \(timeZones.limit) different ones")
    }
    // The city is valid.
    ids.insert(id)
    records.append(
      Record(
        nameStart: UInt32(names.count), otherNameStart: UInt32(otherNames.count), id: id,
        coordinate: city.coordinate, population: population,
        division: divisions.number(of: division), timeZone: timeZones.number(of: city.timeZone),
        origin: origin))
    for index in name.indices { names.append(name[index]) }
  }
}

extension GazetteerBuilder {
  /// Sorts what was added.
  ///
  /// - Parameters:
  ///   - places: The names of countries and divisions.
  ///   - selection: The names to take.
  ///   - sourceDigest: The SHA-256 of the file that the cities came from.
  ///   - monitor: Receives the progress.
  /// - Returns: The gazetteer.
  /// - Throws: ``GazetteerError/tooManyKeyBytes(limit:)``, ``GazetteerError/cancelled(file:)``
  /// - Complexity: O(*b* + *n* log *n*), where *b* is the length of all names in bytes and *n* the
  ///   number of cities.
  consuming func finish(
    places: PlaceNames, names selection: NameSelection = NameSelection(),
    sourceDigest: [UInt8]? = nil, monitor: inout LoadingMonitor
  ) throws(GazetteerError) -> Gazetteer {
    records.append(.end(of: names, otherNames))
    try monitor.reach(0)
    let order = try CanonicalOrder(records: records, names: names, divisions: divisions.values)
    let ordered = order.numbers.map { records[Int($0)] }
    try monitor.reach(0.1)
    let nameSections = try nameSections(
      in: order, populations: ordered.map(\.population), selection, places.languages, &monitor)
    try monitor.reach(0.75)
    let columns = GazetteerColumns(
      records: ordered,
      names: order.numbers.lazy.map { number in
        let range = Int(records[Int(number)].nameStart)..<Int(records[Int(number) + 1].nameStart)
        return names[range]
      },
      divisions: divisions.values, timeZones: timeZones.values, order: order,
      nameSections: nameSections, places: places)
    let bytes = try columns.write(sourceDigest: sourceDigest)
    try monitor.reach(1)
    return Gazetteer(try Gazetteer.Table(ByteRegion(copying: bytes), file: "a new gazetteer"))
  }

  /// The same without progress and cancellation.
  consuming func finish(places: PlaceNames) throws(GazetteerError) -> Gazetteer {
    var monitor = LoadingMonitor.none
    return try finish(places: places, monitor: &monitor)
  }

  /// Makes and sorts the names of all kinds.
  private mutating func nameSections(
    in order: CanonicalOrder, populations: [UInt32], _ selection: NameSelection,
    _ languages: LanguageNames, _ monitor: inout LoadingMonitor
  ) throws(GazetteerError) -> NameTable.Sections {
    var builder = NameTableBuilder(cityCount: order.numbers.count, kinds: selection.kinds)
    for (row, number) in order.numbers.enumerated() {
      if row % 4_096 == 0 {
        try monitor.reach(0.1 + 0.3 * Double(row) / Double(order.numbers.count))
      }
      let (record, next) = (records[Int(number)], records[Int(number) + 1])
      if record.origin == .stored { continue }
      let isIncluded =
        record.origin == .given
        || Int(record.population) >= selection.otherNamesFromPopulation
      let others = Int(record.otherNameStart)..<Int(next.otherNameStart)
      try builder.append(
        own: names.span.extracting(Int(record.nameStart)..<Int(next.nameStart)),
        key: order.keys.span.extracting(order.keyRange(of: number)),
        others: otherNames.span, isIncluded ? others : 0..<0, areGiven: record.origin == .given,
        of: CityRow(row), country: divisions.values[Int(record.division)].countryCode,
        languages: languages.names(ofCity: record.id), codes: languages.languages)
    }
    var rows = [CityRow](repeating: 0, count: order.numbers.count)
    for (row, number) in order.numbers.enumerated() { rows[Int(number)] = CityRow(row) }
    for part in parts { try part.appendNames(to: &builder, texts: &otherNames, rows: rows) }
    return try builder.finish(others: otherNames, populations: populations)
  }

  /// A city that is not sorted yet.
  struct Record {
    var nameStart: UInt32
    var otherNameStart: UInt32
    var id: UInt32
    var coordinate: Coordinate
    var population: UInt32
    var division: UInt16
    var timeZone: UInt16
    var origin: NameOrigin

    /// The sentinel after the last city, which marks the end of the last name and other names.
    fileprivate static func end(of names: [UInt8], _ otherNames: [UInt8]) -> Record {
      Record(
        nameStart: UInt32(names.count), otherNameStart: UInt32(otherNames.count), id: 0,
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
  /// The names of cities by language.
  var languages = LanguageNames()
}
