import Fixtures
import Foundation
import PrefixSearch
import TestSupport
import Testing

@testable import CitySearch
@testable import GazetteerBuilding

/// Wrong bytes give an error or well-formed answers, never a trap, an endless loop or a read outside.
@Suite(
  "A gazetteer whose bytes are wrong",
  .disabled(if: Sanitizer.isWatchingThreads, "one thread does all of it"))
struct CorruptGazetteerTests {
  private static let original = Result { GazetteerBytes(try Gazetteer.sample(of: 300)) }

  /// The bytes of about 300 cities.
  private static func file() throws -> GazetteerBytes { try original.get() }

  private static let flipCount = TestExtent.share(of: 20_000)

  /// Opens and uses a damaged gazetteer, and returns the faults of its answers.
  private func problems(of file: GazetteerBytes, engines: [Engine]) -> [String] {
    guard let gazetteer = try? file.open() else { return [] }
    return GazetteerExercise(gazetteer, engines: engines).problems
  }

  @Test func `has no problem when its bytes are right`() throws {
    let gazetteer = try Self.file().open()
    #expect(gazetteer.count >= 300)
    #expect(GazetteerExercise(gazetteer).problems == [])
    try gazetteer.verify()
  }

  @Test(
    arguments: ([
      (0, 8, 0x0A1A_0A0A_5A41_4789, "wrong magic number"),
      (8, 4, 0, GazetteerBytes.refusal(ofVersion: 0)),
      (8, 4, 2, GazetteerBytes.refusal(ofVersion: 2)),
      (12, 4, 0x0403_0201, "its numbers have another byte order"),
      (28, 4, 0xFFFF_FFFF, "it cannot have 4294967295 sections"),
      (
        32, 4, 0x0C_0102,
        "its names were folded by Unicode 12.1.2, and this program folds by 15.0.0"
      ),
    ] as [(Int, Int, UInt64, String)]).named(by: \.3))
  func `is refused for a header with wrong fields and a right checksum`(
    example: Named<(Int, Int, UInt64, String)>
  ) throws {
    let (offset, width, value, reason) = example.value
    var file = try Self.file()
    file.set(value, at: offset, width: width)
    file.repairHeader()
    #expect(file.refusal == "cities.gazetteer is not a valid gazetteer: \(reason).")
  }

  @Test func `is refused when a bit of the header or the table has flipped`() throws {
    let file = try Self.file()
    for bit in 0..<file.tableEnd * 8 {
      var copy = file
      copy.flip(bit: bit)
      #expect(copy.refusal != nil, "bit \(bit)")
    }
  }

  @Test func `is refused for every other number of cities or sections`() throws {
    let file = try Self.file()
    for offset in [24, 28] {
      let value = file.number(at: offset, width: 4)
      for other in [0, 1, value - 1, value + 1, value * 2, 1 << 16, 1 << 31, 1 << 32 - 1]
        as [UInt64]
      {
        var copy = file
        copy.set(other, at: offset, width: 4)
        copy.repairHeader()
        // The last section is one that not every file has; its bytes then belong to none.
        if offset == 28, other == value - 1 {
          let gazetteer = try copy.open()
          #expect(throws: GazetteerError.self) { try gazetteer.verify() }
        } else {
          #expect(copy.refusal != nil, "\(other) at \(offset)")
        }
      }
    }
  }

  /// Each entry of the table of sections, with offset and length off by one, huge, swapped, zero.
  @Test(arguments: Section.required)
  func `gives an error or well-formed answers for every wrong entry of the table`(
    section: Section
  ) throws {
    let file = try Self.file()
    let entry = file.entry(section)
    for (offset, width) in [(0, 4), (4, 4), (8, 8), (16, 8)] {
      let value = file.number(at: entry + offset, width: width)
      let size = UInt64(file.bytes.count)
      let others: [UInt64] = [
        0, 1, value &- 8, value &- 1, value &+ 1, value &+ 8, value * 2, size - 8, size - 7, size,
        1 << 31, 1 << 32, 1 << 62, 1 << 63, .max - 7, .max,
      ]
      // One wrong checksum is enough, because only verification reads it.
      for other in others.prefix(offset == 4 ? 1 : others.count) where other != value {
        var copy = file
        copy.set(other, at: entry + offset, width: width)
        copy.repairHeader()
        #expect(problems(of: copy, engines: [.radixTree]) == [], "\(other) at \(offset)")
        if offset > 0, let gazetteer = try? copy.open() {
          #expect(throws: GazetteerError.self, "\(other) at \(offset)") { try gazetteer.verify() }
        }
      }
    }
  }

  @Test(arguments: Section.required)
  func `is refused without any of its sections, by name`(section: Section) throws {
    var file = try Self.file()
    file.set(0x5858_5858, at: file.entry(section), width: 4)
    file.repairHeader()
    let message = "it lacks the section \(section.rawValue)"
    #expect(file.refusal == "cities.gazetteer is not a valid gazetteer: \(message).")
  }

