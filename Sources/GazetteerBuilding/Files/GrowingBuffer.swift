internal import CitySearch
internal import PrefixSearch
internal import SystemFiles

/// Memory that grows, into which a file is read or a gazetteer is written.
///
/// Large blocks grow without a copy, unlike those of an array.
@safe final class GrowingBuffer {
  private var start: UnsafeMutableRawPointer
  private var capacity: Int
  /// How many bytes are written.
  var count = 0

  init(capacity: Int = 1 << 16) {
    self.capacity = max(capacity, ByteRegion.padding)
    unsafe start = Self.allocated(malloc(self.capacity), self.capacity)
  }

  deinit { unsafe free(start) }

  /// How many bytes can be written after those so far.
  private var room: Int { capacity - count - ByteRegion.padding }

  /// The memory for the next bytes, which is valid until room is made again.
  func space(upTo byteCount: Int) -> UnsafeMutableRawBufferPointer {
    unsafe UnsafeMutableRawBufferPointer(start: start + count, count: min(room, byteCount))
  }

  /// Makes room for some bytes.
  func makeRoom(for byteCount: Int = 1) {
    guard room < byteCount else { return }
    // Untouched pages take no memory, and large blocks are moved without a copy.
    grow(to: max(capacity * 2, count + byteCount + ByteRegion.padding, 1 << 16))
  }

  /// Makes room for `byteCount` bytes in all, and no more.
  func reserve(_ byteCount: Int) {
    guard capacity < byteCount + ByteRegion.padding else { return }
    grow(to: byteCount + ByteRegion.padding)
  }

  private func grow(to capacity: Int) {
    self.capacity = capacity
    unsafe start = Self.allocated(realloc(start, capacity), capacity)
  }

  /// Appends bytes.
  func append(_ bytes: Span<UInt8>) {
    makeRoom(for: bytes.count)
    overwrite(bytes, at: count)
    count += bytes.count
  }

  /// Writes over bytes, or after the last one where there is room.
  func overwrite(_ bytes: Span<UInt8>, at offset: Int) {
    precondition(
      offset >= 0 && bytes.count <= capacity - offset,
      "There must be room for \(bytes.count) bytes at \(offset).")
    unsafe bytes.withUnsafeBufferPointer { source in
      // Sound: there is room, by the line above, and an empty source has nothing to copy.
      if let address = source.baseAddress {
        unsafe (start + offset).copyMemory(from: address, byteCount: source.count)
      }
    }
  }

  /// Calls a closure with the bytes so far, to which it must not append.
  func withContent<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Sound: the bytes stay in place, and `self` lives, until the closure has returned.
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
    defer { withExtendedLifetime(self) {} }
    return try body(unsafe bytes.bindMemory(to: UInt8.self).span)
  }

  /// Removes the first bytes; the others move to the beginning.
  func removeFirst(_ byteCount: Int) {
    precondition(0...count ~= byteCount, "There must be \(byteCount) bytes, got \(count).")
    unsafe memmove(start, start + byteCount, count - byteCount)
    count -= byteCount
  }

  /// The bytes so far, followed by zeros; the buffer must not change afterwards.
  func region() -> ByteRegion {
    makeRoom()
    unsafe memset(start + count, 0, ByteRegion.padding)
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count + ByteRegion.padding)
    // Sound: the buffer is not written again, and the region retains it.
    guard let region = unsafe ByteRegion(bytes, keptBy: self) else {
      preconditionFailure("A region must have at least \(ByteRegion.padding) bytes.")
    }
    return region
  }

  @unsafe private static func allocated(
    _ start: UnsafeMutableRawPointer?, _ byteCount: Int
  ) -> UnsafeMutableRawPointer {
    guard let start = unsafe start else {
      fatalError("Cannot allocate \(byteCount) bytes.")
    }
    return unsafe start
  }
}
