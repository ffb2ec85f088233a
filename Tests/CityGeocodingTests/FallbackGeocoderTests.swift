import CityGeocoding
import CitySearch
import CityTestSupport
import Foundation
import TestSupport
import Testing

@Suite("Fallback")
struct FallbackGeocoderTests {
  private struct Fixed: Geocoder {
    let outcome: Result<GeocodingResult, any Error>

    func geocode(_ address: PostalAddress) async throws -> GeocodingResult { try outcome.get() }
  }

  private struct OddError: Error {}

  private static func found(_ name: String) -> Fixed {
    Fixed(outcome: .success(.named(name)))
  }

  private static func error(_ error: any Error) -> Fixed { Fixed(outcome: .failure(error)) }

  @Test func `the first answer counts`() async throws {
    let geocoder = FallbackGeocoder([
      Self.error(GeocodingError.noResult), Self.error(OddError()), Self.found("a"),
      Self.found("b"),
    ])
    #expect(try await geocoder.geocode(PostalAddress(city: "x")).match.name == "a")
  }

  private static let noResult = GeocodingError.noResult
  private static let invalid = GeocodingError.invalidAddress(reason: "no city")
  private static let refused = GeocodingError.refused(reason: "no key")
  private static let network = GeocodingError.network(reason: "down")
  private static let limited = GeocodingError.tooManyRequests(retryAfter: .seconds(3))

  @Test(arguments: [
    Named(([noResult], noResult), "no result"),
    Named(([invalid, noResult], invalid), "invalid, no result"),
    Named(([noResult, refused], refused), "no result, refused"),
    Named(([refused, noResult], refused), "refused, no result"),
    Named(
      ([noResult, refused, network, limited], network), "no result, refused, network, limited"),
    Named(([limited, network, noResult], limited), "limited, network, no result"),
  ])
  func `without an answer, the error that leaves most hope counts`(
    example: Named<([GeocodingError], GeocodingError)>
  ) async {
    let (errors, expected) = example.value
    let geocoder = FallbackGeocoder(errors.map { Self.error($0) })
    await #expect(throws: expected) { try await geocoder.geocode(PostalAddress(city: "x")) }
  }

  @Test func `a cancellation is passed on at once`() async {
    let geocoder = FallbackGeocoder([Self.error(CancellationError()), Self.found("a")])
    await #expect(throws: CancellationError.self) {
      try await geocoder.geocode(PostalAddress(city: "x"))
    }
  }

  @Test func `a cancelled task throws a cancellation, with any error of the geocoder`() async {
    let task = Task {
      // No geocoder is called before the task is cancelled.
      while !Task.isCancelled { await Task.yield() }
      return try await FallbackGeocoder([Self.error(Self.network), Self.found("a")])
        .geocode(PostalAddress(city: "x"))
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `a fallback to nothing is a mistake`() async {
    await #expect(processExitsWith: .failure) { _ = FallbackGeocoder([]) }
  }

  @Test(arguments: [
    noResult, invalid, refused, network, limited, .tooManyRequests(retryAfter: nil),
  ])
  func `each error is a sentence`(error: GeocodingError) {
    #expect(error.description.hasPrefix("The ") || error.description.hasPrefix("No "))
    #expect(error.description.hasSuffix("."))
    // What an alert shows.
    #expect((error as any Error).localizedDescription == error.description)
    // What passes by itself is no refusal, and a refusal stops a queue.
    #expect(!(error.isTransient && error.concernsService))
    #expect(error.concernsService == (error == Self.refused))
  }
}
