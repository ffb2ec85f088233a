internal import FlatStorage
internal import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A file in the address space of the process, which goes when the last reader lets go.
///
/// Made by the system's own call: `NSData` reads the whole file on Linux, whatever it is asked for,
/// which takes 6 ms for the shipped cities instead of 30 µs.
@safe private final class FileMapping: Sendable {
  /// The bytes of the file, or of as much of it as there was when it was mapped.
  nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

  /// Maps an open file of `byteCount` bytes, of which there is at least one.
  init(_ descriptor: Int32, byteCount: Int) throws(POSIXError) {
    let start = unsafe mmap(nil, byteCount, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let start = unsafe start, unsafe start != MAP_FAILED else { throw .current }
    unsafe bytes = UnsafeRawBufferPointer(start: start, count: byteCount)
  }

  deinit {
    // Sound: this is what `mmap` returned, and no region reads it any more, since each keeps `self`.
    unsafe munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }
}

extension ByteRegion {
  /// Maps a file, so that its pages are read as they are needed and belong to the system's cache.
  ///
  /// - Returns: `nil` if the file is smaller than a region can be.
  /// - Throws: The system's error if the file cannot be read.
  static func mapping(_ url: URL) throws -> ByteRegion? {
    // Foundation has the words for what is no file.
    guard url.isFileURL else {
      let content = try Data(contentsOf: url)
      return content.count < padding ? nil : ByteRegion(copying: Array(content.dropLast(padding)))
    }
    let descriptor = unsafe open(url.path(percentEncoded: false), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw POSIXError.current }
    // A mapping needs no descriptor once it is there.
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw POSIXError.current }
    guard let byteCount = Int(exactly: status.st_size) else { throw POSIXError(.EFBIG) }
    guard byteCount >= padding else { return nil }
    let mapping = try FileMapping(descriptor, byteCount: byteCount)
    // Sound: the region keeps the mapping, whose pages nobody can write to through it. What happens if
    // the file itself is changed or cut off, the documentation of `Gazetteer(mapping:)` says.
    return unsafe ByteRegion(mapping.bytes, keptBy: mapping)
  }
}

extension POSIXError {
  /// What the last call of the system failed with.
  fileprivate static var current: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
