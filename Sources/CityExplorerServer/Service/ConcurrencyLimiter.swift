#if Server
import Hummingbird
import RemoteSearch
import Synchronization

/// A counting semaphore that rejects instead of waiting.
final class Slots: Sendable {
  private let limit: Int
  private let taken = Atomic(0)

  init(_ limit: Int) { self.limit = limit }

  /// The number of slots in use.
  var count: Int { taken.load(ordering: .relaxed) }

  /// Takes a slot, which is released with the returned object; `nil` if none is free.
  func take() -> Slot? {
    guard taken.wrappingAdd(1, ordering: .relaxed).newValue <= limit else {
      taken.wrappingSubtract(1, ordering: .relaxed)
      return nil
    }
    return Slot(of: self)
  }

  /// A slot in use; its deinitializer releases it.
  final class Slot: Sendable {
    private let slots: Slots

    fileprivate init(of slots: Slots) { self.slots = slots }

    deinit { slots.taken.wrappingSubtract(1, ordering: .relaxed) }
  }
}

/// Rejects requests above the limit of concurrent requests, with 429.
struct ConcurrencyLimiter: RouterMiddleware {
  let slots: Slots

  func handle(
    _ request: Request, context: ServerRequestContext,
    next: @concurrent (Request, ServerRequestContext) async throws -> Response
  ) async throws -> Response {
    guard let slot = slots.take() else {
      throw ServiceError(429, "The server is busy.", retryAfter: 1)
    }
    defer { withExtendedLifetime(slot) {} }
    return try await next(request, context)
  }
}
#endif
