#if Server
import CityGeocoding
import CitySearch
import Foundation
import GeoNamesCities
import Hummingbird
import Logging
import NIOCore

/// The state that all requests share: the cities, their indexes, and the limits.
///
/// All of it is immutable.
struct ServerContext: Sendable {
  /// The cities, in a memory-mapped file.
  let gazetteer: Gazetteer
  /// Search over all names, by relevance.
  let search: CityCompleter
  /// Search by coordinate.
  let nearest: NearestCities
  /// The offline geocoder.
  let geocoder: GazetteerGeocoder
  /// The entity tag of all answers.
  let entityTag: EntityTag
  /// The metrics of the server.
  let metrics = PrometheusMetrics()
  /// The folder for favorites and addresses of visitors; `nil` for memory only.
  let dataFolder: URL?
  let limits: ServerLimits
  /// Whether the forwarding headers of a proxy are trusted.
  let isBehindBalancer: Bool
  /// The logger of the server; requests have loggers of their own.
  let logger: Logger

  /// Opens the gazetteer.
  ///
  /// - Throws: `GazetteerError` if the gazetteer cannot be opened.
  init(options: ServerOptions, limits: ServerLimits, logger: Logger) throws {
    gazetteer = try options.citiesFile.map { try Gazetteer(mapping: $0) } ?? .geoNames()
    search = CityCompleter(gazetteer)
    nearest = NearestCities(gazetteer)
    geocoder = GazetteerGeocoder(CityIndex(gazetteer))
    entityTag = EntityTag(of: gazetteer)
    dataFolder = options.dataFolder
    self.limits = limits
    isBehindBalancer = options.behindBalancer
    self.logger = logger
  }
}

/// The context of one request.
struct ServerRequestContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The connection of the request.
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}
#endif
