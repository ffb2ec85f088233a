#if Server
import CitySearch
import CoreMetrics
import RemoteSearch

/// The state that all pages share.
struct PageContext: Sendable {
  let gazetteer: Gazetteer
  /// Names in the languages of readers.
  let names: LocalNames
  let sources: SearchSources
  let visitors: Visitors
  let templates: Templates
  /// The texts of the pages.
  let languages: PageLanguages
  /// The address of the pictures of the map; `nil` for the outline of the world.
  let tiles: String?
  /// The gauge of open pages.
  let openPages: Gauge
  /// The time since the start.
  let now: @Sendable () -> Duration
  let sleep: @Sendable (Duration) async throws -> Void

  /// A person who reads some languages.
  func reader(_ languages: [String]) -> PageReader {
    PageReader(languages, texts: self.languages, names: names)
  }

  init(
    _ context: ServerContext, folder: VisitorFolder?, templates: Templates,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    gazetteer = context.gazetteer
    names = context.names
    sources = SearchSources(context.gazetteer, engines: context.engines)
    visitors = Visitors(
      places: context.gazetteer, geocoder: context.geocoder,
      folder: folder, addressLimit: min(context.limits.addresses, 1_000))
    self.templates = templates
    languages = templates.languages
    tiles = context.tiles
    openPages = Gauge(label: "pages_open", factory: context.metrics)
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(for: $0) }
  }
}
#endif
