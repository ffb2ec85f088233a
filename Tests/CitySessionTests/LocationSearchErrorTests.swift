import CityTestSupport
import Foundation
import TestSupport
import Testing

@testable import CitySession

@Suite("Errors of a session")
struct LocationSearchErrorTests {
  private struct Offline: LocalizedError {
    var errorDescription: String? { "There is no network." }
  }

  private static let sentences: [(error: any Error, text: String)] = [
    (
      LocationSearchError.invalidSearchCriteria(minimumCharacters: 3),
      "The text must have at least 3 characters."
    ),
    (
      LocationSearchError.invalidSearchCriteria(minimumCharacters: 1),
      "The text must have at least 1 character."
    ),
    (
      LocationSearchError.searchCompletionFailed(UnderlyingError(Offline())),
      "The search failed: There is no network."
    ),
    (
      LocationSearchError.searchCompletionFailed(UnderlyingError(ScriptedSource.Failure())),
      "The search failed: Failure()"
    ),
  ]

  @Test(arguments: sentences.named(by: \.1))
  func `an alert shows a sentence`(example: Named<(error: any Error, text: String)>) {
    let (error, text) = example.value
    #expect(error.localizedDescription == text)
    #expect("\(error)" == text)
  }

  @Test func `an error of the system has its own sentence`() {
    let error = CocoaError(.fileReadNoSuchFile)
    #expect(
      LocationSearchError.searchCompletionFailed(UnderlyingError(error)).localizedDescription
        == "The search failed: \(error.localizedDescription)")
  }
}
