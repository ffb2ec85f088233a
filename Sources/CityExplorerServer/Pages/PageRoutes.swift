#if Server
import CitySession
import CityExplorer
import CityFavorites
import CitySearch
import Foundation
import HTTPTypes
import Hummingbird
import ServiceLifecycle

/// The routes of City Explorer in a browser.
///
/// | request | answer |
/// | --- | --- |
/// | `GET /?q=&place=` | the page as a document, which works without a script |
/// | `GET /events?q=&place=` | opens a page and streams its changes; `from` or `Last-Event-ID` resumes a stream |
/// | `POST /actions` | performs an action, given as a form |
/// | `GET /addresses.csv`, `GET /addresses.geojson` | the found addresses of the visitor |
/// | `GET /map/ZOOM/COLUMN/ROW` | the most populous cities of a part of the map |
/// | `GET /web/NAME` | a script, style sheet or picture |
struct PageRoutes: Sendable {
  let pages: Pages
  let context: PageContext
  let cookies: PageCookies
  let files: WebFiles
  let bodySize: Int

  /// Adds the routes of the pages to a router.
  ///
  /// - Returns: The services that run until the server stops.
  /// - Throws: The errors of reading templates and files.
  static func add(
    to router: Router<ServerRequestContext>, context: ServerContext
  ) throws -> [any Service] {
    let pageContext = PageContext(context, folder: context.folder, templates: try Templates())
    let limits = Pages.Limits(
      all: context.limits.openPages, client: context.limits.clientPages,
      visitor: context.limits.visitorPages)
    let routes = PageRoutes(
      pages: Pages(limits: limits, context: pageContext), context: pageContext,
      cookies: PageCookies(isBehindBalancer: context.isBehindBalancer), files: try WebFiles(),
      bodySize: context.limits.bodySize)
    routes.add(to: router)
    return [routes.pages]
  }

  func add(to router: Router<ServerRequestContext>) {
    router.get("/") { request, _ in try await document(request) }
    router.get("/events") { request, context in try await events(request, context) }
    router.post("/actions") { request, context in try await performAction(request, context) }
    for export in AddressExport.allCases {
      router.get("/addresses.\(export.rawValue)") { request, requestContext in
        try await addresses(request, requestContext, as: export)
      }
    }
    MapRoute.add(to: router, context: context)
    router.get("/web/:name") { request, context in
      try files.response(to: request, name: context.parameters.require("name"))
    }
  }
}

extension PageRoutes {
  private struct Query: Decodable {
    var q: String?
    var place: City.ID?
    var limit: Int?
    /// The position of the first favorite that is shown.
    var first: Int?
    /// The position of the browser in the events of a page.
    var from: String?

    /// Decodes the query of a request.
    ///
    /// - Throws: `HTTPError` with 400 if it is malformed.
    init(of request: Request) throws {
      do {
        self = try URLEncodedFormDecoder().decode(Query.self, from: request.uri.query ?? "")
      } catch {
        throw HTTPError(
          .badRequest,
          message: "The query must be percent-encoded, have each field once, and whole numbers "
            + "for place, limit and first.")
      }
    }
  }

