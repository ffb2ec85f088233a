internal import FlatStorage
internal import PrefixSearch

/// Collects cities in any order and puts them into canonical order.
struct GazetteerBuilder {
  private var records: [Record] = []
  private var names: [UInt8] = []
  /// The other names of all cities, each followed by ``NameRules/separator``.
  private var otherNames: [UInt8] = []
  private var ids: Set<UInt32> = []
  private var divisions = Interned<Gazetteer.Division>()
  private var timeZones = Interned<String>()

  /// The most bytes that the names of all cities may have together.
  private static let maximumByteCount = SortedKeys.maximumByteCount
}

extension GazetteerBuilder {
  /// Why a city was refused.
  struct Refusal: Error {
    var field: Field
    var reason: String
  }

  /// What a loader has to find for each city; the raw values are for messages.
  enum Field: String {
    case id, name, latitude, longitude, population
    case countryCode = "country code"
    case admin1Code = "admin1 code"
    case timeZone = "time zone"
    case otherNames = "other names"
  }

  /// What is known of a city beside its name.
  struct Attributes {
    var id: Int
    var countryCode: CountryCode
    var admin1Code: DivisionCode
    var coordinate: Coordinate
    var population: Int
    var timeZone = ""
  }

  /// Adds a city, whose name is valid UTF-8; one that is refused leaves the builder as it was.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - city: What is known of it.
  ///   - others: Its other names in UTF-8, with commas between them.
  /// - Throws: `Refusal` with the first field that is wrong.
  mutating func append(
    name: Span<UInt8>, _ city: Attributes, otherNames others: Span<UInt8>
  ) throws(Refusal) {
    guard let id = UInt32(exactly: city.id) else {
      throw Refusal(field: .id, reason: "\(city.id) is not between 0 and \(UInt32.max)")
    }
    guard let population = UInt32(exactly: city.population) else {
      throw Refusal(
        field: .population, reason: "\(city.population) is not between 0 and \(UInt32.max)")
    }
    guard records.count < NameTable.maximumCityCount else {
      throw Refusal(
        field: .id, reason: "there are more than \(NameTable.maximumCityCount) cities")
    }
    guard !ids.contains(id) else {
      throw Refusal(field: .id, reason: "\(id) is the id of an earlier city, too")
    }
    guard name.count <= Self.maximumByteCount - names.count else {
      throw Refusal(
        field: .name, reason: "all names together have more than \(Self.maximumByteCount) bytes")
    }
    guard others.count < Self.maximumByteCount - otherNames.count else {
      throw Refusal(
        field: .otherNames,
        reason: "all other names together have more than \(Self.maximumByteCount) bytes")
    }
    let division = Gazetteer.Division(
      countryCode: city.countryCode, admin1Code: city.admin1Code)
    guard divisions.hasRoom(for: division) else {
      throw Refusal(field: .admin1Code, reason: "more than \(divisions.limit) different ones")
    }
    guard timeZones.hasRoom(for: city.timeZone) else {
      throw Refusal(field: .timeZone, reason: "more than \(timeZones.limit) different ones")
    }
    // From here on nothing is refused.
    ids.insert(id)
    records.append(
      Record(
        nameStart: UInt32(names.count), otherNameStart: UInt32(otherNames.count), id: id,
        coordinate: city.coordinate, population: population,
        division: divisions.number(of: division), timeZone: timeZones.number(of: city.timeZone)))
    for index in name.indices { names.append(name[index]) }
    guard others.count > 0 else { return }
    for index in others.indices {
      let byte = others[index]
      otherNames.append(byte == UInt8(ascii: ",") ? NameRules.separator : byte)
    }
    otherNames.append(NameRules.separator)
  }

  /// Adds a city that has no other names.
  mutating func append(name: Span<UInt8>, _ city: Attributes) throws(Refusal) {
    let none: [UInt8] = []
    try append(name: name, city, otherNames: none.span)
  }

  /// Sorts what was added.
  ///
  /// - Parameters:
  ///   - places: The names of countries and divisions.
  ///   - selection: Which names are taken.
  ///   - sourceDigest: The SHA-256 of the file that the cities came from.
  /// - Returns: The gazetteer.
  /// - Throws: ``GazetteerError/tooManyKeyBytes(limit:)``
  /// - Complexity: O(*b* + *n* log *n*), where *b* is the length of all names in bytes and *n* the
  ///   number of cities.
  consuming func finish(
    places: PlaceNames, names selection: NameSelection = NameSelection(),
    sourceDigest: [UInt8]? = nil
  ) throws(GazetteerError) -> Gazetteer {
    records.append(.end(of: names, otherNames))
    let order = try CanonicalOrder(records: records, names: names, divisions: divisions.values)
    let ordered = order.numbers.map { records[Int($0)] }
    let nameSections = try nameSections(
      in: order, populations: ordered.map(\.population), selection)
    let columns = GazetteerColumns(
      records: ordered,
      names: order.numbers.lazy.map { number in
        let range = Int(records[Int(number)].nameStart)..<Int(records[Int(number) + 1].nameStart)
        return names[range]
      },
      divisions: divisions.values, timeZones: timeZones.values, order: order,
      nameSections: nameSections, places: places)
    let bytes = try columns.write(sourceDigest: sourceDigest)
    return Gazetteer(try Gazetteer.Table(ByteRegion(copying: bytes), file: "a new gazetteer"))
  }

  /// Makes and sorts the names of all kinds.
  private func nameSections(
    in order: CanonicalOrder, populations: [UInt32], _ selection: NameSelection
  ) throws(GazetteerError) -> NameTable.Sections {
    var builder = NameTableBuilder(cityCount: order.numbers.count, kinds: selection.kinds)
    for (row, number) in order.numbers.enumerated() {
      let (record, next) = (records[Int(number)], records[Int(number) + 1])
      let isIncluded = Int(record.population) >= selection.otherNamesFromPopulation
      let others = Int(record.otherNameStart)..<Int(next.otherNameStart)
      try builder.append(
        own: names.span.extracting(Int(record.nameStart)..<Int(next.nameStart)),
        others: otherNames.span, isIncluded ? others : 0..<0, of: CityRow(row),
        country: divisions.values[Int(record.division)].countryCode)
    }
    return try builder.finish(others: otherNames, populations: populations)
  }

  /// A city as it waits to be sorted.
  struct Record {
    var nameStart: UInt32
    var otherNameStart: UInt32
    var id: UInt32
    var coordinate: Coordinate
    var population: UInt32
    var division: UInt16
    var timeZone: UInt16

    /// The record after the last city, which only ends the last name and the last other names.
    fileprivate static func end(of names: [UInt8], _ otherNames: [UInt8]) -> Record {
      Record(
        nameStart: UInt32(names.count), otherNameStart: UInt32(otherNames.count), id: 0,
        coordinate: Coordinate(fixedLatitude: 0, fixedLongitude: 0), population: 0, division: 0,
        timeZone: 0)
    }
  }
}

/// Different values, each with a number of two bytes.
private struct Interned<Value: Hashable> {
  private(set) var values: [Value] = []
  private var numbers: [Value: UInt16] = [:]

  /// The most values.
  let limit = Int(UInt16.max) + 1

  /// Whether `value` has a number, or there is one left.
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
