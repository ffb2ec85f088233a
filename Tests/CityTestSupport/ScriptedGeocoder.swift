package import CityGeocoding
internal import CitySearch
package import TestSupport

/// A geocoder that follows a script and records its requests.
package final class ScriptedGeocoder: Geocoder {
  package enum Answer: Sendable, Equatable {
    case found
    case error(GeocodingError)
    /// An error that says the request was cancelled, which it was not.
    case cancelledByItself
    /// No answer, until the request is cancelled.
    case never
    /// No answer until the geocoder is released, even if the request is cancelled.
    case held
  }

  private struct State {
    var cities: [String] = []
    var attempts: [String: Int] = [:]
    var held: [CheckedContinuation<Void, Never>] = []
  }

  package let requestCount = Milestone()
  package let cancellationCount = Milestone()
  /// The answers to the attempts for a city; the last one is also that to all later attempts.
  private let script: [String: [Answer]]
  private let state = Locked(State())

  package init(_ script: [String: [Answer]] = [:]) { self.script = script }

  /// The cities that were asked for, in order.
  package var cities: [String] { state.withLock(\.cities) }

  package func geocode(_ address: PostalAddress) async throws -> GeocodingResult {
    let city = address.city
    let attempt = state.withLock { state in
      state.cities.append(city)
      state.attempts[city, default: 0] += 1
      return state.attempts[city, default: 0]
    }
    let answers = script[city] ?? [.found]
    let answer = answers[min(attempt, answers.count) - 1]
    // A held request counts when it can be released.
    if answer != .held { requestCount.reach() }
    switch answer {
    case .found: break
    case .error(let error): throw error
    case .cancelledByItself: throw CancellationError()
    case .never:
      // This clock is never advanced, so the sleep ends only by cancellation.
      do { try await ManualClock().sleep(for: .seconds(1)) } catch {
        cancellationCount.reach()
        throw error
      }
    case .held:
      await withCheckedContinuation { continuation in
        state.withLock { $0.held.append(continuation) }
        requestCount.reach()
      }
    }
    // The name says which attempt had this result.
    return .named("\(city) \(attempt)")
  }

  /// Answers all held requests.
  package func release() {
    let held = state.withLock { state in
      defer { state.held = [] }
      return state.held
    }
    for continuation in held { continuation.resume() }
  }
}

extension GeocodingResult {
  /// A result that differs from others by its name.
  package static func named(
    _ name: String, latitude: Double = 1, isUncertain: Bool = false
  ) -> GeocodingResult {
    GeocodingResult(
      coordinate: Coordinate(latitude: latitude, longitude: 2),
      confidence: GeocodingConfidence(0.5, reason: "It is a test."),
      match: GeocodingMatch(name: name, precision: .city), isUncertain: isUncertain)
  }
}

extension GeocodedAddress {
  /// An answer for a city.
  package static func found(
    _ city: String, _ result: GeocodingResult? = nil, label: String = ""
  ) -> GeocodedAddress {
    GeocodedAddress(
      PostalAddress(label: label, city: city), .success(result ?? .named("\(city) 1")))
  }

  /// A city without an answer.
  package static func failed(_ city: String, _ error: GeocodingError) -> GeocodedAddress {
    GeocodedAddress(PostalAddress(city: city), .failure(error))
  }
}
