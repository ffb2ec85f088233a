import CitySearch
import TestSupport
import Testing

@testable import CitySession

/// The state machine alone: no task, no actor, every sequence of events of a small world.
@Suite("The state machine")
struct SearchStateMachineTests {
  private static func makeMachine(
    _ debounce: DebouncePolicy = .fixed(.seconds(3)), duplicates: DuplicatePolicy = .refuse
  ) -> SearchStateMachine {
    SearchStateMachine(minimumCharacters: 3, debounce: debounce, duplicates: duplicates)
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
    #expect(machine.begin(1, "par", at: .seconds(5)) == [.sleep(1, until: .seconds(8))])
    #expect(machine.debounceElapsed(1, at: .seconds(8)) == [.search(Self.call(1, "par"))])
    let actions = machine.finished(1, .success([Self.completion]), at: .seconds(9))
    #expect(actions == [.resume(1, .success([Self.completion]))])
    #expect(machine.newest.pending == nil)
  }

  @Test func `without debounce nothing sleeps`() {
    var machine = Self.makeMachine(.none)
    #expect(machine.begin(1, "par", at: .zero) == [.search(Self.call(1, "par"))])
  }

  @Test func `the older caller is resumed before anything else is done`() {
    var machine = Self.makeMachine(.none)
    _ = machine.begin(1, "par", at: .zero)
    let actions = machine.begin(2, "pari", at: .zero)
    #expect(
      actions == [
        .resume(1, .failure(.debounce)), .cancelTask, .search(Self.call(2, "pari")),
      ])
  }

  @Test func `what is late changes nothing`() {
    var machine = Self.makeMachine(.none)
    _ = machine.begin(1, "par", at: .zero)
    _ = machine.begin(2, "pari", at: .zero)
    let before = (machine.newest, machine.searchStart)
    #expect(machine.finished(1, .success([]), at: .seconds(1)) == [])
    #expect(machine.debounceElapsed(1, at: .seconds(1)) == [])
    #expect(machine.callerCancelled(1, at: .seconds(1)) == [])
    #expect((machine.newest, machine.searchStart) == before)
  }

  @Test func `a sleep for older text does not end that for newer text`() {
    var machine = Self.makeMachine()
    _ = machine.begin(1, "par", at: .zero)
    _ = machine.begin(2, "pari", at: .seconds(1))
    let before = (machine.newest, machine.searchStart)
    #expect(machine.debounceElapsed(1, at: .seconds(3)) == [])
    #expect((machine.newest, machine.searchStart) == before)
    #expect(machine.debounceElapsed(2, at: .seconds(4)) == [.search(Self.call(2, "pari"))])
  }

  @Test func `the answer counts that is to the newest request, once`() {
    var newest = NewestRequest()
    #expect(newest.finish(0) == nil && newest.pending == nil)
    newest.begin(Self.call(1, "par"))
    newest.begin(Self.call(2, "pari"))
    #expect(newest.finish(1) == nil)
    #expect(newest.pending == Self.call(2, "pari"))
    #expect(newest.finish(2) == Self.call(2, "pari"))
    #expect(newest.finish(2) == nil && newest.pending == nil)
    // A request that joined an older one has the answer to that, and only that.
    newest.begin(Self.call(3, "paris"))
    newest.join(Self.call(4, "PARIS"))
    #expect(newest.finish(4) == nil)
    #expect(newest.finish(3) == Self.call(4, "PARIS"))
    newest.begin(Self.call(5, "lyon"))
    #expect(newest.cancel() == Self.call(5, "lyon"))
    #expect(newest.finish(5) == nil && newest.cancel() == nil)
    #expect(newest.latest == Self.call(5, "lyon"))
  }

  @Test func `queries differ by more than their texts`() {
    var machine = Self.makeMachine(.none)
    _ = machine.begin(1, "par", at: .zero)
    _ = machine.finished(1, .success([Self.completion]), at: .zero)
    var request = SearchRequest(
      SearchQuery("par", order: .population, limit: 10, filter: CityFilter(countries: ["FR"])))
    request.number = 2
    #expect(machine.begin(request, at: .zero) == [.search(request)])
  }

  @Test func `the same text while the source is asked waits for the same answer`() {
    var machine = Self.makeMachine(.none)
    _ = machine.begin(1, "par", at: .zero)
    #expect(machine.begin(2, "PAR", at: .seconds(1)) == [.resume(1, .failure(.debounce))])
    #expect(machine.callerCancelled(1, at: .seconds(1)) == [])
    #expect(machine.begin(3, " pār", at: .seconds(1)) == [.resume(2, .failure(.debounce))])
    // The task of the first call is the one that runs.
    #expect(machine.finished(3, .success([]), at: .seconds(2)) == [])
    let answer = machine.finished(1, .success([Self.completion]), at: .seconds(2))
    #expect(answer == [.resume(3, .success([Self.completion]))])
  }

  @Test func `a comma says that a region follows`() {
    var machine = Self.makeMachine(.none)
    _ = machine.begin(1, "london x", at: .zero)
    let other = Self.call(2, "london, x")
    let actions = machine.begin(other, at: .zero)
    #expect(actions == [.resume(1, .failure(.debounce)), .cancelTask, .search(other)])
    #expect(machine.begin(3, "LONDON , X", at: .zero) == [.resume(2, .failure(.debounce))])
    _ = machine.finished(2, .success([Self.completion]), at: .zero)
    #expect(
      machine.begin(4, "London,x", at: .zero)
        == [.resume(4, .failure(.duplicateSearchCriteria))])
    #expect(
      machine.begin(5, "london x", at: .zero) == [.search(Self.call(5, "london x"))])
  }

  @Test func `the same text in the debounce waits anew`() {
    var machine = Self.makeMachine()
    _ = machine.begin(1, "par", at: .zero)
    #expect(
      machine.begin(2, "PAR", at: .seconds(1))
        == [.resume(1, .failure(.debounce)), .cancelTask, .sleep(2, until: .seconds(4))])
  }

  @Test func `more of the last answer is asked for at once, and only once`() {
    var machine = Self.makeMachine()
    _ = machine.begin(1, "par", at: .zero)
    _ = machine.debounceElapsed(1, at: .seconds(3))
    _ = machine.finished(1, .success([Self.completion]), at: .seconds(4))
    let more = Self.call(2, "par", limit: 20)
    #expect(machine.begin(more, at: .seconds(4)) == [.search(more)])
    let again = Self.call(3, "par", limit: 20)
    #expect(machine.begin(again, at: .seconds(4)) == [.resume(2, .failure(.debounce))])
    let answer = machine.finished(2, .success([Self.completion]), at: .seconds(5))
    #expect(answer == [.resume(3, .success([Self.completion]))])
    // Fewer would be another list.
    let fewer = Self.call(4, "par", limit: 10)
    #expect(machine.begin(fewer, at: .seconds(5)) == [.search(fewer)])
  }

  @Test func `a submitted text is asked for at once, in place of the one that waits`() {
    var machine = Self.makeMachine()
    _ = machine.begin(1, "par", at: .zero)
    let submitted = Self.submitted(2, "par")
    #expect(
      machine.begin(submitted, at: .seconds(1))
        == [.resume(1, .failure(.debounce)), .cancelTask, .search(submitted)])
    // Pressed twice, and then typed: the source is asked once.
    let again = Self.submitted(3, "PAR")
    #expect(machine.begin(again, at: .seconds(1)) == [.resume(2, .failure(.debounce))])
    #expect(machine.begin(4, "par", at: .seconds(1)) == [.resume(3, .failure(.debounce))])
    let answer = machine.finished(2, .success([Self.completion]), at: .seconds(2))
    #expect(answer == [.resume(4, .success([Self.completion]))])
    #expect(
      machine.begin(Self.submitted(5, "par"), at: .seconds(2))
        == [.resume(5, .failure(.duplicateSearchCriteria))])
    // The next letter waits again.
    #expect(machine.begin(6, "pari", at: .seconds(3)) == [.sleep(6, until: .seconds(6))])
  }

  @Test func `a submitted text needs one letter or digit`() {
    var machine = Self.makeMachine()
    let short = Self.submitted(1, "y")
    #expect(machine.begin(short, at: .zero) == [.search(short)])
    for (number, text) in ["", "  ", "…"].enumerated() {
      let blank = Self.submitted(number + 2, text)
      #expect(machine.begin(blank, at: .zero).last == .resume(number + 2, .success([])))
    }
  }

  @Test func `text without letters or digits would match everything, and matches nothing`() {
    var machine = Self.makeMachine(.none)
    #expect(machine.begin(1, "...", at: .zero) == [.resume(1, .success([]))])
    #expect(machine.begin(2, "🏖🏖🏖", at: .zero) == [.resume(2, .success([]))])
    // But the minimum comes first.
    let tooShort = LocationSearchError.invalidSearchCriteria(minimumCharacters: 3)
    #expect(machine.begin(3, "..", at: .zero) == [.resume(3, .failure(tooShort))])
  }

  /// Ten events, five in a row: 100,000 sequences, which reach each transition from each state.
  ///
  /// One event more in a row takes ten times as long.
  @Test(
    arguments: [
      Named(DebouncePolicy.none, "none"), Named(.fixed(.seconds(3)), "3 seconds"),
      Named(.adaptive, "adaptive"),
    ],
    [DuplicatePolicy.refuse, .repeatAnswer])
  func `each caller gets one outcome, whatever happens`(
    debounce: Named<DebouncePolicy>, duplicates: DuplicatePolicy
  ) {
    let eventCount = MachineWorld.eventCount
    let length = 5
    let sequenceCount = (0..<length).reduce(1) { count, _ in count * eventCount }
    for sequence in 0..<sequenceCount {
      var world = MachineWorld(Self.makeMachine(debounce.value, duplicates: duplicates))
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
  mutating func begin(_ number: Int, _ text: String, at now: Duration) -> [Action] {
    begin(.numbered(number, text), at: now)
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
  private var now = Duration.zero
  private var outcomeCounts: [Int: Int] = [:]
  /// The task that runs, by the number of the call that it was started for.
  private var running: Int?
  /// The number of the task that was started last.
  private var newestTask = 0
  private var startedWhileRunning = false

  init(_ machine: SearchStateMachine) { self.machine = machine }

  mutating func handle(_ event: Int) {
    now += .seconds(1)
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
      if machine.newest.pending != nil, machine.searchStart == nil { running = nil }
      perform(machine.debounceElapsed(newestTask, at: now))
    case 7:
      if machine.searchStart != nil { running = nil }
      perform(machine.finished(newestTask, .success([]), at: now))
    default: perform(machine.callerCancelled(callCount, at: now))
    }
  }

  mutating func finish() {
    guard let request = machine.newest.pending else { return }
    perform(machine.callerCancelled(request.number, at: now))
  }

  var isSound: Bool {
    (0..<callCount).allSatisfy { outcomeCounts[$0 + 1] == 1 } && running == nil
      && !startedWhileRunning && machine.newest.pending == nil && machine.searchStart == nil
  }

  private mutating func call(_ text: String, limit: Int = 10, isSubmitted: Bool = false) {
    callCount += 1
    perform(
      machine.begin(
        .numbered(callCount, text, limit: limit, isSubmitted: isSubmitted), at: now))
  }

  private mutating func perform(_ actions: [SearchStateMachine.Action]) {
    for action in actions {
      switch action {
      case .resume(let number, _): outcomeCounts[number, default: 0] += 1
      case .cancelTask: running = nil
      case .sleep(let number, _): start(number)
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
