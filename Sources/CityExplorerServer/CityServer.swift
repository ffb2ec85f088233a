#if Server
import CitySearch
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix

/// The HTTP server: the files of the page, service, middleware and connections.
///
/// It writes no file.
struct CityServer {
  /// The state that all requests share.
  let context: ServerContext
  private let options: ServerOptions
  private let logger: Logger

  /// Opens the cities.
  ///
  /// - Throws: `GazetteerError` if the cities cannot be read.
  init(options: ServerOptions, limits: ServerLimits, logger: Logger) throws {
    context = try ServerContext(options: options, limits: limits, logger: logger)
    self.options = options
    self.logger = logger
  }

  /// The routes.
  func routes() throws -> Router<ServerRequestContext> {
    let router = Router(
      context: ServerRequestContext.self, options: .autoGenerateHeadEndpoints)
    if options.accessLog {
      router.add(
        middleware: AccessLog(logger: logger, isBehindBalancer: options.behindBalancer))
    }
    router.add(middleware: Compression())
    if let origins = CORSMiddleware(options.allowedOrigins) { router.add(middleware: origins) }
    let paths = KnownRoutes()
    router.add(middleware: ErrorMiddleware(routes: paths))
    router.add(middleware: RequestMetrics(context.metrics))
    // Before the limiters, so that balancers and monitors reach these routes on a busy server.
    try StatusRoutes.add(to: router, context: context)
    router.add(
      middleware: RateLimiter(limits: context.limits, behindBalancer: options.behindBalancer))
    router.add(middleware: ConcurrencyLimiter(slots: Slots(context.limits.concurrentRequests)))
    ServiceRoutes.add(to: router, context: context)
    let site = try Site(cities: options.citiesFile, tiles: options.tiles, hasService: true)
    SiteRoutes.add(to: router, site: site)
    paths.record(router)
    return router
  }

  /// The application, which stops gracefully at the signals to terminate and to interrupt.
  func application() throws -> some ApplicationProtocol {
    let router = try routes()
    let limits = context.limits
    return Application(
      router: router,
      server: HTTPServerBuilder { HTTP1Connection(responder: $0, limits: limits) },
      configuration: ApplicationConfiguration(
        address: .hostname(options.host, port: options.port), backlog: 1_024,
        availableConnectionsDelegate: .maximum(limits.connections, logger: logger)),
      onServerRunning: { [context, options, logger] channel in
        await Self.watchAccepting(channel, logger)
        let port = channel.localAddress?.port ?? options.port
        logger.info(
          """
          Serving \(context.gazetteer.count) cities at http://\(options.urlHost):\(port). \
          Ctrl-C stops the server.
          """)
      },
      logger: logger)
  }

  /// Logs connections that cannot be accepted, and waits a second before the next attempt.
  private static func watchAccepting(_ channel: any Channel, _ logger: Logger) async {
    try? await channel.eventLoop.submit {
      try channel.pipeline.syncOperations.addHandlers(
        [AcceptBackoffHandler(), AcceptErrorLogger(logger)], position: .first)
    }.get()
  }
}
#endif
