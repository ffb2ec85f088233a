package import CityGeocoding
internal import CitySearch
package import TestSupport

/// A geocoder that follows a script and records its requests.
package final class ScriptedGeocoder: Geocoder {
  package enum Answer: Sendable, Equatable {
    case found
    case error(GeocodingError)
    /// No answer, until the request is cancelled.
    case never
    /// No answer until the geocoder is released, even if the request is cancelled.
    case held
  }

  package struct Request: Sendable, Equatable {
    package let city: String
    package let time: Duration

    package init(city: String, time: Duration) {
      self.city = city
      self.time = time
    }
  }

  private struct State {
    var requests: [Request] = []
    var attempts: [String: Int] = [:]
    var held: [CheckedContinuation<Void, Never>] = []
  }

  package let requestCount = Milestone()
  package let cancellationCount = Milestone()
  private let clock: ManualClock
  /// The answers to the attempts for a city; the last one is also that to all later attempts.
  private let script: [String: [Answer]]
  private let state = Locked(State())

  package init(_ script: [String: [Answer]] = [:], clock: ManualClock = ManualClock()) {
    self.script = script
    self.clock = clock
  }

  /// All requests so far, in the order in which they came.
  package var requests: [Request] { state.withLock(\.requests) }

  /// The cities that were asked for, in order.
  package var cities: [String] { requests.map(\.city) }

  package func geocode(_ address: PostalAddress) async throws -> GeocodingResult {
    let (city, time) = (address.city, clock.now.offset)
    let attempt = state.withLock { state in
      state.requests.append(Request(city: city, time: time))
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

/// A store in memory that can be made to wait or to fail.
package actor ScriptedStore: GeocodingStore {
  package struct Full: Error, CustomStringConvertible {
    package init() {}

    package var description: String { "The disk is full." }
  }

  package nonisolated let applyCount = Milestone()
  private let memory: GeocodingMemory
  package private(set) var groups: [[GeocodingChange]] = []
  private var isFull = false
  private var isBlocked = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  package init(_ memory: GeocodingMemory = GeocodingMemory()) { self.memory = memory }

  package func setFull(_ isFull: Bool) { self.isFull = isFull }

  package func block() { isBlocked = true }

  package func unblock() {
    isBlocked = false
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  package func records() async throws -> [GeocodingRecord] {
    if isFull { throw Full() }
    return await memory.records()
  }

  package func apply(_ changes: [GeocodingChange]) async throws {
    applyCount.reach()
    if isBlocked { await withCheckedContinuation { waiting.append($0) } }
    if isFull { throw Full() }
    groups.append(changes)
    await memory.apply(changes)
  }

  package func close() {}
}

extension GeocodingResult {
  /// A result that differs from others by its name.
  package static func named(_ name: String, latitude: Double = 1) -> GeocodingResult {
    GeocodingResult(
      coordinate: Coordinate(latitude: latitude, longitude: 2),
      confidence: GeocodingConfidence(0.5, reason: "It is a test."),
      match: GeocodingMatch(name: name, precision: .city))
  }
}

extension GeocodingQueue {
  /// Waits until the queue reports a progress.
  package func wait(for expected: GeocodingProgress) async {
    for await progress in progressUpdates where progress == expected { return }
  }

  /// Whether a city was found.
  package func found(contains city: String) async -> Bool {
    let found = (try? await geocodedAddresses()) ?? []
    return found.contains { $0.address.city == city }
  }
}
