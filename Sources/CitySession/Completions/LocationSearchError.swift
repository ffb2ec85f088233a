#if canImport(Foundation)
public import Foundation
#endif

/// Why a search returned no completions.
///
/// Show only ``searchCompletionFailed(_:)`` and ``invalidSearchCriteria(minimumCharacters:)`` to a
/// person. In the other cases the call was replaced, repeated or cancelled.
@nonexhaustive
public enum LocationSearchError: Error, Equatable {
  /// The text has fewer characters than the session requires.
  case invalidSearchCriteria(minimumCharacters: Int)
  /// A newer call replaced this one.
  case debounce
  /// The query is equal to the one that was answered last, and no other was made since.
  case duplicateSearchCriteria
  /// The task of the caller was cancelled.
  case cancelled
  /// The source threw an error.
  case searchCompletionFailed(UnderlyingError)
}

extension LocationSearchError: CustomStringConvertible {
  /// The error, as a sentence.
  public var description: String {
    switch self {
    case .invalidSearchCriteria(let minimum):
      "The text must have at least \(minimum) \(minimum == 1 ? "character" : "characters")."
    case .debounce: "A newer search replaced this one."
    case .duplicateSearchCriteria: "The text is equal to the previous one."
    case .cancelled: "The search was cancelled."
    case .searchCompletionFailed(let error): "The search failed: \(error)"
    }
  }
}

#if !hasFeature(Embedded)
extension LocationSearchError: LocalizedError {
  /// The same sentence, for alerts.
  public var errorDescription: String? { description }
}
#endif
