#if Server
import CitySession
import ArgumentParser
import CitySearch
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import TestSupport
import Testing

@testable import CityExplorerServer

@Suite("The routes of the pages", .againstHanging)
struct PageRoutesTests {
  private static let visitor = "0123456789abcdef0123456789abcdef"
  private static let cookie: HTTPFields = [.cookie: "visitor=\(visitor)"]
  private static let form: HTTPFields = [
    .cookie: "visitor=\(visitor)", .contentType: "application/x-www-form-urlencoded",
    FieldName.secFetchSite: "same-origin",
  ]

  /// Asks pages over the shipped cities, without connections.
  private func withClient(
    limit: Int = 10, isBehindBalancer: Bool = false,
    _ body: @escaping @Sendable (any TestClientProtocol, Pages) async throws -> Void
  ) async throws {
    let fixture = try PageFixture(limit: limit)
    let router = Router(context: ServerRequestContext.self)
    router.add(middleware: ErrorMiddleware(limits: try .parse([]), routes: KnownRoutes()))
    let routes = PageRoutes(
      pages: fixture.pages, context: fixture.context,
      cookies: PageCookies(isBehindBalancer: isBehindBalancer), files: try WebFiles(),
      bodySize: 10_000)
    routes.add(to: router)
    try await Application(router: router, logger: Logger(label: "tests")).test(.live) {
      try await body($0, fixture.pages)
    }
  }

  @Test func `without a script, a form searches and links open cards`() async throws {
    try await withClient { client, pages in
      try await client.execute(uri: "/?q=m%C3%BCnch&place=2867714", method: .get) { response in
        #expect(response.status == .ok)
        let html = String(buffer: response.body)
        #expect(html.contains("<form role=\"search\" action=\"/\" method=\"get\">"))
        #expect(html.contains("href=\"/?q=m%C3%BCnch&amp;place=2659551\""))
        #expect(html.contains("<h2>Munich</h2>"))
        #expect(!html.contains("role=\"listbox\""))
        let cookies = response.headers[values: .setCookie]
        let visitor = try #require(cookies.first { $0.hasPrefix("visitor=") })
        #expect(visitor.contains("HttpOnly") && visitor.contains("SameSite=Lax"))
        #expect(cookies.contains { $0.hasPrefix("recent=2867714;") })
        let policy = try #require(response.headers[.contentSecurityPolicy])
        #expect(policy.contains("script-src 'self';") && !policy.contains("unsafe"))
      }
      try await client.execute(uri: "/?q=san&limit=30", method: .get, headers: Self.cookie) {
        let html = String(buffer: $0.body)
        #expect(html.components(separatedBy: "class=\"place\"").count == 41)
        #expect($0.headers[values: .setCookie].isEmpty)
      }
      // A document is no page that is kept.
      #expect(await pages.count == 0)
    }
  }

  @Test func `without a script, a star is a form, and the next document shows it`() async throws {
    try await withClient { client, _ in
      let body = "action=star&id=2867714&on=true&return=%2F%3Fq%3DMunich%26place%3D2867714"
      try await client.execute(
        uri: "/actions", method: .post, headers: Self.form, body: ByteBuffer(string: body)
      ) { response in
        #expect(response.status == .seeOther)
        #expect(response.headers[.location] == "/?q=Munich&place=2867714")
      }
      try await client.execute(uri: "/", method: .get, headers: Self.cookie) { response in
        let html = String(buffer: response.body)
        #expect(html.contains("<a class=\"place\" href=\"/?q=Munich&amp;place=2867714\">"))
        #expect(html.contains("id=\"favorites-star-2867714\" aria-pressed=\"true\""))
      }
    }
  }

  @Test(
    arguments: [
      "https://evil.example/", "//evil.example", "/\\evil.example", "/?q=\r\nSet-Cookie: a=b",
      "javascript:alert(1)", "",
    ])
  func `a form leads nowhere else`(path: String) async throws {
    try await withClient { client, _ in
      let encoded = path.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      let body = "action=forget-addresses&return=\(encoded)"
      try await client.execute(
        uri: "/actions", method: .post, headers: Self.form, body: ByteBuffer(string: body)
      ) { response in
        #expect(response.status == .seeOther)
        #expect(response.headers[.location] == "/")
        #expect(response.headers[values: .setCookie].isEmpty)
      }
    }
  }

  @Test(arguments: [
    (true, "https", true), (true, "http, HTTPS", true), (true, "https, http", false),
    (true, nil, false), (false, "https", false),
  ])
  func `cookies are secure if a balancer says that the request came by HTTPS`(
    isBehindBalancer: Bool, proto: String?, isSecure: Bool
  ) async throws {
    try await withClient(isBehindBalancer: isBehindBalancer) { client, _ in
      var headers: HTTPFields = [:]
      headers[FieldName.forwardedProto] = proto
      try await client.execute(
        uri: "/?q=munich&place=2867714", method: .get, headers: headers
      ) { response in
        let cookies = response.headers[values: .setCookie]
        #expect(cookies.count == 2)
        #expect(cookies.allSatisfy { $0.contains("; Secure") == isSecure })
      }
    }
  }

