public import CitySearch

/// Favorite cities in order, without duplicates.
///
/// Stores load and change favorites as such a list, and screens show it with the current data of its cities.
public struct FavoriteList: Sendable, Hashable {
  /// The cities in order.
  public private(set) var cities: [FavoriteCity] = []
  private var ids: Set<City.ID> = []

  /// Creates a list.
  ///
  /// - Parameter cities: The cities in order; of several with the same id, the first is taken.
  /// - Complexity: O(*n*), where *n* is the number of cities.
  public init(_ cities: [FavoriteCity] = []) {
    self.cities.reserveCapacity(cities.count)
    for city in cities { add(city) }
  }
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
    guard ids.insert(city.id).inserted else { return false }
    cities.append(city)
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
    ids.remove(id)
    return cities.remove(at: position)
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
    cities.insert(cities.remove(at: old), at: new)
    return true
  }

  private func position(of id: City.ID) -> Int? {
    contains(id) ? cities.firstIndex { $0.id == id } : nil
  }

  /// Adds a city, unless there are as many favorites as there may be.
  ///
  /// - Throws: ``FavoritesError/full(limit:)``; a favorite stays one in a full list.
  package mutating func add(
    _ city: FavoriteCity, upTo limit: Int
  ) throws(FavoritesError) -> Bool {
    guard contains(city.id) || cities.count < limit else { throw .full(limit: limit) }
    return add(city)
  }

  /// The same cities in the same order, each as it is in another list, if it is there.
  package func shown(as other: FavoriteList) -> FavoriteList {
    var known: [City.ID: FavoriteCity] = [:]
    for city in other.cities { known[city.id] = city }
    var list = self
    list.cities = cities.map { known[$0.id] ?? $0 }
    return list
  }
}
