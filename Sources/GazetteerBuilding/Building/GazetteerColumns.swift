internal import CitySearch
internal import PrefixSearch

/// Writes the sections of cities and own names, from cities in canonical order.
struct GazetteerColumns {
  private let records: [GazetteerBuilder.Record]
  private let names: [UInt8]
  private let order: SortedCities
  private let codes: DivisionCodes
  /// The names of time zones, ascending.
  private let zones: [String]
  /// The numbers in the file of divisions and time zones, by those in the records.
  private let (divisionNumbers, zoneNumbers): ([UInt32], [UInt32])

  /// Takes cities and their order.
  ///
  /// - Parameters:
  ///   - records: The cities in any order, and the sentinel after them.
  ///   - names: Their names.
  ///   - order: Their canonical order.
  ///   - divisions: The divisions, by the numbers in the records.
  ///   - timeZones: The time zones, likewise.
  ///   - codes: The divisions and countries of the file.
  init(
    records: [GazetteerBuilder.Record], names: [UInt8], order: SortedCities,
    divisions: [Gazetteer.Division], timeZones: [String], codes: DivisionCodes
  ) {
    self.records = records
    self.names = names
    self.order = order
    self.codes = codes
    zones = timeZones.sorted { $0.utf8Precedes($1) }
    let numbers = codes.divisions.numbers
    divisionNumbers = divisions.map { UInt32(numbers[$0] ?? 0) }
    let zones = zones
    zoneNumbers = timeZones.map { UInt32(zones.position(of: $0) ?? 0) }
  }
}

extension GazetteerColumns {
  /// The number of cities.
  private var count: Int { order.numbers.count }

  /// The city at a row, before it is written.
  private func record(_ row: Int) -> GazetteerBuilder.Record { records[Int(order.numbers[row])] }

  /// Where the name of the city at a row lies.
  private func nameRange(_ row: Int) -> Range<Int> {
    let number = Int(order.numbers[row])
    return Int(records[number].nameStart)..<Int(records[number + 1].nameStart)
  }

  /// The populations of all cities.
  var populations: [UInt32] { order.numbers.map { records[Int($0)].population } }

  /// The ids of all cities.
  var ids: [UInt32] { order.numbers.map { records[Int($0)].id } }

  /// The numbers of the divisions of all cities.
  var divisions: [UInt32] {
    order.numbers.map { divisionNumbers[Int(records[Int($0)].division)] }
  }

  /// Writes the sections, from that of the records to that of the most populous cities.
  ///
  /// - Throws: Errors of `output`.
  func write(_ places: PlaceNames, to output: inout some SectionOutput) throws(GazetteerError) {
    try CityRecords.write(count: count, to: &output) { row in
      let record = record(row)
      let first = row / Gazetteer.Table.namesPerOffset * Gazetteer.Table.namesPerOffset
      return CityRecord(
        id: record.id, coordinate: record.coordinate, population: record.population,
        division: divisionNumbers[Int(record.division)],
        timeZone: zoneNumbers[Int(record.timeZone)],
        nameOffset: (first..<row).reduce(0) { $0 + UInt32(nameRange($1).count) })
    }
    try writeNames(to: &output)
    try output.write(.countries, codes.countryBytes)
    try output.write(
      .countryNames, StringList.bytes(of: codes.countries.map { places.countries[$0] ?? "" }))
    try output.write(.divisions, codes.divisionBytes)
    try output.write(
      .divisionNames, StringList.bytes(of: codes.divisions.map { places.divisions[$0] ?? "" }))
    try output.write(.timeZones, StringList.bytes(of: zones))
    try writeRowsByID(to: &output)
    try output.write(.populationTopK, populationTopK().region)
  }

  /// Writes the names, and the offset of the first name of each block.
  private func writeNames(to output: inout some SectionOutput) throws(GazetteerError) {
    try output.begin(.names)
    var (piece, offsets, offset) = ([UInt8](), ByteRegionWriter(), 0)
    for row in 0..<count {
      if row % Gazetteer.Table.namesPerOffset == 0 { offsets.append(offset, width: 4) }
      let name = nameRange(row)
      piece.append(contentsOf: names[name])
      offset += name.count
      try output.writeIfLarge(&piece)
    }
    offsets.append(offset, width: 4)
    try output.write(piece.span)
    try output.write(.nameOffsets, offsets.bytes)
  }

  private func writeRowsByID(to output: inout some SectionOutput) throws(GazetteerError) {
    var rows = order.numbers.enumerated().map { row, number in
      UInt64(records[Int(number)].id) << 32 | UInt64(row)
    }
    rows.sort()
    try output.begin(.rowsByID)
    let width = PackedNumbers.width(for: count)
    var piece: [UInt8] = []
    for row in rows {
      piece.append(row & 0xFFFF_FFFF, width: width)
      try output.writeIfLarge(&piece)
    }
    try output.write(piece.span)
  }

  /// The most populous cities of every prefix of an own name.
  private func populationTopK() -> TopKIndex {
    let keys = order.keys.span
    func key(_ row: Int) -> Range<Int> { order.keyRange(of: order.numbers[row]) }
    var lists = TopKIndex.Builder(
      Populations(columns: self), k: NameTable.listLength, count: count)
    for row in 0..<count {
      lists.append(
        sharing: row == 0
          ? 0 : keys.extracting(key(row - 1)).sharedLength(with: keys.extracting(key(row))))
    }
    return lists.finish()
  }

  /// The ranking by population of records that are not written yet.
  private struct Populations: RankedRows {
    let columns: GazetteerColumns

    static var hasGroups: Bool { false }
    func weight(ofRow row: Int) -> UInt64 { UInt64(columns.record(row).population) + 1 }
    func group(ofRow row: Int) -> UInt32 { UInt32(row) }
    func precedence(ofRow row: Int) -> UInt8 { 0 }
  }
}

/// The codes of countries and divisions, ascending; the position of a code is its number.
struct DivisionCodes {
  /// The codes of countries.
  let countries: [CountryCode]
  /// The divisions.
  let divisions: [Gazetteer.Division]

  /// Numbers `divisions`, their countries, and more countries.
  init(of divisions: Set<Gazetteer.Division>, countries others: some Sequence<CountryCode>) {
    self.divisions = divisions.sorted(by: <)
    countries = Set(divisions.lazy.map(\.countryCode)).union(others).sorted(by: <)
  }

  /// The stored form of the countries: four bytes each.
  var countryBytes: [UInt8] {
    var writer = ByteRegionWriter()
    for country in countries { writer.append(country.rawValue, width: 4) }
    return writer.bytes
  }

  /// The number of the country of each division.
  var countriesOfDivisions: [Int] {
    let numbers = countries.numbers
    return divisions.map { numbers[$0.countryCode] ?? 0 }
  }

  /// The stored form of the divisions, sixteen bytes each: the code of the division, the code of its
  /// country, and the number of its country.
  var divisionBytes: [UInt8] {
    let numbers = countries.numbers
    var writer = ByteRegionWriter()
    for division in divisions {
      writer.append(division.divisionCode.rawValue, width: 8)
      writer.append(division.countryCode.rawValue, width: 4)
      writer.append(numbers[division.countryCode] ?? 0, width: 4)
    }
    return writer.bytes
  }
}

extension Array where Element: Hashable {
  /// The position of each value; values must be distinct.
  var numbers: [Element: Int] {
    Dictionary(uniqueKeysWithValues: enumerated().map { ($0.element, $0.offset) })
  }
}
