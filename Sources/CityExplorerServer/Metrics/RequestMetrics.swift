#if Server
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
#endif
