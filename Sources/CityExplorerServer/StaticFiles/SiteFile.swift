#if Server
import CitySearch
import Foundation
import Hummingbird
import NIOCore
internal import PrefixSearch
import Synchronization

/// A file of the page.
///
/// It is compressed when a client first accepts a coding, and kept compressed.
final class SiteFile: Sendable {
  let name: String
  let byteCount: Int
  /// The first digits of a digest of the bytes.
  let digest: String
  private let content: Content
  private let compressed = Mutex<[ContentCoding: Task<ByteBuffer?, Never>]>([:])

  private enum Content {
    case bytes(ByteBuffer)
    /// Bytes of a file that is read when they are needed.
    case file(URL, Range<Int>)
  }

  private init(name: String, byteCount: Int, digest: String, _ content: Content) {
    self.name = name
    self.byteCount = byteCount
    self.digest = String(digest.prefix(16))
    self.content = content
  }

  /// A file in memory, whose digest is the SHA-256 of its bytes.
  convenience init(name: String, bytes: ByteBuffer) {
    var digest = SHA256()
    unsafe bytes.withUnsafeReadableBytes { bytes in
      // Sound: the digest reads the bytes within the closure.
      digest.update(unsafe bytes.bindMemory(to: UInt8.self).span)
    }
    self.init(
      name: name, byteCount: bytes.readableBytes, digest: digest.hexDigest, .bytes(bytes))
  }

  /// A file of cities, which stays on the disk: it is 20 times as large as all others.
  ///
  /// - Throws: `GazetteerError` if it is none, and errors of the file system.
  convenience init(name: String, cities file: URL) throws {
    let digest = try Gazetteer(mapping: file).contentDigest
    let count = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    self.init(name: name, byteCount: count, digest: digest, .file(file, 0..<count))
  }

  /// The file in parts, the last of which may be shorter; each has the digest of the whole.
  ///
  /// A part is compressed by itself, which costs a hundredth of its length, and serves from any server of static files:
  /// a range of a compressed file would be of no use to a page.
  func parts(ofLength length: Int) -> [SiteFile] {
    guard case .file(let file, let bytes) = content else { return [self] }
    return stride(from: bytes.lowerBound, to: bytes.upperBound, by: length).enumerated().map {
      let range = $1..<min($1 + length, bytes.upperBound)
      let number = $0 < 10 ? "0\($0)" : "\($0)"
      return SiteFile(
        name: "part-\(number)-of-\(name)", byteCount: range.count, digest: digest,
        .file(file, range))
    }
  }

  /// The address of the file, relative to the page: it changes with the content.
  var address: String { "\(name)?\(digest)" }

  /// The bytes.
  ///
  /// - Throws: Errors of reading.
  func bytes() throws -> ByteBuffer {
    switch content {
    case .bytes(let bytes): bytes
    case .file(let file, let range):
      ByteBuffer(bytes: try Data(contentsOf: file, options: .alwaysMapped)[range])
    }
  }

  /// The bytes as the body of an answer.
  ///
  /// A file on the disk is sent in pieces, so that a client that does not read has one of them in memory, not the file.
  ///
  /// - Throws: Errors of reading.
  func body() throws -> ResponseBody {
    switch content {
    case .bytes(let bytes): return ResponseBody(byteBuffer: bytes)
    case .file(let file, let range):
      let data = try Data(contentsOf: file, options: .alwaysMapped)
      return ResponseBody(contentLength: range.count) { writer in
        for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.pieceSize) {
          let piece = data[start..<min(start + Self.pieceSize, range.upperBound)]
          try await writer.write(ByteBuffer(bytes: piece))
        }
        try await writer.finish(nil)
      }
    }
  }

  /// The bytes of a piece that is sent at once.
  private static let pieceSize = 16_384

  /// The bytes in a coding; `nil` if they would not get fewer, or cannot be read.
  func compressed(by coding: ContentCoding) async -> ByteBuffer? {
    let task = compressed.withLock { tasks in
      if let task = tasks[coding] { return task }
      let task = Task { @concurrent [self] in
        let effort: ContentCoding.Effort =
          switch content {
          case .bytes: .greatest
          case .file: .usual
          }
        return (try? bytes()).flatMap { coding.compress($0, effort) }
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
    case "json": "application/json"
    case "webmanifest": "application/manifest+json"
    default: "application/octet-stream"
    }
  }
}
#endif
