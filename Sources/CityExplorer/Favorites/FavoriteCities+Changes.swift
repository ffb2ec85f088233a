public import CitySearch

extension FavoriteCities {
  /// Adds a city at the end, if it is no favorite yet.
  ///
  /// A city that is there stays where it is, as it was saved.
  ///
  /// - Parameter city: The city.
  /// - Returns: Whether it was added.
  /// - Throws: What the store throws; nothing has changed.
  /// - Complexity: O(*n*), where *n* is the number of favorites, and that of the store.
  @discardableResult
  public func add(_ city: FavoriteCity) throws -> Bool {
    try update { $0.add(city) }
  }

  /// Removes a city, if it is a favorite.
  ///
  /// - Parameter id: The id of the city.
  /// - Returns: Whether it was removed.
  /// - Throws: What the store throws; nothing has changed.
  /// - Complexity: O(*n*), where *n* is the number of favorites, and that of the store.
  @discardableResult
  public func remove(_ id: City.ID) throws -> Bool { try takeOut(id) != nil }

  /// Removes a city, and returns it as it was saved; `nil` if it is no favorite.
  func takeOut(_ id: City.ID) throws -> FavoriteCity? {
    try update { $0.remove(id) }
  }

  /// Removes a city if it is a favorite, else adds it at the end.
  ///
  /// - Parameter city: The city.
  /// - Returns: Whether it is a favorite now.
  /// - Throws: What the store throws; nothing has changed.
  /// - Complexity: O(*n*), where *n* is the number of favorites, and that of the store.
  @discardableResult
  public func toggle(_ city: FavoriteCity) throws -> Bool {
    try update { cities in
      if cities.remove(city.id) != nil { return false }
      return cities.add(city)
    }
  }

  /// Moves a favorite to another place in the order.
  ///
  /// - Parameters:
  ///   - id: The id of the city; one that is no favorite stays none.
  ///   - position: The place in the new order, from 0; beyond the ends, the nearest place. Another
  ///     process may have made the list shorter.
  /// - Returns: Whether the order changed.
  /// - Throws: What the store throws; nothing has changed.
  /// - Complexity: O(*n*), where *n* is the number of favorites, and that of the store.
  @discardableResult
  public func move(_ id: City.ID, to position: Int) throws -> Bool {
    try update { cities in
      guard let old = cities.firstIndex(where: { $0.id == id }) else { return false }
      let new = min(max(position, 0), cities.count - 1)
      cities.insert(cities.remove(at: old), at: new)
      return new != old
    }
  }
}

extension [FavoriteCity] {
  fileprivate mutating func add(_ city: FavoriteCity) -> Bool {
    guard !contains(where: { $0.id == city.id }) else { return false }
    append(city)
    return true
  }

  fileprivate mutating func remove(_ id: City.ID) -> FavoriteCity? {
    firstIndex(where: { $0.id == id }).map { remove(at: $0) }
  }
}
