import CityTestSupport
import Testing

@testable import CitySession

@Suite("Adaptive debouncing")
struct DebouncerTests {
  /// How a search ended.
  enum Fate: CaseIterable {
    case answered
    case givenUp
    case cancelled
    case failed
  }

  /// A session without tasks, which counts the calls that had to wait.
  private struct Play {
    private var machine = SearchStateMachine(
      minimumCharacters: 1, debounce: .adaptive, duplicates: .refuse)
    private var callCount = 0
    private var now = Duration.zero
    private(set) var slowedCount = 0

    /// Searches, each time for another text, with a pause behind it.
    mutating func search(_ fate: Fate, after latency: Duration, times: Int = 1) {
      for _ in 0..<times {
        if begin() { slowedCount += 1 }
        let number = callCount
        now += latency
        switch fate {
        case .answered: _ = machine.finished(number, .success([]), at: now)
        case .failed: _ = machine.finished(number, .failure(ScriptedSource.Failure()), at: now)
        case .cancelled: _ = machine.callerCancelled(number, at: now)
        case .givenUp: _ = machine.begin(number, "", at: now)
        }
        now += .seconds(5)
      }
    }

    /// Calls, waits if that is asked for, and lets the source be asked.
    private mutating func begin() -> Bool {
      callCount += 1
      let actions = machine.begin(callCount, "text \(callCount)", at: now)
      guard case .sleep(_, let deadline) = actions.last else { return false }
      now = deadline
      _ = machine.debounceElapsed(callCount, at: now)
      return true
    }
  }

  private static let fast = Duration.milliseconds(1)
  private static let slow = Duration.seconds(30)

  @Test(arguments: Fate.allCases, [0, 1, 2, 5, 60])
  func `one accident slows nothing`(fate: Fate, answersBefore: Int) {
    var play = Play()
    play.search(.answered, after: Self.fast, times: answersBefore)
    play.search(fate, after: Self.slow)
    play.search(.answered, after: Self.fast, times: 80)
    #expect(play.slowedCount == 0)
  }

  @Test(arguments: Fate.allCases)
  func `a source that became slow is found out at the third time`(fate: Fate) {
    var play = Play()
    play.search(.answered, after: Self.fast, times: 60)
    play.search(fate, after: Self.slow, times: 3)
    #expect(play.slowedCount == 0)
    play.search(fate, after: Self.slow, times: 10)
    #expect(play.slowedCount == 10)
    // And so is one that recovers.
    play.search(.answered, after: Self.fast, times: 3)
    #expect(play.slowedCount == 13)
    play.search(.answered, after: Self.fast, times: 60)
    #expect(play.slowedCount == 13)
  }

  @Test(arguments: Fate.allCases)
  func `a source that is slow from the beginning is found out at the second time`(fate: Fate) {
    var play = Play()
    play.search(fate, after: Self.slow, times: 2)
    #expect(play.slowedCount == 0)
    play.search(fate, after: Self.slow)
    #expect(play.slowedCount == 1)
  }

  @Test func `a search that ended early without an answer says nothing`() {
    var play = Play()
    play.search(.answered, after: Self.slow, times: 5)
    #expect(play.slowedCount == 3)
    for fate in [Fate.givenUp, .cancelled, .failed] {
      play.search(fate, after: Self.fast, times: 10)
    }
    #expect(play.slowedCount == 33)
  }
}
