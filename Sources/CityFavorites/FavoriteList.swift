public import CitySearch

/// Cities without duplicates, in order, with the changes that were made to them.
///
/// Stores read and change favorites as such a list. A copy shares the cities until one of the two is
/// changed; then *n* references are copied, which takes about a millisecond for 100,000.
public struct FavoriteList: Sendable {
  /// The cities in order.
  public private(set) var cities: [FavoriteCity]
  /// The ids of the cities.
  public private(set) var ids: Set<City.ID>
  /// What was changed since the list was created or ``takeChanges()`` was called, in order.
  public private(set) var changes: [FavoritesChange] = []

  /// Creates a list that counts as unchanged.
  ///
  /// - Parameter cities: The cities; none may be there twice.
  /// - Complexity: O(*n*), where *n* is the number of cities.
  public init(_ cities: [FavoriteCity] = []) {
    ids = Set(cities.map(\.id))
    precondition(ids.count == cities.count, "A city is twice among the favorites.")
    self.cities = cities
  }
}

/// A change of a list of favorites.
public enum FavoritesChange: Sendable, Hashable {
  /// A city that is not in the list comes to its end.
  case add(FavoriteCity)
  /// A city of the list goes.
  case remove(City.ID)
  /// A city of the list goes to another position, counted from 0 in the new order.
  case move(City.ID, to: Int)
}

extension FavoriteList {
  /// Whether a city is in the list.
  ///
  /// - Complexity: O(1).
  public func contains(_ id: City.ID) -> Bool { ids.contains(id) }

  /// Adds a city at the end, if it is not there.
  ///
  /// - Parameter city: The city; one that is there stays where it is, as it was saved.
  /// - Returns: Whether it was added.
  /// - Complexity: O(1) on average, if no copy shares the cities.
  @discardableResult
  public mutating func add(_ city: FavoriteCity) -> Bool {
    guard !contains(city.id) else { return false }
    make(.add(city))
    return true
  }

  /// Removes a city, if it is there.
  ///
  /// - Parameter id: The id of the city.
  /// - Returns: The city as it was saved; `nil` if it was not there.
  /// - Complexity: O(*n*), where *n* is the number of cities.
  @discardableResult
  public mutating func remove(_ id: City.ID) -> FavoriteCity? {
    guard let position = position(of: id) else { return nil }
    let city = cities[position]
    make(.remove(id))
    return city
  }

  /// Moves a city to another place in the order.
  ///
  /// - Parameters:
  ///   - id: The id of the city.
  ///   - position: The place in the new order, from 0; beyond the ends, the nearest place.
  /// - Returns: Whether the order changed.
  /// - Complexity: O(*n*), where *n* is the number of cities.
  @discardableResult
  public mutating func move(_ id: City.ID, to position: Int) -> Bool {
    guard let old = self.position(of: id) else { return false }
    let new = min(max(position, 0), cities.count - 1)
    guard new != old else { return false }
    make(.move(id, to: new))
    return true
  }

  /// Returns the changes, and begins to note them anew: for stores, which save them.
  public mutating func takeChanges() -> [FavoritesChange] {
    defer { changes = [] }
    return changes
  }

  private mutating func make(_ change: FavoritesChange) {
    apply(change)
    changes.append(change)
  }

  /// Makes a change without noting it.
  ///
  /// - Returns: Whether it could be made: a city that is added must be absent, any other must be there,
  ///   and so must its new position.
  @discardableResult
  mutating func apply(_ change: FavoritesChange) -> Bool {
    switch change {
    case .add(let city):
      guard ids.insert(city.id).inserted else { return false }
      cities.append(city)
    case .remove(let id):
      guard let position = position(of: id) else { return false }
      ids.remove(id)
      cities.remove(at: position)
    case .move(let id, let new):
      guard cities.indices.contains(new), let old = position(of: id) else { return false }
      cities.insert(cities.remove(at: old), at: new)
    }
    return true
  }

  private func position(of id: City.ID) -> Int? {
    contains(id) ? cities.firstIndex { $0.id == id } : nil
  }
}
