#if Server
import CityGeocoding
import CitySearch
import GeoNamesCities
import Hummingbird
import Logging
import NIOCore
import RemoteSearch

/// The state that all requests share: the cities, their indexes, and the limits.
///
/// All of it is immutable, apart from the metrics and the folder of visitors.
struct ServerContext: Sendable {
  /// The cities, in a memory-mapped file.
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
  /// The folder for favorites and addresses of visitors; `nil` for memory only.
  let folder: VisitorFolder?
  /// The engines that pages can choose.
  var engines: [Engine]
  let limits: ServerLimits
  /// Whether the forwarding headers of a proxy are trusted.
  let isBehindBalancer: Bool
  /// The address of the pictures of the map; `nil` for the outline of the world.
  let tiles: String?
  /// The logger of the server; requests have loggers of their own.
  let logger: Logger

  /// Opens the gazetteer and the folder.
  ///
  /// - Throws: `GazetteerError` if the gazetteer cannot be opened, and `DataFolderError` if the folder
  ///   cannot be used.
  init(options: ServerOptions, limits: ServerLimits, logger: Logger) throws {
    folder = try options.dataFolder.map {
      try VisitorFolder($0, limits: limits.folder, logger: logger)
    }
    engines = options.engines ? Engine.allCases : [SearchSettings().engine]
    gazetteer = try options.citiesFile.map { try Gazetteer(mapping: $0) } ?? .geoNames()
    search = CityIndex(gazetteer)
    nearest = NearestCities(gazetteer)
    names = LocalNames(gazetteer)
    geocoder = LineGeocoder(gazetteer)
    entityTag = EntityTag(of: gazetteer)
    self.limits = limits
    isBehindBalancer = options.behindBalancer
    tiles = options.tiles
    self.logger = logger
  }
}

/// The context of one request.
struct ServerRequestContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The connection of the request.
  let channel: any Channel
  /// The address of the client, and the tokens that it has left; `nil` before the rate limiter.
  var account: ClientAccount?

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}
#endif
