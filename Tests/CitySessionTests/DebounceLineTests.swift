import CityTestSupport
import TestSupport
import Testing

@testable import CitySession

/// Debouncing as lines of events, one character a tick of 100 ms.
///
/// `typed`: a letter is a call, `-` a tick without one, `|` the end. `fates`: below each call what
/// became of it, `x` for one that a newer call replaced, else the number of its answer. `told`: the
/// same at the tick when the caller learns it. The source takes `latency` ticks.
struct DebounceLine: Sendable, CustomTestStringConvertible {
  let pause: Duration
  let latency: Int
  let typed: String
  let fates: String
  let told: String

  var testDescription: String { "\(typed) with latency \(latency)" }

  private static let tick = SessionRun.tick

  static let all = [
    // Every call asks the source at once.
    DebounceLine(
      pause: .zero, latency: 0,
      typed: "ab-c---|",
      fates: "12-3---|",
      told: "12-3---|"),
    DebounceLine(
      pause: .zero, latency: 2,
      typed: "a--bc----|",
      fates: "1--x2----|",
      told: "--1-x-2--|"),
    // Four ticks of silence, and three.
    DebounceLine(
      pause: tick * 4, latency: 0,
      typed: "a--b----|",
      fates: "x--1----|",
      told: "---x---1|"),
    DebounceLine(
      pause: tick * 3, latency: 0,
      typed: "a---b----|",
      fates: "1---2----|",
      told: "---1---2-|"),
    DebounceLine(
      pause: tick * 3, latency: 0,
      typed: "abcde-----|",
      fates: "xxxx1-----|",
      told: "-xxxx--1--|"),
    // A search that was begun is given up for a newer call.
    DebounceLine(
      pause: tick * 3, latency: 2,
      typed: "a---b------|",
      fates: "x---1------|",
      told: "----x----1-|"),
  ]
}

@Suite("Debouncing", .againstHanging)
struct DebounceLineTests {
  @Test(arguments: DebounceLine.all)
  func lines(_ line: DebounceLine) async throws {
    let play = LinePlay(line)
    for character in line.typed { try await play.tick(character) }
    #expect(play.fates == line.fates)
    #expect(play.told == line.told)
    await play.finish()
  }
}

/// Plays a line on a manual clock; no tick ends before all that belongs to it is done.
private final class LinePlay {
  private let line: DebounceLine
  private let clock = ManualClock()
  private let source = ScriptedSource()
  private let session: LocationSearch
  private var callers: [(tick: Int, task: Task<Bool?, Never>)] = []
  /// The requests: the tick when each is to be answered, and the call that it is for.
  private var requests: [(due: Int, caller: Int)] = []
  private var now = 0
  private var pending: Int?
  private var answerCount = 0
  private(set) var fates: String
  private(set) var told: String

  init(_ line: DebounceLine) {
    self.line = line
    session = LocationSearch(
      .live(source, minimumCharacters: 1, pause: line.pause, clock: clock))
    let silence = String(repeating: "-", count: line.typed.count - 1) + "|"
    fates = silence
    told = silence
  }

  func tick(_ character: Character) async throws {
    if now > 0 { clock.advance(by: SessionRun.tick) }
    try await settle()
    if character.isLetter {
      let old = pending
      let number = callers.count
      let task: Task<Bool?, Never> = Task { [session] in
        let outcome = await SessionOutcome {
          try await session.search(queryFragment: String(character))
        }
        return outcome == .cancelled ? false : outcome == .names(["Answer"]) ? true : nil
      }
      callers.append((now, task))
      pending = number
      try await waitUntil("the call has begun") { await session.callCount > number }
      if let old { await tell(old) }
      try await settle()
    }
    now += 1
  }

  func finish() async {
    for caller in callers { caller.task.cancel() }
    for caller in callers { _ = await caller.task.value }
  }

  /// Waits until the session asked the source or sleeps; then answers what is due.
  private func settle() async throws {
    guard let caller = pending else { return }
    try await waitUntil("the session asks or sleeps") {
      let isAsking = await session.isWaitingForSource
      return isAsking || clock.sleeperCount > 0
    }
    if await session.isWaitingForSource, requests.last?.caller != caller {
      await source.requestCount.wait(for: requests.count + 1)
      requests.append((now + line.latency, caller))
    }
    guard let request = requests.last, request.caller == caller, request.due <= now else { return }
    source.answer(requests.count - 1, with: ["Answer"])
    pending = nil
    await tell(caller)
  }

  /// Writes down how a call ended.
  private func tell(_ caller: Int) async {
    let outcome = await callers[caller].task.value
    if outcome == true { answerCount += 1 }
    let mark = outcome.map { $0 ? "\(answerCount)" : "x" } ?? "?"
    fates.replace(at: callers[caller].tick, with: mark)
    told.replace(at: now, with: mark)
  }
}

extension String {
  fileprivate mutating func replace(at offset: Int, with mark: String) {
    let index = index(startIndex, offsetBy: offset)
    replaceSubrange(index...index, with: mark)
  }
}

extension LocationSearch {
  /// Whether the source was asked and did not answer yet.
  fileprivate var isWaitingForSource: Bool { machine.isAsking }
}
