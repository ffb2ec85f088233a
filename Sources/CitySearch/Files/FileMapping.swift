internal import PrefixSearch
internal import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A memory-mapped file, which is unmapped after its last reader.
///
/// Made by the system call: on Linux `NSData` always reads the whole file, which takes 6 ms for the
/// shipped cities instead of 30 µs.
@safe private final class FileMapping: Sendable {
  /// The bytes of the file as of when it was mapped.
  nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

  /// Maps an open file of at least one byte; `nil` if the system call fails.
  init?(_ file: borrowing OpenedFile) {
    let start = unsafe mmap(nil, file.byteCount, PROT_READ, MAP_PRIVATE, file.descriptor, 0)
    guard let start = unsafe start, unsafe start != MAP_FAILED else { return nil }
    unsafe bytes = UnsafeRawBufferPointer(start: start, count: file.byteCount)
  }

  deinit {
    // Sound: this is what `mmap` returned, and no region reads it any more, since each keeps `self`.
    unsafe munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }
}

extension ByteRegion {
  /// Maps a file, so that its pages are read on demand and belong to the system's cache.
  ///
  /// - Throws: ``GazetteerError`` if the file cannot be read, or is smaller than a region can be.
  static func mapping(_ url: URL) throws(GazetteerError) -> ByteRegion {
    // The mapping outlives the descriptor.
    let file = try OpenedFile(url)
    guard !file.isPipe else {
      throw .unreadable(file: file.path, reason: "it is a pipe, which cannot be mapped")
    }
    guard file.byteCount > 0 else { throw .empty(file: file.path) }
    guard file.byteCount >= padding else {
      throw .invalidFile(
        file: file.path, reason: "it has \(file.byteCount) bytes, fewer than a header")
    }
    // Sound: the region retains the mapping, whose pages are read-only. The documentation of
    // `Gazetteer(mapping:)` states what happens if the file itself is changed or truncated.
    guard let mapping = FileMapping(file),
      let region = unsafe ByteRegion(mapping.bytes, keptBy: mapping)
    else { throw .unreadable(file: file.path, reason: "the system cannot map it") }
    return region
  }
}
