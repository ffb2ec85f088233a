internal import CitySearch

/// The cities of the last answers: all that is known of the places of a source that cannot be asked
/// by id.
///
/// More than one answer is kept, because a new one may arrive while somebody taps on the old list.
actor RecentPlaces: PlaceResolving {
  private static let capacity = 8
  private var answers: [[City]] = []

  /// Adds an answer, and forgets the oldest.
  func remember(_ cities: [City]) {
    guard !cities.isEmpty else { return }
    if answers.count == Self.capacity { answers.removeFirst() }
    answers.append(cities)
  }

  func mapItems(withIDs ids: [City.ID]) -> [MapItem] {
    let newest = Dictionary(
      answers.joined().map { ($0.id, $0) }, uniquingKeysWith: { _, newer in newer })
    return ids.compactMap { id in
      newest[id].map { MapItem(id: id, placemark: Placemark($0)) }
    }
  }
}
