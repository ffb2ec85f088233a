import Observation
import Testing

@testable import CityExplorer

/// Sends actions to a state, and demands that every change and every effect be asserted.
///
/// After the model of TestStore in The Composable Architecture: the test says how the state changes;
/// whatever else changes fails the test, and so does an effect more or less.
struct ExplorerTestStore {
  private(set) var state: ExplorerState

  init(_ state: ExplorerState = ExplorerState()) { self.state = state }

  /// Sends an action that must have all of `effects` and no others, and must make of the state
  /// what `change` makes of it.
  mutating func send(
    _ action: ExplorerAction, effects: [ExplorerEffect] = [],
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout ExplorerState) -> Void = { _ in }
  ) {
    check(Outcome(of: action, on: state, change), effects, sourceLocation)
  }

  /// Gives an event of an effect to the state, as ``send(_:effects:sourceLocation:_:)`` does with an
  /// action.
  mutating func receive(
    _ event: ExplorerEvent, effects: [ExplorerEffect] = [],
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout ExplorerState) -> Void = { _ in }
  ) {
    check(Outcome(on: state, { $0.apply(event) }, change), effects, sourceLocation)
  }

  private mutating func check(
    _ outcome: Outcome, _ effects: [ExplorerEffect], _ sourceLocation: SourceLocation
  ) {
    state = outcome.state
    #expect(state == outcome.expected, sourceLocation: sourceLocation)
    #expect(outcome.effects == effects, sourceLocation: sourceLocation)
  }

  /// What an action or an event made of a state, beside what a test says that it makes.
  struct Outcome {
    let state: ExplorerState
    let expected: ExplorerState
    let effects: [ExplorerEffect]

    init(
      of action: ExplorerAction, on before: ExplorerState,
      _ change: (inout ExplorerState) -> Void
    ) {
      self.init(on: before, { $0.apply(action) }, change)
    }

    init(
      on before: ExplorerState, _ transition: (inout ExplorerState) -> [ExplorerEffect],
      _ change: (inout ExplorerState) -> Void
    ) {
      var (state, expected) = (before, before)
      change(&expected)
      effects = transition(&state)
      self.state = state
      self.expected = expected
    }
  }
}

extension ExplorerModel {
  /// Waits until the state fulfils a condition, by observing it as a view does; or until the task is
  /// cancelled, as it is at the time limit of a test.
  func wait(until condition: (ExplorerState) -> Bool) async {
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
    var iterator = changes.makeAsyncIterator()
    while true {
      let isFulfilled = withObservationTracking {
        condition(state)
      } onChange: {
        continuation.yield()
      }
      if isFulfilled { return }
      // Observers are told before the change, but it is over before this actor comes back here.
      // A stream ends for a task that is cancelled, and would let it look and observe without end.
      guard await iterator.next() != nil else { return }
    }
  }
}
