#if canImport(Foundation)
internal import Foundation
#endif

/// An error whose type is not known, such as that of a source or of a store, as a value that can be
/// compared.
///
/// In Embedded Swift, which has no values of any error type, it is the reason by itself.
public struct UnderlyingError: Error {
  #if hasFeature(Embedded)
  /// Why something failed, as a sentence for a person.
  public let reason: String

  /// An error with a reason.
  public init(reason: String) { self.reason = reason }
  #else
  /// The error.
  public let error: any Error

  /// Keeps an error.
  ///
  /// - Parameter error: The error; one that was kept before is not kept twice.
  public init(_ error: any Error) {
    self.error = (error as? UnderlyingError)?.error ?? error
  }

  /// The error as a text for a person: its localized description, if it has one.
  public var reason: String {
    if let text = (error as? any LocalizedError)?.errorDescription { return text }
    // The localized description of all other errors is "The operation could not be completed".
    return error is any CustomNSError ? error.localizedDescription : "\(error)"
  }
  #endif
}

extension UnderlyingError: Equatable {
  /// Whether two errors have the same type and the same description.
  ///
  /// Errors of Foundation have more in their debug description than in the other one.
  public static func == (one: UnderlyingError, other: UnderlyingError) -> Bool {
    #if hasFeature(Embedded)
    one.reason == other.reason
    #else
    type(of: one.error) == type(of: other.error)
      && String(reflecting: one.error) == String(reflecting: other.error)
    #endif
  }
}

extension UnderlyingError: CustomStringConvertible {
  /// ``reason``.
  public var description: String { reason }
}
