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

  init(folder: URL? = nil, limit: Int = 10) throws {
    context = PageContext(
      try Self.serverContext.get(), dataFolder: folder, templates: try Templates(),
      clock: clock)
    pages = Pages(limit: limit, context: context)
  }

  /// A page that is not among those that are open.
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
  func openPage(of visitor: VisitorID = .new()) async throws -> (id: PageID, page: Page) {
    let opened = try await pages.open(
      visitor: visitor,
      client: await context.sources.client(for: SearchSettings()), recent: [])
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

/// Finds nothing.
struct NoPlaces: Geocoder {
  func geocode(_ address: PostalAddress) throws(GeocodingError) -> GeocodingResult {
    throw .noResult
  }
}

extension SearchCompletion {
  static let munichID = 2_867_714
  static let romeID = 3_169_070
}
#endif
