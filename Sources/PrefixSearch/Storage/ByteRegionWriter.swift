/// Lays out the bytes of a flat structure, section by section.
struct ByteRegionWriter {
  private(set) var bytes: [UInt8] = []

  /// Where the next byte goes.
  var position: Int { bytes.count }

  /// Appends the `width` low bytes of `value`, the lowest first.
  mutating func append(_ value: some FixedWidthInteger, width: Int) {
    for shift in stride(from: 0, to: width * 8, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  /// Appends `content` as it is.
  mutating func append(_ content: some Sequence<UInt8>) { bytes.append(contentsOf: content) }

  /// Writes `content` over the bytes at `position`.
  mutating func overwrite(at position: Int, with content: [UInt8]) {
    bytes.replaceSubrange(position..<position + content.count, with: content)
  }

  /// Appends zeros up to the next multiple of `alignment`.
  mutating func align(to alignment: Int) {
    while bytes.count % alignment != 0 { bytes.append(0) }
  }

  /// Makes a region of the bytes written so far.
  consuming func finish() -> ByteRegion { ByteRegion(copying: bytes) }
}

/// Numbers of equal width, one to four bytes, packed one after the other.
struct PackedNumbers: Sendable {
  /// Where the first one begins.
  let start: Int
  /// The number of bytes from one to the next.
  let stride: Int
  /// The bits that belong to a number, of the four bytes read at its place.
  let mask: UInt32

  /// Describes numbers of `width` bytes that begin at `start`.
  init(start: Int, width: Int, stride: Int? = nil) {
    self.start = start
    self.stride = stride ?? width
    mask = UInt32.max >> UInt32(32 - 8 * width)
  }

  /// The number at `index`.
  @inline(__always)
  func value(at index: Int, in region: ByteRegion) -> Int {
    Int(truncatingIfNeeded: region.uint32(at: start &+ index &* stride) & mask)
  }

  /// The number of bytes, 1 to 4, that hold every number up to `maximum`.
  static func width(for maximum: Int) -> Int {
    max(1, (64 - UInt64(maximum).leadingZeroBitCount + 7) / 8)
  }
}
