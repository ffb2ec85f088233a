internal import CitySession

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
  }

  // The tasks hold the queue weakly, so that a geocoder that never returns does not keep it alive.

  private func ask(_ request: GeocodingStateMachine.Request) {
    requests[request.number] = Task { @concurrent [weak self, geocoder] in
      let outcome: Result<GeocodingResult, GeocodingError>?
      do {
        outcome = .success(try await geocoder.geocode(request.address))
      } catch {
        outcome = GeocodingError(error).map { .failure($0) }
      }
      await self?.answered(request.number, outcome)
    }
  }

  private func save(_ changes: [GeocodingChange]) {
    Task { @concurrent [weak self, store] in
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
