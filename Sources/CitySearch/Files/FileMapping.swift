internal import Foundation
internal import PrefixSearch

extension ByteRegion {
  /// Maps a file, so that its pages are read as they are needed and belong to the system's cache.
  ///
  /// - Throws: What Foundation throws if the file cannot be read.
  static func mapping(_ url: URL) throws -> ByteRegion? {
    // `.mappedIfSafe` would copy on Linux.
    let data = try NSData(contentsOf: url, options: .alwaysMapped)
    // Sound: an immutable NSData keeps its bytes in place as long as it lives, and the region keeps it.
    let bytes = unsafe UnsafeRawBufferPointer(start: data.bytes, count: data.length)
    return unsafe ByteRegion(bytes, keptBy: data)
  }
}
