public import CitySearch

/// Cities in order, without duplicates, and a record of the changes made to them.
///
/// Stores load and change favorites as such a list. A copy shares its storage until one of the two is
/// changed; then *n* references are copied, which takes about a millisecond for 100,000.
public struct FavoriteList: Sendable, Equatable {
  /// The cities in order.
  public private(set) var cities: [FavoriteCity] = []
  /// The ids of the cities.
  public private(set) var ids: Set<City.ID> = []
  /// The changes since the list was created or ``takeChanges()`` was called, in order.
  package private(set) var changes: [FavoritesChange] = []

  /// Creates an unchanged list.
  ///
  /// - Parameter cities: The cities in order; of several with the same id, the first is taken.
  /// - Complexity: O(*n*), where *n* is the number of cities.
  public init(_ cities: [FavoriteCity] = []) {
    for city in cities { apply(.add(city)) }
  }
}

/// A change of a list of favorites.
public enum FavoritesChange: Sendable, Hashable {
  /// Appends a city that is not in the list.
  case add(FavoriteCity)
  /// Removes a city of the list.
  case remove(City.ID)
  /// Moves a city of the list to another position, counted from 0 in the new order.
  case move(City.ID, to: Int)
}

extension FavoriteList {
  /// Whether a city is in the list.
  ///
  /// - Parameter id: The id of the city.
  /// - Returns: Whether the list has a city with this id.
  /// - Complexity: O(1).
  public func contains(_ id: City.ID) -> Bool { ids.contains(id) }

  /// Adds a city at the end, unless it is in the list.
  ///
  /// - Parameter city: The city; one that is in the list keeps its position and its saved placemark.
  /// - Returns: Whether the city was added.
  /// - Complexity: O(1) on average, if no copy shares the storage.
  @discardableResult
  public mutating func add(_ city: FavoriteCity) -> Bool {
    guard !contains(city.id) else { return false }
    make(.add(city))
    return true
  }

  /// Removes a city, if it is in the list.
  ///
  /// - Parameter id: The id of the city.
  /// - Returns: The favorite as it was saved; `nil` if the city was not in the list.
  /// - Complexity: O(*n*), where *n* is the number of cities.
  @discardableResult
  public mutating func remove(_ id: City.ID) -> FavoriteCity? {
    guard let position = position(of: id) else { return nil }
    let city = cities[position]
    make(.remove(id))
    return city
  }

  /// Moves a city to another position.
  ///
  /// - Parameters:
  ///   - id: The id of the city.
  ///   - position: The position in the new order, from 0; it is clamped to the list.
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

  /// Returns the changes since the list was created or this function was last called, and clears them.
  ///
  /// A store calls it on the list that ``FavoritesStore/update(_:)`` has changed, to save the changes.
  ///
  /// - Returns: The changes, in the order in which they were made.
  /// - Complexity: O(1).
  public mutating func takeChanges() -> [FavoritesChange] {
    defer { changes = [] }
    return changes
  }

  private mutating func make(_ change: FavoritesChange) {
    apply(change)
    changes.append(change)
  }

  /// Makes a change without adding it to ``changes``.
  ///
  /// - Returns: Whether the change was valid: a city to add must be absent, any other must be present,
  ///   and so must the position to move it to.
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
