package import PrefixSearch
internal import Synchronization

extension Gazetteer {
  /// The sections of a gazetteer in its region.
  package final class Table: Sendable {
    package let region: ByteRegion
    package let header: GazetteerHeader
    /// The number of cities.
    package let count: Int
    package let records: CityRecords
    package let names: ByteRegion
    package let nameOffsets: ByteRegion
    package let divisions: ByteRegion
    /// The number of divisions.
    package let divisionCount: Int
    package let countries: ByteRegion
    /// The number of countries.
    package let countryCount: Int
    package let countryNames: StringList
    package let divisionNames: StringList
    package let timeZones: StringList
    package let rowsByID: ByteRegion
    package let rowNumbers: PackedNumbers
    /// The most populous cities of every prefix of an own name.
    package let populationTopK: TopKIndex
    /// All names of all cities.
    package let nameTable: NameTable
    /// The names of countries and first-level divisions.
    package let regions: RegionTable
    /// The divisions below the first level.
    package let subdivisions: Subdivisions
    /// The names of subdivisions, and names of countries and first-level divisions that ``regions`` does not have.
    package let moreRegions: RegionTable
    /// The forms of Chinese characters.
    let hanForms: HanForms
    /// The states of territories, by the numbers of countries.
    let territories: Territories
    /// What finds names that sound alike.
    package let sounds: SoundSections
    /// The postal codes; `nil` if there are none.
    package let postalCodes: PostalCodeTable?
    /// The name and the date of the file that the cities came from; `nil` if they came from none.
    package let source: StringList?
    private let knownCityTree = AtomicLazyReference<CityTree>()
    /// How many cities were sorted by distance without the tree.
    private let sortedByDistanceCount = Atomic<Int>(0)
    private static let sortedCitiesPerCityOfTree = 5
    private let knownPopulationTree = AtomicLazyReference<PopulationTree>()
    private let knownPopulationOrder = AtomicLazyReference<PopulationOrder>()
    private let knownCitiesByDivision = AtomicLazyReference<CitiesByDivision>()

    /// Finds and checks the sections of a gazetteer in `region`.
    ///
    /// - Throws: ``GazetteerError/invalidFile(file:reason:)``
    /// - Complexity: O(*d*), where *d* is the number of names of countries, divisions and time zones.
    package init(_ region: ByteRegion, file: String) throws(GazetteerError) {
      let header = try GazetteerHeader(region, file: file)
      func section(_ section: Section) throws(GazetteerError) -> ByteRegion {
        guard let part = header.part(section, of: region) else {
          throw .invalidFile(file: file, reason: "it lacks the section \(section.rawValue)")
        }
        return part
      }
      func list(_ kind: Section) throws(GazetteerError) -> StringList {
        guard let list = StringList(try section(kind)) else {
          throw .invalidFile(file: file, reason: "its section \(kind.rawValue) is damaged")
        }
        return list
      }
      func contentSize(_ region: ByteRegion) -> Int { region.count - ByteRegion.padding }

      self.region = region
      self.header = header
      count = header.cityCount
      guard let records = CityRecords(try section(.records), count: count) else {
        throw .invalidFile(file: file, reason: "its section CITY does not hold \(count) records")
      }
      self.records = records
      names = try section(.names)
      nameOffsets = try section(.nameOffsets)
      divisions = try section(.divisions)
      divisionCount = contentSize(divisions) / Self.divisionSize
      countries = try section(.countries)
      countryCount = contentSize(countries) / Self.countrySize
      countryNames = try list(.countryNames)
      divisionNames = try list(.divisionNames)
      timeZones = try list(.timeZones)
      rowsByID = try section(.rowsByID)
      rowNumbers = PackedNumbers(start: 0, width: PackedNumbers.width(for: count))
      let idByteCount = Int64(count) &* Int64(PackedNumbers.width(for: count))
      guard Int64(contentSize(rowsByID)) == idByteCount,
        contentSize(nameOffsets) == Self.nameOffsetCount(count) * 4
      else { throw .invalidFile(file: file, reason: "its sections do not fit \(count) cities") }
      guard let topK = TopKIndex(region: try section(.populationTopK), count: count) else {
        throw .invalidFile(file: file, reason: "its section RANK does not fit \(count) cities")
      }
      populationTopK = topK
      let sections = NameTable.Sections(
        entries: try section(.nameEntries), texts: try section(.nameTexts),
        tree: try section(.nameTree), topK: try section(.nameTopK),
        filter: try section(.nameFilter), ownNames: try section(.ownNames),
        languages: try section(.languages), tags: try section(.languageTags))
      guard let nameTable = NameTable(sections, cityCount: count) else {
        throw .invalidFile(
          file: file,
          reason:
            "its sections NENT, NTXT, NKEY, NTOP, NFIL, OWNN, LANG and LTAG do not fit each other")
      }
      self.nameTable = nameTable
      guard
        let regions = RegionTable(
          keys: try section(.regionKeys), lines: try section(.regionLines),
          divisionCount: divisionCount, countryCount: countryCount)
      else {
        throw .invalidFile(
          file: file, reason: "its sections RKEY and RLIN do not fit each other")
      }
      self.regions = regions
      guard
        let subdivisions = Subdivisions(
          tree: try section(.subdivisions), cities: try section(.citySubdivisions),
          codes: try section(.subdivisionCodes), names: try section(.subdivisionNames),
          cityCount: count, divisionCount: divisionCount)
      else {
        throw .invalidFile(
          file: file, reason: "its sections SUBD, SUBC, SCOD and SNAM do not fit \(count) cities")
      }
      self.subdivisions = subdivisions
      guard
        let moreRegions = RegionTable(
          keys: try section(.moreRegionKeys), lines: try section(.moreRegionLines),
          divisionCount: divisionCount, countryCount: countryCount,
          subdivisionCount: subdivisions.count)
      else {
        throw .invalidFile(
          file: file, reason: "its sections MKEY and MLIN do not fit each other")
      }
      self.moreRegions = moreRegions
      territories = Territories(of: countries, count: countryCount)
      guard
        let sounds = SoundSections(
          index: try section(.soundIndex), shares: try section(.scriptShares),
          han: try section(.hanReadings), cityCount: count, countryCount: countryCount,
          divisionCount: divisionCount)
      else {
        throw .invalidFile(
          file: file, reason: "its sections SIDX, SSHR and HANR do not fit \(count) cities")
      }
      self.sounds = sounds
      guard let hanForms = HanForms(try section(.hanForms)) else {
        throw .invalidFile(file: file, reason: "its section HANF is damaged")
      }
      self.hanForms = hanForms
      var postalCodes: PostalCodeTable?
      if let section = header.part(.postalCodes, of: region) {
        postalCodes = PostalCodeTable(
          section, cityCount: header.cityCount, countries: countries,
          countryCount: contentSize(countries) / Self.countrySize)
        guard postalCodes != nil else {
          throw .invalidFile(file: file, reason: "its section PCOD is damaged")
        }
      }
      self.postalCodes = postalCodes
      var source: StringList?
      if header.part(.source, of: region) != nil {
        source = try list(.source)
        guard source?.count == 2 else {
          throw .invalidFile(file: file, reason: "its section SRCE is damaged")
        }
      }
      self.source = source
    }

    /// The tree over the coordinates of all cities, which is built when it is first needed.
    ///
    /// Of two searches that need it at the same time, both build it, and one of the trees is kept.
    var cityTree: CityTree { knownCityTree.load() ?? knownCityTree.storeIfNil(CityTree(self)) }

    /// The tree over the coordinates of all cities, if it was built or is worth it by now; `nil` if `count` cities
    /// are sorted faster.
    ///
    /// It is built after as many cities have been sorted by distance as take the time of building it, so the
    /// first searches by distance do not wait for it.
    func cityTree(insteadOfSorting count: Int) -> CityTree? {
      if let tree = knownCityTree.load() { return tree }
      let sum = sortedByDistanceCount.add(count, ordering: .relaxed).newValue
      return sum > Self.sortedCitiesPerCityOfTree * self.count ? cityTree : nil
    }

    /// All cities by population, sorted when they are first needed in this order, as the tree is built.
    var populationOrder: PopulationOrder {
      knownPopulationOrder.load() ?? knownPopulationOrder.storeIfNil(PopulationOrder(self))
    }

    /// The tree that finds the most populous cities of a rectangle, built when it is first needed.
    var populationTree: PopulationTree {
      knownPopulationTree.load() ?? knownPopulationTree.storeIfNil(PopulationTree(self))
    }

    /// All cities by division, sorted when the cities of a region are first needed.
    var citiesByDivision: CitiesByDivision {
      knownCitiesByDivision.load() ?? knownCitiesByDivision.storeIfNil(CitiesByDivision(self))
    }

    /// How many cities share one stored offset of their names.
    package static let namesPerOffset = 1 << namesPerOffsetBits
    private static let namesPerOffsetBits = 2
    /// The number of stored offsets: one for each block, and the length of all names.
    package static func nameOffsetCount(_ count: Int) -> Int {
      (count + namesPerOffset - 1) / namesPerOffset + 1
    }

    /// The bytes of a division: its code, that of its country, and the number of its country.
    package static let divisionSize = 16
    /// The bytes of a country: its code.
    package static let countrySize = 4
  }
}

