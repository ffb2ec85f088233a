/// Numbers of equal width, one to four bytes, packed one after the other.
@frozen public struct PackedNumbers: Sendable {
  /// Where the first one begins.
  public let start: Int
  /// The number of bytes from one to the next.
  public let stride: Int
  /// The bits that belong to a number, of the four bytes read at its place.
  public let mask: UInt32

  /// Describes numbers of `width` bytes that begin at `start`.
  @inlinable @inline(__always)
  public init(start: Int, width: Int, stride: Int? = nil) {
    self.start = start
    self.stride = stride ?? width
    mask = UInt32.max >> UInt32(32 - 8 * width)
  }

  /// The number at `index`.
  @inlinable @inline(__always)
  public func value(at index: Int, in region: ByteRegion) -> Int {
    Int(clamping: region.uint32(at: start &+ index &* stride) & mask)
  }

  /// The number of bytes, 1 to 4, that hold every number up to `maximum`.
  @inlinable public static func width(for maximum: Int) -> Int {
    max(1, (64 - UInt64(maximum).leadingZeroBitCount + 7) / 8)
  }
}
