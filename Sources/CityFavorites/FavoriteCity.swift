public import CitySearch
public import CitySession

/// A favorite city, saved with everything that is needed to show it.
///
/// The placemark is saved with the id, because a later gazetteer may lack the city. It is stored behind
/// a reference, so copying a long list is cheap.
public struct FavoriteCity: Sendable, Identifiable {
  /// The id of the city.
  public var id: City.ID
  private var details: Details

  private final class Details: Sendable {
    let placemark: Placemark

    init(_ placemark: Placemark) { self.placemark = placemark }
  }

  /// Creates a favorite.
  ///
  /// - Parameters:
  ///   - id: The id of the city.
  ///   - placemark: The name, coordinate and region of the city.
  public init(id: City.ID, placemark: Placemark) {
    self.id = id
    details = Details(placemark)
  }

  /// The name, country, division and coordinate of the city at the time when it was added.
  public var placemark: Placemark {
    get { details.placemark }
    set { details = Details(newValue) }
  }
}

extension FavoriteCity {
  /// Creates a favorite from a place on a map.
  ///
  /// - Parameter item: The place.
  public init(_ item: MapItem) { self.init(id: item.id, placemark: item.placemark) }

  /// Creates a favorite whose country and division have codes but no names.
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

extension FavoriteCity: Hashable {
  /// Whether both have the same id and the same placemark.
  public static func == (one: FavoriteCity, other: FavoriteCity) -> Bool {
    one.id == other.id && (one.details === other.details || one.placemark == other.placemark)
  }

  /// Hashes the id and the placemark.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(placemark)
  }
}

extension FavoriteCity: Codable {
  private enum CodingKeys: CodingKey { case id, placemark }

  /// Decodes the keys `id` and `placemark`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try container.decode(City.ID.self, forKey: .id),
      placemark: try container.decode(Placemark.self, forKey: .placemark))
  }

  /// Encodes the keys `id` and `placemark`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(placemark, forKey: .placemark)
  }
}
