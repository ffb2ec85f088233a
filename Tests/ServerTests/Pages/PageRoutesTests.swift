#if Server
import CitySession
import ArgumentParser
import CitySearch
import Foundation
import HTTPTypes
import Hummingbird
import Logging
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

  /// A client of pages over the shipped cities, and the open pages.
  private func makeClient(
    limit: Int = 10, isBehindBalancer: Bool = false
  ) throws -> (RouteClient, Pages) {
    let fixture = try PageFixture(limit: limit)
    let router = Router(context: ServerRequestContext.self)
    router.add(middleware: ErrorMiddleware(routes: KnownRoutes()))
    let routes = PageRoutes(
      pages: fixture.pages, context: fixture.context,
      cookies: PageCookies(isBehindBalancer: isBehindBalancer), files: try WebFiles(),
      bodySize: 10_000)
    routes.add(to: router)
    return (RouteClient(router), fixture.pages)
  }

  @Test func `without a script, a form searches and links open cards`() async throws {
    let (client, pages) = try makeClient()
    let response = try await client.answer("/?q=m%C3%BCnch&place=2867714")
    #expect(response.status == .ok)
    let html = response.text
    #expect(html.contains("<form role=\"search\" action=\"/\" method=\"get\">"))
    #expect(html.contains("href=\"/?q=m%C3%BCnch&amp;place=2659551\""))
    #expect(html.contains(">Munich</h2>"))
    #expect(!html.contains("role=\"listbox\""))
    let cookies = response.headers[values: .setCookie]
    let visitor = try #require(cookies.first { $0.hasPrefix("visitor=") })
    #expect(visitor.contains("HttpOnly") && visitor.contains("SameSite=Lax"))
    #expect(cookies.contains { $0.hasPrefix("recent=2867714;") })
    let policy = try #require(response.headers[.contentSecurityPolicy])
    #expect(policy.contains("script-src 'self';") && !policy.contains("unsafe"))
    let many = try await client.answer("/?q=san&limit=30", headers: Self.cookie)
    #expect(many.text.components(separatedBy: "class=\"place\"").count == 41)
    #expect(many.headers[values: .setCookie].isEmpty)
    // A document leaves no page open.
    #expect(await pages.count == 0)
  }

  @Test func `without a script, a star is a form, and the next document shows it`() async throws {
    let (client, _) = try makeClient()
    let body = "action=star&id=2867714&on=true&return=%2F%3Fq%3DMunich%26place%3D2867714"
    let response = try await client.answer("/actions", .post, headers: Self.form, body: body)
    #expect(response.status == .seeOther)
    #expect(response.headers[.location] == "/?q=Munich&place=2867714")
    let html = try await client.answer("/", headers: Self.cookie).text
    #expect(html.contains("<a class=\"place\" href=\"/?q=Munich&amp;place=2867714\">"))
    #expect(html.contains("id=\"favorites-star-2867714\" aria-pressed=\"true\""))
  }

  @Test func `a change costs as much as the windows that render it`() async throws {
    let fixture = try PageFixture()
    let router = Router(context: ServerRequestContext.self)
    router.add(middleware: ErrorMiddleware(routes: KnownRoutes()))
    let limits = try ServerLimits.parse(["--rate", "0.01", "--burst", "10"])
    router.add(middleware: RateLimiter(limits: limits, behindBalancer: false))
    PageRoutes(
      pages: fixture.pages, context: fixture.context,
      cookies: PageCookies(isBehindBalancer: false), files: try WebFiles(), bodySize: 10_000
    ).add(to: router)
    let client = RouteClient(router)
    func star() async throws -> HTTPResponse.Status {
      try await client.answer(
        "/actions", .post, headers: Self.form, body: "action=star&id=2867714&on=true"
      ).status
    }
    #expect(try await star() == .seeOther)
    let visitor = try #require(VisitorID(Self.visitor))
    for _ in 0..<4 { _ = try await fixture.openPage(of: visitor) }
    // One of ten tokens is spent. With four windows, a star costs seven.
    #expect(try await star() == .seeOther)
    #expect(try await star() == .tooManyRequests)
  }

  @Test func `a star that cannot be saved is not acknowledged`() async throws {
    let (client, pages) = try makeClient()
    let visitor = try #require(VisitorID(Self.visitor))
    let (id, page) = try await pages.open(
      by: Pages.Owner(visitor: visitor, client: ""), search: .preview, recent: [])
    await page.open(PageAddress())
    for place in ["&page=\(id.text)", "&return=%2F"] {
      let body = "action=star&id=-1&on=true" + place
      let response = try await client.answer("/actions", .post, headers: Self.form, body: body)
      #expect(response.status == .badRequest)
      #expect(response.text.contains("There is no city with the id -1."))
    }
  }

  @Test(
    arguments: [
      "https://evil.example/", "//evil.example", "/\\evil.example", "/?q=\r\nSet-Cookie: a=b",
      "javascript:alert(1)", "",
    ].named(by: \.self))
  func `a form leads nowhere else`(example: Named<String>) async throws {
    let path = example.value
    let (client, _) = try makeClient()
    let encoded = path.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    let body = "action=forget-addresses&return=\(encoded)"
    let response = try await client.answer("/actions", .post, headers: Self.form, body: body)
    #expect(response.status == .seeOther)
    #expect(response.headers[.location] == "/")
    #expect(response.headers[values: .setCookie].isEmpty)
  }

  @Test(arguments: [
    (true, "https", true), (true, "http, HTTPS", true), (true, "https, http", false),
    (true, nil, false), (false, "https", false),
  ])
  func `cookies are secure if a balancer says that the request came by HTTPS`(
    isBehindBalancer: Bool, proto: String?, isSecure: Bool
  ) async throws {
    let (client, _) = try makeClient(isBehindBalancer: isBehindBalancer)
    var headers: HTTPFields = [:]
    headers[FieldName.forwardedProto] = proto
    let cookies = try await client.answer("/?q=munich&place=2867714", headers: headers)
      .headers[values: .setCookie]
    #expect(cookies.count == 2)
    #expect(cookies.allSatisfy { $0.contains("; Secure") == isSecure })
  }

  @Test func `pages of others can do nothing`() async throws {
    let (client, _) = try makeClient()
    let foreign: [HTTPFields] = [
      [FieldName.secFetchSite: "cross-site"], [FieldName.secFetchSite: "same-site"],
      [.origin: "https://evil.example"], [.origin: "null"],
    ]
    for headers in foreign {
      let body = "action=star&id=2867714&on=true"
      let response = try await client.answer("/actions", .post, headers: headers, body: body)
      #expect(response.status == .forbidden)
      #expect(response.text.contains("The request must come from a page of this server."))
    }
  }

  @Test func `an action for a page that is gone says so`() async throws {
    let (client, _) = try makeClient()
    let body = "action=type&q=rome&number=1&page=\(Self.visitor)"
    #expect(
      try await client.answer("/actions", .post, headers: Self.form, body: body).status == .gone)
  }

  @Test(
    arguments: [
      ("", "The body must be a form with the field 'action'."),
      ("action=fly", "The field 'action' must have a value of the page, got 'fly'."),
      ("action=star&on=true", "The field 'id' is missing."),
      ("action=star&id=x&on=true", "The field 'id' must be a whole number."),
      ("action=more", "The field 'page' is missing."),
      (
        "action=switch&engine=PointerTrie&order=name",
        "The fields 'engine' and 'order' must have values of the page."
      ),
      (
        "action=switch&engine=Magic&order=name",
        "The fields 'engine' and 'order' must have values of the page."
      ),
      (
        "action=type&number=1&q=" + String(repeating: "x", count: 201),
        "The text must have at most 200 characters, got 201."
      ),
    ].named(by: \.0))
  func `what makes no sense is refused with a sentence`(example: Named<(String, String)>)
    async throws
  {
    let (body, sentence) = example.value
    let (client, _) = try makeClient()
    let response = try await client.answer("/actions", .post, headers: Self.form, body: body)
    #expect(response.status == .badRequest)
    #expect(response.text.contains(sentence))
  }

  @Test func `long bodies and long texts are refused`() async throws {
    let (client, _) = try makeClient()
    let body = "action=addresses&lines=" + String(repeating: "x", count: 10_000)
    #expect(
      try await client.answer("/actions", .post, headers: Self.form, body: body).status
        == .contentTooLarge)
    // The limit counts code points, of which a character can have many.
    let text = "a" + String(repeating: "%CC%81", count: 200)
    for path in [
      "/?q=\(text)", "/events?q=\(text)", "/?place=x", "/?q=%", "/events?q[]=a&q=b",
    ] {
      #expect(try await client.answer(path, headers: Self.cookie).status == .badRequest)
    }
  }

  @Test func `streams need the cookie of the document, and have a limit`() async throws {
    let (client, pages) = try makeClient(limit: 1)
    #expect(try await client.answer("/events").status == .forbidden)
    let (id, _) = try await pages.open(
      by: Pages.Owner(visitor: .new(), client: ""), search: .preview, recent: [])
    await pages.streamBegan(id)
    let response = try await client.answer("/events", headers: Self.cookie)
    #expect(response.status == .serviceUnavailable)
    #expect(response.headers[.retryAfter] == "10")
    #expect(response.text.contains("at most 1 open pages,"))
  }

  @Test func `files are served by name, and asked for again by their tags`() async throws {
    let (client, _) = try makeClient()
    let response = try await client.answer("/web/explorer.js")
    #expect(response.headers[.contentType] == "text/javascript; charset=utf-8")
    #expect(response.headers[.xContentTypeOptions] == "nosniff")
    #expect(response.text.contains("class"))
    let tag = try #require(response.headers[.eTag])
    #expect(
      try await client.answer("/web/explorer.js", headers: [.ifNoneMatch: tag]).status
        == .notModified)
    for name in ["page.mustache", "nothing.js", "..%2FPackage.swift", "%2e%2e", "world.md"] {
      #expect(try await client.answer("/web/\(name)").status == .notFound)
    }
  }
}
#endif
