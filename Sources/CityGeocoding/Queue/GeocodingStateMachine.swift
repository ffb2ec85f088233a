internal import Foundation

/// The logic of a queue as a value, without tasks, clocks and files: each event returns actions.
///
/// The state of each address is in `records`; an address that still has to be requested has a job, too.
/// Every change of the records is saved. While a change is not saved, no request starts and no result is
/// counted, so a crash loses only the results of the requests under way.
struct GeocodingStateMachine: Sendable {
  /// A request to the geocoder.
  struct Request: Sendable, Equatable {
    let number: Int
    let address: PostalAddress
  }

  /// An action of the queue; actions are performed in order.
  enum Action: Sendable, Equatable {
    /// Call the geocoder, then `answered`.
    case ask(Request)
    /// Cancel requests; `answered` is still called for them, if the geocoder returns.
    case cancelRequests([Int])
    /// Save changes, then call `saved` or `savingFailed`.
    case save([GeocodingChange])
    /// Sleep, in place of any previous sleep, then call `awoke`.
    case sleep(until: Duration)
    /// Cancel the sleep.
    case cancelSleep
    /// Send a saved change to the observers.
    case publish(GeocodingUpdate)
    /// Send the progress to the observers.
    case report(GeocodingProgress)
  }

  /// An address to enqueue, with the values that are computed from it.
  struct Candidate: Sendable {
    let address: GeocodedAddress
    let hash: String
    /// Whether it contains nothing that a geocoder could find.
    let isBlank: Bool

    init(_ address: GeocodedAddress) {
      self.address = address
      hash = address.address.addressHash
      isBlank = address.address.isBlank
    }
  }

  /// An address that still has to be requested.
  struct Job: Sendable, Equatable {
    var address: PostalAddress
    /// The sequence number of the address.
    let sequence: Int
    /// The number of failures.
    var failures = 0
    /// Whether it was requested in this run.
    var hasBegun = false
    var phase = Phase.waiting

    enum Phase: Sendable, Equatable {
      /// It is in a queue of jobs.
      case waiting
      /// The request with this number is under way.
      case requested(Int)
      /// Its outcome is being saved.
      case answered
    }
  }

  /// The counts since the queue was last idle.
  struct Run: Sendable, Equatable {
    var total = 0
    var begun = 0
    var found = 0
    /// The digests of the failed addresses, which a retry can enqueue again.
    var failed: Set<String> = []

    /// The number of addresses without an outcome, which is the number of jobs.
    var remaining: Int { total - found - failed.count }
    var isOver: Bool { remaining == 0 }
  }

  /// A request under way.
  struct ActiveRequest: Sendable, Equatable {
    /// The digest of the address.
    let hash: String
    /// The time when the request times out.
    let deadline: Duration
  }

  let rate: GeocodingRate
  let policy: GeocodingRetryPolicy
  /// The longest time of a request.
  let timeLimit: Duration

  var records = GeocodingRecords()
  var jobs: [String: Job] = [:]
  var jobCount = 0
  /// The jobs that wait for their first request, or for a repetition after a cancellation.
  var fresh = JobQueue()
  /// The jobs that failed and wait for the end of their backoff.
  var retries = JobQueue()

  var requestCount = 0
  /// The requests under way, by their numbers.
  var requests: [Int: ActiveRequest] = [:]
  /// The requests under way that were cancelled.
  var cancelledRequests: Set<Int> = []
  /// The time before which no request may start.
  var earliestStart = Duration.zero
  /// The time until which the queue sleeps.
  var sleepEnd: Duration?

  /// The unsaved changes.
  var changes: [GeocodingChange] = []
  /// The number of changes that are being saved.
  var savingCount = 0
  /// The number of changes that were saved.
  var savedCount = 0
  /// The reason why saving failed; `nil` if it did not.
  var savingFailure: String?
  /// The digests of retried addresses, until the retry is saved.
  var retried: Set<String> = []

  var isActive = true
  /// The reason why the geocoder rejects all requests; `nil` if it does not.
  var refusal: GeocodingError?
  var run = Run()
  /// The last reported progress.
  var progress = GeocodingProgress.idle

  init(rate: GeocodingRate, policy: GeocodingRetryPolicy, timeLimit: Duration) {
    self.rate = rate
    self.policy = policy
    self.timeLimit = min(timeLimit, GeocodingRetryPolicy.longestPause)
  }

  /// The value of ``savedCount`` when all present changes are saved.
  var changeCount: Int { savedCount + changes.count }

  /// The records without unsaved changes.
  ///
  /// - Complexity: O(*n*), where *n* is the number of records.
  var savedRecords: [GeocodingRecord] {
    let unsaved = Set(changes.map(\.addressHash))
    return records.all.filter { !unsaved.contains($0.addressHash) }
  }

  /// The progress of the present state.
  var currentProgress: GeocodingProgress {
    if let savingFailure { return .interrupted(reason: savingFailure) }
    guard run.isOver else {
      if let refusal { return .refused(reason: "\(refusal)", remaining: run.remaining) }
      return isActive
        ? .locating(current: run.begun, total: run.total) : .paused(remaining: run.remaining)
    }
    return run.total == 0 ? .idle : .finished(found: run.found, failed: run.failed.count)
  }
}
