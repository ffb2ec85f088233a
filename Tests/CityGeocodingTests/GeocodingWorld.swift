import CityTestSupport
import Foundation

@testable import CityGeocoding

/// Performs the actions of the geocoding state machine, and checks its invariants.
struct GeocodingWorld {
  enum Event: CaseIterable {
    case enqueueFirst, enqueueAll, replaceLast, importFirst
    case found, uncertain, failed, limited, notFound, refused
    case saved, savingFailed
    case pause, resume, retry, retryFound
    case timePasses, longTimePasses
  }

  private typealias Machine = GeocodingStateMachine

  private static let names = ["a", "b", "c", "d", "e", "f"]
  private static let candidates = names.map {
    GeocodingStateMachine.Candidate(GeocodedAddress(PostalAddress(city: $0)))
  }
  private static let imported = GeocodingStateMachine.Candidate(
    GeocodedAddress(PostalAddress(city: "a"), result: .named("imported"), date: .distantPast))
  private static let policy = GeocodingRetryPolicy(
    maximumAttempts: 2, firstDelay: .seconds(3), maximumDelay: .seconds(3), jitter: 0)

  private var machine: GeocodingStateMachine
  private let rate: GeocodingRate
  private let candidates: [GeocodingStateMachine.Candidate]

  private var now = Duration.zero
  private var isActive = true
  private var isRefused = false
  private var lastStart: Duration?
  private var lastFailure: Duration?
  /// The requests under way, oldest first.
  private var requests: [(number: Int, hash: String)] = []
  private var answerCount = 0
  private var pendingSave: [GeocodingChange]?
  private var isInterrupted = false
  /// The durable records.
  private var disk = GeocodingRecords()
  /// The published results.
  private var published: [String: GeocodedAddress] = [:]
  /// The digests removed since they were published, which may be published again.
  private var removed: Set<String> = []
  /// The digests of found addresses that are being retried, which are published again.
  private var retried: Set<String> = []
  private var sleepEnd: Duration?

  private(set) var faults: [String] = []
  private(set) var history: [Event] = []

  init(rate: GeocodingRate, addressCount: Int = 2) {
    self.rate = rate
    candidates = Array(Self.candidates.prefix(addressCount))
    machine = GeocodingStateMachine(rate: rate, policy: Self.policy, timeLimit: .seconds(4))
    perform(machine.load([], at: now, date: date))
  }

  private var date: Date { Date(timeIntervalSinceReferenceDate: now / .seconds(1)) }

  mutating func handle(_ event: Event) {
    history.append(event)
    switch event {
    case .enqueueFirst: enqueue(Array(candidates.prefix(1)))
    case .enqueueAll: enqueue(candidates)
    case .importFirst: enqueue([Self.imported])
    case .replaceLast:
      isInterrupted = false
      perform(machine.replaceAddresses(with: candidates.suffix(1), at: now, date: date).actions)
    case .found:
      answerCount += 1
      answer(.success(.named("\(answerCount)")))
    case .uncertain:
      answerCount += 1
      var result = GeocodingResult.named("\(answerCount)")
      result.isUncertain = true
      answer(.success(result))
    case .limited: answer(.failure(.tooManyRequests(retryAfter: nil)))
    case .failed: answer(.failure(.network(reason: "down")))
    case .notFound: answer(.failure(.noResult))
    case .refused:
      if let request = requests.first, !machine.cancelledRequests.contains(request.number) {
        isRefused = true
      }
      answer(.failure(.refused(reason: "no key")))
    case .saved:
      guard let changes = pendingSave else { return }
      pendingSave = nil
      for change in changes {
        if case .put(let record) = change, let earlier = disk[record.addressHash]?.outcome.result {
          expect(record.outcome.result?.isWorse(than: earlier) == false, "a result was lost")
        }
        disk.apply(change)
        if case .remove(let hash) = change { removed.insert(hash) }
      }
      perform(machine.saved(at: now))
    case .savingFailed:
      guard pendingSave != nil else { return }
      pendingSave = nil
      isInterrupted = true
      perform(machine.savingFailed("full", at: now))
    case .pause:
      isActive = false
      perform(machine.pause(at: now))
    case .resume:
      (isActive, isInterrupted, isRefused) = (true, false, false)
      perform(machine.resume(at: now, date: date))
    case .retry:
      (isInterrupted, isRefused) = (false, false)
      perform(machine.retry(nil, at: now))
      expect(machine.records.all.allSatisfy { $0.failure == nil }, "a failure was not retried")
    case .retryFound:
      (isInterrupted, isRefused) = (false, false)
      perform(machine.retry(where: { _ in true }, at: now))
      expect(
        machine.records.all.allSatisfy { !$0.hasResult || machine.jobs[$0.addressHash] != nil },
        "a result was not retried")
    case .timePasses: pass(.milliseconds(500))
    case .longTimePasses: pass(.seconds(5))
    }
    check()
  }

