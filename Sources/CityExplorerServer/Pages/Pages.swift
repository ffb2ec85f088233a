#if Server
import CitySearch
import CitySession
import CoreMetrics
import Foundation
import Hummingbird
import ServiceLifecycle

/// The name of a page, which only its browser knows.
struct PageID: Sendable, Hashable {
  let text: String

  /// Takes what a browser says; `nil` if it can be no page's.
  init?(_ text: String) {
    guard let id = VisitorID(text) else { return nil }
    self.text = id.text
  }

  static func new() -> PageID { PageID(VisitorID.new()) }

  private init(_ id: VisitorID) { text = id.text }
}

/// All pages that are open, and no more of them than there may be.
///
/// A page lives as long as its stream of events, and a while longer, since connections break. A page that
/// loses its server makes another one, and goes on there.
actor Pages {
  private let limit: Int
  private let server: PageServer
  private var entries: [PageID: Entry] = [:] {
    didSet { if entries.count != oldValue.count { server.openPages.record(entries.count) } }
  }
  /// The number of pages that are being made.
  private var openingCount = 0
  private var isClosed = false

  private struct Entry {
    let page: Page
    var streamCount = 0
    /// Whether there was a stream; else it is about to begin.
    var hasBegun = false
    /// When the page was used last.
    var lastUse: Duration
  }

  /// How long a page without a stream is kept.
  static let patience = Duration.seconds(60)
  /// The time between two looks at all pages.
  static let interval = Duration.seconds(10)

  init(limit: Int, server: PageServer) {
    self.limit = limit
    self.server = server
  }

  var count: Int { entries.count }

  /// The page of a visitor.
  func page(_ id: PageID, of visitor: VisitorID) -> Page? {
    guard let page = entries[id]?.page, page.visitor.id == visitor else { return nil }
    entries[id]?.lastUse = server.now()
    return page
  }

  /// Makes a page.
  ///
  /// - Throws: 503 with a sentence, if there are as many as there may be.
  func open(
    visitor visitorID: VisitorID, client: SearchClient, recent: [City.ID]
  ) async throws -> (id: PageID, page: Page) {
    if entries.count + openingCount >= limit { await removeLongestUnused() }
    guard !isClosed, entries.count + openingCount < limit else {
      throw HTTPError(
        .serviceUnavailable, headers: [.retryAfter: "10"],
        message: "As many pages are open as this server keeps, \(limit). Try again in a while.")
    }
    // Others are opened while this one waits for its visitor.
    openingCount += 1
    defer { openingCount -= 1 }
    let id = PageID.new()
    let visitor = await server.visitors.take(visitorID)
    let page = Page(visitor: visitor, server: server, client: client, recent: recent)
    entries[id] = Entry(page: page, lastUse: server.now())
    return (id, page)
  }

  func streamBegan(_ id: PageID) {
    entries[id]?.streamCount += 1
    entries[id]?.hasBegun = true
  }

  func streamEnded(_ id: PageID) {
    entries[id]?.streamCount -= 1
    entries[id]?.lastUse = server.now()
  }

  /// Removes pages that nobody has come back to, and wakes the others.
  func lookAround() async {
    let now = server.now()
    for (id, entry) in entries
    where entry.streamCount == 0 && now - entry.lastUse >= Self.patience {
      await remove(id)
    }
    for entry in entries.values { await entry.page.wakeReaders() }
  }

  /// Ends all pages, and makes no others.
  func close() async {
    isClosed = true
    for id in Array(entries.keys) { await remove(id) }
    await server.visitors.close()
  }

  private func remove(_ id: PageID) async {
    await entries.removeValue(forKey: id)?.page.close()
  }

  /// Makes place at the cost of a page whose browser is probably gone.
  private func removeLongestUnused() async {
    let limit = server.now() - Self.interval
    let unused = entries.filter { $1.streamCount == 0 && ($1.hasBegun || $1.lastUse <= limit) }
    if let id = unused.min(by: { $0.value.lastUse < $1.value.lastUse })?.key { await remove(id) }
  }
}

extension Pages: Service {
  /// Looks after the pages until the server stops.
  nonisolated func run() async throws {
    await cancelWhenGracefulShutdown {
      while (try? await self.server.sleep(Self.interval)) != nil { await self.lookAround() }
    }
    await close()
  }
}

/// What all pages share.
struct PageServer: Sendable {
  let gazetteer: Gazetteer
  let sources: SearchSources
  let visitors: Visitors
  let templates: Templates
  /// The number of pages that are open.
  let openPages: Gauge
  /// The time since some moment.
  let now: @Sendable () -> Duration
  let sleep: @Sendable (Duration) async throws -> Void

  init(
    context: ServerContext, dataFolder: URL?, templates: Templates,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    gazetteer = context.gazetteer
    sources = SearchSources(context.gazetteer)
    visitors = Visitors(
      places: context.gazetteer, geocoder: LineGeocoder(base: context.geocoder),
      folder: dataFolder, addressLimit: min(context.limits.addresses, 1_000))
    self.templates = templates
    openPages = Gauge(label: "pages_open", factory: context.metrics)
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(for: $0) }
  }
}
#endif
