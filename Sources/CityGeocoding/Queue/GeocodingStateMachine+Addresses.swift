internal import Foundation

// What people want of a queue. The clock's time is `now`; dates are for what outlives the program.

extension GeocodingStateMachine {
  /// Takes over what was saved by an earlier queue.
  mutating func load(_ saved: [GeocodingRecord], at now: Duration, date: Date) -> [Action] {
    for record in saved {
      records.apply(.put(record))
      if policy.isOpen(record.outcome, at: date) { enqueue(record.address, record.addressHash) }
    }
    return proceed(at: now)
  }

  /// Enqueues the addresses that need it.
  ///
  /// - Returns: What to do, and the addresses with what is known of them.
  mutating func scan(
    _ candidates: [Candidate], at now: Duration, date: Date
  ) -> (actions: [Action], known: [GeocodedAddress]) {
    obstacle = nil
    let known = candidates.map { examine($0, date: date) }
    return (proceed(at: now), known)
  }

  /// Enqueues the addresses that need it, and forgets all others.
  ///
  /// - Returns: What to do, and the addresses with what is known of them.
  mutating func sync(
    _ candidates: [Candidate], at now: Duration, date: Date
  ) -> (actions: [Action], known: [GeocodedAddress]) {
    obstacle = nil
    forget(except: Set(candidates.map(\.hash)))
    let known = candidates.map { examine($0, date: date) }
    return (proceed(at: now), known)
  }

  /// Stops asking; what is under way is cancelled.
  mutating func cancel(at now: Duration) -> [Action] {
    isActive = false
    cancelledRequests = Set(requests.keys)
    return cancelling(requests.keys.sorted()) + proceed(at: now)
  }

  /// Goes on, also with what failed and may be found by now.
  mutating func resume(at now: Duration, date: Date) -> [Action] {
    isActive = true
    (obstacle, refusal) = (nil, nil)
    for record in records.all where policy.isOpen(record.outcome, at: date) {
      enqueue(record.address, record.addressHash)
    }
    return proceed(at: now)
  }

  /// Enqueues addresses that failed, whatever is remembered of them; all that failed if there are no
  /// digests.
  mutating func retry(_ hashes: [String]?, at now: Duration) -> [Action] {
    (obstacle, refusal) = (nil, nil)
    for record in hashes?.compactMap({ records[$0] }) ?? records.all where record.failure != nil {
      let (address, hash) = (record.address, record.addressHash)
      retried.insert(hash)
      change(.put(GeocodingRecord(address, hash: hash, .pending)))
      enqueue(address, hash)
    }
    return proceed(at: now)
  }

  /// Stops for good; what is known is still saved.
  mutating func close(at now: Duration) -> [Action] {
    isActive = false
    obstacle = nil
    let numbers = requests.keys.sorted()
    // Their answers come to nothing.
    (requests, cancelledRequests) = ([:], [])
    return cancelling(numbers) + proceed(at: now)
  }

  private func cancelling(_ numbers: [Int]) -> [Action] {
    numbers.isEmpty ? [] : [.cancelRequests(numbers)]
  }
}

extension GeocodingStateMachine {
  /// Enqueues an address if need be, and returns it with what is known of it.
  private mutating func examine(_ candidate: Candidate, date: Date) -> GeocodedAddress {
    let (given, hash) = (candidate.address, candidate.hash)
    let address = given.address
    let record = records[hash]
    if given.coordinate != nil, given.addressHash == hash {
      // Found elsewhere. If an equal address is to be asked for, its job ends here.
      if record?.isFound != true, let (result, date) = given.result(forHash: hash) {
        drop(hash)
        change(.put(GeocodingRecord(address, hash: hash, .found(result, date: date))))
      }
      return given
    }
    if case .found(let result, let date) = record?.outcome {
      // The label may be another.
      return GeocodedAddress(address, result: result, date: date, hash: hash)
    }
    if !candidate.isBlank, record.map({ policy.isOpen($0.outcome, at: date) }) ?? true {
      if record == nil { change(.put(GeocodingRecord(address, hash: hash, .pending))) }
      enqueue(address, hash)
    }
    return GeocodedAddress(address)
  }

  /// Makes a job of an address, unless there is one that goes on.
  private mutating func enqueue(_ address: PostalAddress, _ hash: String) {
    jobs[hash]?.address = address
    if let job = jobs[hash], job.phase != .answered { return }
    if run.isOver { run = Run() }
    var job = Job(address: address, sequence: jobs[hash]?.sequence ?? jobCount)
    if let old = jobs[hash] {
      job.hasBegun = old.hasBegun
    } else {
      jobCount += 1
      // Whoever failed in this run had a turn in it.
      job.hasBegun = run.failed.remove(hash) != nil
      if !job.hasBegun { run.total += 1 }
    }
    jobs[hash] = job
    wait(job, hash)
  }

  /// Forgets all addresses but those with some digests.
  private mutating func forget(except hashes: Set<String>) {
    for record in records.all where !hashes.contains(record.addressHash) {
      drop(record.addressHash)
      change(.remove(addressHash: record.addressHash))
    }
  }

  /// Ends the job of an address as if it had never been; the answer to a request comes to nothing.
  private mutating func drop(_ hash: String) {
    let job = jobs.removeValue(forKey: hash)
    let hasFailed = run.failed.remove(hash) != nil
    if job != nil || hasFailed { run.total -= 1 }
    if job?.hasBegun == true || hasFailed { run.begun -= 1 }
  }
}
