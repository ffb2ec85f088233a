import Observation

@testable import CityExplorer

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
