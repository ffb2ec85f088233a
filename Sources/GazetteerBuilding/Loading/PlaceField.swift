internal import CitySearch
internal import PrefixSearch

/// A field of a place: what a column of a table or a member of a JSON object says of it.
///
/// Columns are found by their usual names, whatever their case, accents, spaces and underscores; of several, the one
/// whose name comes first here is read. ``GazetteerLoader/columns`` has other names.
///
/// | field | usual names | in French, German, Italian, Portuguese, Spanish |
/// |---|---|---|
/// | ``name`` | name, city name, place name, city, place, town | nom, ville, commune, Ort, Ortsname, Stadt, Gemeinde, nome, città, comune, cidade, nombre, ciudad |
/// | ``latitude`` | latitude, lat, y | Breitengrad, Breite, latitudine, latitud |
/// | ``longitude`` | longitude, lon, lng, long, x | Längengrad, Länge, longitudine, longitud |
/// | ``id`` | id, geoname id, city id | |
/// | ``country`` | country code, iso2, country | pays, Land, paese, país |
/// | ``division`` | admin1 code, admin1, division code, division, state name, state, province, admin name | Bundesland, estado |
/// | ``population`` | population, pop | Einwohner, Einwohnerzahl, Bevölkerung, popolazione, população, población |
/// | ``timeZone`` | time zone, tz | Zeitzone |
/// | ``otherNames`` | alternate names, other names, alternate name, aliases | |
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
  /// The first-level division: its code, or a name that the files of the loader have.
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
    case .name:
      [
        "name", "cityname", "placename", "city", "place", "town", "nom", "ville", "commune", "ort",
        "ortsname", "stadt", "gemeinde", "nome", "citta", "comune", "cidade", "nombre", "ciudad",
      ]
    case .latitude: ["latitude", "lat", "y", "breitengrad", "breite", "latitudine", "latitud"]
    case .longitude:
      ["longitude", "lon", "lng", "long", "x", "langengrad", "lange", "longitudine", "longitud"]
    case .id: ["id", "geonameid", "cityid"]
    case .country: ["countrycode", "iso2", "country", "pays", "land", "paese", "pais"]
    case .division:
      [
        "admin1code", "admin1", "divisioncode", "division", "statename", "state", "province",
        "adminname", "bundesland", "estado",
      ]
    case .population:
      [
        "population", "pop", "einwohner", "einwohnerzahl", "bevolkerung", "popolazione",
        "populacao", "poblacion",
      ]
    case .timeZone: ["timezone", "tz", "zeitzone"]
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

/// The codes of countries and divisions by their names, as the files of a loader have them.
struct RegionsByName: Sendable {
  /// No code for a name of several countries.
  private var countries: [[UInt8]: CountryCode?] = [:]
  private var divisions: [[UInt8]: Set<Gazetteer.Division>] = [:]
  /// The divisions that have a name.
  private let known: Set<Gazetteer.Division>

  init(_ places: PlaceNames) {
    known = Set(places.divisions.keys)
    for line in places.regions ?? [] {
      if let code = line.divisionCode {
        divisions[line.key, default: []].insert(
          Gazetteer.Division(countryCode: line.countryCode, divisionCode: code))
      } else if let known = countries[line.key], known != line.countryCode {
        countries[line.key] = .some(nil)
      } else {
        countries[line.key] = line.countryCode
      }
    }
    for (code, name) in places.countries { countries[Folding.key(of: name)] = code }
    for (division, name) in places.divisions {
      divisions[Folding.key(of: name), default: []].insert(division)
    }
  }

  /// Reads the code or the name of a country; none for an empty text.
  func country(_ text: String) throws(GazetteerBuilder.ValidationError) -> CountryCode {
    if text.isEmpty { return .none }
    if let code = CountryCode(text) ?? countries[Folding.key(of: text)] ?? nil { return code }
    throw .init(
      field: .country,
      reason: "must be a code of two or three letters, or a name, got \(text.debugDescription)")
  }

  /// The division with a code or a name, in a country or, if that is none, in any; `nil` if it is unknown, or if there
  /// are several.
  func division(_ text: String, in country: CountryCode) -> Gazetteer.Division? {
    if let code = DivisionCode(text) {
      let division = Gazetteer.Division(countryCode: country, divisionCode: code)
      if known.contains(division) { return division }
    }
    let named = divisions[Folding.key(of: text)] ?? []
    let here = country.isEmpty ? named : named.filter { $0.countryCode == country }
    return here.count == 1 ? here.first : nil
  }
}
