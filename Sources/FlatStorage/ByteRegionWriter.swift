/// Lays out the bytes of a flat structure, section by section.
public struct ByteRegionWriter {
  /// What was written so far.
  @inlinable public var bytes: [UInt8] { written }
  @usableFromInline var written: [UInt8] = []

  /// Begins with nothing.
  public init() {}

  /// Where the next byte goes.
  public var position: Int { bytes.count }

  /// Appends the `width` low bytes of `value`, the lowest first.
  @inlinable public mutating func append(_ value: some FixedWidthInteger, width: Int) {
    for shift in stride(from: 0, to: width * 8, by: 8) {
      written.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  /// Appends `content` as it is.
  @inlinable public mutating func append(_ content: some Sequence<UInt8>) {
    written.append(contentsOf: content)
  }

  /// Writes `content` over the bytes at `position`.
  public mutating func overwrite(at position: Int, with content: [UInt8]) {
    written.replaceSubrange(position..<position + content.count, with: content)
  }

  /// Appends zeros up to the next multiple of `alignment`.
  public mutating func align(to alignment: Int) {
    while bytes.count % alignment != 0 { written.append(0) }
  }

  /// Makes a region of the bytes written so far.
  public consuming func finish() -> ByteRegion { ByteRegion(copying: bytes) }
}
