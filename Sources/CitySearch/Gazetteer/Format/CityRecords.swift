internal import FlatStorage
internal import PrefixSearch

/// What is kept of each city beside its name: numbers, packed bit by bit into records of one size.
///
/// A record of the shipped cities takes 16 bytes, so ten neighbours lie in three cache lines.
struct CityRecords: Sendable {
  /// The numbers of a record.
  struct Fields: Sendable, Equatable {
    var id = BitField(holding: [], at: 0)
    var latitude = BitField(holding: [], at: 0)
    var longitude = BitField(holding: [], at: 0)
    var population = BitField(holding: [], at: 0)
    var division = BitField(holding: [], at: 0)
    var timeZone = BitField(holding: [], at: 0)
    /// How far behind the first name of its block the name begins, in bytes.
    var nameOffset = BitField(holding: [], at: 0)

    /// Visits the fields in the order in which they are stored.
    mutating func visit<Failure>(
      _ body: (inout BitField) throws(Failure) -> Void
    ) throws(Failure) {
      try body(&id)
      try body(&latitude)
      try body(&longitude)
      try body(&population)
      try body(&division)
      try body(&timeZone)
      try body(&nameOffset)
    }
  }

  let region: ByteRegion
  let fields: Fields
  /// The size of a record in bytes.
  let stride: Int

  /// The bytes before the records, which describe the fields.
  static let headerSize = 7 * BitField.byteCount

  /// Reads `count` records; `nil` if the region cannot hold them or describes no fields.
  init?(_ region: ByteRegion, count: Int) {
    var fields = Fields()
    var (offset, bits) = (0, 0)
    do throws(Malformed) {
      try fields.visit { field throws(Malformed) in
        guard let stored = BitField(storedAt: offset, in: region), stored.offset == bits else {
          throw Malformed()
        }
        field = stored
        bits += stored.width
        offset += BitField.byteCount
      }
    } catch {
      return nil
    }
    stride = (bits + 7) / 8
    let byteCount = Int64(Self.headerSize) + Int64(stride) * Int64(count)
    guard Int64(region.count - ByteRegion.padding) == byteCount, fields.arePlausible
    else { return nil }
    self.region = region
    self.fields = fields
  }

  private struct Malformed: Error {}

  /// The greatest latitude and longitude.
  fileprivate static let limits = (
    latitude: Int64(90 * Coordinate.unitsPerDegree),
    longitude: Int64(180 * Coordinate.unitsPerDegree)
  )

  /// Where the record of `row` begins.
  @inline(__always)
  func start(ofRow row: CityRow) -> Int { Self.headerSize &+ row.rawValue &* stride }

  /// The value of a field in the record of `row`; not of a coordinate, which may not fit into an `Int`.
  @inline(__always)
  func value(of field: BitField, atRow row: CityRow) -> Int {
    Int(truncatingIfNeeded: field.value(inRecordAt: start(ofRow: row), of: region))
  }

  /// The population of the city at `row`.
  @inline(__always)
  func population(atRow row: CityRow) -> Int { value(of: fields.population, atRow: row) }

  /// The coordinate of the city at `row`.
  @inline(__always)
  func coordinate(atRow row: CityRow) -> Coordinate {
    let start = start(ofRow: row)
    let latitude = fields.latitude.value(inRecordAt: start, of: region)
    let longitude = fields.longitude.value(inRecordAt: start, of: region)
    // Damaged bytes can go beyond the upper limits; the fields begin above the lower ones.
    return Coordinate(
      fixedLatitude: Int32(truncatingIfNeeded: min(latitude, Self.limits.latitude)),
      fixedLongitude: Int32(truncatingIfNeeded: min(longitude, Self.limits.longitude)))
  }
}

extension CityRecords.Fields {
  /// Whether no field begins below the least value that it may hold, and `Int` can hold all numbers but
  /// coordinates.
  fileprivate var arePlausible: Bool {
    [id, population, division, timeZone, nameOffset].allSatisfy {
      $0.base >= 0 && $0.limit <= Int.max
    }
      && latitude.base >= -CityRecords.limits.latitude
      && longitude.base >= -CityRecords.limits.longitude
  }
}

/// A number of the same few bits in every record.
///
/// Stored is how many steps of `scale` the value lies above `base`, so a column takes as many bits as
/// its values differ in: seven decimals of a degree that are all multiples of a hundred lose seven
/// bits. Values have 64 bits on every system: populations and degrees go beyond an `Int` of 32.
struct BitField: Sendable, Equatable {
  /// Where the number begins in a record, in bits.
  var offset = 0
  /// Its width in bits, 0 to 32.
  var width = 0
  /// The least value.
  var base: Int64 = 0
  /// What one step is worth, at least 1.
  var scale: Int64 = 1

  /// The value in the record that begins at the byte `start` of `region`.
  @inline(__always)
  func value(inRecordAt start: Int, of region: ByteRegion) -> Int64 {
    let word = region.uint64(at: start &+ offset &>> 3)
    let shifted = word &>> UInt64(truncatingIfNeeded: offset & 7)
    let steps = Int64(
      truncatingIfNeeded: shifted & ((1 &<< UInt64(truncatingIfNeeded: width)) &- 1))
    return base &+ steps &* scale
  }

  /// The narrowest field that holds all of `values`, placed at `offset`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of values.
  init(holding values: [Int64], at offset: Int) {
    self.offset = offset
    let (least, greatest) = (values.min() ?? 0, values.max() ?? 0)
    base = least
    var divisor: Int64 = 0
    for value in values where divisor != 1 {
      divisor = Self.greatestDivisor(value - least, divisor)
    }
    scale = max(divisor, 1)
    let steps = (greatest - least) / scale
    width = steps == 0 ? 0 : 64 - steps.leadingZeroBitCount
  }

  private static func greatestDivisor(_ first: Int64, _ second: Int64) -> Int64 {
    var (first, second) = (first, second)
    while second != 0 { (first, second) = (second, first % second) }
    return first
  }
}

extension BitField {
  /// The size of a stored description in bytes.
  static let byteCount = 24

  /// Reads a description; `nil` if it cannot be one.
  ///
  /// Values of four bytes lie less than 2^32 apart, so the field that holds them reaches less than
  /// twice as far. What goes beyond is refused here, and no value overflows later.
  init?(storedAt start: Int, in region: ByteRegion) {
    let offset = region.uint32(at: start)
    let width = region.uint32(at: start + 4)
    let base = Int64(bitPattern: region.uint64(at: start + 8))
    let scale = region.uint64(at: start + 16)
    guard offset <= 1 << 16, width <= 32, base.magnitude <= 1 << 32,
      (1...UInt64(UInt32.max)).contains(scale), ((1 << UInt64(width)) - 1) * scale < 1 << 33
    else { return nil }
    self.offset = Int(offset)
    self.width = Int(width)
    self.base = base
    self.scale = Int64(scale)
  }

  /// The greatest value that the bits could give.
  var limit: Int64 { base + ((1 << Int64(width)) - 1) * scale }

  /// Appends the description.
  func store(to writer: inout ByteRegionWriter) {
    writer.append(offset, width: 4)
    writer.append(width, width: 4)
    writer.append(base, width: 8)
    writer.append(scale, width: 8)
  }
}
