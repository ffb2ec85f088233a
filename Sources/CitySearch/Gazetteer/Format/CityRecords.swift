internal import PrefixSearch

/// The attributes of a city except its name.
struct CityRecord: Sendable, Hashable {
  var id: UInt32
  var coordinate: Coordinate
  var population: UInt32
  var division: UInt32
  var timeZone: UInt32
  /// The offset of the name from the first name of its block, in bytes.
  var nameOffset: UInt32
}

/// The records of all cities, in one of two layouts.
///
/// Both layouts are known at compile time, so that a number is read by a load, a shift and a mask.
/// Records of the shipped cities are compact: ten adjacent ones lie in three cache lines. If a number of
/// one city does not fit, all records are wide.
struct CityRecords: Sendable {
  private let region: ByteRegion
  let layout: Layout

  /// The layout of each record.
  enum Layout: Sendable, CaseIterable {
    /// Two words, see ``CompactRecord``.
    case compact
    /// Seven numbers of four bytes: id, latitude and longitude in units of 1e-7 degrees, population,
    /// division, time zone, offset of the name.
    case wide

    /// The size of a record in bytes.
    var stride: Int {
      switch self {
      case .compact: 16
      case .wide: 28
      }
    }
  }

  /// Reads `count` records, whose layout follows from their size; `nil` if the region has another size.
  init?(_ region: ByteRegion, count: Int) {
    let byteCount = Int64(region.count - ByteRegion.padding)
    let layout = Layout.allCases.first { Int64($0.stride) * Int64(count) == byteCount }
    guard let layout else { return nil }
    self.region = region
    self.layout = layout
  }

  /// The record of the city at a row; one with any valid coordinate and otherwise zeros if there is none.
  @inline(__always)
  subscript(row: CityRow) -> CityRecord {
    switch layout {
    case .compact:
      let start = row.rawValue &* Layout.compact.stride
      return CityRecord(
        CompactRecord(first: region.uint64(at: start), second: region.uint64(at: start &+ 8)))
    case .wide:
      return CityRecord(wideAt: row.rawValue &* Layout.wide.stride, in: region)
    }
  }

  /// The population of the city at `row`.
  @inline(__always)
  func population(atRow row: CityRow) -> Int { Int(clamping: self[row].population) }

  /// The coordinate of the city at `row`.
  @inline(__always)
  func coordinate(atRow row: CityRow) -> Coordinate { self[row].coordinate }

  /// The stored form of `records`, compact if all of them fit.
  static func bytes(of records: [CityRecord]) -> [UInt8] {
    var writer = ByteRegionWriter()
    for record in records {
      guard let compact = CompactRecord(record) else { return wideBytes(of: records) }
      writer.append(compact.first, width: 8)
      writer.append(compact.second, width: 8)
    }
    return writer.bytes
  }

  private static func wideBytes(of records: [CityRecord]) -> [UInt8] {
    var writer = ByteRegionWriter()
    for record in records {
      writer.append(record.id, width: 4)
      writer.append(record.coordinate.fixedLatitude, width: 4)
      writer.append(record.coordinate.fixedLongitude, width: 4)
      writer.append(record.population, width: 4)
      writer.append(record.division, width: 4)
      writer.append(record.timeZone, width: 4)
      writer.append(record.nameOffset, width: 4)
    }
    return writer.bytes
  }
}

/// A record of 16 bytes, with a coordinate in units of 0.00001 degrees.
///
/// | bits | number | greatest |
/// |---:|---|---:|
/// | 0 to 23 | the id | 16,777,215 |
/// | 24 to 47 | the latitude, counted from -77.77215 degrees | 90 degrees |
/// | 48 to 55 | the offset of the name | 255 |
/// | 56 to 64 | the time zone | 511 |
/// | 65 to 76 | the division | 4,095 |
/// | 77 to 102 | the longitude, counted from -180 degrees | 180 degrees |
/// | 103 to 127 | the population | 33,554,431 |
///
/// All latitudes would take 25 bits; there is no town south of 77.77215° S.
struct CompactRecord {
  /// The words of the record, the first bits lowest.
  let first, second: UInt64

  fileprivate static var unitsPerStep: Int32 { 100 }
  fileprivate static var leastLatitude: Int32 { 9_000_000 - 0xFF_FFFF }
  fileprivate static var leastLongitude: Int32 { -18_000_000 }
  fileprivate static var longitudeSteps: Int32 { 36_000_000 }
}

extension CompactRecord {
  /// Packs a record; `nil` if it does not fit.
  init?(_ record: CityRecord) {
    let latitude = record.coordinate.fixedLatitude.quotientAndRemainder(
      dividingBy: Self.unitsPerStep)
    let longitude = record.coordinate.fixedLongitude.quotientAndRemainder(
      dividingBy: Self.unitsPerStep)
    guard latitude.remainder == 0, longitude.remainder == 0,
      latitude.quotient >= Self.leastLatitude, record.id < 1 << 24, record.nameOffset < 1 << 8,
      record.timeZone < 1 << 9, record.division < 1 << 12, record.population < 1 << 25
    else { return nil }
    let north = UInt64(latitude.quotient - Self.leastLatitude)
    let east = UInt64(longitude.quotient - Self.leastLongitude)
    let timeZone = UInt64(record.timeZone)
    first = UInt64(record.id) | north << 24 | UInt64(record.nameOffset) << 48 | timeZone << 56
    second =
      timeZone >> 8 | UInt64(record.division) << 1 | east << 13 | UInt64(record.population) << 39
  }
}

/// Coordinates outside the Earth, which only damaged files have, become the nearest valid ones.
extension CityRecord {
  /// Unpacks a record.
  @inline(__always)
  fileprivate init(_ compact: CompactRecord) {
    let (first, second) = (compact.first, compact.second)
    let north = Int32(truncatingIfNeeded: first &>> 24 & 0xFF_FFFF)
    let east = min(
      Int32(truncatingIfNeeded: second &>> 13 & 0x3FF_FFFF), CompactRecord.longitudeSteps)
    id = UInt32(truncatingIfNeeded: first & 0xFF_FFFF)
    coordinate = Coordinate(
      fixedLatitude: (north &+ CompactRecord.leastLatitude) &* CompactRecord.unitsPerStep,
      fixedLongitude: (east &+ CompactRecord.leastLongitude) &* CompactRecord.unitsPerStep)
    population = UInt32(truncatingIfNeeded: second &>> 39)
    division = UInt32(truncatingIfNeeded: second &>> 1 & 0xFFF)
    timeZone = UInt32(truncatingIfNeeded: first &>> 56 | (second & 1) &<< 8)
    nameOffset = UInt32(truncatingIfNeeded: first &>> 48 & 0xFF)
  }

  /// Reads the wide record that begins at the byte `start` of `region`.
  @inline(__always)
  fileprivate init(wideAt start: Int, in region: ByteRegion) {
    let limits = (
      latitude: Int32(90 * Coordinate.unitsPerDegree),
      longitude: Int32(180 * Coordinate.unitsPerDegree)
    )
    let latitude = Int32(bitPattern: region.uint32(at: start &+ 4))
    let longitude = Int32(bitPattern: region.uint32(at: start &+ 8))
    id = region.uint32(at: start)
    coordinate = Coordinate(
      fixedLatitude: max(-limits.latitude, min(latitude, limits.latitude)),
      fixedLongitude: max(-limits.longitude, min(longitude, limits.longitude)))
    population = region.uint32(at: start &+ 12)
    division = region.uint32(at: start &+ 16)
    timeZone = region.uint32(at: start &+ 20)
    nameOffset = region.uint32(at: start &+ 24)
  }
}
