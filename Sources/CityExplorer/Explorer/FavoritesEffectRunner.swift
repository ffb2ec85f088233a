/// Runs the effects on favorites of one model.
@MainActor
final class FavoritesEffectRunner {
  private let client: FavoritesClient
  private var observation: Task<Void, Never>?
  /// The newest change, which waits for the one before it.
  private var change: Task<Void, Never>?

  init(_ client: FavoritesClient) { self.client = client }

  /// Stops listening.
  ///
  /// Changes under way are saved all the same: somebody wanted them.
  func cancel() { observation?.cancel() }

  /// Starts an effect.
  func run(_ effect: FavoritesEffect, send: @escaping @MainActor (FavoritesAction) -> Void) {
    switch effect {
    case .observe(let number): observe(number, send)
    case .set(let id, let isFavorite, let number):
      enqueue { [client] in
        do {
          let revision = try await client.set(id, isFavorite)
          send(.changeFinished(id, .success(revision), number: number))
        } catch {
          send(.changeFinished(id, .failure(FavoritesError(error)), number: number))
        }
      }
    case .move(let id, let position):
      enqueue { [client] in
        do {
          try await client.move(id, position)
        } catch {
          send(.moveFailed(id, to: position, FavoritesError(error)))
        }
      }
    }
  }

  private func observe(_ number: Int, _ send: @escaping @MainActor (FavoritesAction) -> Void) {
    observation?.cancel()
    observation = Task { [client] in
      do {
        for await cities in try await client.updates() { send(.received(cities, number: number)) }
      } catch {
        send(.unreadable(FavoritesError(error), number: number))
      }
    }
  }

  private func enqueue(_ body: @escaping @MainActor () async -> Void) {
    change = Task { [change] in
      await change?.value
      await body()
    }
  }
}
