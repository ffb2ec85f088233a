/// A geocoding queue as five functions, to be handed to whatever runs the effects of an app.
///
/// Tests and previews replace the functions that they need, as with ``SearchClient``.
public struct GeocodingClient: Sendable {
  /// What was found and what failed so far, and then everything that happens to addresses.
  public var news: @Sendable () async throws -> AsyncStream<GeocodingNews>
  /// What the queue is doing, and then every change of it.
  public var progress: @Sendable () async -> AsyncStream<GeocodingProgress>
  /// Stops asking.
  public var cancel: @Sendable () async -> Void
  /// Goes on.
  public var resume: @Sendable () async throws -> Void
  /// Asks again for the addresses with some digests that failed, or for all that failed.
  public var retry: @Sendable (_ addressHashes: [String]?) async throws -> Void

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - news: What was found and what failed so far, and then everything that happens to addresses.
  ///   - progress: What the queue is doing, and then every change of it.
  ///   - cancel: Stops asking.
  ///   - resume: Goes on.
  ///   - retry: Asks again for the addresses with some digests that failed, or for all that failed.
  public init(
    news: @escaping @Sendable () async throws -> AsyncStream<GeocodingNews>,
    progress: @escaping @Sendable () async -> AsyncStream<GeocodingProgress>,
    cancel: @escaping @Sendable () async -> Void,
    resume: @escaping @Sendable () async throws -> Void,
    retry: @escaping @Sendable (_ addressHashes: [String]?) async throws -> Void
  ) {
    self.news = news
    self.progress = progress
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
      news: { try await queue.news() }, progress: { await queue.progress },
      cancel: { await queue.cancel() }, resume: { try await queue.resume() },
      retry: { hashes in
        if let hashes { try await queue.retry(hashes) } else { try await queue.retryFailed() }
      })
  }

  /// A client of a screen without addresses: nothing is found, and nothing goes on.
  public static var unavailable: GeocodingClient {
    GeocodingClient(
      news: {
        AsyncStream { news in
          news.yield(.found([]))
          news.finish()
        }
      }, progress: { AsyncStream { $0.finish() } },
      cancel: {}, resume: {}, retry: { _ in })
  }
}
