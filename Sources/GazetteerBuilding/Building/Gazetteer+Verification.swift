public import CitySearch
internal import PrefixSearch
internal import SystemFiles

extension Gazetteer {
  /// Checks every byte of a gazetteer: the checksums of the sections and the zeros between them, the order
  /// of the cities, and the indexes by name, by id and by population.
  ///
  /// - Throws: ``/CitySearch/GazetteerError/invalidFile(file:reason:)`` with the first error.
  /// - Complexity: O(*b* + *n* log *n*), where *b* is its size in bytes and *n* the number of cities.
  public func verify() throws(GazetteerError) {
    try verifyChecksums()
    try verifyPadding()
    try verifyRecords()
    try verifyNameOffsets()
    try verifyRowsByID()
    try verifyLists()
    try verifyOrder()
    try verifyMostPopulous()
    try verifyNames()
    try verifyRegions()
    try verifySectionsOfNames()
    try verifyPostalCodes()
    guard SourceRecord(of: self)?.bytes == table.part(.source)?.content else {
      throw Self.invalid("its section SRCE is not that of a name and a date")
    }
  }

  /// Checks that postal codes ascend, each with a city of its country.
  private func verifyPostalCodes() throws(GazetteerError) {
    guard let codes = table.postalCodes else { return }
    var last: UInt64?
    for position in 0..<codes.count {
      let key = codes.key(at: position)
      let isOfCountry = codes.place(at: position).map { place in
        PostalCodeTable.key(of: [UInt8(ascii: "0")].span, in: countryCode(atRow: place.city))
          .map { $0 >> PostalCodeTable.codeWidth == key >> PostalCodeTable.codeWidth } ?? false
      }
      guard isOfCountry == true, last.map({ $0 < key }) ?? true else {
        throw Self.invalid("its section PCOD is wrong at code \(position)")
      }
      last = key
    }
    guard PostalCodeTable.bytes(of: codes.all) == table.part(.postalCodes)?.content else {
      throw Self.invalid("its section PCOD does not begin as it should")
    }
  }

  /// Rebuilds the lists of the most populous cities, and compares.
  private func verifyMostPopulous() throws(GazetteerError) {
    var comparison = SectionComparison(with: table) { _ in
      "its most populous cities are not those of its section RANK"
    }
    var keys = PackedKeys()
    var lists = TopKIndex.Builder(
      PopulationRanks(table: table), k: NameTable.listLength, count: count)
    forEachKey { keys.append($0.span) }
    keys.forEach { _, shared in lists.append(sharing: shared) }
    try comparison.write(.populationTopK, lists.finish().region)
    try comparison.finish()
  }

  /// Rebuilds the index over all names from keys and texts, and compares.
  private func verifyNames() throws(GazetteerError) {
    let sorted: SortedNames
    do throws(NameTable.VerificationError) {
      sorted = try table.nameTable.checkedNames(in: self)
    } catch {
      throw Self.invalid(error.reason)
    }
    let populations = indices.map {
      UInt32(truncatingIfNeeded: table.records.population(atRow: $0))
    }
    var comparison = SectionComparison(with: table) { section in
      "its section \(section.rawValue) is not that of its names"
    }
    _ = try sorted.layOut().write(populations: populations, to: &comparison)
    try comparison.finish()
  }

  /// Rebuilds the table of regions from its names, and compares.
  private func verifyRegions() throws(GazetteerError) {
    var builder = SortedKeys.Builder()
    var last: (key: [UInt8], value: UInt32)?
    var lines: [UInt32] = []
    for completion in table.regions.completions {
      for number in completion.rows {
        let value = table.regions.line(number)
        let isKnown =
          value & RegionTable.countryFlag == 0
          ? value < divisionCount : value & ~RegionTable.countryFlag < table.countryCount
        let ascends = last.map { $0.key != completion.key || $0.value < value } ?? true
        // Keys that do not ascend are rejected by the builder.
        guard isKnown, ascends, (try? builder.append(completion.key.span)) != nil else {
          throw Self.invalid("its section RLIN is wrong at line \(number)")
        }
        last = (completion.key, value)
        lines.append(value)
      }
    }
    guard RadixTree(builder.finish()).region.content == table.part(.regionKeys)?.content else {
      throw Self.invalid("its section RKEY is not the radix tree over the names of regions")
    }
    let stored = RegionTable.bytes(
      of: lines, divisionCount: divisionCount, countryCount: table.countryCount)
    guard stored == table.part(.regionLines)?.content else {
      throw Self.invalid("its section RLIN has wrong lists of the names of regions")
    }
  }

  /// Rebuilds the sections that are made of the names, and compares.
  private func verifySectionsOfNames() throws(GazetteerError) {
    let han = try HanTables.shared()
    for (section, bytes) in [
      (Section.soundIndex, table.rebuiltSoundIndex()),
      (.scriptShares, table.rebuiltScriptShares()), (.hanForms, rebuiltHanForms(han)),
      (.hanReadings, han.readings),
    ] where table.part(section)?.content != bytes {
      throw Self.invalid("its section \(section.rawValue) is not that of its names")
    }
  }