  @Test func `has names of bounded length for every wrong offset of a name`() throws {
    let file = try Self.file()
    let range = file.range(.nameOffsets)
    for place in stride(from: range.lowerBound, to: range.upperBound, by: 4) {
      let value = file.number(at: place, width: 4)
      for other in [0, value &- 1, value + 1, value * 2, 1 << 16, 1 << 31, 1 << 32 - 1] as [UInt64]
      {
        var copy = file
        copy.set(other, at: place, width: 4)
        let byteCount = try copy.open().lazy.map(\.name.utf8.count).reduce(0, +)
        #expect(byteCount <= 6 * file.range(.names).count, "\(other) at \(place)")
      }
    }
  }

  @Test func `is refused when sections overlap`() throws {
    let file = try Self.file()
    for one in Section.required {
      for other in Section.required where one != other {
        var copy = file
        let place = file.entry(other) + 8
        copy.bytes.replaceSubrange(
          file.entry(one) + 8..<file.entry(one) + 24, with: file.bytes[place..<place + 16])
        copy.repairHeader()
        #expect(
          copy.refusal?.hasSuffix("overlaps another one or the end of the file.") == true,
          "\(one) on \(other)")
      }
    }
  }

  /// Section after section one byte longer, into the eight zeros that belong to it.
  @Test(arguments: Section.required)
  func `is refused when a section has no padding`(section: Section) throws {
    var file = try Self.file()
    let number = Section.required.firstIndex(of: section) ?? 0
    let isLast = number + 1 == Section.required.count
    let next = isLast ? file.bytes.count : file.range(Section.required[number + 1]).lowerBound
    let length = next - ByteRegion.padding - file.range(section).lowerBound
    file.set(UInt64(length), at: file.entry(section) + 16, width: 8)
    file.repairHeader()
    #expect(file.refusal?.contains("lies outside of what") != true)
    file.set(UInt64(length + 1), at: file.entry(section) + 16, width: 8)
    file.repairHeader()
    #expect(
      file.refusal == "cities.gazetteer is not a valid gazetteer: "
        + "section \(number + (isLast ? 1 : 2)) overlaps another one or the end of the file.")
  }

  @Test func `is refused when bytes are missing at the end, or too many`() throws {
    let file = try Self.file()
    let counts = Array(0...200) + Array(stride(from: 201, to: file.bytes.count, by: 97))
    for count in counts + [file.bytes.count - 1] {
      var copy = file
      copy.bytes.removeLast(file.bytes.count - count)
      #expect(copy.refusal != nil, "\(count) bytes")
    }
    var long = file
    long.bytes.append(0)
    #expect(
      long.refusal == "cities.gazetteer is not a valid gazetteer: "
        + "it has \(file.bytes.count + 1) bytes instead of \(file.bytes.count).")
  }

  /// The two numbers at the beginning of both sections.
  @Test func `gives an error or well-formed answers for every description of lists`() throws {
    let file = try Self.file()
    let starts = [Section.populationTopK, .nameTopK].map { file.range($0).lowerBound }
    for place in starts.flatMap({ [$0, $0 + 4] }) {
      let value = file.number(at: place, width: 4)
      for other in [0, 1, value - 1, value + 1, value * 2, 1 << 31, 1 << 32 - 1] as [UInt64] {
        var copy = file
        copy.set(other, at: place, width: 4)
        #expect(problems(of: copy, engines: [.radixTree]) == [], "\(other)")
        #expect(copy.refusal?.contains("fit") == true, "\(other)")
      }
    }
  }

  /// The bytes of about 300 cities, whose records have a layout.
  private static func file(_ layout: CityRecords.Layout) throws -> GazetteerBytes {
    let gazetteer = try Gazetteer.sample(of: 300)
    var cities = Array(gazetteer)
    if layout == .wide { cities[150].population = 1 << 25 }
    if layout == .mixed { cities[150].id = 4_000_000_000 }
    let file = GazetteerBytes(try Gazetteer(cities))
    #expect(try file.open().table.records.layout == layout)
    return file
  }

  @Test(arguments: CityRecords.Layout.allCases)
  func `gives well-formed answers for every byte of a record, and names stay short`(
    layout: CityRecords.Layout
  ) throws {
    let file = try Self.file(layout)
    let (records, stride) = (file.range(.records), layout.stride)
    func check(_ file: GazetteerBytes, _ damage: String) throws {
      #expect(problems(of: file, engines: [.radixTree]) == [], "\(damage)")
      let byteCount = try file.open().lazy.map(\.name.utf8.count).reduce(0, +)
      // A name ends with its block of four, and an invalid byte becomes a character of three bytes.
      #expect(byteCount <= 4 * 3 * file.range(.names).count, "\(damage)")
    }
    for byte in [0x00, 0x01, 0x7F, 0x80, 0xFF] as [UInt8] {
      for start in [records.lowerBound + 150 * stride, records.upperBound - stride] {
        for index in 0..<stride where file.bytes[start + index] != byte {
          var copy = file
          copy.bytes[start + index] = byte
          try check(copy, "\(byte) at \(index) of the record at \(start)")
        }
      }
      // The same byte of all records.
      for index in 0..<stride {
        var copy = file
        for start in Swift.stride(from: records.lowerBound, to: records.upperBound, by: stride) {
          copy.bytes[start + index] = byte
        }
        try check(copy, "\(byte) at \(index) of all records")
      }
      var copy = file
      for index in records { copy.bytes[index] = byte }
      try check(copy, "\(byte) everywhere")
    }
  }

  @Test func `gives well-formed answers for every byte of an id that is stored apart`() throws {
    var cities = Array(try Gazetteer.sample(of: 300))
    for (number, row) in [5, 150, 299].enumerated() {
      cities[row].id = City.ID(4_000_000_000 + number)
    }
    let gazetteer = try Gazetteer(cities)
    #expect(gazetteer.table.records.layout == .mixed)
    let file = GazetteerBytes(gazetteer)
    let section = file.range(.records)
    let rest = section.suffix(8 + 3 * 16)
    #expect(section.count == cities.count * 16 + rest.count)
    for index in rest {
      for byte in [0x00, 0x01, 0x7F, 0x80, 0xFF] as [UInt8] where file.bytes[index] != byte {
        var copy = file
        copy.bytes[index] = byte
        #expect(problems(of: copy, engines: [.radixTree]) == [], "\(byte) at \(index)")
      }
    }
  }

  /// Its letters can be read, but not the whole name.
  @Test func `a name that ends after all names is empty, and has no highlight`() throws {
    let gazetteer = try Gazetteer([GazetteerTests.city(1, "Bern"), GazetteerTests.city(2, "Riga")])
    var file = GazetteerBytes(gazetteer)
    file.set(9, at: file.range(.nameOffsets).upperBound - 4, width: 4)
    let matches = CityIndex(try file.open()).ownNames(beginningWith: "ri")
    for match in Array(matches) + matches.page() {
      #expect(match.city.name == "" && match.matchedName.text == "" && match.highlight == .empty)
    }
    #expect(CityIndex(gazetteer).ownNames(beginningWith: "ri").map(\.highlight.length) == [2])
    #expect(matches.count == 1)
  }

  @Test(arguments: Section.required, [0x00, 0x01, 0x7F, 0x80, 0xFF] as [UInt8])
  func `gives an error or well-formed answers when a section is all of one byte`(
    section: Section, byte: UInt8
  ) throws {
    var file = try Self.file()
    for index in file.range(section) { file.bytes[index] = byte }
    #expect(problems(of: file, engines: [.radixTree]) == [])
    // A part of the gazetteer, if it can be made, has well-formed answers, too.
    let part = try? file.open().filtered { $0.id.rawValue % 2 == 0 }
    #expect(part.map { GazetteerExercise($0, engines: [.radixTree]).problems } ?? [] == [])
  }

  @Test(.tags(.long), arguments: 0..<20 as Range<UInt64>)
  func `gives well-formed answers when bits have flipped, and verification finds it`(
    seed: UInt64
  ) throws {
    let file = try Self.file()
    let sections = Section.required.map { file.range($0) }.filter { !$0.isEmpty }
    var generator = SeededGenerator(seed: seed)
    for number in 0..<Self.flipCount / 20 {
      var copy = file
      for _ in 0..<1 << Int.random(in: 0...5, using: &generator) {
        // Every section has its share: the small ones are those that everything depends on.
        let range = sections.randomElement(using: &generator) ?? 0..<1
        let lower = Bool.random(using: &generator) ? range.lowerBound : file.tableEnd
        let upper = min(range.upperBound, lower + 256)
        let byte = Int.random(in: (lower < upper ? lower..<upper : range), using: &generator)
        copy.flip(bit: byte * 8 + Int.random(in: 0...7, using: &generator))
      }
      let engine = Engine.allCases[number % Engine.allCases.count]
      #expect(problems(of: copy, engines: [engine]) == [], "seed \(seed), number \(number)")
      if copy.bytes != file.bytes, let gazetteer = try? copy.open() {
        #expect(throws: GazetteerError.self, "seed \(seed), number \(number)") {
          try gazetteer.verify()
        }
      }
    }
  }

  @Test func `can be written again, and verification still finds the damage`() throws {
    let file = try Self.file()
    var generator = SeededGenerator(seed: 5)
    for number in 0..<40 {
      var copy = file
      for _ in 0..<8 {
        copy.flip(
          bit: Int.random(in: file.tableEnd * 8..<file.bytes.count * 8, using: &generator))
      }
      guard let gazetteer = try? copy.open() else { continue }
      try withTemporaryFolder { folder in
        let url = folder.appending(path: "again.gazetteer")
        try gazetteer.write(to: url)
        let again = try Gazetteer(mapping: url)
        let isSound = (try? gazetteer.verify()) != nil
        #expect(((try? again.verify()) != nil) == isSound, "number \(number)")
        #expect(again.elementsEqual(gazetteer), "number \(number)")
      }
    }
  }
}
