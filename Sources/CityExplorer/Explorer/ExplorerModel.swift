public import Observation

/// The model of a screen for finding places: it keeps the state and runs the effects.
///
/// ```swift
/// let model = ExplorerModel(client: .live(gazetteer))
/// model.send(.queryChanged("springf"))
/// ```
///
/// Views read ``state`` and send actions. All decisions are in ``ExplorerState/apply(_:)``.
@Observable @MainActor
public final class ExplorerModel {
  /// What the screen shows.
  public private(set) var state: ExplorerState

  @ObservationIgnored private let client: SearchClient
  /// The search of this screen.
  @ObservationIgnored private let completions: SearchClient.Search
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

  isolated deinit {
    search?.cancel()
    lookup?.cancel()
    favorites.cancel()
    geocoding.cancel()
  }

  /// Takes an action, and starts what follows from it.
  ///
  /// - Parameter action: What happened.
  public func send(_ action: ExplorerAction) {
    var next = state
    let effects = next.apply(action)
    // Observers are told of changes only.
    if next != state { state = next }
    for effect in effects { run(effect) }
  }
}

extension ExplorerModel {
  private func run(_ effect: ExplorerEffect) {
    switch effect {
    case .search(let request, let number):
      search?.cancel()
      search = Task { [weak self, completions] in
        let outcome = await outcome { try await completions(request) }
        self?.send(.completionsReceived(outcome, number: number))
      }
    case .cancelSearch:
      search?.cancel()
      search = nil
    case .lookUp(let completion, let number):
      lookup?.cancel()
      lookup = Task { [weak self, client] in
        let outcome = await outcome { try await client.response(completion) }
        self?.send(.responseReceived(outcome, number: number))
      }
    case .cancelLookup:
      lookup?.cancel()
      lookup = nil
    case .favorites(let effect):
      favorites.run(effect) { [weak self] in self?.send(.favorites($0)) }
    case .geocoding(let effect):
      geocoding.run(effect) { [weak self] in self?.send(.geocoding($0)) }
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
