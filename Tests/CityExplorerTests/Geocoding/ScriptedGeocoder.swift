import CityExplorer
import TestSupport

/// A geocoder that answers as its script says, and keeps book.
final class ScriptedGeocoder: Geocoder {
  enum Answer: Sendable {
    case found
    case error(GeocodingError)
    /// None until the request is cancelled.
    case never
    /// None ever, and no cancellation helps, until the geocoder is released.
    case held
  }

  struct Request: Sendable, Equatable {
    let city: String
    let time: Duration
  }

  private struct State {
    var requests: [Request] = []
    var attempts: [String: Int] = [:]
    var held: [CheckedContinuation<Void, Never>] = []
  }

  let requestCount = Milestone()
  let cancellationCount = Milestone()
  private let clock: ManualClock
  /// What to answer to each attempt for a city; the last one counts for those to come.
  private let script: [String: [Answer]]
  private let state = Locked(State())

  init(_ script: [String: [Answer]] = [:], clock: ManualClock = ManualClock()) {
    self.script = script
    self.clock = clock
  }

  /// All requests so far, in the order in which they came.
  var requests: [Request] { state.withLock(\.requests) }

  /// The cities that were asked for, in order.
  var cities: [String] { requests.map(\.city) }

  func geocode(_ address: PostalAddress) async throws -> GeocodingResult {
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
      // Any clock will do that nobody moves.
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
  func release() {
    let held = state.withLock { state in
      defer { state.held = [] }
      return state.held
    }
    for continuation in held { continuation.resume() }
  }
}

/// A store that can be made to wait or to fail, in front of memory.
actor ScriptedStore: GeocodingStore {
  struct Full: Error, CustomStringConvertible {
    var description: String { "The disk is full." }
  }

  nonisolated let applyCount = Milestone()
  private let memory: GeocodingMemory
  private(set) var groups: [[GeocodingChange]] = []
  private var isFull = false
  private var isBlocked = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ memory: GeocodingMemory = GeocodingMemory()) { self.memory = memory }

  func setFull(_ isFull: Bool) { self.isFull = isFull }

  func block() { isBlocked = true }

  func unblock() {
    isBlocked = false
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  func records() async throws -> [GeocodingRecord] {
    if isFull { throw Full() }
    return await memory.records()
  }

  func apply(_ changes: [GeocodingChange]) async throws {
    applyCount.reach()
    if isBlocked { await withCheckedContinuation { waiting.append($0) } }
    if isFull { throw Full() }
    groups.append(changes)
    await memory.apply(changes)
  }
}
