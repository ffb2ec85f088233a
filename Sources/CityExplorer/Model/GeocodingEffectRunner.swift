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
    report: @escaping (GeocodingEvent) -> Void
  ) {
    switch effect {
    case .observe(let number): observe(number, report)
    case .command(let command): enqueue(command, report)
    }
  }

  private func observe(
    _ number: Int, _ report: @escaping (GeocodingEvent) -> Void,
    isolation: isolated any Actor = #isolation
  ) {
    cancel()
    observations = [
      Task { [client] in
        _ = isolation
        do {
          for await update in try await client.updates() {
            report(.received(update, number: number))
          }
        } catch {
          report(.unreadable(GeocodingClientError(error), number: number))
        }
      },
      Task { [client] in
        _ = isolation
        do {
          for await progress in try await client.progressUpdates() {
            report(.progressed(progress, number: number))
          }
        } catch {
          report(.unreadable(GeocodingClientError(error), number: number))
        }
      },
    ]
  }

  /// Sends a command after all previous ones, and reports if it fails.
  ///
  /// The command itself has no actor; see `FavoritesEffectRunner`.
  private func enqueue(
    _ command: GeocodingCommand, _ report: @escaping (GeocodingEvent) -> Void,
    isolation: isolated any Actor = #isolation
  ) {
    newestCommand = Task { [client, newestCommand] in
      _ = isolation
      await newestCommand?.value
      if let error = await command.failure(in: client) { report(.commandFailed(command, error)) }
    }
  }
}

extension GeocodingCommand {
  /// Sends the command to a client, and returns its error if it fails.
  @concurrent
  fileprivate func failure(in client: GeocodingClient) async -> GeocodingClientError? {
    do {
      switch self {
      case .pause: try await client.pause()
      case .resume: try await client.resume()
      case .retry(let ids): try await client.retry(ids)
      case .retryAll: try await client.retryAll()
      case .retryFound(let ids):
        let chosen = Set(ids)
        try await client.retryWhere { $0.found.map { chosen.contains($0.addressHash) } ?? false }
      }
      return nil
    } catch {
      return GeocodingClientError(error)
    }
  }
}
