#if canImport(Foundation)
public import Foundation
#endif

/// Why a search returned no completions.
///
/// A search that was replaced or cancelled throws `CancellationError` in its place.
@nonexhaustive
public enum LocationSearchError: Error, Equatable {
  /// The text has fewer characters than the source requires.
  case invalidSearchCriteria(minimumCharacters: Int)
  /// The source threw an error.
  case searchCompletionFailed(UnderlyingError)
}

extension LocationSearchError: CustomStringConvertible {
  /// The error, as a sentence.
  public var description: String {
    switch self {
    case .invalidSearchCriteria(let minimum):
      "The text must have at least \(minimum) \(minimum == 1 ? "character" : "characters")."
    case .searchCompletionFailed(let error): "The search failed: \(error)"
    }
  }
}

#if !hasFeature(Embedded)
extension LocationSearchError {
  /// An error of a source or of a client's function.
  package init(_ error: any Error) {
    self = error as? LocationSearchError ?? .searchCompletionFailed(UnderlyingError(error))
  }
}

extension LocationSearchError: LocalizedError {
  /// The same sentence, for alerts.
  public var errorDescription: String? { description }
}
#endif

/// An error whose type is not known, such as that of a source or of a store, as a value that can be
/// compared.
///
/// In Embedded Swift, which has no values of any error type, it is the reason by itself.
public struct UnderlyingError: Error, Equatable {
  #if hasFeature(Embedded)
  /// Why something failed, as a sentence for a person.
  package let reason: String

  /// An error with a reason.
  package init(reason: String) { self.reason = reason }
  #else
  private let kept: Kept

  /// An error that equals another one of the same type and the same description.
  ///
  /// Errors of Foundation have more in their debug description than in the other one.
  private struct Kept: Equatable {
    let error: any Error

    static func == (one: Kept, other: Kept) -> Bool {
      type(of: one.error) == type(of: other.error)
        && String(reflecting: one.error) == String(reflecting: other.error)
    }
  }

  /// The error.
  public var error: any Error { kept.error }

  /// Keeps an error.
  ///
  /// - Parameter error: The error; one that was kept before is not kept twice.
  package init(_ error: any Error) {
    kept = Kept(error: (error as? UnderlyingError)?.error ?? error)
  }

  /// The error as a text for a person: its localized description, if it has one.
  package var reason: String {
    if let text = (error as? any LocalizedError)?.errorDescription { return text }
    // The localized description of all other errors is "The operation could not be completed".
    return error is any CustomNSError ? error.localizedDescription : "\(error)"
  }
  #endif
}

extension UnderlyingError: CustomStringConvertible {
  /// The error as a text for a person: its localized description, if it has one.
  public var description: String { reason }
}

#if !hasFeature(Embedded)
extension DecodingError {
  /// Where and why decoding failed, such as "favorites.Index 0.id: it is no number".
  package var place: String {
    let context: Context
    switch self {
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .keyNotFound(_, let found),
      .dataCorrupted(let found):
      context = found
    @unknown default: return "\(self)"
    }
    let path = context.codingPath.map(\.stringValue).joined(separator: ".")
    return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
  }
}
#endif
