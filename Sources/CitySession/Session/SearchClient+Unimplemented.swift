public import Foundation

extension SearchClient {
  /// A client that fails loudly when it is used.
  ///
  /// Each search and each look-up writes its own name to standard error and throws ``UnimplementedEndpoint``.
  public static var unimplemented: SearchClient {
    unimplemented(report: UnimplementedEndpoint.writeToStandardError)
  }

  /// A client that reports when it is used, and fails.
  ///
  /// With a report to the test library in use, such as `{ Issue.record($0) }`, a test fails that uses
  /// what it did not provide.
  ///
  /// - Parameter report: Takes the error, before it is thrown.
  /// - Returns: The client.
  public static func unimplemented(
    report: @escaping @Sendable (UnimplementedEndpoint) -> Void
  ) -> SearchClient {
    let endpoints = UnimplementedEndpoints(of: "SearchClient", report: report)
    return SearchClient(
      makeSearch: { { _ in try endpoints.fail("makeSearch") } },
      response: { _ in try endpoints.fail("response") })
  }
}

/// A function of a client was called that nobody provided.
public struct UnimplementedEndpoint: Error, Hashable, CustomStringConvertible, LocalizedError {
  /// The name of the function.
  public let name: String

  /// Creates the error of a function.
  public init(name: String) { self.name = name }

  /// A sentence with the name in it.
  public var description: String { "\(name) is not implemented." }

  /// The same sentence, for people.
  public var errorDescription: String? { description }
}
