internal import CityGeocoding

/// Runs the effects on addresses of one model, on the actor that the model is confined to.
final class GeocodingEffectRunner {
  private let client: GeocodingClient
  private var observations: [Task<Void, Never>] = []
  /// The latest command to the queue, which waits for the previous one.
  private var newestCommand: Task<Void, Never>?

  init(_ client: GeocodingClient) { self.client = client }

  /// Ends the observation; the queue continues.
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

  /// Sends a command after all previous ones, and sends an action if it fails.
  ///
  /// The command itself has no actor; see `FavoritesEffectRunner`.
  private func enqueue(
    _ number: Int?, _ send: @escaping (GeocodingAction) -> Void,
    isolation: isolated any Actor = #isolation,
    _ command: @escaping @Sendable (GeocodingClient) async throws -> Void
  ) {
    newestCommand = Task { [client, newestCommand] in
      _ = isolation
      await newestCommand?.value
      do {
        try await command(client)
      } catch {
        if let number { send(.unreadable(reason: "\(error)", number: number)) }
      }
    }
  }
}
