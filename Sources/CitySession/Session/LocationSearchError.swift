public import Foundation

/// Why a search gave no answer.
///
/// Only ``searchCompletionFailed(_:)`` and ``invalidSearchCriteria(minimumCharacters:)`` concern the
/// person who types; the others tell the caller that nobody waits for this answer any more.
public enum LocationSearchError: Error {
  /// The text has fewer characters than the session searches for.
  case invalidSearchCriteria(minimumCharacters: Int)
  /// A newer call took the place of this one.
  case debounce
  /// The text says the same as the one that was answered last, and nothing else was asked since.
  case duplicateSearchCriteria
  /// The task that asked was cancelled.
  case cancelled
  /// The source threw an error.
  case searchCompletionFailed(any Error)
}

extension LocationSearchError: Equatable {
  /// Whether both say the same; errors of a source are equal if type and description are.
  public static func == (first: LocationSearchError, second: LocationSearchError) -> Bool {
    switch (first, second) {
    case (.invalidSearchCriteria(let one), .invalidSearchCriteria(let two)): one == two
    case (.debounce, .debounce), (.duplicateSearchCriteria, .duplicateSearchCriteria): true
    case (.cancelled, .cancelled): true
    case (.searchCompletionFailed(let one), .searchCompletionFailed(let two)):
      type(of: one) == type(of: two) && String(reflecting: one) == String(reflecting: two)
    default: false
    }
  }
}

extension LocationSearchError: CustomStringConvertible, LocalizedError {
  /// What is wrong, as a sentence.
  public var description: String {
    switch self {
    case .invalidSearchCriteria(let minimum):
      "At least \(minimum) \(minimum == 1 ? "character is" : "characters are") needed."
    case .debounce: "A newer search took the place of this one."
    case .duplicateSearchCriteria: "The same text was answered last."
    case .cancelled: "The search was cancelled."
    case .searchCompletionFailed(let error): "The search failed: \(Self.reason(error))"
    }
  }

  /// The same sentence, for people.
  public var errorDescription: String? { description }

  /// What an error of a source says: the sentence for people, if there is one.
  private static func reason(_ error: any Error) -> String {
    if let text = (error as? any LocalizedError)?.errorDescription { return text }
    // Other errors have none but "The operation could not be completed".
    return error is any CustomNSError ? error.localizedDescription : "\(error)"
  }
}
