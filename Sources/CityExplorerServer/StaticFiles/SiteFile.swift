#if Server
import Foundation
import NIOCore
internal import PrefixSearch
import Synchronization

/// A file of the page.
///
/// It is compressed when a client first accepts a coding, and kept compressed.
final class SiteFile: Sendable {
  let name: String
  let bytes: ByteBuffer
  /// The first digits of the SHA-256 of the bytes.
  let digest: String
  private let compressed = Mutex<[ContentCoding: Task<ByteBuffer?, Never>]>([:])

  init(name: String, bytes: ByteBuffer) {
    self.name = name
    self.bytes = bytes
    var digest = SHA256()
    unsafe bytes.withUnsafeReadableBytes { bytes in
      // Sound: the digest reads the bytes within the closure.
      digest.update(unsafe bytes.bindMemory(to: UInt8.self).span)
    }
    self.digest = String(digest.hexDigest.prefix(16))
  }

  /// The bytes in a coding; `nil` if they would not get fewer.
  func compressed(by coding: ContentCoding) async -> ByteBuffer? {
    let task = compressed.withLock { tasks in
      if let task = tasks[coding] { return task }
      let task = Task { @concurrent [bytes] in
        coding.compress(bytes, bytes.readableBytes < 5_000_000 ? .greatest : .usual)
      }
      tasks[coding] = task
      return task
    }
    return await task.value
  }

  /// The media type, by the ending of the name.
  var type: String {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    case "wasm": "application/wasm"
    case "webmanifest": "application/manifest+json"
    default: "application/octet-stream"
    }
  }
}
#endif
