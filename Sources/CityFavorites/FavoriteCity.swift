public import CitySearch
public import CitySession

/// A favorite city, saved with everything that is needed to show it.
///
/// The placemark is saved with the id, because a later gazetteer may lack the city.
public struct FavoriteCity: Sendable, Hashable, Identifiable {
  /// The result of looking up the city for a screen.
  package enum Status: Sendable, Hashable {
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
  package let status: Status

  /// Whether the city was looked up, and is not known any more.
  public var isMissing: Bool { status == .missing }

  /// Creates a favorite.
  ///
  /// - Parameters:
  ///   - id: The id of the city.
  ///   - placemark: The name, coordinate and region of the city.
  ///   - status: The result of looking up the city.
  package init(id: City.ID, placemark: Placemark, status: Status = .unchecked) {
    mapItem = MapItem(id: id, placemark: placemark)
    self.status = status
  }

  /// The id of the city.
  public var id: City.ID { mapItem.id }

  /// The name, country, division and coordinate of the city: those of the time when it was added, unless
  /// `status` says that they are current.
  package var placemark: Placemark { mapItem.placemark }

  /// The name of the city.
  public var name: String { placemark.name }
}

extension FavoriteCity {
  /// Creates a favorite from a place on a map.
  ///
  /// - Parameter item: The place.
  public init(_ item: MapItem) { self.init(id: item.id, placemark: item.placemark) }

  /// Creates a favorite with the names of its country and division.
  ///
  /// - Parameters:
  ///   - city: A city of the gazetteer.
  ///   - gazetteer: The gazetteer.
  /// - Complexity: O(log *n*), where *n* is the number of cities.
  public init(_ city: City, in gazetteer: Gazetteer) {
    self.init(id: city.id, placemark: gazetteer.placemark(of: city))
  }
}
