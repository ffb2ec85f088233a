import CityFavorites
import CityGeocoding
import CitySearch
import CitySession
import Testing

@testable import CityExplorer

/// Sends actions to a state, and demands that every change and every effect be asserted.
///
/// After the model of TestStore in The Composable Architecture: the test says how the screen changes. Any
/// other change fails the test, and so does an effect that is missing or that nobody expects.
///
/// The state numbers its requests, to drop late answers. A test does not see these numbers: it answers the
/// first request, the second one and so on. Only this file needs the internals of the module. The model
/// cannot take its place, because it runs effects in tasks: a test could not tell an answer that was
/// dropped from one that is yet to come.
struct ExplorerTestStore {
  private(set) var state: ExplorerState
  /// The requests so far, in order.
  private var requests: [ExplorerEffect] = []

  init(_ state: ExplorerState = ExplorerState()) { self.state = state }

  /// Sends an action that must have all of `effects` and no others, and must make of the screen
  /// what `change` makes of it.
  mutating func send(
    _ action: ExplorerAction, effects: [ScreenEffect] = [],
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout Screen) -> Void = { _ in }
  ) {
    check(effects, sourceLocation, change) { $0.apply(action) }
  }

  /// Answers a request, the first of which is 1, as ``send(_:effects:sourceLocation:_:)`` sends an action.
  mutating func answer(
    _ request: Int, _ answer: ScreenAnswer, effects: [ScreenEffect] = [],
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout Screen) -> Void = { _ in }
  ) {
    let event = event(request, answer)
    check(effects, sourceLocation, change) { $0.apply(event) }
  }

  /// Replaces the search, as ``send(_:effects:sourceLocation:_:)`` sends an action.
  mutating func replaceSearch(
    pacing: SearchPacing = .immediate, effects: [ScreenEffect] = [],
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout Screen) -> Void = { _ in }
  ) {
    check(effects, sourceLocation, change) { $0.apply(.searchReplaced(pacing)) }
  }

  private mutating func check(
    _ effects: [ScreenEffect], _ sourceLocation: SourceLocation,
    _ change: (inout Screen) -> Void,
    _ transition: (inout ExplorerState) -> [ExplorerEffect]
  ) {
    let step = step(effects, change, transition)
    #expect(step.screen.actual == step.screen.expected, sourceLocation: sourceLocation)
    #expect(step.effects.actual == step.effects.expected, sourceLocation: sourceLocation)
  }

  /// What became of the screen and what it asks for, beside what a test expects of both.
  struct Step {
    let screen: (actual: Screen, expected: Screen)
    let effects: (actual: [ScreenEffect], expected: [ScreenEffect])

    var changesAsExpected: Bool { screen.actual == screen.expected }
    var asksAsExpected: Bool { effects.actual == effects.expected }
  }

  /// Sends an action as ``send(_:effects:sourceLocation:_:)`` does, and tells what it would complain about.
  mutating func step(
    _ action: ExplorerAction, effects: [ScreenEffect] = [],
    _ change: (inout Screen) -> Void = { _ in }
  ) -> Step {
    step(effects, change) { $0.apply(action) }
  }

  private mutating func step(
    _ effects: [ScreenEffect], _ change: (inout Screen) -> Void,
    _ transition: (inout ExplorerState) -> [ExplorerEffect]
  ) -> Step {
    var expected = Screen(state)
    change(&expected)
    let actual = run(transition)
    return Step(screen: (Screen(state), expected), effects: (actual, effects))
  }

  // MARK: Without expectations

  /// Sends an action, and returns its effects.
  @discardableResult
  mutating func perform(_ action: ExplorerAction) -> [ScreenEffect] { run { $0.apply(action) } }

  /// Answers a request, and returns the effects of the answer.
  @discardableResult
  mutating func perform(_ request: Int, _ answer: ScreenAnswer) -> [ScreenEffect] {
    let event = event(request, answer)
    return run { $0.apply(event) }
  }

  /// The latest request to search, and the latest one to look up; `nil` if there was none.
  var latestSearch: Int? { latest { if case .search = $0 { true } else { false } } }
  var latestLookup: Int? { latest { if case .lookUp = $0 { true } else { false } } }

  private func latest(where condition: (ExplorerEffect) -> Bool) -> Int? {
    requests.lastIndex(where: condition).map { $0 + 1 }
  }

  private mutating func run(
    _ transition: (inout ExplorerState) -> [ExplorerEffect]
  ) -> [ScreenEffect] {
    let effects = transition(&state)
    requests += effects.filter {
      ![.cancelSearch, .cancelLookup, .geocoding(.cancel)].contains($0)
    }
    return effects.map(ScreenEffect.init)
  }

  /// What an answer to a request reports to the state.
  private func event(_ request: Int, _ answer: ScreenAnswer) -> ExplorerEvent {
    switch (requests[request - 1], answer) {
    case (.search(let request), .completions(let list)):
      .completionsReceived(.success(list), number: request.number)
    case (.search(let request), .failed(let error as LocationSearchError)):
      .completionsReceived(.failure(error), number: request.number)
    case (.pause(_, let number), .elapsed):
      .pauseElapsed(number: number)
    case (.lookUp(_, let number), .places(let items)):
      .placesReceived(.success(items), number: number)
    case (.findNearby(_, _, let number), .places(let items)):
      .nearbyReceived(.success(items), number: number)
    case (.findNearby(_, _, let number), .failed(let error as LocationSearchError)):
      .nearbyReceived(.failure(error), number: number)
    case (.lookUp(_, let number), .failed(let error as LocationSearchError)):
      .placesReceived(.failure(error), number: number)
    case (.favorites(.load), .favorites(let list)): .favorites(.received(.success(list)))
    case (.favorites(.load), .failed(let error)):
      .favorites(.received(.failure(FavoritesError(error))))
    case (.favorites(.set(let id, _, let number)), .favorites(let list)):
      .favorites(.changeFinished(id, .success(list), number: number))
    case (.favorites(.set(let id, _, let number)), .failed(let error)):
      .favorites(.changeFinished(id, .failure(FavoritesError(error)), number: number))
    case (.favorites(.move(let id, let position)), .favorites(let list)):
      .favorites(.moveFinished(id, to: position, .success(list)))
    case (.favorites(.move(let id, let position)), .failed(let error)):
      .favorites(.moveFinished(id, to: position, .failure(FavoritesError(error))))
    case (.geocoding(.run(_, _, let number)), .addresses(let answers)):
      .geocoding(.answered(answers, number: number))
    case (.geocoding(.run(_, _, let number)), .ended):
      .geocoding(.ended(nil, number: number))
    case (.geocoding(.run(_, _, let number)), .failed(let error)):
      .geocoding(.ended(GeocodingClientError(error), number: number))
    case (let effect, _):
      preconditionFailure("\(answer) is no answer to \(effect).")
    }
  }
}

extension ScreenEffect {
  /// An effect without its number.
  fileprivate init(_ effect: ExplorerEffect) {
    self =
      switch effect {
      case .search(let request):
        .search(SearchRequest(request.query, isSubmitted: request.isSubmitted))
      case .pause(let duration, _): .pause(duration)
      case .cancelSearch: .cancelSearch
      case .lookUp(let completion, _): .lookUp(completion)
      case .cancelLookup: .cancelLookup
      case .findNearby(let point, let limit, _): .findNearby(point, limit: limit)
      case .favorites(.load): .loadFavorites
      case .favorites(.set(let id, let isFavorite, _)): .setFavorite(id, isFavorite)
      case .favorites(.move(let id, let position)): .moveFavorite(id, to: position)
      case .geocoding(.run(let addresses, let again, _)):
        .geocode(addresses.map(\.city), again: again)
      case .geocoding(.cancel): .cancelGeocoding
      }
  }
}
