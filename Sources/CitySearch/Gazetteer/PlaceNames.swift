/// The names of countries and of first-level administrative divisions, as files give them.
struct PlaceNames: Sendable {
  var countries: [String: String] = [:]
  var divisions: [Gazetteer.Division: String] = [:]
}
