public import CitySearch

extension FavoriteCities {
  /// Adds a city at the end, if it is no favorite yet.
  ///
  /// A city that is there stays where it is, as it was saved.
  ///
  /// - Parameter city: The city.
  /// - Returns: Whether it was added.
  /// - Throws: What the store throws, or `CancellationError` if the task is cancelled while it waits for
  ///   other processes; nothing has changed.
  /// - Complexity: That of the store. If the list in memory is shared with a reader, *n* references
  ///   are copied, where *n* is the number of favorites.
  @discardableResult
  public func add(_ city: FavoriteCity) async throws -> Bool {
    try await update { $0.add(city) }
  }

  /// Removes a city, if it is a favorite.
  ///
  /// - Parameter id: The id of the city.
  /// - Returns: Whether it was removed.
  /// - Throws: What the store throws, or `CancellationError` if the task is cancelled while it waits for
  ///   other processes; nothing has changed.
  /// - Complexity: That of the store, and O(*n*) in memory, where *n* is the number of favorites.
  @discardableResult
  public func remove(_ id: City.ID) async throws -> Bool { try await takeOut(id) != nil }

  /// Removes a city, and returns it as it was saved; `nil` if it is no favorite.
  func takeOut(_ id: City.ID) async throws -> FavoriteCity? {
    try await update { $0.remove(id) }
  }

  /// Removes a city if it is a favorite, else adds it at the end.
  ///
  /// - Parameter city: The city.
  /// - Returns: Whether it is a favorite now.
  /// - Throws: What the store throws, or `CancellationError` if the task is cancelled while it waits for
  ///   other processes; nothing has changed.
  /// - Complexity: That of the store, and O(*n*) in memory, where *n* is the number of favorites.
  @discardableResult
  public func toggle(_ city: FavoriteCity) async throws -> Bool {
    try await update { cities in
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
  /// - Throws: What the store throws, or `CancellationError` if the task is cancelled while it waits for
  ///   other processes; nothing has changed.
  /// - Complexity: That of the store, and O(*n*) in memory, where *n* is the number of favorites.
  @discardableResult
  public func move(_ id: City.ID, to position: Int) async throws -> Bool {
    try await update { $0.move(id, to: position) }
  }
}
