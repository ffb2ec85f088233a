internal import CitySearch
public import CitySession
internal import Foundation

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
