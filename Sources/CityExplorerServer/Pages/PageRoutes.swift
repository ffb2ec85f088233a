#if Server
import CityExplorer
import CityFavorites
import CitySearch
import Foundation
import HTTPTypes
import Hummingbird
import ServiceLifecycle

/// City Explorer in a browser.
///
/// | request | answer |
/// | --- | --- |
/// | `GET /?q=&place=` | the page as a document, which needs no script |
/// | `GET /events?q=&place=` | makes a page and streams what changes in it; or goes on with `from` or `Last-Event-ID` |
/// | `POST /actions` | takes what somebody did, in the form of a form |
/// | `GET /web/NAME` | scripts, style sheets, pictures |
struct PageRoutes: Sendable {
  let pages: Pages
  let server: PageServer
  let files: WebFiles
  let bodySize: Int

  /// Adds the routes of the pages to a router.
  ///
  /// - Returns: What runs beside the routes until the server stops.
  /// - Throws: What reading the templates and files throws.
  static func add(
    to router: Router<ServerRequestContext>, context: ServerContext
  ) throws -> [any Service] {
    let server = PageServer(
      context: context, dataFolder: context.dataFolder, templates: try Templates())
    let routes = PageRoutes(
      pages: Pages(limit: context.limits.openPages, server: server), server: server,
      files: try WebFiles(), bodySize: context.limits.bodySize)
    routes.add(to: router)
    return [routes.pages]
  }

  func add(to router: Router<ServerRequestContext>) {
    router.get("/") { request, _ in try await document(request) }
    router.get("/events") { request, _ in try await events(request) }
    router.post("/actions") { request, _ in try await act(request) }
    router.get("/web/:name") { request, context in
      try files.response(to: request, name: context.parameters.require("name"))
    }
  }
}

extension PageRoutes {
  private struct Query: Decodable {
    var q: String?
    var place: Int?
    var limit: Int?
    /// Where the browser is in the events of a page.
    var from: String?

    /// Reads the query of an address.
    ///
    /// - Throws: 400, if it makes no sense.
    init(of request: Request) throws {
      do {
        self = try URLEncodedFormDecoder().decode(Query.self, from: request.uri.query ?? "")
      } catch {
        throw HTTPError(
          .badRequest,
          message: "The query must have percent signs before two hexadecimal digits only, each "
            + "field once, and whole numbers for place and limit.")
      }
    }
  }

  /// The page as it is without a script, which then takes over.
  private func document(_ request: Request) async throws -> Response {
    let query = try Query(of: request)
    let address = try address(query)
    let known = PageCookies.visitor(of: request)
    let id = known ?? .new()
    let recent = PageCookies.recent(of: request)
    let page = Page(
      visitor: await server.visitors.take(id), server: server,
      client: await server.sources.client(for: SearchSettings()), recent: recent,
      isScripted: false)
    await page.open(address)
    if let limit = query.limit { await page.extend(to: min(limit, Self.longestList)) }
    let html = await page.document()
    let recentNow = await page.state.recentPlaces.map(\.id)
    await page.close()
    var response = Response(
      status: .ok,
      headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "private, no-cache"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    response.headers.append(contentsOf: PageHeaders.all)
    if known == nil { PageCookies.set(id, on: &response) }
    if recentNow != recent { PageCookies.set(recent: recentNow, on: &response) }
    return response
  }

  private static let longestList = 100

  private func events(_ request: Request) async throws -> Response {
    try RequestOrigin.check(request)
    let query = try Query(of: request)
    guard let visitorID = PageCookies.visitor(of: request) else {
      throw HTTPError(.forbidden, message: "Pages need the cookie that comes with the document.")
    }
    let address = try address(query)
    let from = request.headers[FieldName.lastEventID] ?? query.from
    if let from = from.flatMap(EventPosition.init),
      let page = await pages.page(from.page, of: visitorID)
    {
      return EventStream(
        pages: pages, page: page, id: from.page, version: from.version, body: request.body
      ).response
    }
    let (id, page) = try await pages.open(
      visitor: visitorID,
      client: await server.sources.client(for: SearchSettings()),
      recent: PageCookies.recent(of: request))
    await page.open(address)
    return EventStream(
      pages: pages, page: page, id: id, version: 0, body: request.body
    ).response
  }

  private func act(_ request: Request) async throws -> Response {
    try RequestOrigin.check(request)
    let body = try await request.body.collect(upTo: bodySize)
    let form: PageForm
    do {
      form = try URLEncodedFormDecoder().decode(PageForm.self, from: String(buffer: body))
    } catch {
      throw HTTPError(.badRequest, message: "The body must be a form with the field 'action'.")
    }
    let action = try form.pageAction(queryLength: PageView.queryLength)
    let visitorID = PageCookies.visitor(of: request)
    if let id = form.page {
      guard let pageID = PageID(id), let visitorID,
        let page = await pages.page(pageID, of: visitorID)
      else { throw HTTPError(.gone, message: "This page is not open any more.") }
      return await perform(action, on: page, request)
    }
    guard case .kept(let kept) = action else {
      throw HTTPError(.badRequest, message: "The field 'page' is missing.")
    }
    let id = visitorID ?? .new()
    try await perform(kept, by: id)
    var response = Response(status: .seeOther, headers: [.location: form.returnPath])
    if visitorID == nil { PageCookies.set(id, on: &response) }
    return response
  }

  private func perform(_ action: PageAction, on page: Page, _ request: Request) async -> Response {
    let before = await page.state.recentPlaces.first
    await page.perform(action)
    let newest = await page.state.recentPlaces.first
    var response = Response(status: .noContent)
    if let newest, newest != before {
      // Other windows have added theirs to the cookie.
      let others = PageCookies.recent(of: request).filter { $0 != newest.id }
      let ids = ([newest.id] + others).prefix(ExplorerState.recentPlacesLimit)
      PageCookies.set(recent: Array(ids), on: &response)
    }
    return response
  }

  private func perform(_ action: VisitorAction, by id: VisitorID) async throws {
    let visitor = await server.visitors.take(id)
    let outcome: Result<Void, any Error>
    do {
      outcome = .success(try await visitor.perform(action))
    } catch {
      outcome = .failure(error)
    }
    await server.visitors.release(visitor)
    do {
      try outcome.get()
    } catch let complaint as AddressComplaint {
      throw HTTPError(.badRequest, message: "\(complaint)")
    } catch FavoritesError.unknownCity(let id) {
      throw HTTPError(.notFound, message: "There is no city with the id \(id).")
    }
  }

  private func address(_ query: Query) throws -> PageAddress {
    PageAddress(
      query: try PageForm.checked(query.q ?? "", upTo: PageView.queryLength), place: query.place)
  }
}

/// Whether a request comes from a page of this server.
enum RequestOrigin {
  /// Refuses requests that pages of others have made.
  ///
  /// - Throws: 403, if a browser says that the request comes from elsewhere.
  static func check(_ request: Request) throws {
    switch request.headers[FieldName.secFetchSite] {
    case "same-origin", "none": return
    case .some: throw refusal
    case nil: break
    }
    // An older browser.
    guard let origin = request.headers[.origin] else { return }
    let host = URL(string: origin).flatMap { url in
      url.host().map { name in url.port.map { "\(name):\($0)" } ?? name }
    }
    guard let host, host == request.head.authority else { throw refusal }
  }

  private static var refusal: HTTPError {
    HTTPError(.forbidden, message: "Only pages of this server may do that.")
  }
}
#endif
