#if Server
import Foundation
import HTTPTypes
import Hummingbird

/// The routes of the files of the page.
enum SiteRoutes {
  /// Adds the routes to a router.
  static func add(to router: Router<ServerRequestContext>, site: Site) {
    for (name, file) in site.files {
      router.get(name == Site.index ? "/" : "/\(name)") { request, _ in
        await response(to: request, file)
      }
    }
  }

  /// The answer with a file, compressed as the client prefers.
  static func response(to request: Request, _ file: SiteFile) async -> Response {
    // An address with the digest of the file has this content forever.
    let isPinned = request.uri.query.map { $0.hasPrefix(file.digest) } ?? false
    var headers: HTTPFields = [
      .contentType: file.type,
      .cacheControl: isPinned ? "public, max-age=31536000, immutable" : "public, no-cache",
      .vary: "Accept-Encoding",
    ]
    headers.append(contentsOf: SiteHeaders.all)
    let tag = "\"\(file.digest)\""
    headers[.eTag] = tag
    if request.knows(tag) { return Response(status: .notModified, headers: headers) }
    if let coding = ContentCoding.preferred(by: request.headers[.acceptEncoding] ?? ""),
      let compressed = await file.compressed(by: coding)
    {
      headers[.contentEncoding] = coding.rawValue
      headers[.eTag] = "W/\(tag)"
      return Response(
        status: .ok, headers: headers, body: ResponseBody(byteBuffer: compressed))
    }
    return Response(status: .ok, headers: headers, body: file.body)
  }
}

/// The headers of security of the files.
enum SiteHeaders {
  private static let referrerPolicy = name("Referrer-Policy")

  /// The headers of all files.
  ///
  /// The page has the policy of its content itself, so that it counts on every server; only a header can say in which
  /// frames a page may be.
  static let all: HTTPFields = [
    .contentSecurityPolicy: "frame-ancestors 'none'", .xContentTypeOptions: "nosniff",
    referrerPolicy: "same-origin",
  ]

  /// The origin of the pictures of a map, `https://tiles.example.org`; `nil` if the address is not one of tiles.
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

  private static func name(_ text: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(text) else {
      preconditionFailure("'\(text)' is not a valid name of a header field")
    }
    return name
  }
}
#endif