  @Test func `pages of others can do nothing`() async throws {
    try await withClient { client, _ in
      let foreign: [HTTPFields] = [
        [FieldName.secFetchSite: "cross-site"], [FieldName.secFetchSite: "same-site"],
        [.origin: "https://evil.example"], [.origin: "null"],
      ]
      for headers in foreign {
        let body = ByteBuffer(string: "action=star&id=2867714&on=true")
        try await client.execute(
          uri: "/actions", method: .post, headers: headers, body: body
        ) { response in
          #expect(response.status == .forbidden)
          #expect(
            String(buffer: response.body).contains(
              "The request must come from a page of this server."))
        }
      }
    }
  }

  @Test func `an action for a page that is gone says so`() async throws {
    try await withClient { client, _ in
      let body = ByteBuffer(string: "action=type&q=rome&number=1&page=\(Self.visitor)")
      try await client.execute(uri: "/actions", method: .post, headers: Self.form, body: body) {
        #expect($0.status == .gone)
      }
    }
  }

  @Test(
    arguments: [
      ("", "The body must be a form with the field 'action'."),
      ("action=fly", "The field 'action' must have a value of the page, got 'fly'."),
      ("action=star&on=true", "The field 'id' is missing."),
      ("action=star&id=x&on=true", "The field 'id' must be a whole number."),
      ("action=more", "The field 'page' is missing."),
      (
        "action=switch&engine=Magic&order=name",
        "The fields 'engine' and 'order' must have values of the page."
      ),
      (
        "action=type&number=1&q=" + String(repeating: "x", count: 201),
        "The text must have at most 200 characters, got 201."
      ),
    ])
  func `what makes no sense is refused with a sentence`(
    body: String, sentence: String
  ) async throws {
    try await withClient { client, _ in
      try await client.execute(
        uri: "/actions", method: .post, headers: Self.form, body: ByteBuffer(string: body)
      ) { response in
        #expect(response.status == .badRequest)
        #expect(String(buffer: response.body).contains(sentence))
      }
    }
  }

  @Test func `long bodies and long texts are refused`() async throws {
    try await withClient { client, _ in
      let body = ByteBuffer(
        string: "action=addresses&lines=" + String(repeating: "x", count: 10_000))
      try await client.execute(uri: "/actions", method: .post, headers: Self.form, body: body) {
        #expect($0.status == .contentTooLarge)
      }
    }
    // That connection is closed.
    try await withClient { client, _ in
      // One character of many code points is as long as many characters.
      let text = "a" + String(repeating: "%CC%81", count: 200)
      for path in [
        "/?q=\(text)", "/events?q=\(text)", "/?place=x", "/?q=%", "/events?q[]=a&q=b",
      ] {
        try await client.execute(uri: path, method: .get, headers: Self.cookie) {
          #expect($0.status == .badRequest)
        }
      }
    }
  }

  @Test func `streams need the cookie of the document, and have a limit`() async throws {
    try await withClient(limit: 1) { client, pages in
      try await client.execute(uri: "/events", method: .get) {
        #expect($0.status == .forbidden)
      }
      let (id, _) = try await pages.open(
        visitor: .new(), client: .preview, recent: [])
      await pages.streamBegan(id)
      try await client.execute(uri: "/events", method: .get, headers: Self.cookie) { response in
        #expect(response.status == .serviceUnavailable)
        #expect(response.headers[.retryAfter] == "10")
        #expect(String(buffer: response.body).contains("at most 1 open pages,"))
      }
    }
  }

  @Test func `files are served by name, and asked for again by their tags`() async throws {
    try await withClient { client, _ in
      let tag = try await client.execute(uri: "/web/explorer.js", method: .get) { response in
        #expect(response.headers[.contentType] == "text/javascript; charset=utf-8")
        #expect(response.headers[.xContentTypeOptions] == "nosniff")
        #expect(String(buffer: response.body).contains("class"))
        return try #require(response.headers[.eTag])
      }
      try await client.execute(
        uri: "/web/explorer.js", method: .get, headers: [.ifNoneMatch: tag]
      ) {
        #expect($0.status == .notModified)
      }
      for name in ["page.mustache", "nothing.js", "..%2FPackage.swift", "%2e%2e", "world.md"] {
        try await client.execute(uri: "/web/\(name)", method: .get) {
          #expect($0.status == .notFound)
        }
      }
    }
  }
}
#endif