  /// The page as a document, which the script updates afterwards.
  private func document(_ request: Request) async throws -> Response {
    let query = try Query(of: request)
    let address = try address(query)
    let known = PageCookies.visitor(of: request)
    let id = known ?? .new()
    let recent = PageCookies.recent(of: request)
    let page = Page(
      visitor: await context.visitors.take(id), context: context,
      client: await context.sources.client(for: SearchSettings()), recent: recent,
      isScripted: false)
    await page.open(address, in: request.acceptedLanguages)
    if let limit = query.limit { await page.extend(to: limit) }
    await page.showFavorites(from: query.first ?? 0)
    let html = await page.document()
    let recentNow = await page.state.recentPlaces.map(\.id)
    await page.close()
    var response = Response(
      status: .ok,
      headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "private, no-cache"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    response.headers.append(contentsOf: PageHeaders.with(tiles: context.tiles))
    if known == nil { cookies.set(id, on: &response, to: request) }
    if recentNow != recent { cookies.set(recent: recentNow, on: &response, to: request) }
    return response
  }

  private func events(
    _ request: Request, _ requestContext: ServerRequestContext
  ) async throws -> Response {
    try RequestOrigin.check(request)
    let query = try Query(of: request)
    guard let visitorID = PageCookies.visitor(of: request) else {
      throw HTTPError(.forbidden, message: "The request must have the cookie of the document.")
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
      by: Pages.Owner(visitor: visitorID, client: requestContext.client),
      search: await context.sources.client(for: SearchSettings()),
      recent: PageCookies.recent(of: request))
    await page.open(address, in: request.acceptedLanguages)
    return EventStream(
      pages: pages, page: page, id: id, version: 0, body: request.body
    ).response
  }

  /// The addresses of a visitor as a file.
  private func addresses(
    _ request: Request, _ requestContext: ServerRequestContext, as export: AddressExport
  ) async throws -> Response {
    guard let id = PageCookies.visitor(of: request) else {
      throw HTTPError(.forbidden, message: "The request must have the cookie of the document.")
    }
    let page = Page(
      visitor: await context.visitors.take(id), context: context,
      client: await context.sources.client(for: SearchSettings()), recent: [], isScripted: false)
    await page.open(PageAddress())
    let addresses = await page.state.geocoding
    await page.close()
    try requestContext.charge(Double(addresses.markers.count) / Self.exportsPerToken)
    return export.response(addresses)
  }

  /// The number of addresses that are exported in 10 ms.
  private static let exportsPerToken = 1_000.0

  private func performAction(
    _ request: Request, _ requestContext: ServerRequestContext
  ) async throws -> Response {
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
    if case .kept(let kept) = action {
      let windowCount = if let visitorID { await pages.count(of: visitorID) } else { 0 }
      try requestContext.charge(Self.cost(of: kept, windowCount: windowCount))
    }
    if case .switched(let settings) = action, !context.sources.engines.contains(settings.engine) {
      throw HTTPError(.badRequest, message: PageForm.unknownSettings)
    }
    if let id = form.page {
      guard let pageID = PageID(id), let visitorID,
        let page = await pages.page(pageID, of: visitorID)
      else { throw HTTPError(.gone, message: "This page is closed.") }
      return try await perform(action, on: page, request)
    }
    guard case .kept(let kept) = action else {
      throw HTTPError(.badRequest, message: "The field 'page' is missing.")
    }
    let id = visitorID ?? .new()
    try await perform(kept, by: id)
    var response = Response(status: .seeOther, headers: [.location: form.returnPath])
    if visitorID == nil { cookies.set(id, on: &response, to: request) }
    return response
  }

  /// The tokens that a change costs, which all windows of its visitor render.
  private static func cost(of action: VisitorAction, windowCount: Int) -> Double {
    let windows = Double(windowCount)
    // A window with 1,000 favorites takes up to 15 ms.
    guard case .addressesPasted(let lines) = action else { return 1.5 * windows }
    // Each result is saved, which takes 0.6 ms, and all windows follow the progress.
    let count = Double(lines.utf8.count { $0 == 0x0A } + 1)
    return GeocodeRoute.cost(ofBytes: lines.utf8.count) + count * (0.06 + 0.015 * windows)
  }

  private func perform(
    _ action: PageAction, on page: Page, _ request: Request
  ) async throws -> Response {
    let before = await page.state.recentPlaces.first
    if let failure = await page.perform(action) { throw Self.answer(to: failure) }
    let newest = await page.state.recentPlaces.first
    var response = Response(status: .noContent)
    if let newest, newest != before {
      // Other windows may have added places to the cookie.
      let others = PageCookies.recent(of: request).filter { $0 != newest.id }
      let ids = ([newest.id] + others).prefix(ExplorerState.recentPlacesLimit)
      cookies.set(recent: Array(ids), on: &response, to: request)
    }
    return response
  }

  /// Performs a change of a form without a script, on a page that lasts as long as the request.
  private func perform(_ action: VisitorAction, by id: VisitorID) async throws {
    let page = Page(
      visitor: await context.visitors.take(id), context: context,
      client: await context.sources.client(for: SearchSettings()), recent: [], isScripted: false)
    await page.open(PageAddress())
    let failure = await page.perform(.kept(action))
    await page.close()
    if let failure { throw Self.answer(to: failure) }
  }

  /// The answer to a change that was not saved.
  private static func answer(to error: any Error) -> any Error {
    switch error {
    case is AddressError, FavoritesError.unknownCity:
      HTTPError(.badRequest, message: "\(error)")
    case FavoritesError.full: HTTPError(.conflict, message: "\(error)")
    case FavoritesError.failed(let cause as VisitorStorageError): answer(to: cause)
    case VisitorStorageError.full:
      HTTPError(.init(code: 507, reasonPhrase: "Insufficient Storage"), message: "\(error)")
    case VisitorStorageError.failed: HTTPError(.internalServerError, message: "\(error)")
    default: error
    }
  }

  private func address(_ query: Query) throws -> PageAddress {
    PageAddress(
      query: try PageForm.checked(query.q ?? "", upTo: PageView.queryLength), place: query.place)
  }
}

/// The protection against cross-site request forgery.
enum RequestOrigin {
  /// Rejects requests from pages of other origins.
  ///
  /// - Throws: `HTTPError` with 403 if the browser states another origin.
  static func check(_ request: Request) throws {
    switch request.headers[FieldName.secFetchSite] {
    case "same-origin", "none": return
    case .some: throw refusal
    case nil: break
    }
    // Older browsers do not send Sec-Fetch-Site.
    guard let origin = request.headers[.origin] else { return }
    let host = URL(string: origin).flatMap { url in
      url.host().map { name in url.port.map { "\(name):\($0)" } ?? name }
    }
    guard let host, host == request.head.authority else { throw refusal }
  }

  private static var refusal: HTTPError {
    HTTPError(.forbidden, message: "The request must come from a page of this server.")
  }
}
#endif
