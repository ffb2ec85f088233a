internal import FlatStorage
internal import PrefixSearch

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
