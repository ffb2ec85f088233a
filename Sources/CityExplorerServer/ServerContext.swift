#if Server
import CityGeocoding
import CitySearch
import Hummingbird
import Logging
import NIOCore
import RemoteSearch

/// The state that all requests share: the cities, their indexes, and the limits.
///
/// All of it is immutable, apart from the metrics.
struct ServerContext: Sendable {
  /// The cities, in a memory-mapped file, which is opened once: searches, tags and the files of the page are of one
  /// version until the server ends.
  let gazetteer: Gazetteer
  /// Search by name.
  let search: CityIndex
  /// Search by coordinate.
  let nearest: NearestCities
  /// Names in the languages of readers.
  let names: LocalNames
  /// The offline geocoder.
  let geocoder: LineGeocoder
  /// The entity tag of all answers.
  let entityTag: EntityTag
  /// The metrics of the server.
  let metrics = PrometheusMetrics()
  let limits: ServerLimits
  /// The logger of the server; requests have loggers of their own.
  let logger: Logger

  /// Opens the gazetteer.
  ///
  /// - Throws: `GazetteerError` if the gazetteer cannot be opened.
  init(options: ServerOptions, limits: ServerLimits, logger: Logger) throws {
    gazetteer = try options.site.openCities()
    search = CityIndex(gazetteer)
    nearest = NearestCities(gazetteer)
    names = LocalNames(gazetteer)
    geocoder = LineGeocoder(gazetteer)
    entityTag = EntityTag(of: gazetteer)
    self.limits = limits
    self.logger = logger
  }
}

/// The context of one request.
struct ServerRequestContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The connection of the request.
  let channel: any Channel
  /// What the client may have and use; `nil` before ``Accounting``.
  var account: ClientAccount?

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}
#endif
