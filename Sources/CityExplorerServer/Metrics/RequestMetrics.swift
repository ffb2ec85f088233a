#if Server
import Foundation
import HTTPTypes
import Hummingbird
import Metrics
import RemoteSearch
import Synchronization

/// Counts requests, and measures the time to the start of the answer.
struct RequestMetrics: RouterMiddleware {
  private let series: Series

  /// The dimensions of a series: route, method and status, which have few values.
  private struct Key: Hashable {
    let route: String
    let method: String
    let status: Int
  }

  private final class Series: Sendable {
    private let factory: PrometheusMetrics
    private let known = Mutex<[Key: (counter: Counter, timer: Timer)]>([:])

    init(_ factory: PrometheusMetrics) { self.factory = factory }

    func record(_ key: Key, _ duration: Duration) {
      let (counter, timer) = known.withLock { known in
        if let metrics = known[key] { return metrics }
        let made = (
          Counter(
            label: "http_requests",
            dimensions: [
              ("route", key.route), ("method", key.method), ("status", "\(key.status)"),
            ], factory: factory),
          Timer(
            label: "http_request_duration", dimensions: [("route", key.route)], factory: factory)
        )
        known[key] = made
        return made
      }
      counter.increment()
      timer.record(duration: duration)
    }
  }

  init(_ factory: PrometheusMetrics) { series = Series(factory) }

  func handle(
    _ request: Request, context: ServerRequestContext,
    next: @concurrent (Request, ServerRequestContext) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    var status = HTTPResponse.Status.internalServerError.code
    defer {
      series.record(
        Key(
          route: context.endpointPath ?? "none", method: request.method.rawValue, status: status),
        ContinuousClock.now - start)
    }
    do {
      let response = try await next(request, context)
      status = response.status.code
      return response
    } catch {
      status =
        (error as? ServiceError)?.status ?? (error as? any HTTPResponseError)?.status.code
        ?? ServiceError(faultOfClient: error, on: context.channel)?.status ?? status
      throw error
    }
  }
}

/// The routes for operators: health, metrics, and the OpenAPI description.
enum StatusRoutes {
  /// Adds the routes to a router.
  ///
  /// - Throws: ``MissingResources`` if the bundle was not copied with the program.
  static func add(to router: Router<ServerRequestContext>, context: ServerContext) throws {
    router.get("health") { _, _ in
      Response(mediaType: "text/plain; charset=utf-8", Array("ok\n".utf8))
    }
    let memory = MemoryGauges(context.metrics)
    router.get("metrics") { _, _ in
      memory.update()
      return Response(
        mediaType: PrometheusMetrics.mediaType, Array(context.metrics.text.utf8))
    }
    let description = try Data(contentsOf: Self.description())
    router.get("openapi.json") { _, _ in
      Response(mediaType: "application/json", Array(description))
    }
  }

  /// The OpenAPI description of the service.
  ///
  /// - Throws: ``MissingResources`` if the bundle was not copied with the program.
  static func description() throws -> URL {
    try WebFiles.folder().appending(path: "openapi.json", directoryHint: .notDirectory)
  }
}

/// The resident memory of the process.
private struct MemoryGauges: Sendable {
  private let anonymous: Gauge
  private let mapped: Gauge

  init(_ factory: PrometheusMetrics) {
    anonymous = Gauge(label: "process_memory_anonymous_bytes", factory: factory)
    mapped = Gauge(label: "process_memory_mapped_bytes", factory: factory)
  }

  /// Reads the values from `/proc`, which only Linux has.
  func update() {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
      return
    }
    for line in status.split(separator: "\n") {
      let words = line.split { $0 == " " || $0 == "\t" }
      guard words.count >= 2, let kilobytes = Int(words[1]) else { continue }
      switch words[0] {
      case "RssAnon:": anonymous.record(kilobytes * 1_024)
      case "RssFile:": mapped.record(kilobytes * 1_024)
      default: break
      }
    }
  }
}
#endif
