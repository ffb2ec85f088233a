import Fixtures
import Foundation
import TestSupport
import Testing

@testable import CitySearch
@testable import GazetteerBuilding
@testable import PrefixSearch

/// Sections that are wrong although their checksums are right.
@Suite("Verification of gazetteers") struct GazetteerVerificationTests {
  private static func message(_ file: GazetteerBytes) throws -> String? {
    let gazetteer = try file.open()
    do throws(GazetteerError) {
      try gazetteer.verify()
      return nil
    } catch {
      return error.description
    }
  }

  /// Expects a reason for each file with one flipped bit in a section, whose checksum is right.
  private static func expect(
    _ reason: String, flipping places: some Sequence<Int>, of section: Section,
    in original: GazetteerBytes
  ) throws {
    for place in places {
      var file = original
      file.bytes[place] ^= 1
      file.repair(section)
      #expect(try message(file) == beginning + reason, "byte \(place)")
    }
  }

  private static func original() throws -> GazetteerBytes {
    GazetteerBytes(try Gazetteer.sample(of: 300))
  }

  private static let beginning = "the gazetteer is not a valid gazetteer: "

  @Test func `two rows that are swapped in the order of ids are found`() throws {
    var file = try Self.original()
    let start = file.range(.rowsByID).lowerBound
    file.bytes.swapAt(start + 2 * 5, start + 2 * 6)
    file.bytes.swapAt(start + 2 * 5 + 1, start + 2 * 6 + 1)
    file.repair(.rowsByID)
    let message = try Self.message(file)
    #expect(message == Self.beginning + "its section BYID does not ascend at position 6.")
  }

  @Test func `a row that occurs twice in the order of ids is found, and one that does not exist`()
    throws
  {
    let original = try Self.original()
    let start = original.range(.rowsByID).lowerBound
    for other in [original.number(at: start + 2 * 7, width: 2), 0xFFFF] {
      var file = original
      file.set(other, at: start + 2 * 8, width: 2)
      file.repair(.rowsByID)
      let message = try Self.message(file)
      #expect(message == Self.beginning + "its section BYID does not ascend at position 8.")
    }
  }

  @Test(arguments: [
    (1, "its city at row 15 is out of order."),
    (1_000, "the name at row 13 does not begin where the last one ends."),
  ])
  func `names that begin elsewhere are found`(distance: UInt64, reason: String) throws {
    var file = try Self.original()
    let place = file.range(.nameOffsets).lowerBound + 4 * 3
    file.set(file.number(at: place, width: 4) + distance, at: place, width: 4)
    file.repair(.nameOffsets)
    let message = try Self.message(file)
    #expect(message == Self.beginning + reason)
  }

  @Test func `cities that are not the most populous are found`() throws {
    let original = try Self.original()
    let range = original.range(.populationTopK)
    // The first maximum of a block, and the last row of the last list.
    try Self.expect(
      "its most populous cities are not those of its section RANK.",
      flipping: [range.lowerBound + 12, range.upperBound - 1], of: .populationTopK, in: original)
  }