  /// Completes all requests and saves.
  mutating func finish() {
    handle(.resume)
    for _ in 0..<200 {
      if pendingSave != nil {
        handle(.saved)
      } else if !requests.isEmpty {
        handle(.found)
      } else if let end = sleepEnd {
        now = max(now, end)
        wake(end)
        check()
      } else {
        break
      }
    }
    expect(machine.jobs.isEmpty, "jobs are left")
    expect(machine.changes.isEmpty && pendingSave == nil, "changes are left")
    expect(disk.all == machine.records.all, "the disk differs from memory")
    let policy = Self.policy
    let date = date
    expect(disk.all.allSatisfy { !policy.isOpen($0, at: date) }, "addresses are open")
    let found = disk.all.filter(\.hasResult).map(\.geocodedAddress)
    expect(Set(published.values) == Set(found), "not all was published")
    switch machine.progress {
    case .finished(let found, let uncertain, let failed):
      expect(found + uncertain + failed == machine.run.total, "the counts are wrong")
      expect(uncertain <= disk.all.count { $0.isUncertain }, "an uncertain result is not kept")
      expect(failed <= disk.all.count { $0.failure != nil }, "a failure is not kept")
    case .notStarted, .locating, .waiting, .paused, .refused, .interrupted:
      expect(false, "it is not over: \(machine.progress)")
    }
  }
}

extension GeocodingWorld {
  private mutating func expect(_ condition: Bool, _ fault: String) {
    if !condition { faults.append(fault) }
  }

  private mutating func enqueue(_ candidates: [GeocodingStateMachine.Candidate]) {
    isInterrupted = false
    let (actions, known) = machine.enqueue(candidates, at: now, date: date)
    expect(known.map(\.address) == candidates.map(\.address.address), "other addresses came back")
    for address in known where !address.needsGeocoding {
      let hash = address.found?.addressHash ?? ""
      expect(machine.records[hash]?.hasResult == true, "a coordinate came from nowhere")
    }
    perform(actions)
  }

  private mutating func answer(_ outcome: Result<GeocodingResult, GeocodingError>) {
    guard !requests.isEmpty else { return }
    let request = requests.removeFirst()
    // The failure of a cancelled request does not count.
    if case .failure = outcome, !machine.cancelledRequests.contains(request.number) {
      lastFailure = now
    }
    perform(machine.answered(request.number, outcome, at: now, date: date))
  }

  /// Lets time pass, and wakes the machine at each end of a sleep.
  private mutating func pass(_ duration: Duration) {
    let target = now + duration
    while let end = sleepEnd, end <= target {
      now = end
      wake(end)
      check()
    }
    now = target
  }

  private mutating func wake(_ end: Duration) {
    sleepEnd = nil
    let cancelled = machine.cancelledRequests
    let late = machine.requests.filter { $0.value.deadline <= now }.keys
    if late.contains(where: { !cancelled.contains($0) }) { lastFailure = now }
    perform(machine.awoke(end, at: now, date: date))
  }

