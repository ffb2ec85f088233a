public import Foundation

/// A function of a client was called that has no implementation.
public struct UnimplementedEndpoint: Error, Hashable, CustomStringConvertible, LocalizedError {
  /// The name of the function.
  public let name: String

  /// Creates the error of a function.
  public init(name: String) { self.name = name }

  /// A sentence with the name in it.
  public var description: String { "\(name) is not implemented." }

  /// The same sentence, for alerts.
  public var errorDescription: String? { description }
}

/// The functions of an unimplemented client.
package struct UnimplementedEndpoints: Sendable {
  private let client: String
  private let report: @Sendable (UnimplementedEndpoint) -> Void

  /// Describes a client.
  ///
  /// - Parameters:
  ///   - client: The name of its type.
  ///   - report: Receives the error of each call before it is thrown.
  package init(of client: String, report: @escaping @Sendable (UnimplementedEndpoint) -> Void) {
    self.client = client
    self.report = report
  }

  /// Reports that a function was called.
  ///
  /// - Parameter function: The name of the function.
  /// - Throws: ``UnimplementedEndpoint``, always.
  package func fail(_ function: String) throws -> Never {
    let error = UnimplementedEndpoint(name: "\(client).\(function)")
    report(error)
    throw error
  }
}

extension UnimplementedEndpoint {
  /// Writes an error to standard error.
  package static let writeToStandardError: @Sendable (UnimplementedEndpoint) -> Void = { error in
    FileHandle.standardError.write(Data("\(error)\n".utf8))
  }
}
