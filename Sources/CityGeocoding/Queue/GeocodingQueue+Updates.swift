internal import CitySession

// There are two streams, because their values behave differently. Changes of addresses add up, so a
// reader must get all of them, and the first ones need the store. Values of the progress replace each
// other, so a slow reader needs the newest only, and a progress bar need not hold results.

extension GeocodingQueue {
  /// The results and failures so far, and then every change of them as soon as it is durable.
  ///
  /// The first elements are damage, failures and uncertain results, if there are any, and then
  /// ``GeocodingUpdate/found(_:)`` with all certain results in the order of the addresses, even if there are
  /// none. So a reader of the first results that are certain knows all that was stored.
  /// Each use returns a new stream, which ends with the queue. Updates add up, so all of them are buffered
  /// for a slow reader: each address is in a few updates at most. ``progressUpdates`` has the progress. The
  /// first use reads the store and throws its errors; a closed queue throws
  /// ``GeocodingQueueError/closed``.
  ///
  /// - Complexity: O(*n*), where *n* is the number of known addresses.
  public var updates: AsyncStream<GeocodingUpdate> {
    get async throws {
      try await load()
      let records = machine.savedRecords
      var current: [GeocodingUpdate] = []
      if let damage { current.append(.damaged(damage)) }
      let failures = records.compactMap(\.failure)
      if !failures.isEmpty { current.append(.failed(failures)) }
      let uncertain = records.filter(\.isUncertain).map(\.geocodedAddress)
      if !uncertain.isEmpty { current.append(.uncertain(uncertain)) }
      current.append(.found(records.filter(\.isFound).map(\.geocodedAddress)))
      return observers.makeStream(startingWith: current) { [weak self] number in
        Task { await self?.removeObserver(number) }
      }
    }
  }

  /// The current progress, and then the newest progress after changes.
  ///
  /// Each use returns a new stream, which ends with the queue. A value replaces the one before it, so a
  /// slow reader gets the newest value and skips those in between; at most one is buffered for it.
  public var progressUpdates: AsyncStream<GeocodingProgress> {
    let stream = progressObservers.makeStream(
      startingWith: [machine.progress], buffering: .newest
    ) { [weak self] number in
      Task { await self?.removeProgressObserver(number) }
    }
    if isClosed { progressObservers.finish() }
    return stream
  }

  /// All results so far whose places are certain, in the order of the addresses.
  ///
  /// - Returns: The addresses with their results.
  /// - Throws: The errors of the store, at the first use; ``GeocodingQueueError/closed``.
  /// - Complexity: O(*n*), where *n* is the number of known addresses.
  public func geocodedAddresses() async throws -> [GeocodedAddress] {
    try await load()
    return machine.savedRecords.filter(\.isFound).map(\.geocodedAddress)
  }

  /// The addresses whose places may well be others than the addresses mean, with their results, in the
  /// order of the addresses.
  ///
  /// They survive a restart. Only ``retry(where:)`` requests them again; a corrected address is another
  /// address.
  ///
  /// - Returns: The addresses with their results; see ``GeocodingResult/unmatchedParts``.
  /// - Throws: The errors of the store, at the first use; ``GeocodingQueueError/closed``.
  /// - Complexity: O(*n*), where *n* is the number of known addresses.
  public func uncertainAddresses() async throws -> [GeocodedAddress] {
    try await load()
    return machine.savedRecords.filter(\.isUncertain).map(\.geocodedAddress)
  }

  /// The addresses that failed, with their errors, in the order of the addresses.
  ///
  /// Failures survive a restart. An address is listed until it is found, removed, or retried. Addresses
  /// that the geocoder rejected with ``GeocodingError/refused(reason:)`` or
  /// ``GeocodingError/tooManyRequests(retryAfter:)`` are not listed: they are still in the queue.
  ///
  /// - Returns: The failures.
  /// - Throws: The errors of the store, at the first use; ``GeocodingQueueError/closed``.
  /// - Complexity: O(*n*), where *n* is the number of known addresses.
  public func failures() async throws -> [GeocodingFailure] {
    try await load()
    return machine.savedRecords.compactMap(\.failure)
  }

  private func removeObserver(_ number: Int) { observers.remove(number) }

  private func removeProgressObserver(_ number: Int) { progressObservers.remove(number) }
}

extension GeocodingQueue {
  func perform(_ actions: [GeocodingStateMachine.Action]) {
    for action in actions {
      switch action {
      case .ask(let request): ask(request)
      case .cancelRequests(let numbers):
        for number in numbers { requests.removeValue(forKey: number)?.cancel() }
      case .save(let changes): save(changes)
      case .sleep(let end): startSleep(until: end)
      case .cancelSleep: sleep?.cancel()
      case .publish(let update): observers.yield(update)
      case .report(let progress): progressObservers.yield(progress)
      }
    }
    // Those who wait for a queue that is being closed hear from `finish()`, which knows what is left.
    if !isClosed, !finishWaiters.isEmpty, let end = machine.conclusion { endWaiting(end) }
  }

  // The tasks hold the queue weakly, so that a geocoder that never returns does not keep it alive.

  private func ask(_ request: GeocodingStateMachine.Request) {
    requests[request.number] = Task { @concurrent [weak self, geocoder] in
      let outcome: Result<GeocodingResult, GeocodingError>?
      do {
        outcome = .success(try await geocoder.geocodeNamingSource(request.address))
      } catch {
        outcome = GeocodingError(error).map { .failure($0) }
      }
      await self?.answered(request.number, outcome)
    }
  }

  private func save(_ changes: [GeocodingChange]) {
    saving = Task { @concurrent [weak self, store] in
      do {
        try await store.apply(changes)
        await self?.saved()
      } catch {
        await self?.savingFailed(error)
      }
    }
  }

  private func startSleep(until end: Duration) {
    sleep?.cancel()
    sleep = Task { @concurrent [weak self, clock] in
      // Only a cancelled sleep throws; its end does not matter then.
      guard (try? await clock.sleep(end)) != nil else { return }
      await self?.awoke(end)
    }
  }

  private func answered(_ number: Int, _ outcome: Result<GeocodingResult, GeocodingError>?) {
    requests[number] = nil
    perform(machine.answered(number, outcome, at: clock.now(), date: date()))
  }

  private func saved() {
    perform(machine.saved(at: clock.now()))
    let done = waiters.filter { $0.changeCount <= machine.savedCount }
    waiters.removeAll { $0.changeCount <= machine.savedCount }
    for waiter in done { waiter.continuation.resume() }
  }

  private func savingFailed(_ error: any Error) {
    perform(machine.savingFailed("\(error)", at: clock.now()))
    let failed = waiters
    waiters = []
    for waiter in failed { waiter.continuation.resume(throwing: error) }
  }

  private func awoke(_ end: Duration) {
    perform(machine.awoke(end, at: clock.now(), date: date()))
  }
}
