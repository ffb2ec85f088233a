#if Server
import CitySearch
import CitySession
import CoreMetrics
import HTTPTypes
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

/// The open pages, up to limits: of all, of one client, and of one visitor.
///
/// A page lives as long as its event stream, and an idle timeout longer, because connections break.
/// A browser that reconnects later, or to another server, opens a new page.
actor Pages {
  private let limits: Limits
  private let context: PageContext
  private var entries: [PageID: Entry] = [:] {
    didSet { if entries.count != oldValue.count { context.openPages.record(entries.count) } }
  }
  /// The owners of the pages that are being opened.
  private var opening: [Owner] = []
  private var isClosed = false

  /// The largest numbers of open pages.
  struct Limits: Sendable {
    var all: Int
    /// Of one address, so that nobody takes all of them.
    var client: Int
    /// Of one visitor, whose every change reaches all of its pages.
    var visitor: Int
  }

  /// Who opened a page.
  struct Owner: Sendable {
    let visitor: VisitorID
    /// The address of the client.
    let client: String
  }

  private struct Entry {
    let page: Page
    let owner: Owner
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
  /// The time between two removals of the files of visitors who did not come back.
  static let expiryInterval = Duration.seconds(3_600)

  init(limits: Limits, context: PageContext) {
    self.limits = limits
    self.context = context
  }

  var count: Int { entries.count }

  /// The number of open pages of a visitor.
  ///
  /// - Complexity: O(*n*), where *n* is the number of open pages.
  func count(of visitor: VisitorID) -> Int {
    entries.values.count { $0.owner.visitor == visitor }
  }

  /// The page of a visitor.
  func page(_ id: PageID, of visitor: VisitorID) -> Page? {
    guard let page = entries[id]?.page, page.visitor.id == visitor else { return nil }
    entries[id]?.lastUse = context.now()
    return page
  }

  /// Opens a page.
  ///
  /// - Parameters:
  ///   - owner: Who opens the page.
  ///   - search: The initial search client.
  ///   - recent: The recent places, the latest first.
  /// - Returns: The page, and its id.
  /// - Throws: `HTTPError` with 429 if the limit of the client or of the visitor is reached, and with 503
  ///   if that of all pages is.
  /// - Complexity: O(*n*), where *n* is the number of open pages.
  func open(
    by owner: Owner, search: SearchClient, recent: [City.ID]
  ) async throws -> (id: PageID, page: Page) {
    try await makeRoom(
      limits.visitor,
      "You have \(limits.visitor) open pages. Close some to open others.",
      .tooManyRequests
    ) { $0.visitor == owner.visitor }
    try await makeRoom(
      limits.client,
      "Your address has \(limits.client) open pages. Close some to open others.",
      .tooManyRequests
    ) { $0.client == owner.client }
    try await makeRoom(
      isClosed ? 0 : limits.all,
      "The server has at most \(limits.all) open pages, and all are in use. Try again later.",
      .serviceUnavailable
    ) { _ in true }
    // Other pages may be opened while this one waits for its visitor.
    opening.append(owner)
    defer {
      if let place = opening.firstIndex(where: {
        $0.visitor == owner.visitor && $0.client == owner.client
      }) {
        opening.remove(at: place)
      }
    }
    let id = PageID.new()
    let visitor = await context.visitors.take(owner.visitor)
    let page = Page(visitor: visitor, context: context, client: search, recent: recent)
    entries[id] = Entry(page: page, owner: owner, lastUse: context.now())
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

  /// Closes an unused page of some owners if they have as many as a limit allows.
  ///
  /// - Throws: `HTTPError` with the status and the sentence if all of their pages are in use.
  private func makeRoom(
    _ limit: Int, _ sentence: String, _ status: HTTPResponse.Status,
    _ isIncluded: (Owner) -> Bool
  ) async throws {
    func count() -> Int {
      entries.values.count { isIncluded($0.owner) } + opening.count(where: isIncluded)
    }
    if count() >= limit { await removeLongestUnused(isIncluded) }
    guard count() < limit else {
      throw HTTPError(status, headers: [.retryAfter: "10"], message: sentence)
    }
  }

  private func remove(_ id: PageID) async {
    await entries.removeValue(forKey: id)?.page.close()
  }

  /// Closes the page of some owners that has no stream and was not used for the longest time.
  ///
  /// A page that was just opened waits for its first stream, and is not closed.
  private func removeLongestUnused(_ isIncluded: (Owner) -> Bool) async {
    let limit = context.now() - Self.cleanupInterval
    let unused = entries.filter {
      $1.streamCount == 0 && ($1.hasBegun || $1.lastUse <= limit) && isIncluded($1.owner)
    }
    if let id = unused.min(by: { $0.value.lastUse < $1.value.lastUse })?.key { await remove(id) }
  }
}

extension Pages: Service {
  /// Closes idle pages at intervals until the server stops, then all pages.
  nonisolated func run() async throws {
    await cancelWhenGracefulShutdown {
      var expiry = Duration.zero
      while (try? await self.context.sleep(Self.cleanupInterval)) != nil {
        await self.removeIdlePages()
        guard self.context.now() >= expiry else { continue }
        await self.context.visitors.removeExpired()
        expiry = self.context.now() + Self.expiryInterval
      }
    }
    await close()
  }
}
#endif
