internal import CityFavorites

/// Runs the effects on favorites of one model, on the actor that the model is confined to.
final class FavoritesEffectRunner {
  private let client: FavoritesClient
  private var observation: Task<Void, Never>?
  /// The latest change, which waits for the previous one.
  private var newestChange: Task<Void, Never>?

  init(_ client: FavoritesClient) { self.client = client }

  /// Ends the observation; pending changes are still saved.
  func cancel() { observation?.cancel() }

  /// Starts an effect.
  func run(
    _ effect: FavoritesEffect, isolation: isolated any Actor = #isolation,
    report: @escaping (FavoritesEvent) -> Void
  ) {
    switch effect {
    case .observe(let number): observe(number, report)
    case .set(let id, let isFavorite, let number):
      enqueue(report) { [client] in
        do {
          let revision = try await client.setFavorite(id, isFavorite)
          return .changeFinished(id, .success(revision), number: number)
        } catch {
          return .changeFinished(id, .failure(FavoritesError(error)), number: number)
        }
      }
    case .move(let id, let position):
      enqueue(report) { [client] in
        do {
          try await client.move(id, position)
          return .moveFinished(id, to: position, nil)
        } catch {
          return .moveFinished(id, to: position, FavoritesError(error))
        }
      }
    }
  }

  private func observe(
    _ number: Int, _ report: @escaping (FavoritesEvent) -> Void,
    isolation: isolated any Actor = #isolation
  ) {
    observation?.cancel()
    observation = Task { [client] in
      _ = isolation
      do {
        for await list in try await client.updates() { report(.received(list, number: number)) }
      } catch {
        report(.unreadable(FavoritesError(error), number: number))
      }
    }
  }

  /// Makes a change after all previous ones, and reports its outcome.
  ///
  /// The change itself has no actor. In Swift 6.3, an asynchronous closure resumes on an actor only
  /// if the closure itself captures the actor, as the task here does.
  private func enqueue(
    _ report: @escaping (FavoritesEvent) -> Void, isolation: isolated any Actor = #isolation,
    _ change: @escaping @Sendable () async -> FavoritesEvent
  ) {
    newestChange = Task { [newestChange] in
      _ = isolation
      await newestChange?.value
      report(await change())
    }
  }
}
