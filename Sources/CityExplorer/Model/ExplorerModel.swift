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
  @ObservationIgnored private var searchTask: Task<Void, Never>?
  @ObservationIgnored private var lookupTask: Task<Void, Never>?
  @ObservationIgnored private var nearbyTask: Task<Void, Never>?
  @ObservationIgnored private let favorites: FavoritesClient
  /// The latest effect on the favorites, which waits for the previous one.
  @ObservationIgnored private var favoritesTask: Task<Void, Never>?
  @ObservationIgnored private var geocoding: GeocodingClient
  @ObservationIgnored private var geocodingTask: Task<Void, Never>?

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - state: The initial state.
  ///   - search: The search; any number of models may share one client.
  ///   - favorites: The favorites; `nil` for a screen that does not show favorites: they are unavailable.
  ///   - geocoding: The addresses; `nil` for a screen that does not show addresses: they are unavailable.
  public init(
    state: ExplorerState = ExplorerState(), search: SearchClient,
    favorites: FavoritesClient? = nil, geocoding: GeocodingClient? = nil
  ) {
    var state = state
    state.search = SearchStateMachine(search.pacing)
    self.state = state
    self.search = search
    self.favorites = favorites ?? .failing
    self.geocoding = geocoding ?? .failing
  }

  deinit { stop() }

  /// Cancels all effects but changes of favorites, which are still made.
  ///
  /// If a search or a lookup is in flight, the state stays as it is; a run of addresses is paused. The model still
  /// accepts actions, and runs their effects. The deinitializer calls this function, too.
  public func stop() {
    searchTask?.cancel()
    lookupTask?.cancel()
    nearbyTask?.cancel()
    geocodingTask?.cancel()
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
    receive(.searchReplaced(search.pacing))
  }

  /// Replaces the source of addresses, such as one with the table of another list, and clears the list.
  ///
  /// - Parameters:
  ///   - geocoding: The new source.
  ///   - isolation: The actor that the model is confined to.
  public func replaceGeocoding(
    with geocoding: GeocodingClient, isolation: isolated any Actor = #isolation
  ) {
    geocodingTask?.cancel()
    self.geocoding = geocoding
    receive(.geocoding(.replaced))
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
    // Concurrent changes would lose one. Swift 6.3 resumes an asynchronous closure on an actor only if the
    // closure itself captures the actor, as those of the tasks below do.
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
      // Cities in memory answer at once, so that no list of an older text is seen.
      if let completions = search.immediateSearch(request) {
        receive(.completionsReceived(.success(completions), number: request.number))
        return
      }
      searchTask = Task { [weak self, search] in
        guard let outcome = await outcome(of: { try await search.search(request) }) else { return }
        self?.receive(
          .completionsReceived(outcome, number: request.number), isolation: isolation)
      }
    case .pause(let duration, let number):
      let pauseEnds = search.beginPause(duration)
      searchTask = Task { [weak self] in
        guard (try? await pauseEnds()) != nil, !Task.isCancelled else { return }
        self?.receive(.pauseElapsed(number: number), isolation: isolation)
      }
    case .cancelSearch:
      searchTask?.cancel()
      searchTask = nil
    case .lookUp(let completion, let number):
      lookupTask?.cancel()
      lookupTask = Task { [weak self, search] in
        guard let outcome = await outcome(of: { try await search.mapItems(completion.cityIDs) })
        else { return }
        self?.receive(.placesReceived(outcome, number: number), isolation: isolation)
      }
    case .cancelLookup:
      lookupTask?.cancel()
      lookupTask = nil
    case .findNearby(let point, let limit, let number):
      nearbyTask?.cancel()
      nearbyTask = Task { [weak self, search] in
        guard let outcome = await outcome(of: { try await search.nearby(point, limit) }) else {
          return
        }
        self?.receive(.nearbyReceived(outcome, number: number), isolation: isolation)
      }
    case .favorites(let effect):
      favoritesTask = Task { [weak self, favorites, favoritesTask] in
        await favoritesTask?.value
        let event = await favorites.event(of: effect)
        self?.receive(.favorites(event), isolation: isolation)
      }
    case .geocoding(.run(let addresses, let retriesFailures, let number)):
      geocodingTask?.cancel()
      geocodingTask = Task { [weak self, geocoding] in
        var failure: GeocodingClientError?
        do {
          for try await answers in geocoding.answers(addresses, retriesFailures) {
            self?.receive(.geocoding(.answered(answers, number: number)), isolation: isolation)
          }
        } catch {
          failure = GeocodingClientError(error)
        }
        self?.receive(.geocoding(.ended(failure, number: number)), isolation: isolation)
      }
    case .geocoding(.cancel):
      geocodingTask?.cancel()
      geocodingTask = nil
    }
  }
}

extension FavoritesClient {
  /// Runs an effect.
  @concurrent
  fileprivate func event(of effect: FavoritesEffect) async -> FavoritesEvent {
    func outcome(
      of body: () async throws -> FavoriteList
    ) async -> Result<FavoriteList, FavoritesError> {
      do { return .success(try await body()) } catch { return .failure(FavoritesError(error)) }
    }
    switch effect {
    case .load: return .received(await outcome(of: load))
    case .set(let id, let isFavorite, let number):
      let outcome = await outcome { try await setFavorite(id, isFavorite) }
      return .changeFinished(id, outcome, number: number)
    case .move(let id, let position):
      return .moveFinished(id, to: position, await outcome { try await move(id, position) })
    }
  }
}

/// The result of a client's function; `nil` if the task was cancelled.
///
/// Errors of other types become errors of a search.
private func outcome<Success: Sendable>(
  of body: () async throws -> Success
) async -> Result<Success, LocationSearchError>? {
  do {
    return .success(try await body())
  } catch {
    return Task.isCancelled ? nil : .failure(LocationSearchError(error))
  }
}
