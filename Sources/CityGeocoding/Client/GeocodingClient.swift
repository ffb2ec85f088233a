internal import CitySearch
public import CitySession
internal import Foundation

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

extension GeocodingClient {
  /// A client of a queue in memory, with an offline geocoder over the cities of
  /// ``/CitySession/SearchClient/preview``.
  ///
  /// Each use starts with offices in Munich and Tokyo, which were found, and one in Atlantis, which was
  /// not. A retry fails again, at once.
  public static var preview: GeocodingClient {
    let geocoder = GazetteerGeocoder(CityIndex(PreviewPlaces.gazetteer))
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

  /// A client for screens without addresses: there are no results, and no function has an effect.
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
          updates.yield(.idle)
          updates.finish()
        }
      },
      cancel: {}, resume: {}, retry: { _ in })
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
      cancel: { try endpoints.fail("cancel") }, resume: { try endpoints.fail("resume") },
      retry: { _ in try endpoints.fail("retry") })
  }
}
