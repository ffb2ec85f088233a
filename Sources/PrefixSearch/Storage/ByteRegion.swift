/// A read-only region of memory that holds a flat structure, read in little-endian byte order.
///
/// A read that does not lie wholly inside the region gives zero. A structure whose bytes come from a
/// file can therefore follow any offset that it reads: damaged bytes give wrong answers, and never a
/// read outside the region. The bounds check is one predictable comparison.
///
/// A region ends in eight bytes of padding, so that a whole word can be read at every byte of the
/// content, and one bound serves for reads of every width.
///
/// The type is usable from inline, because otherwise the compiler does not inline its members in
/// CitySearch, where each read of a city takes several loads.
///
/// Sendable without the compiler's check, because the bytes are written before the region exists,
/// nothing writes them afterwards, and `owner` keeps them alive as long as any copy of the region.
@safe @usableFromInline package struct ByteRegion: @unchecked Sendable {
  @usableFromInline var base: UnsafeRawPointer
  /// The greatest offset at which a word lies inside the region.
  @usableFromInline var lastWord: UInt
  @usableFromInline let owner: AnyObject

  /// The number of padding bytes after the content.
  @inlinable package static var padding: Int { 8 }

  /// The number of bytes, including the padding.
  @inlinable package var count: Int { Int(bitPattern: lastWord) + Self.padding }

  /// Copies `bytes` into a region of its own, which ends in eight bytes of padding.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package init(copying bytes: [UInt8]) { self.init(copying: bytes.span) }

  /// Copies `bytes` into a region of its own, which ends in eight bytes of padding.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package init(copying bytes: Span<UInt8>) {
    let owner = Owner(copying: bytes, padding: Self.padding)
    self.owner = owner
    unsafe base = UnsafeRawPointer(owner.start)
    lastWord = UInt(bitPattern: bytes.count)
  }

  /// Reads bytes that `owner` keeps in place, the last eight of which are padding.
  ///
  /// The caller guarantees that the bytes do not change as long as `owner` lives.
  @unsafe package init?(_ bytes: UnsafeRawBufferPointer, keptBy owner: AnyObject) {
    guard let start = bytes.baseAddress, bytes.count >= Self.padding else { return nil }
    unsafe base = start
    lastWord = UInt(bitPattern: bytes.count - Self.padding)
    self.owner = owner
  }

  /// The part of this region with the content in `range`; the eight bytes after it are its padding.
  ///
  /// - Returns: `nil` if the part or its padding lie outside the region.
  @inlinable package func part(_ range: Range<Int>) -> ByteRegion? {
    guard range.lowerBound >= 0, UInt(bitPattern: range.upperBound) <= lastWord else { return nil }
    var part = self
    // Sound: the part ends where this region does at the latest, by the line above.
    unsafe part.base = base + range.lowerBound
    part.lastWord = UInt(bitPattern: range.count)
    return part
  }

  /// Frees the memory after the last region that reads it.
  @safe private final class Owner {
    let start: UnsafeMutableRawPointer

    init(copying bytes: Span<UInt8>, padding: Int) {
      unsafe start = .allocate(byteCount: bytes.count + padding, alignment: 64)
      unsafe (start + bytes.count).initializeMemory(
        as: UInt8.self, repeating: 0, count: padding)
      unsafe bytes.withUnsafeBufferPointer { source in
        // `start` has room for all of `bytes`, and an empty source has nothing to copy.
        if let address = source.baseAddress {
          unsafe start.copyMemory(from: address, byteCount: source.count)
        }
      }
    }

    deinit { unsafe start.deallocate() }
  }
}

/// Loads are sound because of the line before each: a negative offset is huge as an unsigned number, so
/// the offset and the eight bytes from there on lie inside the region, and no number here is wider.
/// The caller holds the region, and so its owner, until the call returns. Where a call is inlined, that
/// still holds: a load through a raw pointer is a barrier that no release of a variable moves across.
extension ByteRegion {
  /// The byte at `offset`, or 0 outside the region.
  @inlinable @inline(__always)
  package func byte(at offset: Int) -> UInt8 {
    guard UInt(bitPattern: offset) <= lastWord else { return 0 }
    return unsafe UInt8(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt8.self))
  }

  /// The two bytes at `offset` as a number, or 0 outside the region.
  @inlinable @inline(__always)
  package func uint16(at offset: Int) -> UInt16 {
    guard UInt(bitPattern: offset) <= lastWord else { return 0 }
    return unsafe UInt16(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
  }

  /// The four bytes at `offset` as a number, or 0 outside the region.
  @inlinable @inline(__always)
  package func uint32(at offset: Int) -> UInt32 {
    guard UInt(bitPattern: offset) <= lastWord else { return 0 }
    return unsafe UInt32(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// The eight bytes at `offset` as a number, or 0 outside the region.
  @inlinable @inline(__always)
  package func uint64(at offset: Int) -> UInt64 {
    guard UInt(bitPattern: offset) <= lastWord else { return 0 }
    return unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}

extension ByteRegion {
  /// Whether the bytes in `range` lie in the region.
  @inlinable @inline(__always)
  package func contains(_ range: Range<Int>) -> Bool {
    range.lowerBound >= 0 && UInt(bitPattern: range.upperBound) <= lastWord
  }

  /// The text of the bytes in `range`; empty if they do not lie in the region.
  ///
  /// Invalid UTF-8 becomes U+FFFD, so that no bytes make an invalid string.
  @inlinable @inline(__always)
  package func text(in range: Range<Int>) -> String {
    guard contains(range) else { return "" }
    // Sound: the bytes lie inside the region, by the line above.
    let bytes = unsafe UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)
    return unsafe String(decoding: bytes, as: UTF8.self)
  }

  /// A copy of the content, without the padding.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package var content: [UInt8] {
    withContent { content in content.indices.map { content[$0] } }
  }

  /// Calls a closure with the content, without the padding, in place.
  @inlinable package func withContent<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Sound: the content lies in the region, which `owner` keeps until the closure has returned.
    let bytes = unsafe UnsafeRawBufferPointer(start: base, count: Int(bitPattern: lastWord))
    defer { withExtendedLifetime(self) {} }
    return try body(unsafe bytes.bindMemory(to: UInt8.self).span)
  }
}

