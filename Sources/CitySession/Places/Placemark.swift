public import CitySearch

/// A place with the parts of its address.
///
/// A gazetteer of cities fills the fields down to the population. The fields of a street address
/// are for geocoders that find streets.
public struct Placemark: Sendable, Hashable, Codable {
  /// The coordinate of the place.
  public var coordinate: Coordinate
  /// The name of the place.
  public var name: String
  /// The city.
  public var locality: String?
  /// The first-level administrative division: state, province, region.
  public var administrativeArea: String?
  /// The ISO 3166-1 code of the country, two letters.
  public var countryCode: String?
  /// The name of the country.
  public var countryName: String?
  /// The name of the time zone in the IANA database.
  public var timeZone: String?
  /// The number of inhabitants.
  public var population: Int?

  /// The street.
  public var thoroughfare: String?
  /// The house number.
  public var subThoroughfare: String?
  /// The part of the city.
  public var subLocality: String?
  /// The second-level administrative division: county, district.
  public var subAdministrativeArea: String?
  /// The postal code.
  public var postalCode: String?

  /// Creates a placemark; unknown fields may be left out.
  public init(
    coordinate: Coordinate, name: String, locality: String? = nil,
    administrativeArea: String? = nil, countryCode: String? = nil, countryName: String? = nil,
    timeZone: String? = nil, population: Int? = nil, thoroughfare: String? = nil,
    subThoroughfare: String? = nil, subLocality: String? = nil,
    subAdministrativeArea: String? = nil, postalCode: String? = nil
  ) {
    self.coordinate = coordinate
    self.name = name
    self.locality = locality
    self.administrativeArea = administrativeArea
    self.countryCode = countryCode
    self.countryName = countryName
    self.timeZone = timeZone
    self.population = population
    self.thoroughfare = thoroughfare
    self.subThoroughfare = subThoroughfare
    self.subLocality = subLocality
    self.subAdministrativeArea = subAdministrativeArea
    self.postalCode = postalCode
  }

  /// Creates the placemark of a city.
  ///
  /// - Parameters:
  ///   - city: The city.
  ///   - administrativeArea: The name of its division; `nil` for the code of the division, if that has
  ///     letters: "TX", but not "79".
  ///   - countryName: The name of its country.
  ///   - timeZone: The name of its time zone in the IANA database.
  public init(
    _ city: City, administrativeArea: String? = nil, countryName: String? = nil,
    timeZone: String? = nil
  ) {
    func known(_ code: some RegionCode) -> String? {
      code.description.contains(where: \.isLetter) ? code.description : nil
    }
    self.init(
      coordinate: city.coordinate, name: city.name, locality: city.name,
      administrativeArea: administrativeArea ?? known(city.admin1Code),
      countryCode: known(city.countryCode), countryName: countryName, timeZone: timeZone,
      population: city.population > 0 ? city.population : nil)
  }
}

/// A city on a map.
public struct MapItem: Sendable, Hashable, Codable, Identifiable {
  /// The id of the city.
  public var id: City.ID
  /// The placemark of the city.
  public var placemark: Placemark

  /// Creates an item.
  public init(id: City.ID, placemark: Placemark) {
    self.id = id
    self.placemark = placemark
  }
}

/// All places that a completion stands for.
public struct SearchResponse: Sendable, Hashable, Codable {
  /// The places, in the order of the completion's ids.
  public var mapItems: [MapItem]
  /// The bounding region of the places; `nil` if there are none.
  public var boundingRegion: CoordinateRegion?

  /// Creates the response with the bounding region of `mapItems`.
  ///
  /// - Parameters:
  ///   - mapItems: The places.
  ///   - smallestExtent: The smallest extent of the region in meters; at least 0 and finite.
  /// - Complexity: O(*n* log *n*), where *n* is the number of items.
  public init(mapItems: [MapItem], smallestExtent: Double = CoordinateRegion.cityExtent) {
    self.mapItems = mapItems
    boundingRegion = CoordinateRegion(
      bounding: mapItems.map(\.placemark.coordinate), smallestExtent: smallestExtent)
  }
}

extension LocationSearch {
  /// Looks up the place that a completion stands for, by id and without another search.
  ///
  /// - Parameter completion: A completion of this session, or a stored one.
  /// - Returns: The place, the most populous one if the completion stands for several; `nil` if it
  ///   does not exist.
  /// - Throws: ``LocationSearchError/searchCompletionFailed(_:)`` with the error of the source, or
  ///   ``LocationSearchError/cancelled``.
  /// - Complexity: O(log *n*) for a gazetteer of *n* cities.
  nonisolated public func placemark(
    for completion: SearchCompletion
  ) async throws(LocationSearchError) -> Placemark? {
    try await mapItems(withIDs: Array(completion.cityIDs.prefix(1))).first?.placemark
  }

  /// Looks up all places that a completion stands for, and their bounding region.
  ///
  /// - Parameter completion: A completion of this session, or a stored one.
  /// - Returns: The places that exist, in the order of the completion's ids.
  /// - Throws: ``LocationSearchError/searchCompletionFailed(_:)`` with the error of the source, or
  ///   ``LocationSearchError/cancelled``.
  /// - Complexity: O(*k* log *n*) for *k* places and a gazetteer of *n* cities.
  nonisolated public func response(
    for completion: SearchCompletion
  ) async throws(LocationSearchError) -> SearchResponse {
    SearchResponse(mapItems: try await mapItems(withIDs: completion.cityIDs))
  }

  nonisolated private func mapItems(
    withIDs ids: [Int]
  ) async throws(LocationSearchError) -> [MapItem] {
    do {
      return try await source.mapItems(withIDs: ids)
    } catch {
      throw Task.isCancelled ? .cancelled : .searchCompletionFailed(error)
    }
  }
}
