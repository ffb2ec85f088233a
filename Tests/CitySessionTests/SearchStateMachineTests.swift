import CitySearch
import TestSupport
import Testing

@testable import CitySession

/// The state machine alone: no task, no actor, every sequence of events of a small world.
@Suite("The state machine")
struct SearchStateMachineTests {
  private static let pause = Duration.seconds(3)

  private static func makeMachine(_ pause: Duration = pause) -> SearchStateMachine {
    SearchStateMachine(SearchPacing(minimumCharacters: 3, pause: pause))
  }

  private static func call(_ number: Int, _ text: String, limit: Int = 10) -> SearchRequest {
    .numbered(number, text, limit: limit)
  }

  private static func submitted(_ number: Int, _ text: String) -> SearchRequest {
    .numbered(number, text, isSubmitted: true)
  }

  private static let completion = SearchCompletion(kind: .city(1), title: "Paris")

  @Test func `a search sleeps, asks, and answers`() {
    var machine = Self.makeMachine()
    #expect(machine.begin(1, "par") == [.pause(1, Self.pause)])
    #expect(machine.pauseElapsed(1) == [.search(Self.call(1, "par"))])
    let actions = machine.finished(1, .success([Self.completion]))
    #expect(actions == [.resume(1, .success([Self.completion]))])
    #expect(machine.pending == nil)
  }

  @Test func `without debounce nothing sleeps`() {
    var machine = Self.makeMachine(.zero)
    #expect(machine.begin(1, "par") == [.search(Self.call(1, "par"))])
  }

  @Test func `the older caller is resumed before anything else is done`() {
    var machine = Self.makeMachine(.zero)
    _ = machine.begin(1, "par")
    let actions = machine.begin(2, "pari")
    #expect(
      actions == [
        .giveUp(1), .cancelTask, .search(Self.call(2, "pari")),
      ])
  }

  @Test func `what is late changes nothing`() {
    var machine = Self.makeMachine(.zero)
    _ = machine.begin(1, "par")
    _ = machine.begin(2, "pari")
    let before = (machine.pending, machine.isAsking)
    #expect(machine.finished(1, .success([])) == [])
    #expect(machine.pauseElapsed(1) == [])
    #expect(machine.cancel(1) == [])
    #expect((machine.pending, machine.isAsking) == before)
  }

  @Test func `a sleep for older text does not end that for newer text`() {
    var machine = Self.makeMachine()
    _ = machine.begin(1, "par")
    _ = machine.begin(2, "pari")
    let before = (machine.pending, machine.isAsking)
    #expect(machine.pauseElapsed(1) == [])
    #expect((machine.pending, machine.isAsking) == before)
    #expect(machine.pauseElapsed(2) == [.search(Self.call(2, "pari"))])
  }

  @Test func `queries differ by more than their texts`() {
    var machine = Self.makeMachine(.zero)
    _ = machine.begin(1, "par")
    _ = machine.finished(1, .success([Self.completion]))
    var request = SearchRequest(
      SearchQuery("par", order: .population, limit: 10, filter: CityFilter(countries: ["FR"])))
    request.number = 2
    #expect(machine.begin(request) == [.search(request)])
  }

  @Test func `the same text while the source is asked waits for the same answer`() {
    var machine = Self.makeMachine(.zero)
    _ = machine.begin(1, "par")
    #expect(machine.begin(2, "PAR") == [.giveUp(1)])
    #expect(machine.cancel(1) == [])
    #expect(machine.begin(3, " pār") == [.giveUp(2)])
    // The task of the first call is the one that runs.
    #expect(machine.finished(3, .success([])) == [])
    let answer = machine.finished(1, .success([Self.completion]))
    #expect(answer == [.resume(3, .success([Self.completion]))])
  }

  @Test func `a comma says that a region follows`() {
    var machine = Self.makeMachine(.zero)
    _ = machine.begin(1, "london x")
    let other = Self.call(2, "london, x")
    let actions = machine.begin(other)
    #expect(actions == [.giveUp(1), .cancelTask, .search(other)])
    #expect(machine.begin(3, "LONDON , X") == [.giveUp(2)])
    _ = machine.finished(2, .success([Self.completion]))
    #expect(
      machine.begin(4, "London,x")
        == [.resume(4, .success([Self.completion]))])
    #expect(
      machine.begin(5, "london x") == [.search(Self.call(5, "london x"))])
  }

  @Test func `the same text in the debounce waits anew`() {
    var machine = Self.makeMachine()
    _ = machine.begin(1, "par")
    #expect(
      machine.begin(2, "PAR")
        == [.giveUp(1), .cancelTask, .pause(2, Self.pause)])
  }

  @Test func `more of the last answer is asked for at once, and only once`() {
    var machine = Self.makeMachine()
    _ = machine.begin(1, "par")
    _ = machine.pauseElapsed(1)
    _ = machine.finished(1, .success([Self.completion]))
    let more = Self.call(2, "par", limit: 20)
    #expect(machine.begin(more) == [.search(more)])
    let again = Self.call(3, "par", limit: 20)
    #expect(machine.begin(again) == [.giveUp(2)])
    let answer = machine.finished(2, .success([Self.completion]))
    #expect(answer == [.resume(3, .success([Self.completion]))])
    // Fewer would be another list.
    let fewer = Self.call(4, "par", limit: 10)
    #expect(machine.begin(fewer) == [.search(fewer)])
  }

  @Test func `a submitted text is asked for at once, in place of the one that waits`() {
    var machine = Self.makeMachine()
    _ = machine.begin(1, "par")
    let submitted = Self.submitted(2, "par")
    #expect(
      machine.begin(submitted)
        == [.giveUp(1), .cancelTask, .search(submitted)])
    // Pressed twice, and then typed: the source is asked once.
    let again = Self.submitted(3, "PAR")
    #expect(machine.begin(again) == [.giveUp(2)])
    #expect(machine.begin(4, "par") == [.giveUp(3)])
    let answer = machine.finished(2, .success([Self.completion]))
    #expect(answer == [.resume(4, .success([Self.completion]))])
    #expect(
      machine.begin(Self.submitted(5, "par"))
        == [.resume(5, .success([Self.completion]))])
    // The next letter waits again.
    #expect(machine.begin(6, "pari") == [.pause(6, Self.pause)])
  }

  @Test func `a submitted text needs one letter or digit`() {
    var machine = Self.makeMachine()
    let short = Self.submitted(1, "y")
    #expect(machine.begin(short) == [.search(short)])
    for (number, text) in ["", "  ", "…"].enumerated() {
      let blank = Self.submitted(number + 2, text)
      #expect(machine.begin(blank).last == .resume(number + 2, .success([])))
    }
  }

  @Test func `text without letters or digits would match everything, and matches nothing`() {
    var machine = Self.makeMachine(.zero)
    #expect(machine.begin(1, "...") == [.resume(1, .success([]))])
    #expect(machine.begin(2, "🏖🏖🏖") == [.resume(2, .success([]))])
    // But the minimum comes first.
    let tooShort = LocationSearchError.invalidSearchCriteria(minimumCharacters: 3)
    #expect(machine.begin(3, "..") == [.resume(3, .failure(tooShort))])
  }

  /// Ten events, five in a row: 100,000 sequences, which reach each transition from each state.
  ///
  /// One event more in a row takes ten times as long.
  @Test(
    arguments: [Duration.zero, pause])
  func `each caller gets one outcome, whatever happens`(pause: Duration) {
    let eventCount = MachineWorld.eventCount
    let length = 5
    let sequenceCount = (0..<length).reduce(1) { count, _ in count * eventCount }
    for sequence in 0..<sequenceCount {
      var world = MachineWorld(Self.makeMachine(pause))
      var rest = sequence
      for _ in 0..<length {
        world.handle(rest % eventCount)
        rest /= eventCount
      }
      world.finish()
      guard world.isSound else {
        Issue.record("sequence \(sequence): \(world)")
        return
      }
    }
  }
}

