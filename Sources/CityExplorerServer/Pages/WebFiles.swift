#if Server
import CitySearch
import Foundation
import HTTPTypes
import Hummingbird
internal import PrefixSearch
import SystemFiles

/// The static files of the pages: scripts, style sheets, pictures.
struct WebFiles: Sendable {
  private struct File: Sendable {
    let content: ByteBuffer
    let type: String
    let tag: String
  }

  private let files: [String: File]

  private static let types = [
    "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml", "png": "image/png",
  ]

  /// The folder of the resources.
  ///
  /// - Throws: ``MissingResources`` if the bundle was not copied with the program.
  static func folder() throws -> URL {
    try ResourceBundle(ofTarget: "CityExplorerServer").url(named: "Web")
  }

  /// Reads all static files of a folder.
  ///
  /// - Throws: The errors of reading.
  init(folder: URL? = nil) throws {
    let folder = try folder ?? Self.folder()
    var files: [String: File] = [:]
    for (fileExtension, type) in Self.types {
      for url in try Self.files(in: folder, withExtension: fileExtension) {
        let data = try Data(contentsOf: url)
        var digest = SHA256()
        digest.update([UInt8](data).span)
        files[url.lastPathComponent] = File(
          content: ByteBuffer(bytes: data), type: type, tag: "\"\(digest.hexDigest.prefix(16))\"")
      }
    }
    self.files = files
  }

  /// Answers a request for a file.
  ///
  /// Browsers cache the files and revalidate them at each use, so that pages and scripts always are
  /// of one version of the server.
  ///
  /// - Throws: `HTTPError` with 404 if there is no such file.
  func response(to request: Request, name: String) throws -> Response {
    guard let file = files[name] else { throw HTTPError(.notFound) }
    var headers: HTTPFields = [
      .contentType: file.type, .eTag: file.tag, .cacheControl: "public, no-cache",
    ]
    headers.append(contentsOf: PageHeaders.all)
    if request.knows(file.tag) {
      return Response(status: .notModified, headers: headers)
    }
    return Response(
      status: .ok, headers: headers, body: ResponseBody(byteBuffer: file.content))
  }

  static func files(in folder: URL, withExtension fileExtension: String) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == fileExtension }
  }
}

/// The names of header fields that swift-http-types does not define.
enum FieldName {
  static let forwardedProto = name("X-Forwarded-Proto")
  static let accelBuffering = name("X-Accel-Buffering")
  static let lastEventID = name("Last-Event-ID")
  static let referrerPolicy = name("Referrer-Policy")
  static let secFetchSite = name("Sec-Fetch-Site")

  private static func name(_ text: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(text) else {
      preconditionFailure("'\(text)' is not a valid name of a header field")
    }
    return name
  }
}

/// The headers of all pages and static files.
enum PageHeaders {
  static let all = with(tiles: nil)

  /// Pages load only files of this server and pictures of the tile server, and other sites cannot frame
  /// them.
  static func with(tiles: String?) -> HTTPFields {
    let images = tiles.flatMap(origin).map { " \($0)" } ?? ""
    return [
      .contentSecurityPolicy:
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:\(images); "
        + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      .xContentTypeOptions: "nosniff",
      // With "no-referrer", browsers would not send the origin of the forms of the page.
      FieldName.referrerPolicy: "same-origin",
    ]
  }

  /// The origin of a tile server, as a source in a content security policy; `nil` if the address is
  /// not one of tiles.
  static func origin(ofTiles address: String) -> String? {
    guard ["{z}", "{x}", "{y}"].allSatisfy(address.contains),
      let url = URL(
        string: address.replacing("{z}", with: "0").replacing("{x}", with: "0")
          .replacing("{y}", with: "0")),
      let scheme = url.scheme, ["http", "https"].contains(scheme), let host = url.host(),
      host.utf8.allSatisfy({ !" ;,'\"".utf8.contains($0) })
    else { return nil }
    return "\(scheme)://\(host)" + (url.port.map { ":\($0)" } ?? "")
  }
}
#endif
