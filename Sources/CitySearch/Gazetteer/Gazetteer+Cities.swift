extension Gazetteer {
  /// Makes a gazetteer of cities that are in any order.
  ///
  /// - Parameter cities: The cities; no two may have the same id.
  /// - Throws: ``GazetteerError/malformed(_:)`` at the first city whose id appeared before, whose id or
  ///   population is not between 0 and 4,294,967,295, with which all names have more than
  ///   4,294,967,295 bytes, or which lies in the 65,537th division;
  ///   ``GazetteerError/tooManyKeyBytes(limit:)`` if the folded names have more than that.
  /// - Complexity: O(*b* + *n* log *n*), where *b* is the length of all names in bytes and *n* the
  ///   number of cities.
  public init(_ cities: some Sequence<City>) throws(GazetteerError) {
    var builder = GazetteerBuilder()
    var number = 0
    for city in cities {
      number += 1
      do throws(GazetteerBuilder.Refusal) {
        try builder.append(name: city.name.utf8.span, GazetteerBuilder.Attributes(city))
      } catch {
        throw .malformed(
          MalformedRecord(
            file: nil, position: .element(number), column: .init(error.field.rawValue),
            reason: error.reason))
      }
    }
    self = try builder.finish(places: PlaceNames())
  }
}

extension GazetteerBuilder.Attributes {
  /// What is known of `city`.
  init(_ city: City) {
    self.init(
      id: city.id, countryCode: city.countryCode, admin1Code: city.admin1Code,
      coordinate: city.coordinate, population: city.population)
  }
}
