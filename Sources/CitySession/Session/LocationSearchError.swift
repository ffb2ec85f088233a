public import Foundation

/// Why a search returned no completions.
///
/// Show only ``searchCompletionFailed(_:)`` and ``invalidSearchCriteria(minimumCharacters:)`` to a
/// person. In the other cases the call was replaced, repeated or cancelled.
public enum LocationSearchError: Error {
  /// The text has fewer characters than the session requires.
  case invalidSearchCriteria(minimumCharacters: Int)
  /// A newer call replaced this one.
  case debounce
  /// The query is equal to the one that was answered last, and no other was made since.
  case duplicateSearchCriteria
  /// The task of the caller was cancelled.
  case cancelled
  /// The source threw an error.
  case searchCompletionFailed(any Error)
}

extension LocationSearchError: Equatable {
  /// Whether two errors are equal; errors of a source are equal if their types and descriptions
  /// are.
  public static func == (first: LocationSearchError, second: LocationSearchError) -> Bool {
    switch (first, second) {
    case (.invalidSearchCriteria(let one), .invalidSearchCriteria(let two)): one == two
    case (.debounce, .debounce), (.duplicateSearchCriteria, .duplicateSearchCriteria): true
    case (.cancelled, .cancelled): true
    case (.searchCompletionFailed(let one), .searchCompletionFailed(let two)):
      areEqual(one, two)
    default: false
    }
  }
}

extension LocationSearchError: CustomStringConvertible, LocalizedError {
  /// The error, as a sentence.
  public var description: String {
    switch self {
    case .invalidSearchCriteria(let minimum):
      "The text must have at least \(minimum) \(minimum == 1 ? "character" : "characters")."
    case .debounce: "A newer search replaced this one."
    case .duplicateSearchCriteria: "The text is equal to the previous one."
    case .cancelled: "The search was cancelled."
    case .searchCompletionFailed(let error): "The search failed: \(reason(of: error))"
    }
  }

  /// The same sentence, for alerts.
  public var errorDescription: String? { description }
}

/// An error of unknown type as a text for a person: its localized description, if it has one.
package func reason(of error: any Error) -> String {
  if let text = (error as? any LocalizedError)?.errorDescription { return text }
  // The localized description of all other errors is "The operation could not be completed".
  return error is any CustomNSError ? error.localizedDescription : "\(error)"
}

/// Whether two errors of unknown type have the same type and the same description.
package func areEqual(_ one: any Error, _ other: any Error) -> Bool {
  type(of: one) == type(of: other) && String(reflecting: one) == String(reflecting: other)
}
