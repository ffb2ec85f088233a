import CityTestSupport
import TestSupport
import Testing

@testable import CitySession

/// The rows of the table of behaviors.
enum TableRow: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case blank = "blank text gives nothing, at once"
  case short = "too short a text is refused, at once"
  case newerInDebounce = "a newer call in the debounce"
  case newerInFlight = "a newer call while the source is asked"
  case sameInFlight = "the same text while the source is asked"
  case duplicate = "the same text as the one answered last"
  case more = "more of the text answered last"
  case askedAgain = "the same text after a failure or another text"
  case cancelled = "the caller's task is cancelled"
  case failed = "the source throws"

  var testDescription: String { rawValue }
}

@Suite("The table of behaviors", .againstHanging)
struct LocationSearchTableTests {
  static let interleavingCount = TestExtent.share(of: 10_000)

  /// Every row, among calls, answers and cancellations that the seed chooses.
  @Test(.tags(.long), arguments: TableRow.allCases)
  func interleavings(row: TableRow) async throws {
    for seed in 0..<UInt64(Self.interleavingCount) {
      var generator = SeededGenerator(seed: seed)
      let run = SessionRun(
        SessionRules.Settings(
          isDebounced: row == .newerInDebounce || Bool.random(using: &generator)),
        conduct: Bool.random(using: &generator) ? .ignoresCancellation : .stopsWhenCancelled)
      for _ in 0..<Int.random(in: 0...4, using: &generator) { try await run.noise(&generator) }
      try await run.perform(row, &generator)
      for _ in 0..<Int.random(in: 0...3, using: &generator) { try await run.noise(&generator) }
      try await run.leaveNothingBehind()
    }
  }
}

extension SessionRun {
  /// Any step that is possible now.
  func noise(_ generator: inout SeededGenerator) async throws {
    switch Int.random(in: 0..<12, using: &generator) {
    case 0: try await call(.random(TypedText.blanks, &generator))
    case 1: try await call(.random(TypedText.shorts, &generator))
    case 2...5:
      try await call(
        .random(TypedText.searchable, &generator), limit: Int.random(in: 2...4, using: &generator))
    case 6...7: await advance(ticks: Int.random(in: 1...4, using: &generator))
    case 8...10:
      guard let request = rules.requests.indices.randomElement(using: &generator) else { return }
      await answer(request, fails: Int.random(in: 0..<4, using: &generator) == 0)
    default:
      guard let caller = callers.indices.randomElement(using: &generator) else { return }
      await cancel(caller)
    }
  }

  /// Steps that lead to the situation of a row of the table.
  func perform(_ row: TableRow, _ generator: inout SeededGenerator) async throws {
    // A call may be pending, and a search in flight.
    let text = freshText(&generator)
    switch row {
    case .blank:
      try await call(.random(TypedText.blanks, &generator))
    case .short:
      try await call(.random(TypedText.shorts, &generator))
    case .newerInDebounce:
      try await call(text)
      #expect(rules.isDebouncing)
      await advance(ticks: Int.random(in: 0..<Self.debounceTicks, using: &generator))
      try await call(.random(TypedText.searchable, &generator))
    case .newerInFlight:
      let request = try await ask(text)
      try await call(freshText(&generator, besides: text))
      await source.waitForCancellation(of: request)
      await answer(request)
    case .sameInFlight:
      let request = try await ask(text)
      let older = rules.pendingCaller ?? 0
      for _ in 0..<Int.random(in: 1...3, using: &generator) { try await call(text.respelled) }
      #expect(rules.pendingRequest == request)
      // The cancellation of a replaced call does not cancel the search.
      await cancel(older)
      await answer(request, fails: Bool.random(using: &generator))
    case .duplicate:
      try await answer(ask(text))
      try await call(text.respelled)
      #expect(rules.pendingCaller == nil)
    case .more:
      try await answer(ask(text))
      try await call(text.respelled, limit: 2 * SessionRules.limit)
      // A request for more is not debounced.
      let request = rules.pendingRequest
      #expect(request == rules.requests.count - 1)
      try await noise(&generator)
      await answer(request ?? 0, fails: Bool.random(using: &generator))
    case .askedAgain:
      if Bool.random(using: &generator) {
        try await answer(ask(text), fails: true)
      } else {
        try await answer(ask(text))
        try await call(TypedText.random(TypedText.shorts + TypedText.blanks, &generator))
      }
      try await call(text)
      #expect(rules.pendingCaller == callers.count - 1)
    case .cancelled:
      try await call(text)
      if Bool.random(using: &generator) { await advance(ticks: Self.debounceTicks) }
      #expect(rules.pendingCaller == callers.count - 1)
      await cancel(callers.count - 1)
    case .failed:
      try await answer(ask(text), fails: true)
      try await answer(ask(freshText(&generator)))
    }
  }

  /// Calls, and waits until the source is asked.
  private func ask(_ text: TypedText) async throws -> Int {
    try await call(text)
    if rules.isDebouncing { await advance(ticks: Self.debounceTicks) }
    guard let request = rules.pendingRequest else {
      Issue.record("The source was not asked for \(text).")
      return 0
    }
    return request
  }

  /// A text that means something else than the last answered text, the pending one and `other`.
  private func freshText(
    _ generator: inout SeededGenerator, besides other: TypedText? = nil
  ) -> TypedText {
    let texts = TypedText.searchable.filter {
      $0.meaning != rules.answeredMeaning && $0.meaning != rules.pendingMeaning
        && $0.meaning != other?.meaning
    }
    return .random(texts, &generator)
  }
}

extension TypedText {
  static func random(_ texts: [TypedText], _ generator: inout SeededGenerator) -> TypedText {
    texts.randomElement(using: &generator) ?? texts[0]
  }

  /// Another spelling with the same meaning.
  var respelled: TypedText { TypedText(text: " " + text.uppercased(), meaning: meaning) }
}