  private mutating func perform(_ actions: [GeocodingStateMachine.Action]) {
    for action in actions {
      switch action {
      case .ask(let request): start(request)
      case .cancelRequests(let numbers):
        expect(!numbers.isEmpty, "nothing to cancel")
        // The machine has given up the requests that took too long.
        for number in numbers where machine.requests[number] == nil {
          expect(requests.contains { $0.number == number }, "cancelled twice")
          requests.removeAll { $0.number == number }
          // A late answer is ignored.
          var copy = machine
          let late = copy.answered(number, .success(.named("late")), at: now, date: date)
          expect(late.isEmpty && copy.records.all == machine.records.all, "a late answer counts")
        }
      case .save(let changes):
        expect(pendingSave == nil, "two saves at once")
        expect(!changes.isEmpty && !isInterrupted, "a save that cannot be")
        pendingSave = changes
      case .sleep(let end):
        expect(end > now, "a sleep until \(end) at \(now)")
        sleepEnd = end
      case .cancelSleep: sleepEnd = nil
      case .publish(.found(let addresses)):
        for address in addresses {
          let hash = address.found?.addressHash ?? ""
          expect(!address.isUncertain, "an uncertain address was published as found")
          publish(address, hash)
        }
      case .publish(.uncertain(let addresses)):
        for address in addresses {
          expect(address.isUncertain, "a found address was published as uncertain")
          publish(address, address.found?.addressHash ?? "")
        }
      case .publish(.removed(let hashes)):
        for hash in hashes {
          expect(disk[hash]?.hasResult != true, "still there, and said to be forgotten")
          published[hash] = nil
        }
      case .publish(.failed(let failures)):
        for failure in failures {
          expect(
            disk[failure.id]?.failure == failure, "a failure was published before it was saved")
          expect(published[failure.id] == nil, "what was found failed")
        }
      case .publish(.retried(let hashes)):
        for hash in hashes {
          let isRetried = disk[hash]?.isRetried == true
          expect(isRetried || disk[hash]?.outcome == .pending, "retried before it was saved")
          if isRetried { retried.insert(hash) }
        }
      case .publish(.damaged): expect(false, "nothing is damaged")
      case .report(let progress): expect(progress == machine.progress, "an old progress")
      }
    }
  }

  private mutating func publish(_ address: GeocodedAddress, _ hash: String) {
    expect(disk[hash]?.geocodedAddress == address, "published before it was saved")
    let isNew = published.updateValue(address, forKey: hash) == nil
    let isAgain = retried.contains(hash)
    if disk[hash]?.isRetried != true { retried.remove(hash) }
    expect(removed.remove(hash) != nil || isNew || isAgain, "published twice")
  }

  private mutating func start(_ request: GeocodingStateMachine.Request) {
    let hash = request.address.addressHash
    expect(isActive, "asked though cancelled")
    expect(pendingSave == nil && !isInterrupted, "asked before all was saved")
    let record = disk[hash]
    expect(
      record.map { Self.policy.isOpen($0, at: date) } == true,
      "asked for what is not open on the disk")
    expect(!isRefused, "asked in spite of a refusal")
    expect(requests.count < rate.concurrency, "too many at once")
    if let lastStart { expect(now >= lastStart + rate.interval, "asked too soon") }
    if let lastFailure {
      expect(now >= lastFailure + rate.intervalAfterFailure, "asked too soon after a failure")
    }
    lastStart = now
    requests.append((request.number, hash))
  }

  private mutating func check() {
    let run = machine.run
    expect(
      machine.savedRecords
        == machine.records.all.compactMap { disk[$0.addressHash] }, "the disk is seen wrongly")
    expect(
      0...run.total ~= run.begun && run.found >= 0 && run.remaining == machine.jobs.count,
      "counts: \(run)")
    expect(machine.requests.count == requests.count, "requests were miscounted")
    // Observers have what is on the disk, unless another change is not saved yet.
    let changing = Set(machine.changes.map(\.addressHash))
    expect(
      disk.all.allSatisfy {
        !$0.hasResult || changing.contains($0.addressHash)
          || published[$0.addressHash] == $0.geocodedAddress
      }, "a result was not published")
    // If a job waits, something is under way that ends with an event.
    let isStuck =
      isActive && !isInterrupted && !isRefused && pendingSave == nil && requests.isEmpty
      && sleepEnd == nil && machine.jobs.values.contains { $0.phase == .waiting }
    expect(!isStuck, "a job waits for nothing")
    // A request has a time limit.
    expect(requests.isEmpty || sleepEnd != nil, "a request has no deadline")
    switch machine.progress {
    case .refused(_, let remaining), .paused(let remaining), .waiting(_, let remaining):
      expect(remaining == machine.jobs.count && remaining > 0, "\(remaining) are left")
    case .finished: expect(machine.jobs.isEmpty, "jobs are left")
    case .locating: expect(isActive && !isRefused, "it asks for nothing")
    case .notStarted: expect(false, "it has not started")
    case .interrupted: break
    }
    if case .interrupted = machine.progress {
      expect(isInterrupted, "interrupted without a reason")
    } else {
      expect(!isInterrupted, "an interruption was not reported")
    }
  }
}
