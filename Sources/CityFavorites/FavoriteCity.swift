public import CitySearch
public import CitySession

/// A city that somebody wants to find again, with all that is needed to show it.
///
/// It is kept whole, not by its id alone: a gazetteer of next year may not have the city any more. What
/// is known of it lies behind a reference, so that a copy of a long list costs little.
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
  ///   - placemark: What is known of the city.
  public init(id: City.ID, placemark: Placemark) {
    self.id = id
    details = Details(placemark)
  }

  /// What was known of the city when it was added: name, country, division, coordinate and more.
  public var placemark: Placemark {
    get { details.placemark }
    set { details = Details(newValue) }
  }
}

extension FavoriteCity {
  /// Creates a favorite of a place on a map.
  ///
  /// - Parameter item: The place.
  public init(_ item: MapItem) { self.init(id: item.id, placemark: item.placemark) }

  /// Creates a favorite of a city whose country and division are known by their codes only.
  ///
  /// - Parameter city: The city.
  public init(_ city: City) { self.init(id: city.id, placemark: Placemark(city)) }

  /// Creates a favorite with everything that a gazetteer knows of a city.
  ///
  /// - Parameters:
  ///   - city: A city of the gazetteer.
  ///   - gazetteer: The gazetteer.
  /// - Complexity: O(log *n*), where *n* is the number of cities.
  public init(_ city: City, in gazetteer: Gazetteer) {
    self.init(id: city.id, placemark: gazetteer.placemark(of: city))
  }

  /// What the city is called.
  public var name: String { placemark.name }

  /// Where the city lies.
  public var coordinate: Coordinate { placemark.coordinate }
}

extension FavoriteCity: Hashable {
  /// Whether both are the same city, with the same placemark.
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

  /// Reads the id and the placemark.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try container.decode(City.ID.self, forKey: .id),
      placemark: try container.decode(Placemark.self, forKey: .placemark))
  }

  /// Writes the id and the placemark.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(placemark, forKey: .placemark)
  }
}