extension Gazetteer.Table {
  /// The region of a section; `nil` if there is none.
  package func part(_ section: Section) -> ByteRegion? { header.part(section, of: region) }

  /// Where in `names` the name at `row` lies.
  @inline(__always)
  package func nameRange(atRow row: CityRow) -> Range<Int> {
    nameRange(of: records.recordWithoutPlace(row), atRow: row)
  }

  /// Where in `names` the name at `row` lies, whose record is `record`.
  ///
  /// It ends in its block. So with any offsets in the records, all names together are no longer than four
  /// times `names`, if the offsets of blocks are valid. Checking all offsets would dominate the time to
  /// open a file.
  @inline(__always)
  package func nameRange(of record: CityRecord, atRow row: CityRow) -> Range<Int> {
    // One word has the offset of the block and that of the next block, where its names end.
    let block = row.rawValue &>> Self.namesPerOffsetBits
    let ends = nameOffsets.uint64(at: block &* 4)
    let (first, nextBlock) = (ends & 0xFFFF_FFFF, ends &>> 32)
    let start = first &+ UInt64(record.nameOffset)
    // The first name of a block has the offset 0, which is also read after the last record. Less one, it
    // is greater than any end, so that the block ends the name: a branch would often be mispredicted.
    let nextRecord = records.recordWithoutPlace(CityRow(row.rawValue &+ 1))
    let next = first &+ UInt64(nextRecord.nameOffset &- 1) &+ 1
    return Int(clamping: start)..<Int(clamping: max(start, min(next, nextBlock)))
  }

