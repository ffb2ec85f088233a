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
