extension LocationSearch {
  /// Looks up the place that a completion stands for.
  ///
  /// The place is found by its id; what was typed is not searched again.
  ///
  /// - Parameter completion: A completion of this session, or one that was kept from another.
  /// - Returns: The place, the most populous one if the completion stands for several; `nil` if it
  ///   exists no more.
  /// - Throws: ``LocationSearchError/searchCompletionFailed(_:)`` with what was met on the way, or
  ///   ``LocationSearchError/cancelled``.
  /// - Complexity: O(log *n*) for a gazetteer of *n* cities.
  nonisolated public func placemark(
    for completion: SearchCompletion
  ) async throws(LocationSearchError) -> Placemark? {
    try await mapItems(withIDs: Array(completion.cityIDs.prefix(1))).first?.placemark
  }

  /// Looks up all places that a completion stands for, and the region that holds them.
  ///
  /// - Parameter completion: A completion of this session, or one that was kept from another.
  /// - Returns: The places that still exist, in the order of the completion's ids.
  /// - Throws: ``LocationSearchError/searchCompletionFailed(_:)`` with what was met on the way, or
  ///   ``LocationSearchError/cancelled``.
  /// - Complexity: O(*k* log *n*) for *k* places and a gazetteer of *n* cities.
  nonisolated public func response(
    for completion: SearchCompletion
  ) async throws(LocationSearchError) -> SearchResponse {
    SearchResponse(mapItems: try await mapItems(withIDs: completion.cityIDs))
  }

  nonisolated private func mapItems(
    withIDs ids: [Int]
  ) async throws(LocationSearchError) -> [MapItem] {
    do {
      return try await source.places.mapItems(withIDs: ids)
    } catch {
      throw Task.isCancelled ? .cancelled : .searchCompletionFailed(error)
    }
  }
}
