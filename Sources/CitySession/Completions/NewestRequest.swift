/// The newest request of a search field, the only one whose answer counts.
///
/// What is late is decided here and nowhere else: for the callers of a session, and for the state of a screen,
/// which gets its answers from another actor or over a network.
///
/// The numbers of requests ascend, see ``SearchRequest/number``.
package struct NewestRequest: Sendable, Equatable {
  /// The newest request, whatever became of it; `nil` before the first.
  package private(set) var latest: SearchRequest?
  /// The number of the request whose answer is awaited, which is that of the newest, or of an older one
  /// that it joined; `nil` if none is awaited.
  private var awaited: Int?

  /// No request was made yet.
  package init() {}

  /// The newest request, if it waits for its answer.
  package var pending: SearchRequest? { awaited == nil ? nil : latest }

  /// Begins a request in place of the pending one, whose answer will be late.
  package mutating func begin(_ request: SearchRequest) {
    (latest, awaited) = (request, request.number)
  }

  /// Gives a request the answer of the pending one, which asks for the same.
  mutating func join(_ request: SearchRequest) { latest = request }

  /// Ends the wait, because the answer to a request came.
  ///
  /// - Parameter number: The number of the request that was answered.
  /// - Returns: The newest request, whose answer it is; `nil` if it is late.
  package mutating func finish(_ number: Int) -> SearchRequest? {
    guard awaited == number else { return nil }
    awaited = nil
    return latest
  }

  /// Ends the wait without an answer; one that still comes is late.
  ///
  /// - Returns: The request that waited; `nil` if none did.
  @discardableResult package mutating func cancel() -> SearchRequest? {
    defer { awaited = nil }
    return pending
  }
}
