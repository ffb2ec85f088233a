/// A geocoding queue as five functions, for the code that runs the effects of an app.
///
/// Tests and previews replace the functions that they need, as with ``/CitySession/SearchClient``.
public struct GeocodingClient: Sendable {
  /// The results and failures so far, and then every change of them; see ``GeocodingQueue/updates``.
  public var updates: @Sendable () async throws -> AsyncStream<GeocodingUpdate>
  /// The current progress, and then the newest after changes; see ``GeocodingQueue/progressUpdates``.
  public var progressUpdates: @Sendable () async throws -> AsyncStream<GeocodingProgress>
  /// Pauses the queue.
  public var cancel: @Sendable () async throws -> Void
  /// Resumes the queue.
  public var resume: @Sendable () async throws -> Void
  /// Retries the failed addresses with these digests; `nil` for all failed addresses.
  public var retry: @Sendable (_ addressHashes: [String]?) async throws -> Void

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - updates: Returns the results and failures so far, and then every change of them.
  ///   - progressUpdates: Returns the current progress, and then the newest after changes.
  ///   - cancel: Pauses the queue.
  ///   - resume: Resumes the queue.
  ///   - retry: Retries the failed addresses with these digests; `nil` for all failed addresses.
  public init(
    updates: @escaping @Sendable () async throws -> AsyncStream<GeocodingUpdate>,
    progressUpdates: @escaping @Sendable () async throws -> AsyncStream<GeocodingProgress>,
    cancel: @escaping @Sendable () async throws -> Void,
    resume: @escaping @Sendable () async throws -> Void,
    retry: @escaping @Sendable (_ addressHashes: [String]?) async throws -> Void
  ) {
    self.updates = updates
    self.progressUpdates = progressUpdates
    self.cancel = cancel
    self.resume = resume
    self.retry = retry
  }
}

extension GeocodingClient {
  /// A client of a queue.
  ///
  /// - Parameter queue: The queue.
  /// - Returns: The client.
  public static func live(_ queue: GeocodingQueue) -> GeocodingClient {
    GeocodingClient(
      updates: { try await queue.updates }, progressUpdates: { await queue.progressUpdates },
      cancel: { await queue.cancel() }, resume: { try await queue.resume() },
      retry: { hashes in
        if let hashes { try await queue.retry(hashes) } else { try await queue.retryFailed() }
      })
  }
}