  /// An attacker corrects checksums, so the stored index is compared with a rebuilt one.
  @Test(
    .tags(.long),
    arguments: [Section.populationTopK, .nameTree, .nameTopK, .nameFilter, .ownNames])
  func `a flipped bit of an index is found although its checksum is right`(section: Section) throws
  {
    let original = try Self.original()
    let range = original.range(section)
    let count = TestExtent.share(of: 2_000)
    for number in 0..<count {
      let place = range.lowerBound + number * range.count / count
      var file = original
      file.flip(bit: place * 8 + number % 8)
      file.repair(section)
      guard let gazetteer = try? file.open() else { continue }
      #expect(throws: GazetteerError.self, "byte \(place - range.lowerBound)") {
        try gazetteer.verify()
      }
    }
  }

  /// Another name of a city or region is as valid as the stored one, so only the checksum finds it.
  @Test(
    .tags(.long),
    arguments: [
      Section.nameEntries, .nameTree, .nameTexts, .regionKeys, .regionLines,
    ])
  func `a flipped bit of names or regions is found by its checksum, and does no harm without`(
    section: Section
  ) throws {
    let original = try Self.original()
    let range = original.range(section)
    let count = TestExtent.share(of: 200)
    for number in 0..<count {
      let place = range.lowerBound + number * range.count / count
      var file = original
      file.flip(bit: place * 8 + number % 8)
      let gazetteer = try? file.open()
      if let gazetteer { #expect(throws: GazetteerError.self) { try gazetteer.verify() } }
      file.repair(section)
      guard let repaired = try? file.open() else { continue }
      _ = try? repaired.verify()
      #expect(GazetteerExercise(repaired, engines: [.radixTree]).problems == [])
    }
  }

  @Test func `wrong lists of the names of regions are found although the checksum is right`() throws
  {
    let original = try Self.original()
    let range = original.range(.regionLines)
    let table = try original.open().table
    let lineCount = table.regions.completions.reduce(0) { $0 + $1.rows.count }
    let lists = range.dropFirst(lineCount * RegionTable.lineSize)
    try Self.expect(
      "its section RLIN has wrong lists of the names of regions.",
      flipping: stride(from: lists.lowerBound, to: lists.upperBound, by: lists.count / 8),
      of: .regionLines, in: original)
  }

  @Test func `a byte between the sections that is not zero is found, wherever it is`() throws {
    let original = try Self.original()
    var end = original.tableEnd
    for section in Section.required {
      let range = original.range(section)
      for place in end..<range.lowerBound {
        var file = original
        file.bytes[place] = 1
        let message = try Self.message(file)
        #expect(message == Self.notZero(place))
      }
      end = range.upperBound
    }
  }

  @Test func `a byte after the last section that is not zero is found`() throws {
    let original = try Self.original()
    // Room between the last section and the end, as a section of a newer format would need.
    var bytes = Array(original.bytes.dropLast(ByteRegion.padding)) + Array(repeating: 0, count: 24)
    bytes[bytes.count - 9] = 1
    var file = original
    file.bytes = bytes
    file.set(UInt64(bytes.count), at: 16, width: 8)
    file.repairHeader()
    let message = try Self.message(file)
    #expect(message == Self.notZero(bytes.count - 9))
    // The padding of the whole, which a copy in memory gets again.
    var last = original
    last.bytes[last.bytes.count - 1] = 1
    try withTemporaryFile(Data(last.bytes), named: "x.gazetteer") { url in
      let error = #expect(throws: GazetteerError.self) { try Gazetteer(mapping: url).verify() }
      #expect(error?.description == Self.notZero(last.bytes.count - 8))
    }
  }

  private static func notZero(_ place: Int) -> String {
    beginning + "it is not zero at byte \(place), which belongs to no section."
  }

  @Test func `names that are longer together than their offsets are found`() throws {
    let gazetteer = try Gazetteer.sample(of: 300)
    let names = Array(gazetteer.table.names.content) + [0x78]
    let file = try GazetteerBytes(gazetteer, replacing: .names, with: names)
    let message = try Self.message(file)
    #expect(message == Self.beginning + "its names have \(names.count - 1) bytes by their offsets.")
  }

  @Test func `countries that do not ascend are found`() throws {
    let gazetteer = try Gazetteer.sample(of: 300)
    let table = gazetteer.table
    let codes = (0..<table.countryCount).map(table.country)
    for place in [1, codes.count - 1] {
      var others = codes
      others.swapAt(place - 1, place)
      let bytes = others.flatMap { code in
        (0..<4).map { UInt8(truncatingIfNeeded: code.rawValue >> (8 * $0)) }
      }
      let file = try GazetteerBytes(gazetteer, replacing: .countries, with: bytes)
      let message = try Self.message(file)
      // The first of three that are out of order.
      #expect(message == Self.beginning + "its section CTRY does not ascend at \(place).")
    }
  }

  @Test func `divisions that do not ascend are found, and ones of other countries`() throws {
    let original = try Self.original()
    let range = original.range(.divisions)
    var twice = original
    for index in 0..<16 {
      twice.bytes[range.lowerBound + 32 + index] = twice.bytes[range.lowerBound + 16 + index]
    }
    twice.repair(.divisions)
    let message = try Self.message(twice)
    #expect(message == Self.beginning + "its section DIVI does not ascend at 2.")
    // The code of the country, and its number.
    for place in [range.lowerBound + 40, range.lowerBound + 44] {
      var file = original
      file.set(0xFFFF, at: place, width: 2)
      file.repair(.divisions)
      let message = try Self.message(file)
      #expect(
        message == Self.beginning
          + "its section DIVI has another country than its codes say at 2.")
    }
  }

  @Test func `a record with a division, time zone or longitude that does not exist is found`()
    throws
  {
    let original = try Self.original()
    let place = original.range(.records).lowerBound + 5 * CityRecords.Layout.compact.stride
    let (zone, division, longitude) = (place + 7, place + 8, place + 10)
    for (offset, mask, reason) in [
      (zone, 0x1FF, "its city at row 5 has a division or time zone that does not exist."),
      (division, 0x1FFE, "its city at row 5 has a division or time zone that does not exist."),
      (longitude, 0x7F_FFFF, "its section CITY is not that of its records."),
    ] as [(Int, UInt64, String)] {
      var file = original
      file.set(file.number(at: offset, width: 4) | mask, at: offset, width: 4)
      file.repair(.records)
      #expect(try Self.message(file) == Self.beginning + reason)
    }
  }

  @Test func `wide records that could be compact are found`() throws {
    let gazetteer = try Gazetteer.sample(of: 300)
    var records = gazetteer.indices.map { gazetteer.table.records[$0] }
    var large = records[0]
    large.population = .max
    records.append(large)
    let wide = try SectionBytes.bytes(of: records).dropLast(CityRecords.Layout.wide.stride)
    let file = try GazetteerBytes(gazetteer, replacing: .records, with: Array(wide))
    #expect(try file.open().elementsEqual(gazetteer))
    #expect(
      try Self.message(file) == Self.beginning + "its section CITY is not that of its records.")
  }

  /// Among these cities, some neighbors differ in each of the criteria.
  @Test(arguments: GazetteerTests.ordered.indices.dropFirst())
  func `two neighbors out of canonical order are found, for every criterion`(row: Int) throws {
    let cities = Array(try Gazetteer(GazetteerTests.ordered))
    var file = GazetteerBytes(try Gazetteer(cities))
    let (one, two) = (cities[row - 1], cities[row])
    // Two names of one length can change places; else nothing else would be where it is.
    guard one.name.utf8.count == two.name.utf8.count else { return }
    let table = try file.open().table
    #expect(table.records.layout == .compact)
    let stride = CityRecords.Layout.compact.stride
    let first = file.range(.records).lowerBound + (row - 1) * stride
    // All numbers change places, but for the offsets of the names.
    for bit in 0..<8 * stride where !(48..<56).contains(bit) {
      let (one, two) = (first + bit / 8, first + stride + bit / 8)
      let difference = (file.bytes[one] ^ file.bytes[two]) & 1 << UInt8(bit % 8)
      file.bytes[one] ^= difference
      file.bytes[two] ^= difference
    }
    let name =
      file.range(.names).lowerBound + table.nameRange(atRow: CityRow(row - 1)).lowerBound
    for index in 0..<one.name.utf8.count {
      file.bytes.swapAt(name + index, name + one.name.utf8.count + index)
    }
    file.repair(.records)
    file.repair(.names)
    file.swapRows(row - 1, row)
    #expect(try file.open()[CityRow(row)] == one)
    let message = try Self.message(file)
    #expect(
      [row, row + 1].map { Self.beginning + "its city at row \($0) is out of order." }
        .contains(message))
  }

  @Test func `a tree that is not the one over the names is found`() throws {
    let gazetteer = try Gazetteer.sample(of: 300)
    let keys = gazetteer.sortedNameKeys()
    let original = GazetteerBytes(gazetteer)
    #expect(original.bytes.count > 0)
    // One row more for an entry of the jump table that leads to a node, which every lookup of one of its
    // keys would still find.
    let tree = RadixTree(keys)
    var bytes = tree.region.content
    let entries = stride(from: tree.layout.slotStart, to: tree.layout.root, by: 16)
    let place = try #require(entries.first { bytes[$0 + 12] & 1 == 1 })
    bytes[place + 4] += 4
    let wider = try GazetteerBytes(gazetteer, replacing: .nameTree, with: bytes)
    #expect(wider.refusal == nil)
    let message = try Self.message(wider)
    #expect(message == Self.beginning + "its section NKEY is not that of its names.")
    // And a tree over other names, which has as many rows.
    var others = SortedKeys.Builder()
    for number in 0..<gazetteer.nameCount {
      try others.append(Array("x\(100_000 + number) ".utf8).span)
    }
    let other = RadixTree(others.finish()).region.content
    let file = try GazetteerBytes(gazetteer, replacing: .nameTree, with: other)
    #expect(try Self.message(file)?.hasPrefix(Self.beginning) == true)
  }
}

extension GazetteerBytes {
  /// The file of a gazetteer with another content of a section, and right checksums.
  fileprivate init(
    _ gazetteer: Gazetteer, replacing section: Section, with bytes: [UInt8]
  ) throws {
    let original = GazetteerBytes(gazetteer)
    var writer = try GazetteerWriter(cityCount: gazetteer.count)
    for other in Section.required {
      try writer.write(
        other, other == section ? bytes : Array(original.bytes[original.range(other)]))
    }
    self = original
    let region = try #require(try writer.finish())
    self.bytes = region.content + Array(repeating: 0, count: ByteRegion.padding)
  }

  /// Lets two rows change places in the order of ids.
  fileprivate mutating func swapRows(_ one: Int, _ two: Int) {
    for index in range(.rowsByID) {
      if bytes[index] == UInt8(one) {
        bytes[index] = UInt8(two)
      } else if bytes[index] == UInt8(two) {
        bytes[index] = UInt8(one)
      }
    }
    repair(.rowsByID)
  }
}
