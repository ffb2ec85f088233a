internal import PrefixSearch

/// The attributes of each city except its name: numbers, bit-packed into records of one size.
///
/// A record of the shipped cities takes 16 bytes, so ten adjacent ones lie in three cache lines.
struct CityRecords: Sendable {
  /// The numbers of a record.
  struct Fields: Sendable, Equatable {
    var id = BitField(holding: [], at: 0)
    var latitude = BitField(holding: [], at: 0)
    var longitude = BitField(holding: [], at: 0)
    var population = BitField(holding: [], at: 0)
    var division = BitField(holding: [], at: 0)
    var timeZone = BitField(holding: [], at: 0)
    /// The offset of the name from the first name of its block, in bytes.
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

  /// The size of the field descriptions before the records, in bytes.
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
    // Damaged values can exceed the upper limits; the lower ones are checked when a file is opened.
    return Coordinate(
      fixedLatitude: Int32(truncatingIfNeeded: min(latitude, Self.limits.latitude)),
      fixedLongitude: Int32(truncatingIfNeeded: min(longitude, Self.limits.longitude)))
  }
}

extension CityRecords.Fields {
  /// Whether no field has a base below its least valid value, and `Int` can represent all numbers except
  /// coordinates.
  fileprivate var arePlausible: Bool {
    [id, population, division, timeZone, nameOffset].allSatisfy {
      $0.base >= 0 && $0.limit <= Int.max
    }
      && latitude.base >= -CityRecords.limits.latitude
      && longitude.base >= -CityRecords.limits.longitude
  }
}

/// A bit field with the same width in every record.
///
/// The stored number is (value - `base`) / `scale`, so a column takes as many bits as its range of values
/// needs: if degrees with seven decimals are all multiples of a hundred, they take seven bits less. Values
/// have 64 bits on every system, because populations and degrees exceed an `Int` of 32 bits.
struct BitField: Sendable, Equatable {
  /// The least value.
  var base: Int64 = 0
  /// The greatest common divisor of the differences from `base`, at least 1.
  var scale: Int64 = 1
  /// As many ones as the number has bits.
  private var mask: UInt32 = 0
  /// The byte of a record in which the number begins, and the bit of that byte: what a read needs.
  private var byteOffset: UInt16 = 0
  private var shift: UInt8 = 0

  /// Where the number begins in a record, in bits.
  var offset: Int {
    get { Int(byteOffset) << 3 | Int(shift) }
    set {
      byteOffset = UInt16(newValue >> 3)
      shift = UInt8(newValue & 7)
    }
  }

  /// Its width in bits, 0 to 32.
  var width: Int {
    get { mask.bitWidth - mask.leadingZeroBitCount }
    set { mask = newValue == 0 ? 0 : .max >> UInt32(mask.bitWidth - newValue) }
  }

  /// The value in the record that begins at the byte `start` of `region`.
  @inline(__always)
  func value(inRecordAt start: Int, of region: ByteRegion) -> Int64 {
    let word = region.uint64(at: start &+ Int(byteOffset))
    let steps = Int64(truncatingIfNeeded: word &>> UInt64(shift) & UInt64(mask))
    return base &+ steps &* scale
  }

  /// The narrowest field that holds all of `values`, placed at `offset`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of values.
  init(holding values: [Int64], at offset: Int) {
    let (least, greatest) = (values.min() ?? 0, values.max() ?? 0)
    base = least
    var divisor: Int64 = 0
    for value in values where divisor != 1 {
      divisor = Self.greatestDivisor(value - least, divisor)
    }
    scale = max(divisor, 1)
    let steps = (greatest - least) / scale
    self.offset = offset
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

  /// Reads a description; `nil` if it is invalid.
  ///
  /// Values of four bytes differ by less than 2^32, so a valid field spans less than twice that. Greater
  /// ones are rejected here, so that no value overflows later.
  init?(storedAt start: Int, in region: ByteRegion) {
    let offset = region.uint32(at: start)
    let width = region.uint32(at: start + 4)
    let base = Int64(bitPattern: region.uint64(at: start + 8))
    let scale = region.uint64(at: start + 16)
    guard offset <= 1 << 16, width <= 32, base.magnitude <= 1 << 32,
      (1...UInt64(UInt32.max)).contains(scale), ((1 << UInt64(width)) - 1) * scale < 1 << 33
    else { return nil }
    self.base = base
    self.scale = Int64(scale)
    self.offset = Int(offset)
    self.width = Int(width)
  }

  /// The greatest value that the bits can represent.
  var limit: Int64 { base + ((1 << Int64(width)) - 1) * scale }

  /// Appends the description.
  func store(to writer: inout ByteRegionWriter) {
    writer.append(offset, width: 4)
    writer.append(width, width: 4)
    writer.append(base, width: 8)
    writer.append(scale, width: 8)
  }
}
