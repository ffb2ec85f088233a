package import CityGeocoding
internal import CitySearch
package import TestSupport

/// A geocoder that follows a script and records its requests.
package final class ScriptedGeocoder: Geocoder {
  package enum Answer: Sendable {
    case found
    case error(GeocodingError)
    /// None until the request is cancelled.
    case never
    /// None ever, and no cancellation helps, until the geocoder is released.
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
  /// What to answer to each attempt for a city; the last one counts for those to come.
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
    requestCount.reach()
    let answers = script[city] ?? [.found]
    switch answers[min(attempt, answers.count) - 1] {
    case .found: break
    case .error(let error): throw error
    case .never:
      // A clock that is never advanced.
      do { try await ManualClock().sleep(for: .seconds(1)) } catch {
        cancellationCount.reach()
        throw error
      }
    case .held:
      await withCheckedContinuation { continuation in
        state.withLock { $0.held.append(continuation) }
      }
    }
    // The name says which attempt it was that this result came from.
    return .named("\(city) \(attempt)")
  }

  /// Lets all that are held have their answer.
  package func release() {
    let held = state.withLock { state in
      defer { state.held = [] }
      return state.held
    }
    for continuation in held { continuation.resume() }
  }
}

/// A store that can be made to wait or to fail, in front of memory.
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
  /// A result that is told from others by its name.
  package static func named(_ name: String, latitude: Double = 1) -> GeocodingResult {
    GeocodingResult(
      coordinate: Coordinate(latitude: latitude, longitude: 2),
      confidence: GeocodingConfidence(0.5, reason: "It is a test."),
      match: GeocodingMatch(name: name, precision: .city))
  }
}

extension GeocodingQueue {
  /// Waits until the queue says so.
  package func wait(for expected: GeocodingProgress) async {
    for await progress in progressUpdates where progress == expected { return }
  }

  /// Whether a city was found.
  package func found(contains city: String) async -> Bool {
    let found = (try? await geocodedAddresses()) ?? []
    return found.contains { $0.address.city == city }
  }
}
