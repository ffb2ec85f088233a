package import PrefixSearch

/// The attributes of a city except its name.
package struct CityRecord: Sendable, Hashable {
  package var id: UInt32
  package var coordinate: Coordinate
  package var population: UInt32
  package var division: UInt32
  package var timeZone: UInt32
  /// The offset of the name from the first name of its block, in bytes.
  package var nameOffset: UInt32

  package init(
    id: UInt32, coordinate: Coordinate, population: UInt32, division: UInt32, timeZone: UInt32,
    nameOffset: UInt32
  ) {
    self.id = id
    self.coordinate = coordinate
    self.population = population
    self.division = division
    self.timeZone = timeZone
    self.nameOffset = nameOffset
  }
}

/// The records of all cities, in one of three layouts.
///
/// All layouts are known at compile time, so that a number is read by a load, a shift and a mask.
/// Records of the shipped cities are compact: ten adjacent ones lie in three cache lines. Ids and
/// coordinates that do not fit, as a user's own places may have, are stored after the compact records, if
/// at most one record of eight has them. If they are more, or another number does not fit, all records are
/// wide.
package struct CityRecords: Sendable {
  private let region: ByteRegion
  package let layout: Layout
  /// The number of exceptions, which are the last bytes of the region.
  private let exceptionCount: UInt32

  /// The layout of the records.
  package enum Layout: Sendable, CaseIterable {
    /// Two words, see ``CompactRecord``.
    case compact
    /// Seven numbers of four bytes: id, latitude and longitude in units of 1e-7 degrees, population,
    /// division, time zone, offset of the name.
    case wide
    /// Compact records, of which some have no id and no coordinate: these follow after all records.
    case mixed

    /// The size of a record in bytes.
    package var stride: Int {
      switch self {
      case .compact, .mixed: 16
      case .wide: 28
      }
    }
  }

  /// Reads `count` records, whose layout follows from their size; `nil` if the region has another size.
  package init?(_ region: ByteRegion, count: Int) {
    let byteCount = Int64(region.count - ByteRegion.padding)
    self.region = region
    let uniform = [Layout.compact, .wide].first { Int64($0.stride) &* Int64(count) == byteCount }
    if let layout = uniform {
      self.layout = layout
      exceptionCount = 0
      return
    }
    let start = Int64(Layout.compact.stride) &* Int64(count) + Int64(Exception.gap)
    let rest = (byteCount - start).quotientAndRemainder(dividingBy: Int64(Exception.stride))
    guard rest.remainder == 0, rest.quotient > 0,
      rest.quotient <= Exception.limit(among: count)
    else { return nil }
    layout = .mixed
    exceptionCount = UInt32(rest.quotient)
  }

  /// The record of the city at a row; one with any valid coordinate and otherwise zeros if there is none.
  @inline(__always)
  package subscript(row: CityRow) -> CityRecord {
    switch layout {
    case .compact: CityRecord(compactRecord(row))
    case .wide: wideRecord(row)
    case .mixed: mixedRecord(row)
    }
  }

  /// The population of the city at `row`.
  @inline(__always)
  package func population(atRow row: CityRow) -> Int {
    Int(clamping: recordWithoutPlace(row).population)
  }

  /// The coordinate of the city at `row`.
  @inline(__always)
  package func coordinate(atRow row: CityRow) -> Coordinate { self[row].coordinate }

  /// The record of the city at `row`; its id and its coordinate are those of the city only if these fit a
  /// compact record.
  ///
  /// No exception is looked for, so that numbers which nobody reads cost nothing.
  @inline(__always)
  package func recordWithoutPlace(_ row: CityRow) -> CityRecord {
    switch layout {
    case .compact, .mixed: CityRecord(compactRecord(row))
    case .wide: wideRecord(row)
    }
  }

  @inline(__always)
  private func compactRecord(_ row: CityRow) -> CompactRecord {
    let start = row.rawValue &* Layout.compact.stride
    return CompactRecord(first: region.uint64(at: start), second: region.uint64(at: start &+ 8))
  }

  @inline(__always)
  private func wideRecord(_ row: CityRow) -> CityRecord {
    CityRecord(wideAt: row.rawValue &* Layout.wide.stride, in: region)
  }

  /// A compact record, with the id and the coordinate of its exception if it has none; zeros if it has no
  /// exception, which happens only in damaged files.
  ///
  /// - Complexity: O(log *e*), where *e* is the number of exceptions.
  @inline(never)
  private func mixedRecord(_ row: CityRow) -> CityRecord {
    let compact = compactRecord(row)
    var record = CityRecord(compact)
    guard !compact.hasPlace else { return record }
    let end = region.count - ByteRegion.padding
    let count = Int(exceptionCount)
    func start(_ number: Int) -> Int { end - (count - number) * Exception.stride }
    let number = (0..<count).partitioningIndex {
      region.uint32(at: start($0)) >= row.rawValue
    }
    guard number < count, region.uint32(at: start(number)) == row.rawValue else {
      record.id = 0
      record.coordinate = Coordinate(fixedLatitude: 0, fixedLongitude: 0)
      return record
    }
    record.id = region.uint32(at: start(number) &+ 4)
    record.coordinate = Coordinate(clampedAt: start(number) &+ 8, in: region)
    return record
  }

  /// The id and the coordinate of a city that do not fit its compact record: four numbers of four bytes,
  /// its row, its id, latitude and longitude in units of 1e-7 degrees; ascending by row.
  package enum Exception {
    package static let stride = 16
    /// The zeros between the last record and the first exception, which are read as an offset of a name.
    package static let gap = 8

    /// The greatest number of exceptions; with more, wide records are faster, and hardly larger.
    package static func limit(among count: Int) -> Int { count / 8 }
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
/// All latitudes would take 25 bits; there is no town south of 77.77215° S. If all bits of the longitude
/// are set, then those of the id and the latitude are zero, and both, and the longitude, are stored after
/// the records.
package struct CompactRecord {
  /// The words of the record, the first bits lowest.
  package let first, second: UInt64

  package init(first: UInt64, second: UInt64) { (self.first, self.second) = (first, second) }

  package static var unitsPerStep: Int32 { 100 }
  package static var leastLatitude: Int32 { 9_000_000 - 0xFF_FFFF }
  package static var leastLongitude: Int32 { -18_000_000 }
  package static var longitudeSteps: Int32 { 36_000_000 }
  /// All bits of a longitude.
  package static var longitudeMask: UInt64 { 0x3FF_FFFF }

  /// Whether the record has the id and the coordinate.
  fileprivate var hasPlace: Bool { second &>> 13 & Self.longitudeMask <= Self.longitudeSteps }
}

/// Coordinates outside the Earth, which only damaged files have, become valid ones.
extension CityRecord {
  /// Unpacks a record.
  @inline(__always)
  fileprivate init(_ compact: CompactRecord) {
    let (first, second) = (compact.first, compact.second)
    let north = Int32(truncatingIfNeeded: first &>> 24 & 0xFF_FFFF)
    let east = min(
      Int32(truncatingIfNeeded: second &>> 13 & CompactRecord.longitudeMask),
      CompactRecord.longitudeSteps)
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
    id = region.uint32(at: start)
    coordinate = Coordinate(clampedAt: start &+ 4, in: region)
    population = region.uint32(at: start &+ 12)
    division = region.uint32(at: start &+ 16)
    timeZone = region.uint32(at: start &+ 20)
    nameOffset = region.uint32(at: start &+ 24)
  }
}

extension Coordinate {
  /// Reads a latitude and a longitude, four bytes each; the nearest valid ones if they are outside the
  /// Earth.
  @inline(__always)
  fileprivate init(clampedAt start: Int, in region: ByteRegion) {
    let limits = (
      latitude: Int32(90 * Coordinate.unitsPerDegree),
      longitude: Int32(180 * Coordinate.unitsPerDegree)
    )
    let latitude = Int32(bitPattern: region.uint32(at: start))
    let longitude = Int32(bitPattern: region.uint32(at: start &+ 4))
    self.init(
      fixedLatitude: max(-limits.latitude, min(latitude, limits.latitude)),
      fixedLongitude: max(-limits.longitude, min(longitude, limits.longitude)))
  }
}
