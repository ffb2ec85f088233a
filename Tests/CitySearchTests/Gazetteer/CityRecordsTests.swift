import PrefixSearch
import TestSupport
import Testing

@testable import CitySearch
@testable import GazetteerBuilding

/// Records in both layouts, at the limits of each number.
@Suite("City records") struct CityRecordsTests {
  /// A number of a record: how to set it, its place in a compact record, and the limits there.
  struct Field: Sendable, CustomTestStringConvertible {
    let name: String
    let bits: Range<Int>
    /// The limits of the number in both layouts.
    let compact, wide: ClosedRange<Int64>
    /// The units of 1 in the compact record.
    var scale: Int64 = 1
    let set: @Sendable (inout CityRecord, Int64) -> Void
    let get: @Sendable (CityRecord) -> Int64

    var testDescription: String { name }

    private static func whole(
      _ name: String, _ bits: Range<Int>,
      _ path: any WritableKeyPath<CityRecord, UInt32> & Sendable
    ) -> Field {
      Field(
        name: name, bits: bits, compact: 0...(1 << Int64(bits.count) - 1),
        wide: 0...Int64(UInt32.max), set: { $0[keyPath: path] = UInt32($1) },
        get: { Int64($0[keyPath: path]) })
    }

    static let all: [Field] = [
      whole("id", 0..<24, \.id),
      Field(
        name: "latitude", bits: 24..<48, compact: -777_721_500...900_000_000,
        wide: -900_000_000...900_000_000, scale: 100,
        set: {
          $0.coordinate = Coordinate(
            fixedLatitude: Int32($1), fixedLongitude: $0.coordinate.fixedLongitude)
        }, get: { Int64($0.coordinate.fixedLatitude) }),
      whole("name offset", 48..<56, \.nameOffset),
      whole("time zone", 56..<65, \.timeZone),
      whole("division", 65..<77, \.division),
      Field(
        name: "longitude", bits: 77..<103, compact: -1_800_000_000...1_800_000_000,
        wide: -1_800_000_000...1_800_000_000, scale: 100,
        set: {
          $0.coordinate = Coordinate(
            fixedLatitude: $0.coordinate.fixedLatitude, fixedLongitude: Int32($1))
        }, get: { Int64($0.coordinate.fixedLongitude) }),
      whole("population", 103..<128, \.population),
    ]

    /// The number by the bits of the compact record at a byte, read one by one.
    func compactNumber(in bytes: [UInt8], at start: Int) -> Int64 {
      let number = bits.reversed().reduce(Int64(0)) { number, bit in
        number << 1 | Int64(bytes[start + bit / 8] >> UInt8(bit % 8) & 1)
      }
      return compact.lowerBound + number * scale
    }
  }

  private static let zero = CityRecord(
    id: 0, coordinate: Coordinate(fixedLatitude: 0, fixedLongitude: 0), population: 0, division: 0,
    timeZone: 0, nameOffset: 0)

  /// A record with a number of each field.
  private static func record(_ number: (Field) -> Int64) -> CityRecord {
    Field.all.reduce(into: zero) { $1.set(&$0, number($1)) }
  }

