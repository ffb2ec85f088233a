#if Server
import CitySearch
import CitySession
import CoreMetrics
import Foundation
import Hummingbird
import ServiceLifecycle

/// The id of a page, a secret of its browser.
struct PageID: Sendable, Hashable {
  let text: String

  /// Parses an id; `nil` if it is malformed.
  init?(_ text: String) {
    guard let id = VisitorID(text) else { return nil }
    self.text = id.text
  }

  static func new() -> PageID { PageID(VisitorID.new()) }

  private init(_ id: VisitorID) { text = id.text }
}

/// The open pages, up to a limit.
///
/// A page lives as long as its event stream, and an idle timeout longer, because connections break.
/// A browser that reconnects later, or to another server, opens a new page.
actor Pages {
  private let limit: Int
  private let context: PageContext
  private var entries: [PageID: Entry] = [:] {
    didSet { if entries.count != oldValue.count { context.openPages.record(entries.count) } }
  }
  /// The number of pages that are being opened.
  private var openingCount = 0
  private var isClosed = false

  private struct Entry {
    let page: Page
    var streamCount = 0
    /// Whether a stream has begun.
    var hasBegun = false
    /// The time of the latest use.
    var lastUse: Duration
  }

  /// The time after which a page without a stream is closed.
  static let idleTimeout = Duration.seconds(60)
  /// The time between two checks for idle pages.
  static let cleanupInterval = Duration.seconds(10)

  init(limit: Int, context: PageContext) {
    self.limit = limit
    self.context = context
  }

  var count: Int { entries.count }

  /// The page of a visitor.
  func page(_ id: PageID, of visitor: VisitorID) -> Page? {
    guard let page = entries[id]?.page, page.visitor.id == visitor else { return nil }
    entries[id]?.lastUse = context.now()
    return page
  }

  /// Opens a page.
  ///
  /// - Throws: `HTTPError` with 503 if the limit of open pages is reached.
  func open(
    visitor visitorID: VisitorID, client: SearchClient, recent: [City.ID]
  ) async throws -> (id: PageID, page: Page) {
    if entries.count + openingCount >= limit { await removeLongestUnused() }
    guard !isClosed, entries.count + openingCount < limit else {
      throw HTTPError(
        .serviceUnavailable, headers: [.retryAfter: "10"],
        message: "The server has at most \(limit) open pages, and all are in use. Try again later.")
    }
    // Other pages may be opened while this one waits for its visitor.
    openingCount += 1
    defer { openingCount -= 1 }
    let id = PageID.new()
    let visitor = await context.visitors.take(visitorID)
    let page = Page(visitor: visitor, context: context, client: client, recent: recent)
    entries[id] = Entry(page: page, lastUse: context.now())
    return (id, page)
  }

  func streamBegan(_ id: PageID) {
    entries[id]?.streamCount += 1
    entries[id]?.hasBegun = true
  }

  func streamEnded(_ id: PageID) {
    entries[id]?.streamCount -= 1
    entries[id]?.lastUse = context.now()
  }

  /// Closes idle pages, and wakes the readers of all others.
  func removeIdlePages() async {
    let now = context.now()
    for (id, entry) in entries
    where entry.streamCount == 0 && now - entry.lastUse >= Self.idleTimeout {
      await remove(id)
    }
    for entry in entries.values { await entry.page.wakeReaders() }
  }

  /// Closes all pages, and opens no new ones.
  func close() async {
    isClosed = true
    for id in Array(entries.keys) { await remove(id) }
    await context.visitors.close()
  }

  private func remove(_ id: PageID) async {
    await entries.removeValue(forKey: id)?.page.close()
  }

  /// Closes the page that has been without a stream for the longest time.
  private func removeLongestUnused() async {
    let limit = context.now() - Self.cleanupInterval
    let unused = entries.filter { $1.streamCount == 0 && ($1.hasBegun || $1.lastUse <= limit) }
    if let id = unused.min(by: { $0.value.lastUse < $1.value.lastUse })?.key { await remove(id) }
  }
}

extension Pages: Service {
  /// Closes idle pages at intervals until the server stops, then all pages.
  nonisolated func run() async throws {
    await cancelWhenGracefulShutdown {
      while (try? await self.context.sleep(Self.cleanupInterval)) != nil {
        await self.removeIdlePages()
      }
    }
    await close()
  }
}

/// The state that all pages share.
struct PageContext: Sendable {
  let gazetteer: Gazetteer
  let sources: SearchSources
  let visitors: Visitors
  let templates: Templates
  /// The gauge of open pages.
  let openPages: Gauge
  /// The time since the start.
  let now: @Sendable () -> Duration
  let sleep: @Sendable (Duration) async throws -> Void

  init(
    _ context: ServerContext, dataFolder: URL?, templates: Templates,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    gazetteer = context.gazetteer
    sources = SearchSources(context.gazetteer)
    visitors = Visitors(
      places: context.gazetteer, geocoder: context.geocoder,
      folder: dataFolder, addressLimit: min(context.limits.addresses, 1_000))
    self.templates = templates
    openPages = Gauge(label: "pages_open", factory: context.metrics)
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(for: $0) }
  }
}
#endif
