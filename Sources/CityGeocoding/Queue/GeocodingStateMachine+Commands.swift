internal import Foundation

// The commands of the queue's owner. `now` is the time of the clock; dates are stored.

extension GeocodingStateMachine {
  /// Takes over the records of the store.
  mutating func load(_ saved: [GeocodingRecord], at now: Duration, date: Date) -> [Action] {
    isLoaded = true
    for record in saved {
      records.apply(.put(record))
      if policy.isOpen(record, at: date) { enqueue(record.address, record.addressHash) }
    }
    return proceed(at: now)
  }

  /// Enqueues the addresses that need geocoding.
  ///
  /// - Returns: The actions, and the addresses with their results.
  mutating func enqueue(
    _ candidates: [Candidate], at now: Duration, date: Date
  ) -> (actions: [Action], known: [GeocodedAddress]) {
    savingFailure = nil
    let known = candidates.map { examine($0, date: date) }
    return (proceed(at: now), known)
  }

  /// The number of addresses if some were enqueued.
  func addressCount(adding candidates: [Candidate]) -> Int {
    let added = candidates.filter { !$0.isBlank && records[$0.hash] == nil }
    return records.count + Set(added.map(\.hash)).count
  }

  /// Enqueues the addresses that need geocoding, and removes all others.
  ///
  /// - Returns: The actions, and the addresses with their results.
  mutating func replaceAddresses(
    with candidates: [Candidate], at now: Duration, date: Date
  ) -> (actions: [Action], known: [GeocodedAddress]) {
    savingFailure = nil
    removeAll(except: Set(candidates.map(\.hash)))
    let known = candidates.map { examine($0, date: date) }
    return (proceed(at: now), known)
  }

  /// Pauses the queue and cancels the requests under way.
  mutating func pause(at now: Duration) -> [Action] {
    isActive = false
    cancelledRequests = Set(requests.keys)
    return cancelling(requests.keys.sorted()) + proceed(at: now)
  }

  /// Continues: enqueues addresses with transient or expired failures again, and skips the rest of a pause
  /// that the service did not ask for.
  mutating func resume(at now: Duration, date: Date) -> [Action] {
    isActive = true
    (savingFailure, refusal) = (nil, nil)
    service.skipPause()
    for record in records.all where policy.isOpen(record, at: date) {
      enqueue(record.address, record.addressHash)
    }
    return proceed(at: now)
  }

  /// Enqueues failed addresses, even if their failures are cached; all of them if `hashes` is `nil`.
  mutating func retry(_ hashes: [String]?, at now: Duration) -> [Action] {
    retry(
      (hashes?.compactMap { records[$0] } ?? records.all).filter { $0.failure != nil }
        .map { GeocodingRecord($0.address, hash: $0.addressHash, .pending) }, at: now)
  }

  /// Enqueues found addresses, which keep their results until they have better ones.
  mutating func retry(
    where condition: (GeocodedAddress) -> Bool, at now: Duration
  ) -> [Action] {
    retry(
      records.all.filter { $0.hasResult && !$0.isRetried && condition($0.geocodedAddress) }
        .map {
          GeocodingRecord($0.address, hash: $0.addressHash, $0.outcome, isRetried: true)
        }, at: now)
  }

  /// Replaces the records of retried addresses, and enqueues these addresses.
  private mutating func retry(_ records: [GeocodingRecord], at now: Duration) -> [Action] {
    (savingFailure, refusal) = (nil, nil)
    service.skipPause()
    for record in records {
      retried.insert(record.addressHash)
      change(.put(record))
      enqueue(record.address, record.addressHash)
    }
    return proceed(at: now)
  }

  /// Closes the queue; unsaved changes are still saved.
  mutating func close(at now: Duration) -> [Action] {
    isActive = false
    savingFailure = nil
    let numbers = requests.keys.sorted()
    // Their results are ignored.
    (requests, cancelledRequests) = ([:], [])
    return cancelling(numbers) + proceed(at: now)
  }

  private func cancelling(_ numbers: [Int]) -> [Action] {
    numbers.isEmpty ? [] : [.cancelRequests(numbers)]
  }
}

extension GeocodingStateMachine {
  /// Enqueues an address if it needs geocoding, and returns it with its result.
  private mutating func examine(_ candidate: Candidate, date: Date) -> GeocodedAddress {
    let (given, hash) = (candidate.address, candidate.hash)
    let address = given.address
    let record = records[hash]
    if let found = given.found, found.addressHash == hash {
      // The result was found elsewhere. If an equal address is in the queue, its job ends here. Nothing
      // has checked the date before, which may be one that cannot be stored.
      let isBetter = record.map { !$0.hasResult || $0.isUncertain && !given.isUncertain } ?? true
      if isBetter, found.date.isStorable {
        drop(hash)
        change(
          .put(GeocodingRecord(address, hash: hash, .found(found.result, date: found.date))))
      }
      return given
    }
    if case .found(let result, let date) = record?.outcome {
      // The label may have changed.
      return GeocodedAddress(address, result: result, date: date, hash: hash)
    }
    if !candidate.isBlank, record.map({ policy.isOpen($0.outcome, at: date) }) ?? true {
      if record == nil { change(.put(GeocodingRecord(address, hash: hash, .pending))) }
      enqueue(address, hash)
    }
    return GeocodedAddress(address)
  }

  /// Creates a job for an address, unless there is one.
  private mutating func enqueue(_ address: PostalAddress, _ hash: String) {
    jobs[hash]?.address = address
    if let job = jobs[hash], job.phase != .answered { return }
    if run.isOver { run = Run() }
    var job = Job(address: address, sequence: jobs[hash]?.sequence ?? jobCount)
    if let old = jobs[hash] {
      job.hasBegun = old.hasBegun
    } else {
      jobCount += 1
      // An address with an outcome in this run was requested in it.
      job.hasBegun = run.reopen(hash) != nil
      if !job.hasBegun { run.total += 1 }
    }
    jobs[hash] = job
    wait(job, hash)
  }

  /// Removes all addresses except those with some digests.
  private mutating func removeAll(except hashes: Set<String>) {
    for record in records.all where !hashes.contains(record.addressHash) {
      drop(record.addressHash)
      change(.remove(addressHash: record.addressHash))
    }
  }

  /// Removes the job of an address and its counts; the result of a request under way is ignored.
  private mutating func drop(_ hash: String) {
    let job = jobs.removeValue(forKey: hash)
    let hasFailed = run.hasFailed(hash) && run.reopen(hash) != nil
    if job != nil || hasFailed { run.total -= 1 }
    if job?.hasBegun == true || hasFailed { run.begun -= 1 }
  }
}
