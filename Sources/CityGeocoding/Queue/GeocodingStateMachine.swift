internal import Foundation

/// What a queue does at each event, as a value: no task, no clock, no file.
///
/// All that is known of an address is in `records`; an address that is still to be asked for has a job
/// besides. Every change of the records has to be saved, and as long as one waits to be saved, no
/// request is started and nothing is counted. So if the program dies, no answer is lost but those
/// to the requests under way.
struct GeocodingStateMachine: Sendable {
  /// A question to the geocoder.
  struct Request: Sendable, Equatable {
    let number: Int
    let address: PostalAddress
  }

  /// What the queue has to do, in order.
  enum Action: Sendable, Equatable {
    /// Ask the geocoder, then report `answered`.
    case ask(Request)
    /// Cancel requests; they still report `answered`, if their geocoder ends at all.
    case cancelRequests([Int])
    /// Save changes, then report `saved` or `savingFailed`.
    case save([GeocodingChange])
    /// Sleep, instead of any sleep before, then report `awoke`.
    case sleep(until: Duration)
    /// Cancel the sleep.
    case cancelSleep
    /// Tell observers what was saved.
    case publish(GeocodingNews)
    /// Tell observers of the progress.
    case report(GeocodingProgress)
  }

  /// An address that somebody gave, and what has to be worked out to know it.
  struct Candidate: Sendable {
    let address: GeocodedAddress
    let hash: String
    /// Whether there is nothing in it that any geocoder could find.
    let isBlank: Bool

    init(_ address: GeocodedAddress) {
      self.address = address
      hash = address.address.addressHash
      isBlank = address.address.isBlank
    }
  }

  /// An address that is still to be asked for.
  struct Job: Sendable, Equatable {
    var address: PostalAddress
    /// The place of the address in the order in which they came.
    let sequence: Int
    /// How often the geocoder failed.
    var failures = 0
    /// Whether it had its turn in this run.
    var hasBegun = false
    var phase = Phase.waiting

    enum Phase: Sendable, Equatable {
      /// It stands in a line.
      case waiting
      /// The geocoder was asked by the request with this number.
      case asked(Int)
      /// What became of it is to be saved.
      case answered
    }
  }

  /// What happened since the queue last had nothing to do.
  struct Run: Sendable, Equatable {
    var total = 0
    var begun = 0
    var found = 0
    /// The digests of the addresses that failed; they had their turn, but can have another.
    var failed: Set<String> = []

    /// How many addresses have no answer yet, which are those with a job.
    var remaining: Int { total - found - failed.count }
    var isOver: Bool { remaining == 0 }
  }

  /// A request under way.
  struct Asked: Sendable, Equatable {
    /// The digest of the address.
    let hash: String
    /// When the request has taken too long.
    let deadline: Duration
  }

  let rate: GeocodingRate
  let policy: GeocodingRetryPolicy
  /// How long to wait for an answer.
  let timeLimit: Duration

  var records = GeocodingRecords()
  var jobs: [String: Job] = [:]
  var jobCount = 0
  /// The jobs that wait for their first turn, or for another after a cancellation.
  var fresh = WaitingLine()
  /// The jobs that failed and wait for their next turn.
  var retries = WaitingLine()

  var requestCount = 0
  /// The requests under way, by their numbers.
  var requests: [Int: Asked] = [:]
  /// The requests under way that were cancelled.
  var cancelledRequests: Set<Int> = []
  /// The time before which no request may start.
  var earliestStart = Duration.zero
  /// Until when the queue sleeps.
  var sleepEnd: Duration?

  /// The changes that are not saved yet.
  var changes: [GeocodingChange] = []
  /// How many of these are being saved now.
  var savingCount = 0
  /// How many changes were saved so far.
  var savedCount = 0
  /// Why saving failed; `nil` if it did not.
  var obstacle: String?
  /// The digests of the addresses that failed and are to be asked for again, until that is saved.
  var retried: Set<String> = []

  var isActive = true
  /// Why the geocoder refuses to answer; `nil` if it does not.
  var refusal: GeocodingError?
  var run = Run()
  /// The progress that was reported last.
  var progress = GeocodingProgress.idle

  init(rate: GeocodingRate, policy: GeocodingRetryPolicy, timeLimit: Duration) {
    self.rate = rate
    self.policy = policy
    self.timeLimit = min(timeLimit, GeocodingRetryPolicy.longestPause)
  }

  /// How many changes will have been saved when all that are known now are.
  var changeCount: Int { savedCount + changes.count }

  /// The records without those whose change is not saved yet.
  ///
  /// - Complexity: O(*n*), where *n* is the number of records.
  var savedRecords: [GeocodingRecord] {
    let unsaved = Set(changes.map(\.addressHash))
    return records.all.filter { !unsaved.contains($0.addressHash) }
  }

  /// What is going on.
  var currentProgress: GeocodingProgress {
    if let obstacle { return .interrupted(reason: obstacle) }
    guard run.isOver else {
      if let refusal { return .refused(reason: "\(refusal)", remaining: run.remaining) }
      return isActive
        ? .locating(current: run.begun, total: run.total) : .paused(remaining: run.remaining)
    }
    return run.total == 0 ? .idle : .finished(found: run.found, failed: run.failed.count)
  }
}