  /// Writes records, reads them again, and returns their layout.
  @discardableResult
  private static func roundTrip(
    _ records: [CityRecord], exceptions: Int = 0
  ) throws -> CityRecords.Layout {
    let bytes = try SectionBytes.bytes(of: records)
    let stored = try #require(CityRecords(ByteRegion(copying: bytes), count: records.count))
    #expect(
      bytes.count == records.count * stored.layout.stride
        + (exceptions == 0 ? 0 : 8 + exceptions * 16))
    for (row, record) in records.enumerated() {
      #expect(stored[CityRow(row)] == record)
      let rest = stored.recordWithoutPlace(CityRow(row))
      #expect(rest.division == record.division && rest.timeZone == record.timeZone)
      #expect(rest.nameOffset == record.nameOffset && rest.population == record.population)
      #expect(stored.population(atRow: CityRow(row)) == Int(record.population))
      #expect(stored.coordinate(atRow: CityRow(row)) == record.coordinate)
    }
    // A name ends with its block if the next offset is 0, which is read after the last record.
    #expect(stored.recordWithoutPlace(CityRow(records.count)).nameOffset == 0)
    return stored.layout
  }

  @Test(arguments: Field.all)
  func `the least and the greatest compact number are preserved among opposite ones`(
    field: Field
  ) throws {
    let lowest = Self.record { $0.compact.lowerBound }
    let highest = Self.record { $0.compact.upperBound }
    for (number, others) in [
      (field.compact.lowerBound, highest), (field.compact.upperBound, lowest),
      (field.compact.lowerBound, lowest), (field.compact.upperBound, highest),
    ] {
      var record = others
      field.set(&record, number)
      #expect(try Self.roundTrip([others, record, others]) == .compact)
    }
  }

  /// The fields that may be stored after the compact records.
  private static let places: Set<String> = ["id", "latitude", "longitude"]

  @Test(arguments: Field.all)
  func `one number beyond its limits makes a few records wide, and an id or a coordinate not many`(
    field: Field
  ) throws {
    let isPlace = Self.places.contains(field.name)
    let others = (0..<15).map { number in Self.record { $0.name == "division" ? number : 0 } }
    let number = field.wide.upperBound - (field.scale > 1 ? 1 : 0)
    guard !field.compact.contains(number) || field.scale > 1 else { return }
    var record = Self.record { $0.compact.upperBound }
    field.set(&record, number)
    for place in [0, 7, 15] {
      var records = others
      records.insert(record, at: place)
      let layout = try Self.roundTrip(records, exceptions: isPlace ? 1 : 0)
      #expect(layout == (isPlace ? .mixed : .wide))
    }
    // Two of sixteen are an eighth.
    let two = [record] + others.dropFirst() + [record]
    #expect(try Self.roundTrip(two, exceptions: isPlace ? 2 : 0) == (isPlace ? .mixed : .wide))
    #expect(try Self.roundTrip(two + [record]) == .wide)
    // An id that does not fit, beside a population that does not fit.
    record.population = .max
    #expect(try Self.roundTrip([record] + others) == .wide)
  }

  @Test(arguments: Field.all)
  func `one number beyond its limits makes three records wide`(field: Field) throws {
    let neighbors = [
      field.compact.lowerBound - field.scale, field.compact.upperBound + field.scale,
      field.wide.lowerBound, field.wide.upperBound,
    ]
    for number in neighbors where field.wide.contains(number) && !field.compact.contains(number) {
      var record = Self.zero
      field.set(&record, number)
      #expect(try Self.roundTrip([Self.zero, record, Self.zero]) == .wide, "\(number)")
      #expect(CompactRecord(record) == nil)
    }
    // Coordinates between two steps.
    for number in [-1, 1, 99, field.wide.upperBound - 1] where field.scale > 1 {
      var record = Self.zero
      field.set(&record, number)
      #expect(try Self.roundTrip([record, Self.zero]) == .wide, "\(number)")
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `random records are preserved, and lie where the tables of the layouts say`(
    seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let compact = (0..<200).map { _ in
      Self.record { field in
        field.compact.lowerBound
          + Int64.random(
            in: 0...(field.compact.upperBound - field.compact.lowerBound) / field.scale,
            using: &generator) * field.scale
      }
    }
    #expect(try Self.roundTrip(compact) == .compact)
    let bytes = try SectionBytes.bytes(of: compact)
    for (row, record) in compact.enumerated() {
      for field in Field.all {
        #expect(
          field.compactNumber(in: bytes, at: row * 16) == field.get(record), "\(field.name), \(row)"
        )
      }
    }
    let wide = (0..<200).map { _ in
      Self.record { Int64.random(in: $0.wide, using: &generator) }
    }
    #expect(try Self.roundTrip(wide) == .wide)
    #expect(try Self.roundTrip(compact + wide) == .wide)
  }

  @Test func `the size of the section decides on the layout`() {
    for byteCount in 0...200 {
      let region = ByteRegion(copying: [UInt8](repeating: 0, count: byteCount))
      let layout = CityRecords(region, count: 4)?.layout
      #expect(layout == (byteCount == 64 ? .compact : byteCount == 112 ? .wide : nil))
    }
    // Sixteen records may have two exceptions.
    let layouts = [256: CityRecords.Layout.compact, 280: .mixed, 296: .mixed, 448: .wide]
    for byteCount in 0...500 {
      let region = ByteRegion(copying: [UInt8](repeating: 0, count: byteCount))
      let layout = CityRecords(region, count: 16)?.layout
      #expect(layout == layouts[byteCount])
    }
    #expect(CityRecords(ByteRegion(copying: []), count: 0)?.layout == .compact)
    #expect(CityRecords(ByteRegion(copying: []), count: Int(UInt32.max)) == nil)
  }

  @Test(arguments: [0, 20, 62], 0..<8 as Range<UInt64>)
  func `any bytes give a valid coordinate`(exceptions: Int, seed: UInt64) throws {
    let layout = seed % 2 == 0 ? CityRecords.Layout.compact : .wide
    guard layout == .compact || exceptions == 0 else { return }
    var generator = SeededGenerator(seed: seed)
    let count = 500
    let rest = exceptions == 0 ? 0 : 8 + exceptions * 16
    var bytes = (0..<count * layout.stride + rest).map { _ in
      UInt8.random(in: 0...255, using: &generator)
    }
    for index in 0..<layout.stride {
      bytes[index] = 0
      bytes[layout.stride + index] = 0xFF
    }
    let records = try #require(CityRecords(ByteRegion(copying: bytes), count: count))
    for row in 0..<count {
      let coordinate = records[CityRow(row)].coordinate
      #expect((-90...90).contains(coordinate.latitude), "row \(row)")
      #expect((-180...180).contains(coordinate.longitude), "row \(row)")
    }
  }
}
