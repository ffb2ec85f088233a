import TestSupport
import Testing

/// The waits of these tests themselves.
@Suite("Waits of tests", .againstHanging)
struct WaitingTests {
  @Test func `a wait ends when the condition holds, however often it has to look`() async throws {
    var count = 0
    // Beyond the first looks, there are pauses.
    try await waitUntil("it was looked at 150 times") {
      count += 1
      return count == 150
    }
    #expect(count == 150)
  }

  @Test func `a wait in vain says for what and where`() async throws {
    let error = await #expect(throws: WaitTimeout.self) {
      try await waitUntil("pigs fly", limit: .zero) { false }
    }
    let description = try #require(error).description
    #expect(description.contains("in vain until pigs fly"))
    #expect(description.contains("WaitingTests.swift:"))
  }

  @Test func `a wait ends with its task, and with an error of the condition`() async {
    struct Failure: Error {}
    let looks = Milestone()
    let task = Task {
      try await waitUntil("it is cancelled") {
        looks.reach()
        return false
      }
    }
    await looks.wait(for: 200)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await #expect(throws: Failure.self) {
      try await waitUntil("it fails") { throw Failure() }
    }
  }
}
