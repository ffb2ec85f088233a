internal import CityGeocoding

/// Runs the effects on addresses of one model, on the actor that the model belongs to.
final class GeocodingEffectRunner {
  private let client: GeocodingClient
  private var observations: [Task<Void, Never>] = []
  /// The newest order to the queue, which waits for the one before it.
  private var newestOrder: Task<Void, Never>?

  init(_ client: GeocodingClient) { self.client = client }

  /// Stops listening; the queue goes on.
  func cancel() {
    for observation in observations { observation.cancel() }
    observations = []
  }

  /// Starts an effect.
  func run(
    _ effect: GeocodingEffect, isolation: isolated any Actor = #isolation,
    send: @escaping (GeocodingAction) -> Void
  ) {
    switch effect {
    case .observe(let number): observe(number, send)
    case .cancel: enqueue(nil, send) { try await $0.cancel() }
    case .resume(let number): enqueue(number, send) { try await $0.resume() }
    case .retry(let ids, let number): enqueue(number, send) { try await $0.retry(ids) }
    }
  }

  private func observe(
    _ number: Int, _ send: @escaping (GeocodingAction) -> Void,
    isolation: isolated any Actor = #isolation
  ) {
    cancel()
    observations = [
      Task { [client] in
        _ = isolation
        do {
          for await update in try await client.updates() {
            send(.received(update, number: number))
          }
        } catch {
          send(.unreadable(reason: "\(error)", number: number))
        }
      },
      Task { [client] in
        _ = isolation
        do {
          for await progress in try await client.progressUpdates() {
            send(.progressed(progress, number: number))
          }
        } catch {
          send(.unreadable(reason: "\(error)", number: number))
        }
      },
    ]
  }

  /// Gives an order after those before it, and sends why it failed.
  ///
  /// The order itself knows no actor; see the runner of effects on favorites.
  private func enqueue(
    _ number: Int?, _ send: @escaping (GeocodingAction) -> Void,
    isolation: isolated any Actor = #isolation,
    _ order: @escaping @Sendable (GeocodingClient) async throws -> Void
  ) {
    newestOrder = Task { [client, newestOrder] in
      _ = isolation
      await newestOrder?.value
      do {
        try await order(client)
      } catch {
        if let number { send(.unreadable(reason: "\(error)", number: number)) }
      }
    }
  }
}
