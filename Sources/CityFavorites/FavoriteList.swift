public import CitySearch
internal import CitySession
public import DurableStorage

/// Favorite cities in order, without duplicates.
///
/// Stores load and change favorites as such a list, observers get it, and screens show it with the
/// current data of its cities. It is a value without a history: what a store saves after a change is the
/// difference between the list before and the list after, so a list can also be assigned.
///
/// A copy shares its storage until one of the two is changed; then *n* references are copied, which takes
/// about a millisecond for 100,000.
public struct FavoriteList: Sendable, Hashable {
  /// The cities in order.
  public private(set) var cities: [FavoriteCity] = []
  /// The ids of the cities.
  public private(set) var ids: Set<City.ID> = []
  /// The number of changes that ``FavoriteCities`` has seen.
  ///
  /// Later lists have higher revisions. Lists of a store have 0.
  public internal(set) var revision = 0
  /// The damage that the store found in its file; `nil` if there was none.
  ///
  /// It stays when the list is changed.
  public internal(set) var damage: StorageDamage?

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - cities: The cities in order; of several with the same id, the first is taken.
  ///   - revision: The revision of the list.
  ///   - damage: The damage that was found when the list was read.
  /// - Complexity: O(*n*), where *n* is the number of cities.
  public init(_ cities: [FavoriteCity] = [], revision: Int = 0, damage: StorageDamage? = nil) {
    self.revision = revision
    self.damage = damage
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
}

#if !hasFeature(Embedded)
extension FavoriteList {
  /// Applies `change` to a copy, and returns the copy as a store saves it, and the result.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cities, and that of the change.
  func changed<Result>(
    by change: (inout FavoriteList) throws -> Result
  ) rethrows -> (list: FavoriteList, result: Result) {
    var list = self
    let result = try change(&list)
    // A list whose cities were looked up may be assigned; the results of the lookup are not saved.
    if list.cities.contains(where: { $0.status != .unchecked }) {
      list.cities = list.cities.map { FavoriteCity(id: $0.id, placemark: $0.placemark) }
    }
    (list.revision, list.damage) = (revision, damage)
    return (list, result)
  }
}
#endif

extension FavoriteList {
  /// Adds a city, unless there are as many favorites as there may be.
  ///
  /// - Throws: ``FavoritesError/full(limit:)``; a favorite stays one in a full list.
  package mutating func add(
    _ city: FavoriteCity, upTo limit: Int
  ) throws(FavoritesError) -> Bool {
    guard contains(city.id) || cities.count < limit else { throw .full(limit: limit) }
    return add(city)
  }

  /// The list with other data of the same cities, in the same order.
  func withCities(_ cities: [FavoriteCity]) -> FavoriteList {
    var list = self
    list.cities = cities
    return list
  }
}
