internal import PrefixSearch

/// Writes the sections of a gazetteer from cities in canonical order.
struct GazetteerColumns {
  let records: [GazetteerBuilder.Record]
  let names: [ArraySlice<UInt8>]
  let divisions: [Gazetteer.Division]
  let timeZones: [String]
  let order: CanonicalOrder
  let nameSections: NameTable.Sections
  let places: PlaceNames

  init(
    records: [GazetteerBuilder.Record], names: some Sequence<ArraySlice<UInt8>>,
    divisions: [Gazetteer.Division], timeZones: [String], order: CanonicalOrder,
    nameSections: NameTable.Sections, places: PlaceNames
  ) {
    self.records = records
    self.names = Array(names)
    self.divisions = divisions
    self.timeZones = timeZones
    self.order = order
    self.nameSections = nameSections
    self.places = places
  }

  /// Writes all sections.
  ///
  /// - Throws: ``GazetteerError/tooManyKeyBytes(limit:)``
  func write(sourceDigest: [UInt8]?) throws(GazetteerError) -> [UInt8] {
    var writer = GazetteerWriter(cityCount: records.count, sourceDigest: sourceDigest)
    let zones = timeZones.sorted { $0.utf8Precedes($1) }
    let codes = DivisionCodes(
      of: Set(divisions).union(places.divisions.keys), countries: places.countries.keys)
    let offsets = nameOffsets
    let stored = storedRecords(divisions: codes.divisions, zones: zones, offsets.inBlocks)
    writer.add(.records, CityRecords.bytes(of: stored))
    writer.add(.names, Array(names.joined()))
    writer.add(.nameOffsets, offsets.blocks)
    add(codes, to: &writer)
    writer.add(.timeZones, StringList.bytes(of: zones))
    writer.add(.rowsByID, rowsByID)
    let topK = TopKIndex(
      Populations(records: records), k: NameTable.listLength, lcpArray: order.lcpArray)
    writer.add(.populationTopK, topK.region.content)
    writer.add(.radixTree, RadixTree(try order.sortedKeys(), listsIn: topK).region.content)
    writer.add(.nameEntries, nameSections.entries.content)
    writer.add(.nameTexts, nameSections.texts.content)
    writer.add(.nameTree, nameSections.tree.content)
    writer.add(.nameTopK, nameSections.topK.content)
    writer.add(.nameFilter, nameSections.filter.content)
    writer.add(.languages, nameSections.languages.content)
    writer.add(.languageTags, nameSections.tags.content)
    let regions = try regions(codes)
    writer.add(.regionKeys, regions.keys)
    writer.add(.regionLines, regions.lines)
    let sounds = soundSections(of: stored, codes)
    writer.add(.soundIndex, sounds.index)
    writer.add(.scriptShares, sounds.shares)
    return writer.finish()
  }

  /// The ranking by population of records that are not written yet.
  private struct Populations: RankedRows {
    let records: [GazetteerBuilder.Record]

    func weight(ofRow row: Int) -> UInt64 { UInt64(records[row].population) + 1 }
    func group(ofRow row: Int) -> UInt32 { UInt32(row) }
    func precedence(ofRow row: Int) -> UInt8 { 0 }
  }

  /// The names of countries and divisions: those of a file, otherwise their codes and joined names.
  private func regions(
    _ codes: DivisionCodes
  ) throws(GazetteerError) -> (keys: [UInt8], lines: [UInt8]) {
    var inhabited: Set<Gazetteer.Division> = []
    for number in Set(records.map(\.division)) { inhabited.insert(divisions[Int(number)]) }
    var builder = RegionTableBuilder(codes, inhabited: inhabited)
    if let lines = places.regions {
      for line in lines { builder.append(line) }
    } else {
      builder.appendKnownNames(places)
    }
    return try builder.finish()
  }

  /// What finds names that sound alike.
  private func soundSections(
    of stored: [CityRecord], _ codes: DivisionCodes
  ) -> SoundSections.Bytes {
    guard let table = NameTable(nameSections, cityCount: records.count) else {
      // Opening the new gazetteer reports it.
      return SoundSections.Bytes(index: [], shares: [])
    }
    var builder = SoundSectionsBuilder()
    for (name, record) in zip(names, stored) {
      builder.append(
        name: name.span, population: record.population, division: record.division)
    }
    let numbers = codes.countries.numbers
    return builder.finish(
      names: table, countries: codes.divisions.map { numbers[$0.countryCode] ?? 0 },
      countryCount: codes.countries.count)
  }

  /// Divisions, countries and their names.
  private func add(_ codes: DivisionCodes, to writer: inout GazetteerWriter) {
    let countryNames = codes.countries.map { places.countries[$0] ?? "" }
    let divisionNames = codes.divisions.map { places.divisions[$0] ?? "" }
    writer.add(.countries, codes.countryBytes)
    writer.add(.countryNames, StringList.bytes(of: countryNames))
    writer.add(.divisions, codes.divisionBytes)
    writer.add(.divisionNames, StringList.bytes(of: divisionNames))
  }

  /// The offset of the first name of each block, and the offset of each name within its block.
  private var nameOffsets: (blocks: [UInt8], inBlocks: [UInt32]) {
    var writer = ByteRegionWriter()
    var (offset, blockStart) = (0, 0)
    var inBlocks: [UInt32] = []
    inBlocks.reserveCapacity(names.count)
    for (row, name) in names.enumerated() {
      if row % Gazetteer.Table.namesPerOffset == 0 {
        writer.append(offset, width: 4)
        blockStart = offset
      }
      inBlocks.append(UInt32(offset - blockStart))
      offset += name.count
    }
    writer.append(offset, width: 4)
    return (writer.bytes, inBlocks)
  }

  private var rowsByID: [UInt8] {
    var writer = ByteRegionWriter()
    let width = PackedNumbers.width(for: records.count)
    for row in records.indices.sorted(by: { records[$0].id < records[$1].id }) {
      writer.append(row, width: width)
    }
    return writer.bytes
  }

  /// The records with the numbers of divisions and time zones in the file.
  private func storedRecords(
    divisions known: [Gazetteer.Division], zones: [String], _ nameOffsets: [UInt32]
  ) -> [CityRecord] {
    let divisionNumbers = known.numbers
    let divisionOf = divisions.map { UInt32(divisionNumbers[$0] ?? 0) }
    let zoneOf = timeZones.map { UInt32(zones.position(of: $0) ?? 0) }
    return zip(records, nameOffsets).map { record, nameOffset in
      CityRecord(
        id: record.id, coordinate: record.coordinate, population: record.population,
        division: divisionOf[Int(record.division)], timeZone: zoneOf[Int(record.timeZone)],
        nameOffset: nameOffset)
    }
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
    self.divisions = divisions.sorted()
    countries = Set(divisions.lazy.map(\.countryCode)).union(others).sorted()
  }

  /// The stored form of the countries: four bytes each.
  var countryBytes: [UInt8] {
    var writer = ByteRegionWriter()
    for country in countries { writer.append(country.rawValue, width: 4) }
    return writer.bytes
  }

  /// The stored form of the divisions, sixteen bytes each: the code of the division, the code of its
  /// country, and the number of its country.
  var divisionBytes: [UInt8] {
    let numbers = countries.numbers
    var writer = ByteRegionWriter()
    for division in divisions {
      writer.append(division.admin1Code.rawValue, width: 8)
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
