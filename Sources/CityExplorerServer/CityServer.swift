#if Server
import CitySearch
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import UnixSignals

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
    router.add(
      middleware: Accounting(
        accounts: ClientAccounts(context.limits), behindBalancer: options.behindBalancer))
    if options.accessLog {
      router.add(
        middleware: AccessLog(logger: logger, isBehindBalancer: options.behindBalancer))
    }
    router.add(middleware: Compression())
    if let origins = CORSMiddleware(options.allowedOrigins) { router.add(middleware: origins) }
    let paths = KnownRoutes()
    router.add(middleware: ErrorMiddleware(routes: paths))
    router.add(middleware: RequestMetrics(context.metrics))
    router.add(middleware: ClientLimiter())
    try StatusRoutes.add(to: router, context: context)
    ServiceRoutes.add(to: router, context: context)
    let site = try Site(
      cities: context.gazetteer, areShipped: options.site.citiesFile == nil,
      tiles: options.site.tiles, hasService: true)
    SiteRoutes.add(to: router, site: site)
    paths.record(router)
    return router
  }

  /// Serves until the process gets a signal to stop.
  ///
  /// Then no connection is accepted any more, and the process ends with the answers under way, after ten seconds at
  /// most. A second signal ends it at once.
  func run() async throws {
    let router = try routes()
    let connections = connections()
    let services = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [application(router, connections)], logger: logger))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await services.run() }
      let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
      group.addTask { [logger] in
        var isStopping = false
        for await signal in signals {
          // The exit code of a process that a signal ended.
          if isStopping { exit(128 + signal.rawValue) }
          isStopping = true
          logger.info(
            "The server stops after the answers under way; another signal ends it at once.")
          await services.triggerGracefulShutdown()
          Task {
            try await Task.sleep(for: Self.timeToStop)
            connections.closeAll()
          }
        }
      }
      // The signals do not end.
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// The time for answers under way when the server stops, so that it ends within ten seconds.
  private static let timeToStop = Duration.seconds(9)

  /// The registry of connections, bounded by the options and by the descriptors that the process may have.
  private func connections() -> Connections {
    let limits = context.limits
    let total = min(limits.connections, Descriptors.left() ?? .max)
    if total < limits.connections {
      logger.info(
        "At most \(total) connections are open at once, since the process may have no more files (ulimit -n)."
      )
    }
    // All connections of a balancer are from one address.
    let each = options.behindBalancer ? total : min(limits.clientConnections, max(1, total / 4))
    return Connections(total: total, each: each, perSecond: limits.clientConnections)
  }

  private func application(
    _ router: Router<ServerRequestContext>, _ connections: Connections
  ) -> some ApplicationProtocol {
    let limits = context.limits
    let isBehindBalancer = options.behindBalancer
    return Application(
      router: router,
      server: HTTPServerBuilder {
        HTTP1Connection(
          responder: $0, limits: limits, connections: connections,
          isBehindBalancer: isBehindBalancer)
      },
      configuration: ApplicationConfiguration(
        address: .hostname(options.host, port: options.port), backlog: 1_024),
      onServerRunning: { [self, context, options, logger] channel in
        await watchAccepting(channel, connections)
        let port = channel.localAddress?.port ?? options.port
        logger.info(
          """
          Serving \(context.gazetteer.count) cities at http://\(options.urlHost):\(port). \
          Ctrl-C stops the server.
          """)
      },
      logger: logger)
  }

  /// Limits how fast an address opens connections, logs connections that cannot be accepted, and waits a second
  /// before the next attempt.
  private func watchAccepting(_ channel: any Channel, _ connections: Connections) async {
    let isLimited = !options.behindBalancer
    try? await channel.eventLoop.submit { [logger] in
      let pipeline = channel.pipeline.syncOperations
      if isLimited { try pipeline.addHandler(AcceptLimiter(connections), position: .first) }
      try pipeline.addHandlers(
        [AcceptBackoffHandler(), AcceptErrorLogger(logger)], position: .first)
    }.get()
  }
}
#endif
