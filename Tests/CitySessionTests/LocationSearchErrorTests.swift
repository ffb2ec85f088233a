import CityTestSupport
import Foundation
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
      "At least 3 characters are needed."
    ),
    (
      LocationSearchError.invalidSearchCriteria(minimumCharacters: 1),
      "At least 1 character is needed."
    ),
    (LocationSearchError.debounce, "A newer search took the place of this one."),
    (LocationSearchError.duplicateSearchCriteria, "The same text was answered last."),
    (LocationSearchError.cancelled, "The search was cancelled."),
    (
      LocationSearchError.searchCompletionFailed(Offline()),
      "The search failed: There is no network."
    ),
    (
      LocationSearchError.searchCompletionFailed(ScriptedSource.Failure()),
      "The search failed: Failure()"
    ),
    (UnimplementedEndpoint(name: "search"), "search is not implemented."),
  ]

  @Test(arguments: sentences)
  func `an alert shows a sentence`(error: any Error, text: String) {
    #expect(error.localizedDescription == text)
    #expect("\(error)" == text)
  }

  @Test func `an error of the system has its own sentence`() {
    let error = CocoaError(.fileReadNoSuchFile)
    #expect(
      LocationSearchError.searchCompletionFailed(error).localizedDescription
        == "The search failed: \(error.localizedDescription)")
  }
}
