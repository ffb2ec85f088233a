#if Server
import Foundation
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// The server: the pages, the service, and the connections that they are reached by.
struct CityServer {
  /// What all requests share.
  let context: ServerContext
  private let options: ServerOptions
  private let logger: Logger

  /// Opens what is served.
  ///
  /// - Throws: `GazetteerError` if the cities cannot be read.
  init(options: ServerOptions, limits: ServerLimits, logger: Logger) throws {
    context = try ServerContext(options: options, limits: limits, logger: logger)
    self.options = options
    self.logger = logger
  }

  /// The routes, and the services that run beside them until the server stops.
  func routes() throws -> (router: Router<ServerRequestContext>, services: [any Service]) {
    let router = Router(
      context: ServerRequestContext.self, options: .autoGenerateHeadEndpoints)
    if let origins = AllowedOrigins(options.allowedOrigins) { router.add(middleware: origins) }
    let paths = KnownPaths()
    router.add(middleware: ErrorMiddleware(limits: context.limits, paths: paths))
    router.add(middleware: RequestMetrics(context.metrics))
    // Balancers and monitors ask these, however busy the server is.
    try StatusRoutes.add(to: router, context: context)
    router.add(
      middleware: RateLimiter(limits: context.limits, behindBalancer: options.behindBalancer))
    router.add(middleware: ConcurrencyLimiter(slots: Slots(context.limits.concurrentRequests)))
    ServiceRoutes.add(to: router, context: context)
    let services = try PageRoutes.add(to: router, context: context)
    paths.take(from: router)
    return (router, services)
  }

  /// The application, which stops gracefully at the signals to terminate and to interrupt.
  func application() throws -> some ApplicationProtocol {
    let (router, services) = try routes()
    let limits = context.limits
    return Application(
      router: router,
      server: .http1(
        configuration: .init(
          idleTimeout: .seconds(Int64(limits.idleTimeout)),
          httpDecoderConfiguration: .init(
            maxHeaderFieldSize: 32_768, maxHeaderListSize: 65_536, maxHeaderFieldCount: 100))),
      configuration: ApplicationConfiguration(
        address: .hostname(options.host, port: options.port), backlog: 1_024,
        availableConnectionsDelegate: .maximum(limits.connections, logger: logger)),
      services: services,
      onServerRunning: { [context, options, logger] channel in
        let port = channel.localAddress?.port ?? options.port
        logger.info(
          """
          Serving \(context.gazetteer.count) cities at http://\(options.host):\(port). \
          Ctrl-C stops the server.
          """)
      },
      logger: logger)
  }
}
#endif
