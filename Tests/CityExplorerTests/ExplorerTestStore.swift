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
    var expected = state
    change(&expected)
    let actual = state.apply(action)
    #expect(state == expected, sourceLocation: sourceLocation)
    #expect(actual == effects, sourceLocation: sourceLocation)
  }
}
