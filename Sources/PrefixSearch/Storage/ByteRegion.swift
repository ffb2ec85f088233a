/// A read-only region of memory that flat structures lie in, read in little-endian byte order.
///
/// Reading is total: a read that does not lie wholly inside the region gives zero. Structures whose
/// bytes come from outside can therefore follow whatever offsets they find there; wrong bytes give
/// wrong answers and never a read outside the region. The test costs one predictable comparison.
///
/// A region ends in eight bytes that belong to nothing, so that a whole word may be read wherever a
/// byte lies, and one bound serves for reads of every width.
///
/// Sendable without the compiler's check, because the bytes are written before the region exists,
/// nothing writes them afterwards, and `owner` keeps them alive as long as any copy of the region.
@safe struct ByteRegion: @unchecked Sendable {
  private let base: UnsafeRawPointer
  /// The last place where a word lies inside the region.
  private let lastWord: UInt
  private let owner: Owner

  /// The number of bytes that a region has after its content.
  static let padding = 8

  /// The number of bytes, those after the content included.
  var count: Int { Int(bitPattern: lastWord) + Self.padding }

  /// Copies `bytes` into a region of its own, which ends in eight bytes of padding.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  init(copying bytes: [UInt8]) {
    owner = Owner(copying: bytes, padding: Self.padding)
    unsafe base = UnsafeRawPointer(owner.start)
    lastWord = UInt(bitPattern: bytes.count)
  }

  /// Frees the memory when the last region that reads it is gone.
  @safe private final class Owner {
    let start: UnsafeMutableRawPointer

    init(copying bytes: [UInt8], padding: Int) {
      unsafe start = .allocate(byteCount: bytes.count + padding, alignment: 64)
      unsafe (start + bytes.count).initializeMemory(
        as: UInt8.self, repeating: 0, count: padding)
      unsafe bytes.withUnsafeBytes { source in
        // `start` has room for all of `bytes`, and an empty source has nothing to copy.
        if let address = source.baseAddress {
          unsafe start.copyMemory(from: address, byteCount: source.count)
        }
      }
    }

    deinit { unsafe start.deallocate() }
  }
}

extension ByteRegion {
  /// The byte at `offset`, or 0 outside the region.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 { load(at: offset) }

  /// The two bytes at `offset` as a number, or 0 outside the region.
  @inline(__always)
  func uint16(at offset: Int) -> UInt16 { load(at: offset) }

  /// The four bytes at `offset` as a number, or 0 outside the region.
  @inline(__always)
  func uint32(at offset: Int) -> UInt32 { load(at: offset) }

  /// The eight bytes at `offset` as a number, or 0 outside the region.
  @inline(__always)
  func uint64(at offset: Int) -> UInt64 { load(at: offset) }

  @inline(__always)
  private func load<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> Number {
    // Negative offsets are huge as unsigned numbers.
    guard UInt(bitPattern: offset) <= lastWord else { return 0 }
    // Sound: 0 <= offset and offset + 8 <= count, by the line above; no number here is wider, and
    // any bits are a number.
    return unsafe Number(
      littleEndian: base.loadUnaligned(fromByteOffset: offset, as: Number.self))
  }
}
