internal import FlatStorage
internal import PrefixSearch

extension Gazetteer {
  /// The region and where everything lies in it.
  ///
  /// Codes of countries and divisions are the only texts that are kept as strings: every city has
  /// one of each, and there are a few hundred.
  final class Table: Sendable {
    let region: ByteRegion
    let header: GazetteerHeader
    /// The number of cities.
    let count: Int
    let records: CityRecords
    let names: ByteRegion
    let nameOffsets: ByteRegion
    let divisions: ByteRegion
    /// The number of divisions.
    let divisionCount: Int
    let countryCodes: [String]
    let admin1Codes: [String]
    let countryNames: StringList
    let admin1Names: StringList
    let timeZones: StringList
    let rowsByID: ByteRegion
    let rowNumbers: PackedNumbers
    /// The most populous cities of every prefix of an own name.
    let populationTopK: TopKIndex
    /// The radix tree over the folded own names.
    let radixTree: RadixTree
    /// All names of all cities.
    let nameTable: NameTable
    /// What people call countries and divisions.
    let regions: RegionTable

    /// Finds the parts of a gazetteer in `region`.
    ///
    /// - Throws: ``GazetteerError/invalidFile(file:reason:)``
    /// - Complexity: O(*c*), where *c* is the number of codes of countries and divisions.
    init(_ region: ByteRegion, file: String) throws(GazetteerError) {
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
      divisionCount = contentSize(divisions) / 4
      countryCodes = try list(.countryCodes).strings
      admin1Codes = try list(.admin1Codes).strings
      countryNames = try list(.countryNames)
      admin1Names = try list(.admin1Names)
      timeZones = try list(.timeZones)
      rowsByID = try section(.rowsByID)
      rowNumbers = PackedNumbers(start: 0, width: PackedNumbers.width(for: count))
      let idByteCount = Int64(count) * Int64(PackedNumbers.width(for: count))
      guard Int64(contentSize(rowsByID)) == idByteCount,
        contentSize(nameOffsets) == (count + Self.namesPerOffset - 1) / Self.namesPerOffset * 4
      else { throw .invalidFile(file: file, reason: "its sections do not fit \(count) cities") }
      radixTree = RadixTree(region: try section(.radixTree))
      guard radixTree.count == count,
        let topK = TopKIndex(region: try section(.populationTopK), count: count)
      else {
        throw .invalidFile(
          file: file, reason: "its sections TREE and RANK do not fit \(count) cities")
      }
      populationTopK = topK
      let sections = NameTable.Sections(
        entries: try section(.nameEntries), texts: try section(.nameTexts),
        tree: try section(.nameTree), topK: try section(.nameTopK))
      guard let nameTable = NameTable(sections, cityCount: count) else {
        throw .invalidFile(
          file: file, reason: "its sections NENT, NTXT, NKEY and NTOP do not fit each other")
      }
      self.nameTable = nameTable
      guard
        let regions = RegionTable(
          keys: try section(.regionKeys), lines: try section(.regionLines))
      else {
        throw .invalidFile(
          file: file, reason: "its sections RKEY and RLIN do not fit each other")
      }
      self.regions = regions
    }

    /// How many cities share one stored offset of their names.
    static let namesPerOffset = 8
  }
}

extension Gazetteer.Table {
  /// The region of a section; `nil` if there is none.
  func part(_ section: Section) -> ByteRegion? { header.part(section, of: region) }

  /// Where in `names` the name at `row` begins.
  @inline(__always)
  func nameStart(atRow row: CityRow) -> Int {
    let block = row.rawValue &>> 3
    var start = Int(truncatingIfNeeded: nameOffsets.uint32(at: block &* 4))
    var other = block &<< 3
    while other < row.rawValue {
      start &+= nameLength(atRow: CityRow(other))
      other &+= 1
    }
    return start
  }

  /// The length of the name at `row` in bytes.
  @inline(__always)
  func nameLength(atRow row: CityRow) -> Int {
    records.value(of: records.fields.nameLength, atRow: row)
  }

  /// Where in `names` the name at `row` ends, which never is before it begins.
  @inline(__always)
  func nameEnd(atRow row: CityRow, nameStart: Int) -> Int {
    max(nameStart, nameStart &+ nameLength(atRow: row))
  }

  /// Where in `names` the name at `row` lies: nowhere beyond the beginning of the next name that has
  /// its offset stored.
  ///
  /// Whatever lengths the records give, all names together are therefore no longer than `names`, and
  /// no longer than twice that if one of the offsets is wrong. To look at all offsets when a file is
  /// opened would take longer than all else.
  @inline(__always)
  func nameRange(atRow row: CityRow) -> Range<Int> {
    let start = nameStart(atRow: row)
    let end = nameEnd(atRow: row, nameStart: start)
    return start..<max(start, min(end, nameLimit(ofBlock: row.rawValue &>> 3)))
  }

  /// Where in `names` the first name begins that lies behind a block of eight.
  @inline(__always)
  private func nameLimit(ofBlock block: Int) -> Int {
    let next = block &+ 1
    return next &<< 3 < count
      ? Int(truncatingIfNeeded: nameOffsets.uint32(at: next &* 4))
      : names.count &- ByteRegion.padding
  }

  /// The id of the city at `row`.
  @inline(__always)
  func id(atRow row: CityRow) -> Int {
    records.value(of: records.fields.id, atRow: row)
  }

  /// The city at `row`, whose name lies at `nameRange`.
  @inline(__always)
  func city(atRow row: CityRow, nameRange: Range<Int>) -> City {
    let division = records.value(of: records.fields.division, atRow: row)
    let (country, code) = codeNumbers(ofDivision: division)
    return City(
      id: id(atRow: row),
      name: names.text(in: nameRange),
      countryCode: self.code(countryCodes, country),
      admin1Code: self.code(admin1Codes, code),
      coordinate: records.coordinate(atRow: row),
      population: records.population(atRow: row))
  }

  /// The numbers of the codes of a division: that of its country and its own.
  @inline(__always)
  func codeNumbers(ofDivision number: Int) -> (country: Int, code: Int) {
    let codes = divisions.uint32(at: number &* 4)
    return (Int(codes & 0xFFFF), Int(codes &>> 16))
  }

  /// The number of the division of the city at `row`.
  @inline(__always)
  func division(atRow row: CityRow) -> Int {
    records.value(of: records.fields.division, atRow: row)
  }

  /// The codes of a division: that of its country and its own.
  func codes(ofDivision number: Int) -> (country: String, admin1: String) {
    let (country, code) = codeNumbers(ofDivision: number)
    return (self.code(countryCodes, country), self.code(admin1Codes, code))
  }

  /// The code with a number; empty if there is none, which only damaged bytes can ask for.
  @inline(__always)
  private func code(_ codes: [String], _ number: Int) -> String {
    number < codes.count ? codes[number] : ""
  }
}
