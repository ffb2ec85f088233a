internal import PrefixSearch

// Every event ends with `proceed(at:)`, which saves changes, starts requests and reports progress.

extension GeocodingStateMachine {
  /// Returns the actions that are possible now.
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

  /// Makes a change, which is saved after those before it.
  mutating func change(_ change: GeocodingChange) {
    let hash = change.addressHash
    if savedVersions[hash] == nil { savedVersions.updateValue(records[hash], forKey: hash) }
    records.apply(change)
    changes.append(change)
  }

  /// Puts a job without backoff in the queue.
  mutating func wait(_ job: Job, _ hash: String) {
    fresh.insert(JobQueue.Entry(time: .zero, sequence: job.sequence, hash: hash))
  }

  private mutating func save() -> [Action] {
    guard savingCount == 0, !changes.isEmpty, savingFailure == nil else { return [] }
    savingCount = changes.count
    return [.save(changes)]
  }

  /// Whether a request may start, apart from its time.
  private var isReady: Bool {
    isActive && changes.isEmpty && savingFailure == nil && refusal == nil
      && requests.count < (service.isProbing ? 1 : rate.concurrency)
  }

  /// The time when the queue has to wake up; `nil` if another event must come first.
  ///
  /// - Complexity: O(*c*), where *c* is the number of requests under way.
  private var wakingTime: Duration? {
    let deadline = requests.values.map(\.deadline).min()
    return [deadline, nextStart].compactMap(\.self).min()
  }

  /// The time when the next request may start; `nil` if another event must come first.
  private var nextStart: Duration? {
    guard isReady else { return nil }
    let earliest = max(earliestStart, service.end)
    if fresh.first != nil { return earliest }
    return retries.first.map { max($0.time, earliest) }
  }

  /// Starts the next request, if one may start now.
  private mutating func start(at now: Duration) -> Request? {
    while isReady, now >= max(earliestStart, service.end) {
      let isRetryDue = retries.first.map { $0.time <= now } ?? false
      guard isRetryDue || fresh.first != nil else { return nil }
      let entry = isRetryDue ? retries.removeFirst() : fresh.removeFirst()
      // The entry of a removed job stays in the queue until it is reached.
      guard var job = jobs[entry.hash], job.phase == .waiting, job.sequence == entry.sequence else {
        continue
      }
      requestCount += 1
      pauseReason = nil
      job.phase = .requested(requestCount)
      if !job.hasBegun {
        job.hasBegun = true
        run.begun += 1
      }
      jobs[entry.hash] = job
      requests[requestCount] = ActiveRequest(hash: entry.hash, deadline: now + timeLimit)
      earliestStart = now + rate.interval
      return Request(number: requestCount, address: job.address)
    }
    return nil
  }
}

/// Waiting jobs in the order of their times; of equal times, in the order of their age.
struct JobQueue: Sendable, Equatable {
  struct Entry: Sendable, Equatable {
    /// The time before which the job must not start.
    let time: Duration
    /// The sequence number of the job.
    let sequence: Int
    /// The digest of the address.
    let hash: String

    fileprivate static func < (one: Entry, two: Entry) -> Bool {
      (one.time, one.sequence) < (two.time, two.sequence)
    }
  }

  /// The entries from `head` on are waiting; those before it were removed.
  private var entries: [Entry] = []
  private var head = 0

  /// The first waiting entry.
  var first: Entry? { head < entries.count ? entries[head] : nil }

  /// Inserts an entry in order.
  ///
  /// - Complexity: O(1) on average at the end, where most belong, and at the front; otherwise O(*n*),
  ///   where *n* is the number of entries behind it.
  mutating func insert(_ entry: Entry) {
    guard let last = entries.last, head < entries.count, entry < last else {
      entries.append(entry)
      return
    }
    if let first, entry < first, head > 0 {
      head -= 1
      entries[head] = entry
      return
    }
    let position = (head..<entries.count).partitioningIndex { !(entries[$0] < entry) }
    entries.insert(entry, at: position)
  }

  /// Removes and returns the first entry.
  ///
  /// - Complexity: O(1) on average.
  mutating func removeFirst() -> Entry {
    precondition(head < entries.count, "The queue of jobs is empty.")
    defer {
      head += 1
      if head > 64, 2 * head > entries.count {
        entries.removeFirst(head)
        head = 0
      }
    }
    return entries[head]
  }
}
