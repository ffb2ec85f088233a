#if Server
import CityGeocoding
import CitySearch
import Foundation
import GeoNamesCities
import Hummingbird
import Logging
import NIOCore

/// What all requests share: the cities, what finds them, and the limits.
///
/// All of it is immutable, so any number of requests may use it at once.
struct ServerContext: Sendable {
  /// The cities, in a mapped file.
  let gazetteer: Gazetteer
  /// All names of the cities, by relevance.
  let search: CityCompleter
  /// The cities by place.
  let nearest: NearestCities
  /// The city of an address.
  let geocoder: GazetteerGeocoder
  /// Which data answers come from.
  let version: DataVersion
  /// What is counted and measured.
  let metrics = PrometheusMetrics()
  /// Where to keep the favorites of visitors; `nil` for memory only.
  let dataFolder: URL?
  /// How much of everything the server does.
  let limits: ServerLimits
  /// Messages about the server as a whole; those about a request go to its own logger.
  let logger: Logger

  /// Opens the gazetteer.
  ///
  /// - Throws: `GazetteerError` if there is none that can be read.
  init(options: ServerOptions, limits: ServerLimits, logger: Logger) throws {
    gazetteer = try options.citiesFile.map { try Gazetteer(mapping: $0) } ?? .geoNames()
    search = CityCompleter(gazetteer)
    nearest = NearestCities(gazetteer)
    geocoder = GazetteerGeocoder(CityIndex(gazetteer))
    version = DataVersion(of: gazetteer)
    dataFolder = options.dataFolder
    self.limits = limits
    self.logger = logger
  }
}

/// What belongs to one request.
struct ServerRequestContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The connection that it came by.
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}
#endif
