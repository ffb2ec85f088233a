/// A read-only region of memory that flat structures lie in, read in little-endian byte order.
///
/// Reading is total: a read that does not lie wholly inside the region gives zero. Structures whose
/// bytes come from outside can therefore follow whatever offsets they find there; wrong bytes give
/// wrong answers and never a read outside the region. The test costs one predictable comparison.
///
/// Sendable without the compiler's check, because the bytes are written before the region exists,
/// nothing writes them afterwards, and `owner` keeps them alive as long as any copy of the region.
@safe struct ByteRegion: @unchecked Sendable {
  private let base: UnsafeRawPointer
  private let owner: Owner

  /// The number of bytes.
  let count: Int

  /// Copies `bytes` into a region of its own.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  init(copying bytes: [UInt8]) {
    owner = Owner(copying: bytes)
    unsafe base = UnsafeRawPointer(owner.start)
    count = bytes.count
  }

  /// Frees the memory when the last region that reads it is gone.
  @safe private final class Owner {
    let start: UnsafeMutableRawPointer

    init(copying bytes: [UInt8]) {
      unsafe start = .allocate(byteCount: max(bytes.count, 1), alignment: 64)
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
  func byte(at offset: Int) -> UInt8 {
    guard UInt(bitPattern: offset) < UInt(bitPattern: count) else { return 0 }
    // Sound: 0 <= offset < count, by the line above.
    return unsafe base.load(fromByteOffset: offset, as: UInt8.self)
  }

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
    guard offset >= 0, offset <= count &- MemoryLayout<Number>.size else { return 0 }
    // Sound: 0 <= offset and offset + size <= count, by the line above; any bits are a number.
    return unsafe Number(
      littleEndian: base.loadUnaligned(fromByteOffset: offset, as: Number.self))
  }
}
