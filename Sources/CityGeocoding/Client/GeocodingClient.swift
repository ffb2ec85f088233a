/// Geocoding as a function, for the code that runs the effects of an app; tests and previews replace it.
public struct GeocodingClient: Sendable {
  /// Geocodes a list; see ``GeocodingQueue/answers(to:retriesFailures:)``.
  public var answers:
    @Sendable (_ addresses: [PostalAddress], _ retriesFailures: Bool) ->
      AsyncThrowingStream<[GeocodedAddress], any Error>

  /// Creates a client.
  ///
  /// - Parameter answers: Geocodes a list.
  public init(
    answers:
      @escaping @Sendable (_ addresses: [PostalAddress], _ retriesFailures: Bool) ->
      AsyncThrowingStream<[GeocodedAddress], any Error>
  ) {
    self.answers = answers
  }

  /// A client of a queue.
  ///
  /// - Parameter queue: The queue.
  /// - Returns: The client.
  public static func live(_ queue: GeocodingQueue) -> GeocodingClient {
    GeocodingClient { queue.answers(to: $0, retriesFailures: $1) }
  }

  /// A client whose runs throw ``GeocodingClientError/unavailable``, for screens without addresses.
  public static var failing: GeocodingClient {
    GeocodingClient { _, _ in
      AsyncThrowingStream { $0.finish(throwing: GeocodingClientError.unavailable) }
    }
  }
}
