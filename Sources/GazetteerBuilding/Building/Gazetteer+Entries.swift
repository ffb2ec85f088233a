public import CitySearch

extension Gazetteer {
  /// A city with its other names and time zone.
  public struct Entry: Sendable, Hashable {
    /// The city.
    package var city: City
    /// Other names by which it is found.
    ///
    /// In other languages and scripts, historical names, codes of three or four capital letters.
    /// Expansions, short forms and later words of names are derived by rule.
    package var otherNames: [String]
    /// The name of its time zone in the IANA database; `nil` if it is unknown.
    package var timeZone: String?

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - city: The city.
    ///   - otherNames: Other names by which it is found.
    ///   - timeZone: The name of its time zone in the IANA database.
    public init(_ city: City, otherNames: [String] = [], timeZone: String? = nil) {
      self.city = city
      self.otherNames = otherNames
      self.timeZone = timeZone
    }
  }

  /// Creates a gazetteer from cities in any order.
  ///
  /// They have no other names, and countries and divisions have only codes. To select cities of a gazetteer
  /// with all their data, see `filtered(by:)`.
  ///
  /// - Parameter cities: The cities; no two may have the same id.
  /// - Throws: The errors of the initializer with entries: ``/CitySearch/GazetteerError/malformed(_:)``,
  ///   ``/CitySearch/GazetteerError/tooManyKeyBytes(limit:)``.
  /// - Complexity: O(*b* + *n* log *n*), where *b* is the length of all names in bytes and *n* the
  ///   number of cities.
  public init(_ cities: some Sequence<City>) throws(GazetteerError) {
    try self.init(cities.lazy.map { Entry($0) })
  }

  /// Creates a gazetteer from cities in any order, with other names and time zones.
  ///
  /// ```swift
  /// let ours = try Gazetteer([
  ///   Gazetteer.Entry(headquarters, otherNames: ["HQ", "the mothership"], timeZone: "Europe/Oslo")
  /// ])
  /// let gazetteer = try Gazetteer(merging: [.geoNames(), ours])
  /// ```
  ///
  /// - Parameter entries: The cities; no two may have the same id.
  /// - Throws: ``/CitySearch/GazetteerError/malformed(_:)`` at the first city whose id appeared before, whose id or
  ///   population is not between 0 and 4,294,967,295, whose name or other name is blank or has control
  ///   characters, whose other name has more than 400 bytes or neither a letter nor a digit, with
  ///   which all names have more than 4,294,967,295 bytes, or which has the 65,537th division or time zone;
  ///   ``/CitySearch/GazetteerError/tooManyKeyBytes(limit:)`` if the folded names have more than 4,294,967,295 bytes.
  /// - Complexity: O(*b* + *n* log *n*), where *b* is the length of all names in bytes and *n* the
  ///   number of cities.
  public init(_ entries: some Sequence<Entry>) throws(GazetteerError) {
    var builder = GazetteerBuilder()
    var number = 0
    for entry in entries {
      number += 1
      do throws(GazetteerBuilder.ValidationError) {
        var attributes = GazetteerBuilder.Attributes(entry.city)
        attributes.timeZone = entry.timeZone ?? ""
        try builder.append(
          name: entry.city.name.utf8.span, attributes, otherNames: entry.otherNames)
      } catch {
        throw .malformed(
          MalformedRecord(
            file: nil, position: .element(number), column: .init(error.field.title),
            reason: error.reason))
      }
    }
    self = try builder.finish(places: PlaceNames())
  }
}

extension GazetteerBuilder.Attributes {
  /// The attributes of `city`.
  init(_ city: City) {
    self.init(
      id: city.id, countryCode: city.countryCode, divisionCode: city.divisionCode,
      coordinate: city.coordinate, population: Int64(city.population))
  }
}
