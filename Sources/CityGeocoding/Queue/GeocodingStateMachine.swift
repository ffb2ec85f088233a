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
    /// The number of answers of the service at the first failure; `nil` before it.
    var answersAtFailure: Int?
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

  /// The counts since the queue last had nothing to do.
  struct Run: Sendable, Equatable {
    /// How an address ended.
    enum End: Sendable { case found, uncertain, failed }

    var total = 0
    var begun = 0
    private(set) var found = 0
    private(set) var uncertain = 0
    private(set) var failed = 0
    /// How addresses ended in this run; a retry takes the end of its address back.
    private var ends: [String: End] = [:]

    /// The number of addresses without an outcome, which is the number of jobs.
    var remaining: Int { total - ends.count }
    var isOver: Bool { remaining == 0 }

    /// Counts the outcome of an address.
    mutating func settle(_ hash: String, _ end: End) {
      ends[hash] = end
      count(end, 1)
    }

    /// Takes an outcome back; returns `nil` if there is none.
    mutating func reopen(_ hash: String) -> End? {
      guard let end = ends.removeValue(forKey: hash) else { return nil }
      count(end, -1)
      return end
    }

    /// Whether the address failed.
    func hasFailed(_ hash: String) -> Bool { ends[hash] == .failed }

    private mutating func count(_ end: End, _ number: Int) {
      switch end {
      case .found: found += number
      case .uncertain: uncertain += number
      case .failed: failed += number
      }
    }
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
  /// The time before which the rate allows no request.
  var earliestStart = Duration.zero
  /// The pauses of the service.
  var service: ServiceBackoff
  /// The error that the queue pauses for; `nil` if it does not.
  var pauseReason: GeocodingError?
  /// The time until which the queue sleeps.
  var sleepEnd: Duration?

  /// The unsaved changes.
  var changes: [GeocodingChange] = []
  /// For each address with unsaved changes, its record on the disk; `nil` for a new address.
  var savedVersions: [String: GeocodingRecord?] = [:]
  /// The number of changes that are being saved.
  var savingCount = 0
  /// The number of changes that were saved.
  var savedCount = 0
  /// The reason why saving failed; `nil` if it did not.
  var savingFailure: String?
  /// The digests of saved results that were not published, because a later change was not saved yet.
  var unpublished: Set<String> = []
  /// The digests of retried addresses, until the retry is saved.
  var retried: Set<String> = []

  /// Whether the store was read.
  var isLoaded = false
  var isActive = true
  /// The reason why the geocoder rejects all requests; `nil` if it does not.
  var refusal: GeocodingError?
  var run = Run()
  /// The last reported progress.
  var progress = GeocodingProgress.notStarted

  /// Creates the state of a new queue; `random` returns numbers from 0 to 1.
  init(
    rate: GeocodingRate, policy: GeocodingRetryPolicy, timeLimit: Duration,
    random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
  ) {
    self.rate = rate
    service = ServiceBackoff(policy, random: random)
    self.policy = policy
    self.timeLimit = min(timeLimit, GeocodingRetryPolicy.longestPause)
  }

  /// The value of ``savedCount`` when all present changes are saved.
  var changeCount: Int { savedCount + changes.count }

  /// The records on the disk, without those that are being removed.
  ///
  /// - Complexity: O(*n*), where *n* is the number of records.
  var savedRecords: [GeocodingRecord] {
    records.all.compactMap { savedVersions[$0.addressHash] ?? $0 }
  }

  /// The progress of the present state.
  var currentProgress: GeocodingProgress {
    if let savingFailure { return .interrupted(reason: savingFailure) }
    guard run.isOver else {
      if let refusal { return .refused(reason: "\(refusal)", remaining: run.remaining) }
      guard isActive else { return .paused(remaining: run.remaining) }
      if let pauseReason { return .waiting(reason: "\(pauseReason)", remaining: run.remaining) }
      return .locating(current: run.begun, total: run.total)
    }
    guard isLoaded else { return .notStarted }
    return .finished(found: run.found, uncertain: run.uncertain, failed: run.failed)
  }

  /// How ``GeocodingQueue/finished()`` ends; `nil` while it has to wait.
  var conclusion: Result<Void, GeocodingQueueError>? {
    if let savingFailure { return .failure(.interrupted(reason: savingFailure)) }
    // The outcome of the last address may not be saved yet.
    guard changes.isEmpty else { return nil }
    switch progress {
    case .notStarted, .locating, .waiting: return nil
    case .finished: return .success(())
    case .paused(let remaining): return .failure(.paused(remaining: remaining))
    case .refused(let reason, let remaining):
      return .failure(.refused(reason: reason, remaining: remaining))
    case .interrupted(let reason): return .failure(.interrupted(reason: reason))
    }
  }
}
