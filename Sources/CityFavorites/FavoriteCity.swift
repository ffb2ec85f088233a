public import CitySearch
public import CitySession

/// A favorite city, saved with everything that is needed to show it.
///
/// The placemark is saved with the id, because a later gazetteer may lack the city.
public struct FavoriteCity: Sendable, Hashable, Identifiable {
  /// The result of looking up the city for a screen.
  public enum Status: Sendable, Hashable {
    /// The city was found; the placemark is current.
    case known
    /// The city does not exist any more; the placemark is the saved one.
    case missing
    /// The city was not looked up, or that failed; the placemark is the saved one.
    case unchecked
  }

  /// The place on a map.
  public private(set) var mapItem: MapItem
  /// The result of looking up the city; it is not saved.
  public let status: Status

  /// Creates a favorite.
  ///
  /// - Parameters:
  ///   - id: The id of the city.
  ///   - placemark: The name, coordinate and region of the city.
  ///   - status: The result of looking up the city.
  public init(id: City.ID, placemark: Placemark, status: Status = .unchecked) {
    mapItem = MapItem(id: id, placemark: placemark)
    self.status = status
  }

  /// The id of the city.
  public var id: City.ID { mapItem.id }

  /// The name, country, division and coordinate of the city: those of the time when it was added, unless
  /// ``status`` says that they are current.
  public var placemark: Placemark {
    get { mapItem.placemark }
    set { mapItem.placemark = newValue }
  }
}

extension FavoriteCity {
  /// Creates a favorite from a place on a map.
  ///
  /// - Parameter item: The place.
  public init(_ item: MapItem) { self.init(id: item.id, placemark: item.placemark) }

  /// Creates a favorite without the names of its country and division.
  ///
  /// It has the code of the country, and that of the division if it has letters: "TX", but not "79".
  ///
  /// - Parameter city: The city.
  public init(_ city: City) { self.init(id: city.id, placemark: Placemark(city)) }

  /// Creates a favorite with the names of its country and division.
  ///
  /// - Parameters:
  ///   - city: A city of the gazetteer.
  ///   - gazetteer: The gazetteer.
  /// - Complexity: O(log *n*), where *n* is the number of cities.
  public init(_ city: City, in gazetteer: Gazetteer) {
    self.init(id: city.id, placemark: gazetteer.placemark(of: city))
  }

  /// The name of the city.
  public var name: String { placemark.name }

  /// The coordinate of the city.
  public var coordinate: Coordinate { placemark.coordinate }
}

#if !hasFeature(Embedded)
extension FavoriteCity: Codable {
  /// Decodes the keys of ``mapItem``: `id` and `placemark`.
  public init(from decoder: any Decoder) throws { self.init(try MapItem(from: decoder)) }

  /// Encodes the keys of ``mapItem``.
  public func encode(to encoder: any Encoder) throws { try mapItem.encode(to: encoder) }
}
#endif

#if !hasFeature(Embedded)
extension [FavoriteCity] {
  /// Looks up each city in a source of places.
  ///
  /// - Parameter places: The source of the current cities.
  /// - Returns: All favorites in order, with their current placemarks; cities that the source lacks are
  ///   marked as missing, and all as unchecked if the source throws.
  /// - Complexity: O(*f*), where *f* is the number of favorites, and that of the source.
  package func resolved(in places: any PlaceResolving) async -> [FavoriteCity] {
    guard let items = try? await places.mapItems(withIDs: map(\.id)) else { return self }
    let current = Dictionary(
      items.map { ($0.id, $0.placemark) }, uniquingKeysWith: { one, _ in one })
    return map { city in
      guard let placemark = current[city.id] else {
        return FavoriteCity(id: city.id, placemark: city.placemark, status: .missing)
      }
      return FavoriteCity(id: city.id, placemark: placemark, status: .known)
    }
  }
}

extension FavoriteCities {
  /// All favorites, each looked up in a source of places: a gazetteer, a server.
  ///
  /// - Parameter places: The source of the current cities.
  /// - Returns: All favorites in order, with their current placemarks; cities that the source lacks are
  ///   marked as missing, and all as unchecked if the source throws.
  /// - Throws: The errors of the store, at the first use.
  /// - Complexity: O(*f*), where *f* is the number of favorites, and that of the source.
  public func resolved(in places: any PlaceResolving) async throws -> [FavoriteCity] {
    try await cities.resolved(in: places)
  }
}
#endif
