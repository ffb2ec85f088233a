extension CityMatches {
  /// The ids of the matches, in order, without the cities being made.
  ///
  /// - Complexity: O(*k*), where *k* is the number of matches within the limit.
  public var ids: [Int] {
    switch source {
    case .range(let rows, let gazetteer): rows.prefix(count).map { gazetteer.id(atRow: $0) }
    case .rows(let rows, let gazetteer): rows.prefix(count).map { gazetteer.id(atRow: Int($0)) }
    case .cities(let cities): cities.prefix(count).map(\.id)
    }
  }
}
