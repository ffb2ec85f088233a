internal import Foundation

// What the effects of a queue bring back.

extension GeocodingStateMachine {
  /// The geocoder answered a request; there is no outcome if it says that it was cancelled.
  mutating func answered(
    _ number: Int, _ outcome: Result<GeocodingResult, GeocodingError>?, at now: Duration, date: Date
  ) -> [Action] {
    let wasCancelled = cancelledRequests.remove(number) != nil
    guard let hash = requests.removeValue(forKey: number) else { return [] }
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

    postpone(to: now + rate.intervalAfterFailure)
    if case .rateLimited(let delay?) = error { postpone(to: now + delay) }
    if error.isTransient {
      retry(number, hash, at: now)
    } else {
      settle(number, hash, .failed(error, until: policy.expiry(of: error, at: date)))
    }
    return proceed(at: now)
  }

  /// The changes that were to be saved are durable.
  mutating func saved(at now: Duration) -> [Action] {
    // What was forgotten or replaced meanwhile is of no use to anybody.
    var lastChanges: [String: Int] = [:]
    for (index, change) in changes.enumerated() { lastChanges[change.addressHash] = index }
    var found: [GeocodedAddress] = []
    var forgotten: [String] = []
    for (index, change) in changes.prefix(savingCount).enumerated() {
      let isLast = lastChanges[change.addressHash] == index
      switch change {
      case .put(let record):
        count(record)
        if isLast, record.isFound { found.append(record.geocodedAddress) }
      case .remove(let hash):
        if isLast { forgotten.append(hash) }
      }
    }
    changes.removeFirst(savingCount)
    savedCount += savingCount
    savingCount = 0
    let news: [Action] =
      (forgotten.isEmpty ? [] : [.publish(.forgotten(addressHashes: forgotten))])
      + (found.isEmpty ? [] : [.publish(.found(found))])
    return news + proceed(at: now)
  }

  /// The changes could not be saved.
  mutating func savingFailed(_ reason: String, at now: Duration) -> [Action] {
    savingCount = 0
    obstacle = reason
    return proceed(at: now)
  }

  /// The sleep until `end` is over.
  mutating func awoke(_ end: Duration, at now: Duration) -> [Action] {
    guard end == sleepEnd else { return [] }
    sleepEnd = nil
    return proceed(at: now)
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

  /// Puts a job back in its place: nobody knows what the geocoder would have said.
  private mutating func waitAgain(_ number: Int, _ hash: String) {
    guard var job = job(hash, askedBy: number) else { return }
    job.phase = .waiting
    jobs[hash] = job
    wait(job, hash)
  }

  /// Lets a job wait for its next attempt, or gives it up.
  private mutating func retry(_ number: Int, _ hash: String, at now: Duration) {
    guard var job = job(hash, askedBy: number) else { return }
    job.failures += 1
    if job.failures < policy.attempts {
      job.phase = .waiting
      let time = now + policy.delay(afterFailures: job.failures)
      retries.insert(WaitingLine.Place(time: time, sequence: job.sequence, hash: hash))
    } else {
      job.phase = .givenUp
      if job.run == run.number { run.failed += 1 }
    }
    jobs[hash] = job
  }

  private mutating func postpone(to time: Duration) { earliestStart = max(earliestStart, time) }

  /// Counts an answer that was saved.
  private mutating func count(_ record: GeocodingRecord) {
    guard let job = jobs[record.addressHash], job.phase == .answered else { return }
    jobs[record.addressHash] = nil
    if record.isFound { run.found += 1 } else { run.failed += 1 }
  }
}
