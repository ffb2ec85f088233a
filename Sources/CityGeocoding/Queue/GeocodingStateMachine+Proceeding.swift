// What every event ends with.

extension GeocodingStateMachine {
  /// Does what can be done now.
  mutating func proceed(at now: Duration) -> [Action] {
    var actions = save()
    while let request = start(at: now) { actions.append(.ask(request)) }
    let end = wakingTime
    if end != sleepEnd {
      sleepEnd = end
      actions.append(end.map { .sleep(until: $0) } ?? .cancelSleep)
    }
    let current = currentProgress
    if current != progress {
      progress = current
      actions.append(.report(current))
    }
    return actions
  }

  /// Takes note of a change, which is saved as soon as those before it are.
  mutating func change(_ change: GeocodingChange) {
    records.apply(change)
    changes.append(change)
  }

  /// Puts a job in the line of those that need not wait for a time of their own.
  mutating func wait(_ job: Job, _ hash: String) {
    fresh.insert(WaitingLine.Place(time: .zero, sequence: job.sequence, hash: hash))
  }

  private mutating func save() -> [Action] {
    guard savingCount == 0, !changes.isEmpty, obstacle == nil else { return [] }
    savingCount = changes.count
    return [.save(changes)]
  }

  /// Whether a request may start as soon as it is time.
  private var isReady: Bool {
    isActive && changes.isEmpty && obstacle == nil && refusal == nil
      && requests.count < rate.concurrency
  }

  /// When the queue has to wake up by itself; `nil` if something else has to happen first.
  ///
  /// - Complexity: O(*c*), where *c* is the number of requests under way.
  private var wakingTime: Duration? {
    let deadline = requests.values.map(\.deadline).min()
    return [deadline, nextStart].compactMap(\.self).min()
  }

  /// When the next request may start; `nil` if something else has to happen first.
  private var nextStart: Duration? {
    guard isReady else { return nil }
    if fresh.first != nil { return earliestStart }
    return retries.first.map { max($0.time, earliestStart) }
  }

  /// Starts the next request, if one may start now.
  private mutating func start(at now: Duration) -> Request? {
    while isReady, now >= earliestStart {
      let isRetryDue = retries.first.map { $0.time <= now } ?? false
      guard isRetryDue || fresh.first != nil else { return nil }
      let place = isRetryDue ? retries.removeFirst() : fresh.removeFirst()
      // The place of a job that ended stays in the line until its turn.
      guard var job = jobs[place.hash], job.phase == .waiting, job.sequence == place.sequence else {
        continue
      }
      requestCount += 1
      job.phase = .asked(requestCount)
      if !job.hasBegun {
        job.hasBegun = true
        run.begun += 1
      }
      jobs[place.hash] = job
      requests[requestCount] = Asked(hash: place.hash, deadline: now + timeLimit)
      earliestStart = now + rate.interval
      return Request(number: requestCount, address: job.address)
    }
    return nil
  }
}
