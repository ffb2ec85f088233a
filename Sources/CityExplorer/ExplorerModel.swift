public import CityFavorites
public import CityGeocoding
public import CitySession
public import Observation

/// The model of a screen for finding places: it keeps the state and runs the effects.
///
/// ```swift
/// let model = ExplorerModel(client: .live(gazetteer))
/// model.send(.queryChanged("springf"))
/// ```
///
/// Views read ``state`` and send actions. All decisions are in ``ExplorerState/apply(_:)``.
///
/// A model belongs to the actor that uses it: to the main actor in an app, to an actor for each page in a
/// server. Its effects run there, and their outcomes come back there. The compiler refuses to share a model
/// between two actors, and to use it outside of any. An actor that is not to live forever calls ``stop()``
/// when its screen is gone: effects that run on it keep it.
@Observable
public final class ExplorerModel {
  /// What the screen shows.
  public private(set) var state: ExplorerState

  @ObservationIgnored private var client: SearchClient
  /// The search of this screen.
  @ObservationIgnored private var completions: SearchClient.Search
  @ObservationIgnored private var search: Task<Void, Never>?
  @ObservationIgnored private var lookup: Task<Void, Never>?
  @ObservationIgnored private let favorites: FavoritesEffectRunner
  @ObservationIgnored private let geocoding: GeocodingEffectRunner

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - state: What the screen shows at first.
  ///   - client: What the effects call; any number of models may share one.
  ///   - favorites: What the effects on favorites call.
  ///   - geocoding: What the effects on addresses call.
  public init(
    state: ExplorerState = ExplorerState(), client: SearchClient,
    favorites: FavoritesClient = .unavailable, geocoding: GeocodingClient = .unavailable
  ) {
    self.state = state
    self.client = client
    completions = client.makeSearch()
    self.favorites = FavoritesEffectRunner(favorites)
    self.geocoding = GeocodingEffectRunner(geocoding)
  }

  deinit { stop() }

  /// Stops all effects, and follows favorites and addresses no longer.
  ///
  /// Changes of favorites under way are saved all the same. A model on the main actor does this by itself
  /// when nobody holds it any more.
  public func stop() {
    search?.cancel()
    lookup?.cancel()
    favorites.cancel()
    geocoding.cancel()
  }

  /// Takes an action, and starts what follows from it.
  ///
  /// - Parameters:
  ///   - action: What happened.
  ///   - isolation: The actor that the model belongs to, on which the effects run.
  public func send(_ action: ExplorerAction, isolation: isolated any Actor = #isolation) {
    // Two changes at once would lose one; see the runners of effects for how that came about.
    isolation.preconditionIsolated()
    var next = state
    let effects = next.apply(action)
    // Observers are told of changes only.
    if next != state { state = next }
    for effect in effects { run(effect) }
  }

  /// Searches with another client from now on, beginning with the text that is searched for now.
  ///
  /// It is for switches on a screen: another order, another source. What is shown stays until there is
  /// another answer.
  ///
  /// - Parameters:
  ///   - client: What the effects call.
  ///   - isolation: The actor that the model belongs to.
  public func replaceClient(
    _ client: SearchClient, isolation: isolated any Actor = #isolation
  ) {
    self.client = client
    completions = client.makeSearch()
    send(.sourceReplaced)
  }
}

extension ExplorerModel {
  private func run(_ effect: ExplorerEffect, isolation: isolated any Actor = #isolation) {
    switch effect {
    case .search(let request, let number):
      search?.cancel()
      search = Task { [weak self, completions] in
        let outcome = await outcome { try await completions(request) }
        self?.send(.completionsReceived(outcome, number: number), isolation: isolation)
      }
    case .cancelSearch:
      search?.cancel()
      search = nil
    case .lookUp(let completion, let number):
      lookup?.cancel()
      lookup = Task { [weak self, client] in
        let outcome = await outcome { try await client.response(completion) }
        self?.send(.responseReceived(outcome, number: number), isolation: isolation)
      }
    case .cancelLookup:
      lookup?.cancel()
      lookup = nil
    case .favorites(let effect):
      favorites.run(effect) { [weak self] in
        self?.send(.favorites($0), isolation: isolation)
      }
    case .geocoding(let effect):
      geocoding.run(effect) { [weak self] in
        self?.send(.geocoding($0), isolation: isolation)
      }
    }
  }
}

/// The result of a client's function, whose errors need not be those of a session.
private func outcome<Success: Sendable>(
  of body: () async throws -> Success
) async -> Result<Success, LocationSearchError> {
  do {
    return .success(try await body())
  } catch let error as LocationSearchError {
    return .failure(error)
  } catch {
    return .failure(Task.isCancelled ? .cancelled : .searchCompletionFailed(error))
  }
}
