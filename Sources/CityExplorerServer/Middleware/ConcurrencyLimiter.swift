#if Server
import HTTPTypes
import Hummingbird
import RemoteCitySearch
import Synchronization

/// Counts what goes on at the same time, up to a limit.
final class Slots: Sendable {
  private let limit: Int
  private let taken = Atomic(0)

  init(_ limit: Int) { self.limit = limit }

  /// How many are taken.
  var count: Int { taken.load(ordering: .relaxed) }

  /// Takes one, until the slot is gone; `nil` if there is none left.
  func take() -> Slot? {
    guard taken.wrappingAdd(1, ordering: .relaxed).newValue <= limit else {
      taken.wrappingSubtract(1, ordering: .relaxed)
      return nil
    }
    return Slot(of: self)
  }

  /// One of the slots; it is free again when the value is.
  final class Slot: Sendable {
    private let slots: Slots

    fileprivate init(of slots: Slots) { self.slots = slots }

    deinit { slots.taken.wrappingSubtract(1, ordering: .relaxed) }
  }
}

/// Refuses requests while the server answers as many as it may, with 429.
struct ConcurrencyLimiter: RouterMiddleware {
  let slots: Slots

  func handle(
    _ request: Request, context: ServerRequestContext,
    next: @concurrent (Request, ServerRequestContext) async throws -> Response
  ) async throws -> Response {
    guard let slot = slots.take() else {
      throw ServiceError(429, "The server has too much to do.", retryAfter: 1)
    }
    defer { withExtendedLifetime(slot) {} }
    return try await next(request, context)
  }
}
#endif
