internal import Foundation

// What the effects of a queue bring back.

extension GeocodingStateMachine {
  /// The geocoder answered a request; there is no outcome if it says that it was cancelled.
  mutating func answered(
    _ number: Int, _ outcome: Result<GeocodingResult, GeocodingError>?, at now: Duration, date: Date
  ) -> [Action] {
    let wasCancelled = cancelledRequests.remove(number) != nil
    guard let hash = requests.removeValue(forKey: number)?.hash else { return [] }
    // A geocoder may say by any error that it was cancelled. A result counts all the same.
    let error: GeocodingError
    switch outcome {
    case .success(let result):
      settle(number, hash, .found(result, date: date))
      return proceed(at: now)
    case .failure(let failure): error = failure
    case nil: error = .network(reason: "the request was cancelled")
    }
    if wasCancelled {
      waitAgain(number, hash)
      return proceed(at: now)
    }

    failed(number, hash, error, at: now, date: date)
    return proceed(at: now)
  }

  /// The changes that were to be saved are durable.
  mutating func saved(at now: Duration) -> [Action] {
    // What was replaced meanwhile is of no use to anybody.
    var lastChanges: [String: Int] = [:]
    for (index, change) in changes.enumerated() { lastChanges[change.addressHash] = index }
    var found: [GeocodedAddress] = []
    var failed: [GeocodingFailure] = []
    var again: [String] = []
    // An address that came back is forgotten all the same, unless it was found again.
    var forgotten: [String] = []
    var foundAgain: Set<String> = []
    for (index, change) in changes.prefix(savingCount).enumerated() {
      let hash = change.addressHash
      guard case .put(let record) = change else {
        forgotten.append(hash)
        foundAgain.remove(hash)
        continue
      }
      count(record)
      if record.isFound { foundAgain.insert(hash) }
      guard lastChanges[hash] == index else { continue }
      if record.isFound { found.append(record.geocodedAddress) }
      if let failure = record.failure { failed.append(failure) }
      let wasRetried = retried.remove(hash) != nil
      if wasRetried, record.outcome == .pending { again.append(hash) }
    }
    forgotten.removeAll { foundAgain.contains($0) }
    retried.subtract(forgotten)
    changes.removeFirst(savingCount)
    savedCount += savingCount
    savingCount = 0
    var news: [GeocodingNews] = []
    if !forgotten.isEmpty { news.append(.forgotten(addressHashes: forgotten)) }
    if !again.isEmpty { news.append(.retried(addressHashes: again)) }
    if !found.isEmpty { news.append(.found(found)) }
    if !failed.isEmpty { news.append(.failed(failed)) }
    return news.map { .publish($0) } + proceed(at: now)
  }

  /// The changes could not be saved.
  mutating func savingFailed(_ reason: String, at now: Duration) -> [Action] {
    savingCount = 0
    obstacle = reason
    return proceed(at: now)
  }

  /// The sleep until `end` is over.
  mutating func awoke(_ end: Duration, at now: Duration, date: Date) -> [Action] {
    guard end == sleepEnd else { return [] }
    sleepEnd = nil
    let late = requests.filter { $0.value.deadline <= now }.keys.sorted()
    for number in late { timeOut(number, at: now, date: date) }
    return (late.isEmpty ? [] : [.cancelRequests(late)]) + proceed(at: now)
  }
}

extension GeocodingStateMachine {
  /// The job that a request was made for; `nil` if it ended meanwhile.
  private func job(_ hash: String, askedBy number: Int) -> Job? {
    jobs[hash].flatMap { $0.phase == .asked(number) ? $0 : nil }
  }

  private mutating func settle(
    _ number: Int, _ hash: String, _ outcome: GeocodingRecord.Outcome
  ) {
    guard let job = job(hash, askedBy: number) else { return }
    jobs[hash]?.phase = .answered
    change(.put(GeocodingRecord(job.address, hash: hash, outcome)))
  }

  /// Does without the answer to a request, which may never come.
  private mutating func timeOut(_ number: Int, at now: Duration, date: Date) {
    guard let hash = requests.removeValue(forKey: number)?.hash else { return }
    if cancelledRequests.remove(number) != nil {
      waitAgain(number, hash)
    } else {
      let error = GeocodingError.network(reason: "it did not answer within \(timeLimit)")
      failed(number, hash, error, at: now, date: date)
    }
  }

  /// Does what an error demands.
  private mutating func failed(
    _ number: Int, _ hash: String, _ error: GeocodingError, at now: Duration, date: Date
  ) {
    postpone(to: now + rate.intervalAfterFailure)
    if case .rateLimited(let pause?) = error {
      postpone(to: now + GeocodingRetryPolicy.pause(demanded: pause))
    }
    if error.concernsService {
      refusal = refusal ?? error
      waitAgain(number, hash)
      return
    }
    guard var job = job(hash, askedBy: number) else { return }
    job.failures += 1
    if error.isTransient, job.failures < policy.attempts {
      job.phase = .waiting
      let time = now + policy.delay(afterFailures: job.failures)
      retries.insert(WaitingLine.Place(time: time, sequence: job.sequence, hash: hash))
      jobs[hash] = job
    } else {
      settle(number, hash, .failed(error, date: date, attempts: job.failures))
    }
  }

  /// Puts a job back in its place: nobody knows what the geocoder would have said.
  private mutating func waitAgain(_ number: Int, _ hash: String) {
    guard var job = job(hash, askedBy: number) else { return }
    job.phase = .waiting
    jobs[hash] = job
    wait(job, hash)
  }

  private mutating func postpone(to time: Duration) { earliestStart = max(earliestStart, time) }

  /// Counts an answer that was saved.
  private mutating func count(_ record: GeocodingRecord) {
    guard let job = jobs[record.addressHash], job.phase == .answered else { return }
    jobs[record.addressHash] = nil
    if record.isFound { run.found += 1 } else { run.failed.insert(record.addressHash) }
  }
}
