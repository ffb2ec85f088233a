internal import CitySession

extension GeocodingQueue {
  /// What the queue is doing now, and then every change of it, in order.
  ///
  /// Each use gives a stream of its own, which ends with the queue.
  public var progress: AsyncStream<GeocodingProgress> {
    let stream = progressObservers.makeStream(startingWith: [machine.progress]) {
      [weak self] number in
      Task { await self?.forgetProgressObserver(number) }
    }
    if isClosed { progressObservers.finish() }
    return stream
  }

  /// What was found so far, in the order of the addresses, what failed, and what was damaged; and then
  /// everything that happens to addresses, as soon as that is durable.
  ///
  /// The first news are of what was found, even if nothing was. Each use gives a stream of its own, which
  /// ends with the queue. Who looks for the results of some addresses compares
  /// ``GeocodedAddress/addressHash``.
  ///
  /// - Returns: The news; a reader that is slow misses none.
  /// - Throws: What the store throws when it is read; ``GeocodingQueueError/closed``.
  /// - Complexity: O(*n*), where *n* is the number of addresses known.
  public func news() async throws -> AsyncStream<GeocodingNews> {
    try await load()
    let records = machine.savedRecords
    let failures = records.compactMap(\.failure)
    var soFar = [GeocodingNews.found(records.filter(\.isFound).map(\.geocodedAddress))]
    if !failures.isEmpty { soFar.append(.failed(failures)) }
    if let damage { soFar.append(.damaged(damage)) }
    return newsObservers.makeStream(startingWith: soFar) { [weak self] number in
      Task { await self?.forgetNewsObserver(number) }
    }
  }

  /// Everything that was found so far, in the order of the addresses.
  ///
  /// - Returns: The addresses with what was found.
  /// - Throws: What the store throws when it is read; ``GeocodingQueueError/closed``.
  /// - Complexity: O(*n*), where *n* is the number of addresses known.
  public func geocodedAddresses() async throws -> [GeocodedAddress] {
    try await load()
    return machine.savedRecords.filter(\.isFound).map(\.geocodedAddress)
  }

  /// The addresses that were not found, and why, in the order of the addresses.
  ///
  /// They are there after a restart, too. An address is among them until it is found, forgotten, or retried
  /// by hand. Those that a geocoder refused to look for at all are not: they are still to be asked for.
  ///
  /// - Returns: The failures.
  /// - Throws: What the store throws when it is read; ``GeocodingQueueError/closed``.
  /// - Complexity: O(*n*), where *n* is the number of addresses known.
  public func failures() async throws -> [GeocodingFailure] {
    try await load()
    return machine.savedRecords.compactMap(\.failure)
  }

  private func forgetProgressObserver(_ number: Int) { progressObservers.remove(number) }

  private func forgetNewsObserver(_ number: Int) { newsObservers.remove(number) }
}
