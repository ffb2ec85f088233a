internal import Foundation

// The completions of the queue's actions.

extension GeocodingStateMachine {
  /// The geocoder returned; `outcome` is `nil` if it threw `CancellationError`.
  mutating func answered(
    _ number: Int, _ outcome: Result<GeocodingResult, GeocodingError>?, at now: Duration, date: Date
  ) -> [Action] {
    let wasCancelled = cancelledRequests.remove(number) != nil
    guard let hash = requests.removeValue(forKey: number)?.hash else { return [] }
    // A geocoder may report a cancellation by any error. A result counts even after a cancellation.
    let error: GeocodingError
    switch outcome {
    case .success(let result):
      service.answered(number)
      settle(number, hash, .found(result, date: date))
      return proceed(at: now)
    case .failure(let failure): error = failure
    case nil: error = .network(reason: "the request was cancelled")
    }
    if wasCancelled {
      requeue(number, hash)
      return proceed(at: now)
    }

    failed(number, hash, error, at: now, date: date)
    return proceed(at: now)
  }

  /// The changes are saved.
  mutating func saved(at now: Duration) -> [Action] {
    let earlierVersions = savedVersions
    // Changes that later ones replace are not published.
    var lastChanges: [String: Int] = [:]
    for (index, change) in changes.enumerated() { lastChanges[change.addressHash] = index }
    var found: [GeocodedAddress] = []
    var uncertain: [GeocodedAddress] = []
    var failed: [GeocodingFailure] = []
    var again: [String] = []
    // A removed address is published as removed even if it was enqueued again, unless it was found.
    var removed: [String] = []
    var foundAgain: Set<String> = []
    for (index, change) in changes.prefix(savingCount).enumerated() {
      let hash = change.addressHash
      guard case .put(let record) = change else {
        savedVersions.updateValue(nil, forKey: hash)
        removed.append(hash)
        foundAgain.remove(hash)
        continue
      }
      count(record)
      savedVersions.updateValue(record, forKey: hash)
      if record.hasResult { foundAgain.insert(hash) }
      guard lastChanges[hash] == index else {
        if record.hasResult, !record.isRetried { unpublished.insert(hash) }
        continue
      }
      let isUnpublished = unpublished.remove(hash) != nil
      let wasRetried = retried.remove(hash) != nil
      if wasRetried, record.isRetried || record.outcome == .pending { again.append(hash) }
      // The beginning of a retry is no news of the result.
      let isOld = earlierVersions[hash]??.outcome == record.outcome && !isUnpublished
      if record.isRetried, isOld { continue }
      if record.isFound { found.append(record.geocodedAddress) }
      if record.isUncertain { uncertain.append(record.geocodedAddress) }
      if let failure = record.failure { failed.append(failure) }
    }
    for (hash, index) in lastChanges where index < savingCount { savedVersions[hash] = nil }
    removed.removeAll { foundAgain.contains($0) }
    retried.subtract(removed)
    unpublished.subtract(removed)
    changes.removeFirst(savingCount)
    savedCount += savingCount
    savingCount = 0
    var updates: [GeocodingUpdate] = []
    if !removed.isEmpty { updates.append(.removed(addressHashes: removed)) }
    if !again.isEmpty { updates.append(.retried(addressHashes: again)) }
    if !found.isEmpty { updates.append(.found(found)) }
    if !uncertain.isEmpty { updates.append(.uncertain(uncertain)) }
    if !failed.isEmpty { updates.append(.failed(failed)) }
    return updates.map { .publish($0) } + proceed(at: now)
  }

  /// The changes could not be saved.
  mutating func savingFailed(_ reason: String, at now: Duration) -> [Action] {
    savingCount = 0
    savingFailure = reason
    return proceed(at: now)
  }

  /// The sleep until `end` has ended.
  mutating func awoke(_ end: Duration, at now: Duration, date: Date) -> [Action] {
    guard end == sleepEnd else { return [] }
    sleepEnd = nil
    let late = requests.filter { $0.value.deadline <= now }.keys.sorted()
    for number in late { timeOut(number, at: now, date: date) }
    return (late.isEmpty ? [] : [.cancelRequests(late)]) + proceed(at: now)
  }
}

extension GeocodingStateMachine {
  /// The job of a request; `nil` if the job was removed or has another request.
  private func job(_ hash: String, requestedBy number: Int) -> Job? {
    jobs[hash].flatMap { $0.phase == .requested(number) ? $0 : nil }
  }

  /// Ends a job with an outcome, or with the earlier result of a retried address if that is better.
  private mutating func settle(
    _ number: Int, _ hash: String, _ outcome: GeocodingRecord.Outcome
  ) {
    guard let job = job(hash, requestedBy: number) else { return }
    jobs[hash]?.phase = .answered
    var end = outcome
    if let earlier = records[hash]?.outcome, let earlierResult = earlier.result,
      outcome.result?.isWorse(than: earlierResult) ?? true
    {
      end = earlier
    }
    change(.put(GeocodingRecord(job.address, hash: hash, end)))
  }

  /// Gives up a request that takes too long.
  private mutating func timeOut(_ number: Int, at now: Duration, date: Date) {
    guard let hash = requests.removeValue(forKey: number)?.hash else { return }
    if cancelledRequests.remove(number) != nil {
      requeue(number, hash)
    } else {
      let error = GeocodingError.network(reason: "it did not answer within \(timeLimit)")
      failed(number, hash, error, at: now, date: date)
    }
  }

  /// Handles an error: pauses, stops, retries or settles.
  private mutating func failed(
    _ number: Int, _ hash: String, _ error: GeocodingError, at now: Duration, date: Date
  ) {
    postpone(to: now + rate.intervalAfterFailure)
    if case .refused = error {
      refusal = refusal ?? error
    } else {
      let answers = job(hash, requestedBy: number)?.answersAtFailure ?? service.answerCount
      let isKnown = answers != service.answerCount
      if service.failed(number, error, newest: requestCount, at: now, isKnown: isKnown) {
        pauseReason = error
      }
    }
    if error.concernsService {
      requeue(number, hash)
      return
    }
    guard var job = job(hash, requestedBy: number) else { return }
    job.failures += 1
    job.answersAtFailure = job.answersAtFailure ?? service.answerCount
    if error.isTransient, job.failures < policy.maximumAttempts {
      job.phase = .waiting
      var delay = policy.delay(afterFailures: job.failures)
      if case .incomplete(_, let pause?) = error {
        delay = max(delay, GeocodingRetryPolicy.pause(demanded: pause))
      }
      let time = now + delay
      retries.insert(JobQueue.Entry(time: time, sequence: job.sequence, hash: hash))
      jobs[hash] = job
    } else {
      settle(number, hash, .failed(error, date: date, attempts: job.failures))
    }
  }

  /// Puts the job of a cancelled request back at its position.
  private mutating func requeue(_ number: Int, _ hash: String) {
    guard var job = job(hash, requestedBy: number) else { return }
    job.phase = .waiting
    jobs[hash] = job
    wait(job, hash)
  }

  /// Delays the next request.
  private mutating func postpone(to time: Duration) { earliestStart = max(earliestStart, time) }

  /// Counts a saved outcome.
  private mutating func count(_ record: GeocodingRecord) {
    guard let job = jobs[record.addressHash], job.phase == .answered else { return }
    jobs[record.addressHash] = nil
    run.settle(
      record.addressHash,
      record.failure != nil ? .failed : record.isUncertain ? .uncertain : .found)
  }
}