/// Numbers of equal width, one to four bytes, packed one after the other.
@usableFromInline package struct PackedNumbers: Sendable {
  /// The offset of the first number in the region.
  @usableFromInline package let start: Int
  /// The number of bytes from one number to the next.
  @usableFromInline package let stride: Int
  /// The bits of a number among the four bytes that are read at its offset.
  @usableFromInline package let mask: UInt32

  /// Describes numbers of `width` bytes that begin at `start`.
  @inlinable @inline(__always)
  package init(start: Int, width: Int, stride: Int? = nil) {
    self.start = start
    self.stride = stride ?? width
    mask = UInt32.max >> UInt32(32 - 8 * width)
  }

  /// The number at `index`.
  @inlinable @inline(__always)
  package func value(at index: Int, in region: ByteRegion) -> Int {
    Int(clamping: region.uint32(at: start &+ index &* stride) & mask)
  }

  /// The number of bytes, 1 to 4, that hold every number up to `maximum`.
  @inlinable package static func width(for maximum: Int) -> Int {
    max(1, (64 - UInt64(maximum).leadingZeroBitCount + 7) / 8)
  }
}

/// Lays out the bytes of a flat structure, section by section.
@usableFromInline package struct ByteRegionWriter {
  /// The bytes written so far.
  @inlinable package var bytes: [UInt8] { written }
  @usableFromInline var written: [UInt8] = []

  /// Creates a writer without bytes.
  package init() {}

  /// The offset of the next byte.
  package var position: Int { bytes.count }

  /// Appends the `width` low bytes of `value` in little-endian order.
  @inlinable package mutating func append(_ value: some FixedWidthInteger, width: Int) {
    for shift in stride(from: 0, to: width * 8, by: 8) {
      written.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  /// Appends `content`.
  @inlinable package mutating func append(_ content: some Sequence<UInt8>) {
    written.append(contentsOf: content)
  }

  /// Appends `content`.
  package mutating func append(_ content: Span<UInt8>) {
    for index in content.indices { written.append(content[index]) }
  }

  /// Prepares for a number of bytes.
  package mutating func reserveCapacity(_ count: Int) { written.reserveCapacity(count) }

  /// Writes `content` over the bytes at `position`.
  package mutating func overwrite(at position: Int, with content: [UInt8]) {
    written.replaceSubrange(position..<position + content.count, with: content)
  }

  /// Appends zeros up to the next multiple of `alignment`.
  package mutating func align(to alignment: Int) {
    while bytes.count % alignment != 0 { written.append(0) }
  }

  /// Makes a region of the bytes written so far.
  package consuming func finish() -> ByteRegion { ByteRegion(copying: bytes) }
}

extension ByteRegion {
  /// Whether the `count` bytes at `offset` equal those of `prefix` from `position` on.
  ///
  /// - Parameters:
  ///   - offset: Where the bytes begin.
  ///   - prefix: The other bytes, at least `position + count`.
  ///   - first: The first word of `prefix`.
  ///   - position: Where to begin in `prefix`.
  ///   - count: How many bytes to compare.
  /// - Returns: Whether all are equal.
  @inline(__always)
  func equals(
    _ offset: Int, _ prefix: Span<UInt8>, first: UInt64, from position: Int, count: Int
  ) -> Bool {
    if count > 7 { return equalsFar(offset, prefix, from: position, count: count) }
    let difference = uint64(at: offset) ^ prefix.word(at: position, first: first)
    // Only the low `count` bytes matter. With none, all 64 bits are shifted out, which takes two
    // shifts.
    return (difference &<< UInt64(truncatingIfNeeded: (7 &- count) &* 8)) &<< 8 == 0
  }

  /// The same for long runs, byte by byte: few labels and tails have more than seven bytes.
  @inline(never)
  private func equalsFar(
    _ offset: Int, _ prefix: Span<UInt8>, from position: Int, count: Int
  ) -> Bool {
    for index in 0..<count where byte(at: offset &+ index) != prefix[position &+ index] {
      return false
    }
    return true
  }
}
