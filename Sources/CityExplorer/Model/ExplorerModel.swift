public import CityFavorites
public import CityGeocoding
public import CitySession
public import Observation

/// The model of the whole screen: it holds the state and runs the effects.
///
/// ```swift
/// let model = ExplorerModel(search: .live(gazetteer))
/// model.send(.queryChanged("springf"))
/// ```
///
/// Views read ``state`` and send actions. What the searches and stores answer changes the state, too.
///
/// A model is confined to the actor that uses it, which is the main actor in an app.
/// Its effects run on that actor. The compiler rejects a model that is shared between two
/// actors or used outside of an actor. An actor with a limited lifetime must call ``stop()`` when
/// its screen is closed, because running effects keep the actor alive.
@Observable
public final class ExplorerModel {
  /// What the screen shows.
  public private(set) var state: ExplorerState

  @ObservationIgnored private var search: SearchClient
  /// The function that the client has made for the searches of this screen.
  @ObservationIgnored private var completions: SearchClient.Search
  @ObservationIgnored private var searchTask: Task<Void, Never>?
  @ObservationIgnored private var lookupTask: Task<Void, Never>?
  @ObservationIgnored private let favorites: FavoritesEffectRunner
  @ObservationIgnored private let geocoding: GeocodingEffectRunner

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - state: The initial state.
  ///   - search: The search; any number of models may share one client.
  ///   - favorites: The favorites. The default has none and throws at each change, for screens that
  ///     do not show favorites.
  ///   - geocoding: The addresses. The default has none and throws at each command, for screens that
  ///     do not show addresses.
  public init(
    state: ExplorerState = ExplorerState(), search: SearchClient,
    favorites: FavoritesClient = .unavailable, geocoding: GeocodingClient = .unavailable
  ) {
    self.state = state
    self.search = search
    completions = search.makeSearch()
    self.favorites = FavoritesEffectRunner(favorites)
    self.geocoding = GeocodingEffectRunner(geocoding)
  }

  deinit { stop() }

  /// Cancels all effects, and ends the observation of favorites and addresses.
  ///
  /// If a search is in flight, the list on screen stays; a lookup in flight fails as
  /// ``/CitySession/LocationSearchError/cancelled``. Pending changes of favorites and pending commands to
  /// the queue of addresses are still made.
  ///
  /// The model still accepts actions, and runs their effects. But ``FavoritesAction/appeared`` and
  /// ``GeocodingAction/appeared`` do not observe again what was observed before: a screen that opens again
  /// needs a new model. The deinitializer calls this function, too.
  public func stop() {
    searchTask?.cancel()
    lookupTask?.cancel()
    favorites.cancel()
    geocoding.cancel()
  }

  /// Applies an action to the state, and runs the resulting effects.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - isolation: The actor that the model is confined to, on which the effects run.
  public func send(_ action: ExplorerAction, isolation: isolated any Actor = #isolation) {
    change { $0.apply(action) }
  }

  /// Replaces the search, and repeats the current search with the new one.
  ///
  /// Use it to switch the order or the source. The completions on screen stay until the new answer
  /// arrives.
  ///
  /// - Parameters:
  ///   - search: The new search.
  ///   - isolation: The actor that the model is confined to.
  public func replaceSearch(
    with search: SearchClient, isolation: isolated any Actor = #isolation
  ) {
    self.search = search
    completions = search.makeSearch()
    receive(.searchReplaced)
  }
}

extension ExplorerModel {
  /// Applies an event to the state, and runs the resulting effects.
  private func receive(_ event: ExplorerEvent, isolation: isolated any Actor = #isolation) {
    change { $0.apply(event) }
  }

  private func change(
    isolation: isolated any Actor = #isolation,
    by transition: (inout ExplorerState) -> [ExplorerEffect]
  ) {
    // Concurrent changes would lose one. Swift 6.3 can resume a closure off its actor; see
    // `FavoritesEffectRunner`.
    isolation.preconditionIsolated()
    var next = state
    let effects = transition(&next)
    // Equal states must not invalidate views.
    if next != state { state = next }
    for effect in effects { run(effect) }
  }

  private func run(_ effect: ExplorerEffect, isolation: isolated any Actor = #isolation) {
    switch effect {
    case .search(let request):
      searchTask?.cancel()
      searchTask = Task { [weak self, completions] in
        let outcome = await outcome { try await completions(request) }
        self?.receive(
          .completionsReceived(outcome, number: request.number), isolation: isolation)
      }
    case .cancelSearch:
      searchTask?.cancel()
      searchTask = nil
    case .lookUp(let completion, let number):
      lookupTask?.cancel()
      lookupTask = Task { [weak self, search] in
        let outcome = await outcome { try await search.response(completion) }
        self?.receive(.responseReceived(outcome, number: number), isolation: isolation)
      }
    case .cancelLookup:
      lookupTask?.cancel()
      lookupTask = nil
    case .favorites(let effect):
      favorites.run(effect) { [weak self] in
        self?.receive(.favorites($0), isolation: isolation)
      }
    case .geocoding(let effect):
      geocoding.run(effect) { [weak self] in
        self?.receive(.geocoding($0), isolation: isolation)
      }
    }
  }
}

/// The result of a client's function; errors of other types become errors of a search.
private func outcome<Success: Sendable>(
  of body: () async throws -> Success
) async -> Result<Success, LocationSearchError> {
  do {
    return .success(try await body())
  } catch let error as LocationSearchError {
    return .failure(error)
  } catch {
    return .failure(Task.isCancelled ? .cancelled : .searchCompletionFailed(UnderlyingError(error)))
  }
}
