/// The names of countries and of first-level administrative divisions, as files give them.
struct PlaceNames: Sendable {
  var countries: [CountryCode: String] = [:]
  var divisions: [Gazetteer.Division: String] = [:]
  /// What people call countries and divisions; `nil` to take their codes and the names above.
  var regions: [RegionTableBuilder.Line]?
}
