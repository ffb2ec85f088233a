internal import CitySearch
internal import PrefixSearch

/// A field of a place: what a column of a table or a member of a JSON object says of it.
///
/// Columns are found by their usual names, whatever their case, spaces and underscores; of several, the one whose
/// name comes first here is read. ``GazetteerLoader/columns`` has other names.
///
/// | field | usual names |
/// |---|---|
/// | ``name`` | name, city name, place name, city, place, town |
/// | ``latitude`` | latitude, lat, y |
/// | ``longitude`` | longitude, lon, lng, long, x |
/// | ``id`` | id, geoname id, city id |
/// | ``country`` | country code, iso2, country |
/// | ``division`` | admin1 code, admin1, division code, division |
/// | ``population`` | population, pop |
/// | ``timeZone`` | time zone, tz |
/// | ``otherNames`` | alternate names, other names, alternate name, aliases |
@nonexhaustive
public enum PlaceField: String, Sendable, Hashable, CaseIterable {
  /// The name, which every place must have.
  case name
  /// The latitude in degrees, which every place must have.
  case latitude
  /// The longitude in degrees, which every place must have.
  case longitude
  /// The id; a place without one gets one, see <doc:LoadingCities>.
  case id
  /// The country: its code of two letters, or a name that the files of the loader have.
  case country
  /// The code of the first-level division.
  case division
  /// The population; 0 if there is none.
  case population
  /// The name of the time zone.
  case timeZone = "time-zone"
  /// Other names, with `|` between them; in JSON also an array.
  case otherNames = "other-names"

  /// The fields that every place must have.
  static let required: [PlaceField] = [.name, .latitude, .longitude]

  /// The usual names of the column, as they are compared.
  fileprivate var usualNames: [String] {
    switch self {
    case .name: ["name", "cityname", "placename", "city", "place", "town"]
    case .latitude: ["latitude", "lat", "y"]
    case .longitude: ["longitude", "lon", "lng", "long", "x"]
    case .id: ["id", "geonameid", "cityid"]
    case .country: ["countrycode", "iso2", "country"]
    case .division: ["admin1code", "admin1", "divisioncode", "division"]
    case .population: ["population", "pop"]
    case .timeZone: ["timezone", "tz"]
    case .otherNames: ["alternatenames", "othernames", "alternatename", "aliases"]
    }
  }

  /// The name in messages about a place; GeoNames calls the code of a first-level division admin1 code.
  var title: String {
    switch self {
    case .country: "country code"
    case .division: "admin1 code"
    default: rawValue.replacing("-", with: " ")
    }
  }
}

/// Finds fields by the names of columns and members.
struct FieldNames: Sendable {
  /// A field, and how good a name it was found by: 0 is the best.
  struct Place {
    var field: PlaceField
    var rank: Int
  }

  /// The names that were given, by field.
  let given: [PlaceField: String]
  private var places: [String: Place] = [:]

  init(given: [PlaceField: String]) {
    self.given = given
    for field in PlaceField.allCases where given[field] == nil {
      for (rank, name) in field.usualNames.enumerated() {
        places[name] = Place(field: field, rank: rank)
      }
    }
  }

  /// The field of a column or member; `nil` if it is none.
  func place(of name: String) -> Place? {
    if let (field, _) = given.first(where: { $0.value == name }) {
      return Place(field: field, rank: 0)
    }
    // Most names need no folding.
    if let place = places[name] { return place }
    let key = Folding.key(of: name).filter { $0 != asciiSpace }
    return places[String(decoding: key, as: UTF8.self)]
  }
}

/// The codes of countries by their names, as the files of a loader have them.
struct CountriesByName: Sendable {
  /// No code for a name of several countries.
  private var codes: [[UInt8]: CountryCode?] = [:]

  init(_ places: PlaceNames) {
    for line in places.regions ?? [] where line.divisionCode == nil {
      if let known = codes[line.key], known != line.countryCode {
        codes[line.key] = .some(nil)
      } else {
        codes[line.key] = line.countryCode
      }
    }
    for (code, name) in places.countries { codes[Folding.key(of: name)] = code }
  }

  /// Reads the code or the name of a country; none for an empty text.
  func code(_ text: String) throws(GazetteerBuilder.ValidationError) -> CountryCode {
    if text.isEmpty { return .none }
    if let code = CountryCode(iso: text.inCapitals) { return code }
    if let code = codes[Folding.key(of: text)] ?? nil { return code }
    return try GazetteerBuilder.countryCode(text)
  }
}
