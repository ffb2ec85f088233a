internal import CitySearch

extension LocationSearch {
  /// Looks up the place that a completion stands for, by id and without another search.
  ///
  /// - Parameter completion: A completion of this session, or a stored one.
  /// - Returns: The place, the most populous one if the completion stands for several; `nil` if it
  ///   does not exist.
  /// - Throws: ``LocationSearchError/searchCompletionFailed(_:)`` with the error of the source, or
  ///   ``LocationSearchError/cancelled``.
  /// - Complexity: O(log *n*) for a gazetteer of *n* cities.
  nonisolated public func placemark(
    for completion: SearchCompletion
  ) async throws(LocationSearchError) -> Placemark? {
    try await mapItems(withIDs: Array(completion.cityIDs.prefix(1))).first?.placemark
  }

  /// Looks up all places that a completion stands for, and their bounding region.
  ///
  /// - Parameter completion: A completion of this session, or a stored one.
  /// - Returns: The places that exist, in the order of the completion's ids.
  /// - Throws: ``LocationSearchError/searchCompletionFailed(_:)`` with the error of the source, or
  ///   ``LocationSearchError/cancelled``.
  /// - Complexity: O(*k* log *n*) for *k* places and a gazetteer of *n* cities.
  nonisolated public func response(
    for completion: SearchCompletion
  ) async throws(LocationSearchError) -> SearchResponse {
    SearchResponse(mapItems: try await mapItems(withIDs: completion.cityIDs))
  }

  nonisolated private func mapItems(
    withIDs ids: [City.ID]
  ) async throws(LocationSearchError) -> [MapItem] {
    do {
      return try await source.mapItems(withIDs: ids)
    } catch {
      throw Task.isCancelled ? .cancelled : .searchCompletionFailed(UnderlyingError(error))
    }
  }
}