  private func rebuiltHanForms(_ han: HanTables) -> [UInt8] {
    var characters = HanForms.Characters()
    characters.add(table.nameTable.tree)
    for region in table.regions.completions { characters.add(region.key.span) }
    return characters.bytes(of: han.forms)
  }

  static func invalid(_ reason: String) -> GazetteerError {
    .invalidFile(file: "the gazetteer", reason: reason)
  }

  private func verifyChecksums() throws(GazetteerError) {
    for entry in table.header.sections {
      var checksum = CRC32()
      let part = table.region.part(entry.offset..<entry.offset + entry.length)
      part?.withContent { checksum.update($0) }
      guard checksum.value == entry.checksum else {
        let letters = Self.letters(of: entry.code)
        throw Self.invalid("its section \(letters) has another checksum than was stored")
      }
    }
  }

  /// The four letters of a section, for a message.
  private static func letters(of code: UInt32) -> String {
    String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: code >> ($0 * 8)) }, as: UTF8.self)
  }

  /// Checks that the bytes before, between and after the sections are zero.
  private func verifyPadding() throws(GazetteerError) {
    let region = table.region
    let end = region.count - ByteRegion.padding
    var position = table.header.byteCount
    for entry in table.header.sections {
      try verifyZeros(in: position..<entry.offset)
      position = entry.offset + entry.length
    }
    try verifyZeros(in: position..<end)
    // The last eight bytes are padding, which is only readable as a word.
    guard region.uint64(at: end) == 0 else { throw Self.notZero(end) }
  }

  private func verifyZeros(in range: Range<Int>) throws(GazetteerError) {
    for position in range where table.region.byte(at: position) != 0 {
      throw Self.notZero(position)
    }
  }

  private static func notZero(_ position: Int) -> GazetteerError {
    invalid("it is not zero at byte \(position), which belongs to no section")
  }

  /// Checks that the divisions and time zones of all cities exist, packs the records anew, and compares.
  private func verifyRecords() throws(GazetteerError) {
    for row in indices {
      let record = table.records[row]
      guard record.division < table.divisionCount, record.timeZone < table.timeZones.count else {
        throw Self.invalid(
          "its city at row \(row.rawValue) has a division or time zone that does not exist")
      }
    }
    var comparison = SectionComparison(with: table) { _ in
      "its section CITY is not that of its records"
    }
    try CityRecords.write(count: count, to: &comparison) { table.records[CityRow($0)] }
    try comparison.finish()
  }

  /// Checks that names are contiguous and match the offsets.
  private func verifyNameOffsets() throws(GazetteerError) {
    var end = 0
    for row in indices {
      let name = table.nameRange(atRow: row)
      guard name.lowerBound == end else {
        throw Self.invalid("the name at row \(row.rawValue) does not begin where the last one ends")
      }
      end = name.upperBound
    }
    guard end == table.names.count - ByteRegion.padding else {
      throw Self.invalid("its names have \(end) bytes by their offsets")
    }
  }

  /// Checks that ids ascend in the stored order, so that no row is missing.
  private func verifyRowsByID() throws(GazetteerError) {
    var last: City.ID = -1
    for position in 0..<count {
      let row = table.rowNumbers.value(at: position, in: table.rowsByID)
      let id = row < count ? table.id(atRow: CityRow(row)) : -1
      guard id > last else {
        throw Self.invalid("its section BYID does not ascend at position \(position)")
      }
      last = id
    }
  }

  /// Checks that the codes of countries and divisions ascend, which binary search requires.
  private func verifyLists() throws(GazetteerError) {
    let countries = (0..<table.countryCount).map(table.country)
    for (number, (one, next)) in zip(countries, countries.dropFirst()).enumerated() {
      guard one < next else {
        throw Self.invalid("its section CTRY does not ascend at \(number + 1)")
      }
    }
    let divisions = (0..<table.divisionCount).map(table.division)
    for (number, division) in divisions.enumerated() {
      guard table.number(of: division.countryCode) == table.countryNumber(ofDivision: number) else {
        throw Self.invalid("its section DIVI has another country than its codes say at \(number)")
      }
      guard number == 0 || divisions[number - 1] < division else {
        throw Self.invalid("its section DIVI does not ascend at \(number)")
      }
    }
  }

  /// Checks that the cities are in canonical order.
  private func verifyOrder() throws(GazetteerError) {
    var (row, last, wrong) = (CityRow(0), [UInt8](), CityRow?.none)
    forEachKey { key in
      if wrong == nil, row > 0 {
        let order = CanonicalOrder.compare(last.span, key.span)
        if order > 0 || order == 0 && !self[row.advanced(by: -1)].precedes(self[row], byKey: 0) {
          wrong = row
        }
      }
      row = row.advanced(by: 1)
      swap(&key, &last)
    }
    if let wrong { throw Self.invalid("its city at row \(wrong.rawValue) is out of order") }
  }
}