  /// The id of the city at `row`.
  @inline(__always)
  package func id(atRow row: CityRow) -> City.ID { City.ID(records[row].id) }

  /// The city at `row`.
  @inline(__always)
  package func city(atRow row: CityRow) -> City {
    let record = records[row]
    return city(record, named: nameRange(of: record, atRow: row))
  }

  /// Where the name of a city lies, and how it begins.
  package struct LocatedName {
    private var start: UInt32
    private var byteCount: UInt32
    /// The first eight bytes, the first one lowest; those after the end of the name may be any.
    package let beginning: UInt64

    /// The name in the range of bytes of a region.
    @inline(__always)
    package init(_ range: Range<Int>, in names: ByteRegion) {
      start = UInt32(truncatingIfNeeded: range.lowerBound)
      byteCount = UInt32(truncatingIfNeeded: range.count)
      beginning = names.uint64(at: range.lowerBound)
    }

    /// No name.
    package init() { (start, byteCount, beginning) = (0, 0, 0) }

    /// Where the name lies.
    @inline(__always)
    package var range: Range<Int> { Int(start)..<Int(start) + Int(byteCount) }
  }

  /// Locates the name of the city at `row`, and reads its beginning.
  @inline(__always)
  package func locatedName(atRow row: CityRow) -> LocatedName {
    LocatedName(nameRange(atRow: row), in: names)
  }

  /// The city with a record and the name that lies at `name`.
  @inline(__always)
  package func city(_ record: CityRecord, named name: Range<Int>) -> City {
    let division = self.division(Int(truncatingIfNeeded: record.division))
    return City(
      id: City.ID(record.id),
      name: names.text(in: name),
      countryCode: division.countryCode,
      divisionCode: division.divisionCode,
      coordinate: record.coordinate,
      population: Int(clamping: record.population))
  }

