import CitySearch
import CityTestSupport
import TestSupport
import Testing

@testable import CitySession

/// A session on a manual clock, driven step by step, and compared with the rules at each step.
///
/// No step returns before the session did what follows from it; nothing sleeps. A caller that should
/// have been resumed and was not shows as a test that does not end.
final class SessionRun {
  static let tick = Duration.milliseconds(100)
  /// How long the pause is.
  static let debounceTicks = 3

  let clock = ManualClock()
  private(set) var source: ScriptedSource
  private(set) var session: LocationSearch
  private(set) var rules: SessionRules
  private(set) var callers: [Task<SessionOutcome, Never>] = []

  init(_ settings: SessionRules.Settings, conduct: ScriptedSource.Conduct) {
    rules = SessionRules(settings)
    source = ScriptedSource(conduct)
    session = LocationSearch(
      .live(
        source, minimumCharacters: SessionRules.minimumCharacters,
        pause: settings.isDebounced ? Self.tick * Self.debounceTicks : .zero,
        limit: SessionRules.limit, clock: clock))
  }

  /// A caller asks for a text, and for as many lines as `limit`.
  func call(_ text: TypedText, limit: Int = SessionRules.limit) async throws {
    let number = callers.count + 1
    let request = SearchRequest(
      SearchQuery(text.text, limit: limit == SessionRules.limit ? nil : limit))
    callers.append(
      Task { [session] in await SessionOutcome { try await session.search(request) } })
    try await waitUntil("the call has begun") { await session.callCount >= number }
    await check(rules.call(text, limit: limit))
  }

  /// Advances the clock.
  func advance(ticks: Int) async {
    clock.advance(by: Self.tick * ticks)
    await check(rules.advance(ticks: ticks))
  }

  /// The source answers a request with names, or fails.
  func answer(_ request: Int, fails: Bool = false) async {
    let names = rules.names(forRequest: request)
    if fails { source.fail(request) } else { source.answer(request, with: names) }
    await check(rules.answer(request, fails: fails))
  }

  /// The task of a caller is cancelled.
  func cancel(_ caller: Int) async {
    callers[caller].cancel()
    await check(rules.cancel(caller))
  }

  /// Ends everything, and checks that nothing stays behind.
  func finish() async {
    if let caller = rules.pendingCaller { await cancel(caller) }
    source.finishAll()
    for caller in callers { _ = await caller.value }
    #expect(callers.count == rules.outcomes.count)
    await clock.waitForSleepers(0)
  }

  /// Lets go of source and session.
  ///
  /// - Returns: When both are gone, which is when no task holds on to them.
  func leaveNothingBehind() async throws {
    await finish()
    weak let oldSource = source
    weak let oldSession = session
    callers = []
    source = ScriptedSource()
    session = LocationSearch(.live(source))
    try await waitUntil("source and session are gone") { oldSource == nil && oldSession == nil }
  }

  /// Waits for what has to happen now, and compares it.
  private func check(_ resumed: [Int]) async {
    for caller in resumed {
      let outcome = await callers[caller].value
      #expect(outcome == rules.outcomes[caller])
    }
    await source.requestCount.wait(for: rules.requests.count)
    #expect(source.requested.last?.limit == rules.requests.last?.limit)
  }
}
