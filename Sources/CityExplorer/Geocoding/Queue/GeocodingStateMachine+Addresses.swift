internal import Foundation

// What people want of a queue. The clock's time is `now`; dates are for what outlives the program.

extension GeocodingStateMachine {
  /// Takes over what was saved by an earlier queue.
  mutating func load(_ saved: [GeocodingRecord], at now: Duration, date: Date) -> [Action] {
    for record in saved {
      records.apply(.put(record))
      if record.isOpen(at: date) { enqueue(record.address, record.addressHash) }
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
    let cancellation: [Action] = requests.isEmpty ? [] : [.cancelRequests]
    return cancellation + proceed(at: now)
  }

  /// Goes on, also with what was given up and what is remembered as failed for long enough.
  mutating func resume(at now: Duration, date: Date) -> [Action] {
    isActive = true
    obstacle = nil
    for record in records.all where record.isOpen(at: date) {
      enqueue(record.address, record.addressHash)
    }
    return proceed(at: now)
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
    if !candidate.isBlank, record?.isOpen(at: date) ?? true {
      if record == nil { change(.put(GeocodingRecord(address, hash: hash, .pending))) }
      enqueue(address, hash)
    }
    return GeocodedAddress(address)
  }

  /// Makes a job of an address, unless there is one; one that was given up begins anew.
  private mutating func enqueue(_ address: PostalAddress, _ hash: String) {
    var job = jobs[hash] ?? Job(address: address, sequence: jobCount, run: run.number - 1)
    job.address = address
    defer { jobs[hash] = job }
    if jobs[hash] == nil {
      jobCount += 1
    } else if job.phase != .givenUp {
      return
    }
    if run.isOver { run = Run(number: run.number + 1) }
    if job.run == run.number {
      run.failed -= 1
    } else {
      run.total += 1
      job.run = run.number
      job.hasBegun = false
    }
    job.failures = 0
    job.phase = .waiting
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
    guard let job = jobs.removeValue(forKey: hash), job.run == run.number else { return }
    run.total -= 1
    if job.hasBegun { run.begun -= 1 }
    if job.phase == .givenUp { run.failed -= 1 }
  }
}