extension SearchStateMachine {
  /// A caller asks for a text, and for ten lines.
  mutating func begin(_ number: Int, _ text: String) -> [Action] {
    begin(.numbered(number, text))
  }
}

extension SearchRequest {
  /// A request for ten lines, with its number.
  fileprivate static func numbered(
    _ number: Int, _ text: String, limit: Int = 10, isSubmitted: Bool = false
  ) -> SearchRequest {
    var request = SearchRequest(SearchQuery(text, limit: limit), isSubmitted: isSubmitted)
    request.number = number
    return request
  }
}

/// Does what the machine says, and counts.
private struct MachineWorld {
  static let eventCount = 10

  private var machine: SearchStateMachine
  private var callCount = 0
  private var outcomeCounts: [Int: Int] = [:]
  /// The task that runs, by the number of the call that it was started for.
  private var running: Int?
  /// The number of the task that was started last.
  private var newestTask = 0
  private var startedWhileRunning = false

  init(_ machine: SearchStateMachine) { self.machine = machine }

  mutating func handle(_ event: Int) {
    switch event {
    case 0: call("")
    case 1: call("pa")
    case 2: call("par")
    case 3: call("PAR")
    case 4: call("paris")
    case 5: call("par", limit: 20)
    case 9: call("pa", isSubmitted: true)
    case 6:
      // The task that slept is over when it says so; what it says late changes nothing.
      if machine.pending != nil, !machine.isAsking { running = nil }
      perform(machine.pauseElapsed(newestTask))
    case 7:
      if machine.isAsking { running = nil }
      perform(machine.finished(newestTask, .success([])))
    default: perform(machine.cancel(callCount))
    }
  }

  mutating func finish() {
    guard let request = machine.pending else { return }
    perform(machine.cancel(request.number))
  }

  var isSound: Bool {
    (0..<callCount).allSatisfy { outcomeCounts[$0 + 1] == 1 } && running == nil
      && !startedWhileRunning && machine.pending == nil && !machine.isAsking
  }

  private mutating func call(_ text: String, limit: Int = 10, isSubmitted: Bool = false) {
    callCount += 1
    perform(
      machine.begin(
        .numbered(callCount, text, limit: limit, isSubmitted: isSubmitted)))
  }

  private mutating func perform(_ actions: [SearchStateMachine.Action]) {
    for action in actions {
      switch action {
      case .resume(let number, _), .giveUp(let number): outcomeCounts[number, default: 0] += 1
      case .cancelTask: running = nil
      case .pause(let number, _): start(number)
      case .search(let request): start(request.number)
      }
    }
  }

  private mutating func start(_ number: Int) {
    if running != nil { startedWhileRunning = true }
    running = number
    newestTask = number
  }
}
