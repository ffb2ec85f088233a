#if Server
import ArgumentParser
import CityGeocoding
import CitySearch
import CitySession
import Foundation
import Logging
import NIOCore
import TestSupport

@testable import CityExplorerServer

/// Pages over the shipped cities, without connections.
struct PageFixture {
  let clock = ManualClock()
  let context: PageContext
  let pages: Pages

  /// Opening it takes a while in a build for debugging, so all tests share one.
  private static let serverContext = Result {
    try ServerContext(
      options: .parse([]), limits: .parse([]), logger: Logger(label: "tests"))
  }

  init(
    folder: URL? = nil, folderLimits: VisitorFolder.Limits = .tests, limit: Int = 10,
    clientLimit: Int = 10, visitorLimit: Int = 10, engines: [Engine] = [.radixTree]
  ) throws {
    var server = try Self.serverContext.get()
    server.engines = engines
    context = PageContext(
      server,
      folder: try folder.map {
        try VisitorFolder($0, limits: folderLimits, logger: Logger(label: "tests"))
      }, templates: try Templates(), clock: clock)
    pages = Pages(
      limits: Pages.Limits(all: limit, client: clientLimit, visitor: visitorLimit),
      context: context)
  }

  /// A page that is not among the open ones.
  func page(
    of visitor: VisitorID = .new(), at address: PageAddress = PageAddress(),
    client: SearchClient? = nil, recent: [City.ID] = [], isScripted: Bool = true
  ) async -> Page {
    let client =
      if let client { client } else { await context.sources.client(for: SearchSettings()) }
    let page = Page(
      visitor: await context.visitors.take(visitor), context: context, client: client,
      recent: recent, isScripted: isScripted)
    await page.open(address)
    return page
  }

  /// A page that is open.
  func openPage(
    of visitor: VisitorID = .new(), at client: String = "192.0.2.1"
  ) async throws -> (id: PageID, page: Page) {
    let opened = try await pages.open(
      by: Pages.Owner(visitor: visitor, client: client),
      search: await context.sources.client(for: SearchSettings()), recent: [])
    await opened.page.open(PageAddress())
    return opened
  }
}

extension Page {
  /// The newest part that a template made.
  func part(_ start: String) async -> String {
    let parts = events(after: 0).events.compactMap { event in
      if case .part(let html) = event { html } else { nil }
    }
    return parts.first { $0.hasPrefix(start) } ?? ""
  }

  var results: String { get async { await part("<section id=\"results\"") } }
  var card: String { get async { await part("<section id=\"card\"") } }
  var map: String { get async { await part("<world-map") } }
  var favorites: String { get async { await part("<section id=\"favorites\"") } }
  var progress: String { get async { await part("<div id=\"progress\"") } }

  var status: PageStatus? {
    for case .status(let status) in events(after: 0).events { return status }
    return nil
  }

  /// Waits until what the browser gets fulfills a condition, as its stream does.
  func wait(until condition: (Page) async -> Bool) async {
    for await _ in changes().stream where await condition(self) { return }
  }

  func type(_ text: String, number: Int) async { await perform(.typed(text, number: number)) }
}

extension VisitorFolder.Limits {
  /// Limits that no test reaches by accident.
  static let tests = VisitorFolder.Limits(size: 100_000_000, visitors: 1_000, age: 86_400)
}

/// Finds nothing.
struct NoPlaces: Geocoder {
  func geocode(_ address: PostalAddress) throws(GeocodingError) -> GeocodingResult {
    throw .noResult
  }
}

extension SearchCompletion {
  static let munichID: City.ID = 2_867_714
  static let romeID: City.ID = 3_169_070
}
#endif
