/// Runs the effects on addresses of one model.
@MainActor
final class GeocodingEffectRunner {
  private let client: GeocodingClient
  private var observations: [Task<Void, Never>] = []
  /// The newest order to the queue, which waits for the one before it.
  private var order: Task<Void, Never>?

  init(_ client: GeocodingClient) { self.client = client }

  /// Stops listening; the queue goes on.
  func cancel() {
    for observation in observations { observation.cancel() }
    observations = []
  }

  /// Starts an effect.
  func run(_ effect: GeocodingEffect, send: @escaping @MainActor (GeocodingAction) -> Void) {
    switch effect {
    case .observe(let number): observe(number, send)
    case .cancel: enqueue { await $0.cancel() }
    case .resume(let number): enqueue(number, send) { try await $0.resume() }
    case .retry(let ids, let number): enqueue(number, send) { try await $0.retry(ids) }
    }
  }

  private func observe(_ number: Int, _ send: @escaping @MainActor (GeocodingAction) -> Void) {
    cancel()
    observations = [
      Task { [client] in
        do {
          for await news in try await client.news() { send(.received(news, number: number)) }
        } catch {
          send(.unreadable(reason: "\(error)", number: number))
        }
      },
      Task { [client] in
        for await progress in await client.progress() {
          send(.progressed(progress, number: number))
        }
      },
    ]
  }

  /// Gives an order that can fail.
  private func enqueue(
    _ number: Int, _ send: @escaping @MainActor (GeocodingAction) -> Void,
    _ body: @escaping @Sendable (GeocodingClient) async throws -> Void
  ) {
    enqueue { client in
      do {
        try await body(client)
      } catch {
        await send(.unreadable(reason: "\(error)", number: number))
      }
    }
  }

  private func enqueue(_ body: @escaping @Sendable (GeocodingClient) async -> Void) {
    order = Task { [client, order] in
      await order?.value
      await body(client)
    }
  }
}
