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
    /// Some bytes of the file of a gazetteer: of its mapping, which stays as it is when the file is exchanged or removed.
    case cities(Gazetteer, Range<Int>)
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

  /// The file of a gazetteer, which stays on the disk: it is 20 times as large as all others.
  convenience init(name: String, cities: Gazetteer) {
    self.init(
      name: name, byteCount: cities.byteCount, digest: cities.contentDigest,
      .cities(cities, 0..<cities.byteCount))
  }

  /// The file in parts, the last of which may be shorter; each has the digest of the whole.
  ///
  /// A part is compressed by itself, which costs a hundredth of its length, and serves from any server of static files:
  /// a range of a compressed file would be of no use to a page.
  func parts(ofLength length: Int) -> [SiteFile] {
    guard case .cities(let cities, let bytes) = content else { return [self] }
    return stride(from: bytes.lowerBound, to: bytes.upperBound, by: length).enumerated().map {
      let range = $1..<min($1 + length, bytes.upperBound)
      let number = $0 < 10 ? "0\($0)" : "\($0)"
      return SiteFile(
        name: "part-\(number)-of-\(name)", byteCount: range.count, digest: digest,
        .cities(cities, range))
    }
  }

  /// The address of the file, relative to the page: it changes with the content.
  var address: String { "\(name)?\(digest)" }

  /// The bytes.
  var bytes: ByteBuffer {
    switch content {
    case .bytes(let bytes): bytes
    case .cities(let cities, let range): cities.fileBytes(in: range)
    }
  }

  /// The bytes as the body of an answer.
  ///
  /// A gazetteer is sent in pieces, so that a client that does not read has one of them in memory, not the file.
  var body: ResponseBody {
    switch content {
    case .bytes(let bytes): ResponseBody(byteBuffer: bytes)
    case .cities(let cities, let range):
      ResponseBody(contentLength: range.count) { writer in
        for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.pieceSize) {
          let end = min(start + Self.pieceSize, range.upperBound)
          try await writer.write(cities.fileBytes(in: start..<end))
        }
        try await writer.finish(nil)
      }
    }
  }

  /// The bytes of a piece that is sent at once.
  private static let pieceSize = 16_384

  /// The bytes in a coding; `nil` if they would not get fewer.
  func compressed(by coding: ContentCoding) async -> ByteBuffer? {
    let task = compressed.withLock { tasks in
      if let task = tasks[coding] { return task }
      let task = Task { @concurrent [self] in
        let effort: ContentCoding.Effort =
          switch content {
          case .bytes: .greatest
          case .cities: .usual
          }
        return coding.compress(bytes, effort)
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

extension Gazetteer {
  /// Some bytes of the file of this gazetteer.
  fileprivate func fileBytes(in range: Range<Int>) -> ByteBuffer {
    let region = table.region
    let content = range.clamped(to: 0..<region.count - ByteRegion.padding)
    var buffer = ByteBuffer()
    buffer.reserveCapacity(range.count)
    // Sound: a byte is a number, without padding.
    region.part(content)?.withContent { _ = buffer.writeBytes(unsafe $0.bytes) }
    // The file ends in zeros.
    buffer.writeRepeatingByte(0, count: range.count - content.count)
    return buffer
  }
}
#endif
