extension GeocodingQueue {
  /// What the queue is doing now, and then every change of it, in order.
  ///
  /// Each use gives a stream of its own, which ends with the queue.
  public var progress: AsyncStream<GeocodingProgress> {
    progressObservers.add([machine.progress]) { [weak self] number in
      Task { await self?.forgetProgressObserver(number) }
    }
  }

  /// What was found so far, in the order of the addresses, and then everything that is found or
  /// forgotten, as soon as that is durable.
  ///
  /// The first news come at once, even if nothing was found. Each use gives a stream of its own, which
  /// ends with the queue. Who looks for the results of some addresses compares
  /// ``GeocodedAddress/addressHash``.
  ///
  /// - Returns: The news; a reader that is slow misses none.
  /// - Throws: What the store throws when it is read.
  /// - Complexity: O(*n*), where *n* is the number of addresses known.
  public func news() async throws -> AsyncStream<GeocodingNews> {
    let soFar = GeocodingNews.found(try await geocodedAddresses())
    return newsObservers.add([soFar]) { [weak self] number in
      Task { await self?.forgetNewsObserver(number) }
    }
  }

  /// Everything that was found so far, in the order of the addresses.
  ///
  /// - Returns: The addresses with what was found.
  /// - Throws: What the store throws when it is read.
  /// - Complexity: O(*n*), where *n* is the number of addresses known.
  public func geocodedAddresses() async throws -> [GeocodedAddress] {
    try await load()
    return machine.savedRecords.filter(\.isFound).map(\.geocodedAddress)
  }

  private func forgetProgressObserver(_ number: Int) { progressObservers.remove(number) }

  private func forgetNewsObserver(_ number: Int) { newsObservers.remove(number) }
}
