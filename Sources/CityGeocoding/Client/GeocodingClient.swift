internal import CitySearch
public import CitySession
internal import Foundation

/// A geocoding queue as seven functions, for the code that runs the effects of an app.
///
/// Tests and previews replace the functions that they need, as with ``/CitySession/SearchClient``. The
/// functions of ``live(_:)`` throw only ``GeocodingClientError``. Functions of your own may throw any
/// error: ``GeocodingClientError/init(_:)`` converts it.
public struct GeocodingClient: Sendable {
  /// The results and failures so far, and then every change of them; see ``GeocodingQueue/updates``.
  public var updates: @Sendable () async throws -> AsyncStream<GeocodingUpdate>
  /// The current progress, and then the newest after changes; see ``GeocodingQueue/progressUpdates``.
  public var progressUpdates: @Sendable () async throws -> AsyncStream<GeocodingProgress>
  /// Pauses the queue; see ``GeocodingQueue/pause()``.
  public var pause: @Sendable () async throws -> Void
  /// Resumes the queue; see ``GeocodingQueue/resume()``.
  public var resume: @Sendable () async throws -> Void
  /// Retries the failed addresses with these digests; see ``GeocodingQueue/retry(addressHashes:)``.
  public var retry: @Sendable (_ addressHashes: [String]) async throws -> Void
  /// Retries all failed addresses; see ``GeocodingQueue/retryAll()``.
  public var retryAll: @Sendable () async throws -> Void
  /// Requests the found addresses that satisfy a condition again; see ``GeocodingQueue/retry(where:)``.
  public var retryWhere:
    @Sendable (_ condition: @escaping @Sendable (GeocodedAddress) -> Bool) async throws -> Void

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - updates: Returns the results and failures so far, and then every change of them.
  ///   - progressUpdates: Returns the current progress, and then the newest after changes.
  ///   - pause: Pauses the queue.
  ///   - resume: Resumes the queue.
  ///   - retry: Retries the failed addresses with these digests.
  ///   - retryAll: Retries all failed addresses.
  ///   - retryWhere: Requests the found addresses that satisfy a condition again.
  public init(
    updates: @escaping @Sendable () async throws -> AsyncStream<GeocodingUpdate>,
    progressUpdates: @escaping @Sendable () async throws -> AsyncStream<GeocodingProgress>,
    pause: @escaping @Sendable () async throws -> Void,
    resume: @escaping @Sendable () async throws -> Void,
    retry: @escaping @Sendable (_ addressHashes: [String]) async throws -> Void,
    retryAll: @escaping @Sendable () async throws -> Void,
    retryWhere:
      @escaping @Sendable (
        _ condition: @escaping @Sendable (GeocodedAddress) -> Bool
      ) async throws -> Void
  ) {
    self.updates = updates
    self.progressUpdates = progressUpdates
    self.pause = pause
    self.resume = resume
    self.retry = retry
    self.retryAll = retryAll
    self.retryWhere = retryWhere
  }
}

extension GeocodingClient {
  /// A client of a queue.
  ///
  /// - Parameter queue: The queue.
  /// - Returns: The client.
  public static func live(_ queue: GeocodingQueue) -> GeocodingClient {
    GeocodingClient(
      updates: { try await converting { try await queue.updates } },
      progressUpdates: { await queue.progressUpdates },
      pause: { await queue.pause() },
      resume: { try await converting { try await queue.resume() } },
      retry: { hashes in try await converting { try await queue.retry(addressHashes: hashes) } },
      retryAll: { try await converting { try await queue.retryAll() } },
      retryWhere: { condition in
        try await converting { try await queue.retry(where: condition) }
      })
  }

  /// Converts the errors of a function.
  private static func converting<Result>(
    _ body: () async throws -> Result
  ) async throws(GeocodingClientError) -> Result {
    do { return try await body() } catch { throw GeocodingClientError(error) }
  }
}

extension GeocodingClient {
  /// A client of a queue in memory, with an offline geocoder over the cities of
  /// ``/CitySession/SearchClient/preview``.
  ///
  /// Each use starts with offices in Munich and Tokyo, which were found, and one in Atlantis, which was
  /// not. A retry fails again, at once.
  public static var preview: GeocodingClient {
    let geocoder = LineGeocoder(PreviewPlaces.gazetteer)
    // The date is fixed, so that every preview looks the same.
    let date = Date(timeIntervalSinceReferenceDate: 800_000_000)
    let records = ["Munich", "Tokyo", "Atlantis"].map { city in
      let address = PostalAddress(label: "Office", city: city)
      do throws(GeocodingError) {
        return GeocodingRecord(address, .found(try geocoder.geocode(address), date: date))
      } catch {
        return GeocodingRecord(address, .failed(error, date: date, attempts: 1))
      }
    }
    return live(
      GeocodingQueue(
        geocoder: geocoder, store: GeocodingMemory(records), rate: .unlimited, date: { date }))
  }

  /// A client for screens without addresses: there are no results, and every command throws
  /// ``GeocodingClientError/unavailable``.
  public static var unavailable: GeocodingClient {
    GeocodingClient(
      updates: {
        AsyncStream { updates in
          updates.yield(.found([]))
          updates.finish()
        }
      },
      progressUpdates: {
        AsyncStream { updates in
          updates.yield(.finished(found: 0, uncertain: 0, failed: 0))
          updates.finish()
        }
      },
      pause: { throw GeocodingClientError.unavailable },
      resume: { throw GeocodingClientError.unavailable },
      retry: { _ in throw GeocodingClientError.unavailable },
      retryAll: { throw GeocodingClientError.unavailable },
      retryWhere: { _ in throw GeocodingClientError.unavailable })
  }

  /// A client whose functions write their name to standard error and throw
  /// ``/CitySession/UnimplementedEndpoint``.
  public static var unimplemented: GeocodingClient {
    unimplemented(report: UnimplementedEndpoint.writeToStandardError)
  }

  /// A client whose functions report that they were called, and throw ``/CitySession/UnimplementedEndpoint``.
  ///
  /// With `{ Issue.record($0) }` as the report, a test fails if it calls a function that it did not
  /// provide.
  ///
  /// - Parameter report: Receives the error before it is thrown.
  /// - Returns: The client.
  public static func unimplemented(
    report: @escaping @Sendable (UnimplementedEndpoint) -> Void
  ) -> GeocodingClient {
    let endpoints = UnimplementedEndpoints(of: "GeocodingClient", report: report)
    return GeocodingClient(
      updates: { try endpoints.fail("updates") },
      progressUpdates: { try endpoints.fail("progressUpdates") },
      pause: { try endpoints.fail("pause") }, resume: { try endpoints.fail("resume") },
      retry: { _ in try endpoints.fail("retry") },
      retryAll: { try endpoints.fail("retryAll") },
      retryWhere: { _ in try endpoints.fail("retryWhere") })
  }
}