  /// The number of the division of the city at `row`.
  @inline(__always)
  package func division(atRow row: CityRow) -> Int {
    Int(clamping: records.recordWithoutPlace(row).division)
  }

  /// The codes of a division; empty if there is none, which happens only in damaged files.
  @inline(__always)
  package func division(_ number: Int) -> Gazetteer.Division {
    let place = number &* Self.divisionSize
    return Gazetteer.Division(
      countryCode: CountryCode(rawValue: divisions.uint32(at: place &+ 8)),
      divisionCode: DivisionCode(rawValue: divisions.uint64(at: place)))
  }

  /// The number of the country of a division.
  @inline(__always)
  package func countryNumber(ofDivision number: Int) -> Int {
    Int(truncatingIfNeeded: divisions.uint32(at: number &* Self.divisionSize &+ 12))
  }

  /// The divisions of a country, which are consecutive, because divisions are in the order of their codes.
  ///
  /// - Complexity: O(log *d*), where *d* is the number of divisions.
  package func divisions(ofCountry number: Int) -> Range<Int> {
    func first(_ country: Int) -> Int {
      (0..<divisionCount).partitioningIndex { countryNumber(ofDivision: $0) >= country }
    }
    return first(number)..<max(first(number), first(number + 1))
  }

  /// The code of a country.
  package func country(_ number: Int) -> CountryCode {
    CountryCode(rawValue: countries.uint32(at: number &* Self.countrySize))
  }

  /// The number of a country; `nil` if it has none.
  ///
  /// - Complexity: O(log *c*), where *c* is the number of countries.
  package func number(of country: CountryCode) -> Int? {
    let number = (0..<countryCount).partitioningIndex {
      self.country($0).rawValue >= country.rawValue
    }
    return number < countryCount && self.country(number) == country ? number : nil
  }

  /// The number of a division; `nil` if it has none.
  ///
  /// - Complexity: O(log *d*), where *d* is the number of divisions.
  package func number(of division: Gazetteer.Division) -> Int? {
    let number = (0..<divisionCount).partitioningIndex { !(self.division($0) < division) }
    return number < divisionCount && self.division(number) == division ? number : nil
  }
}

/// Texts that many cities share, each stored once with a number.
package struct StringList: Sendable {
  private let region: ByteRegion
  /// The number of texts.
  package let count: Int

  /// Reads a list; `nil` if the region cannot hold it, or if texts overlap.
  ///
  /// - Complexity: O(*n*), where *n* is the number of texts.
  package init?(_ region: ByteRegion) {
    count = Int(clamping: region.uint32(at: 0))
    self.region = region
    let content = region.count - ByteRegion.padding
    guard content >= 8, count <= (content - 8) / 4,
      (0..<count).allSatisfy({ end(of: $0 - 1) <= end(of: $0) })
    else { return nil }
  }

  /// Where a text ends, which is where the next one begins.
  private func end(of number: Int) -> Int {
    Int(truncatingIfNeeded: region.uint32(at: 8 + number * 4))
  }

  /// The text with a number; empty if there is none.
  package subscript(number: Int) -> String {
    region.text(in: range(of: number))
  }

  /// Where a text lies; an empty range if there is none.
  private func range(of number: Int) -> Range<Int> {
    guard number >= 0, number < count else { return 0..<0 }
    let start = 8 + count * 4
    // They ascended when the list was opened, but a mapped file may have changed since then.
    let (lower, upper) = (start &+ end(of: number - 1), start &+ end(of: number))
    return lower..<max(lower, upper)
  }

  /// Whether both texts exist, are not empty and differ in their bytes.
  package func haveDifferentTexts(_ one: Int, _ two: Int) -> Bool {
    let (one, two) = (range(of: one), range(of: two))
    guard !one.isEmpty, !two.isEmpty else { return false }
    return one.count != two.count
      || zip(one, two).contains { region.byte(at: $0) != region.byte(at: $1) }
  }

  /// All texts.
  ///
  /// - Complexity: O(*b*), where *b* is the length of all texts in bytes.
  package var strings: [String] { (0..<count).map { self[$0] } }
}

extension [String] {
  /// The position of `string` among texts that ascend by their UTF-8 bytes.
  package func position(of string: String) -> Int? {
    let position = indices.partitioningIndex { !self[$0].utf8Precedes(string) }
    return position < count && self[position] == string ? position : nil
  }
}
