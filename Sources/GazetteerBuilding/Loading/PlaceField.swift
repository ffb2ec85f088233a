internal import CitySearch
internal import PrefixSearch

/// What a table or an object of JSON says of a place: a column, or a member.
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

  /// The name in messages about a place.
  var title: String { rawValue.replacing("-", with: " ") }
}

/// Finds fields by the names of columns and members.
struct FieldNames {
  /// A field, and how good a name it was found by: 0 is the best.
  struct Place {
    var field: PlaceField
    var rank: Int
  }

  /// The names that were given, by field.
  let given: [PlaceField: String]
  private var usual: [String: Place] = [:]
  /// Names that were looked up lately: most objects of a file have the same.
  private var lookedUp: [String: Place?] = [:]
  private static let greatestCount = 1_000

  init(given: [PlaceField: String]) {
    self.given = given
    for field in PlaceField.allCases where given[field] == nil {
      for (rank, name) in field.usualNames.enumerated() {
        usual[name] = Place(field: field, rank: rank)
      }
    }
  }

  /// The field of a column or member; `nil` if it is none.
  mutating func place(of name: String) -> Place? {
    if let place = lookedUp[name] { return place }
    let place: Place?
    if let (field, _) = given.first(where: { $0.value == name }) {
      place = Place(field: field, rank: 0)
    } else {
      let key = Folding.key(of: name).filter { $0 != asciiSpace }
      place = usual[String(decoding: key, as: UTF8.self)]
    }
    if lookedUp.count < Self.greatestCount { lookedUp[name] = .some(place) }
    return place
  }
}

/// The codes of countries by their names, as the files of a loader have them.
struct CountriesByName {
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

/// The encoding of a table.
@nonexhaustive
public enum TextEncoding: String, Sendable, Hashable, CaseIterable {
  /// UTF-8, with or without a byte order mark.
  case utf8 = "utf-8"
  /// ISO 8859-1 with the letters that Windows adds to it (Windows-1252), as older spreadsheets write it.
  case latin1 = "latin-1"

  /// A text in UTF-8.
  func decoded(_ text: Span<UInt8>) -> [UInt8] {
    switch self {
    case .utf8: return text.indices.map { text[$0] }
    case .latin1:
      var bytes: [UInt8] = []
      bytes.reserveCapacity(text.count + text.count / 16)
      for index in text.indices {
        let byte = text[index]
        let scalar =
          (0x80..<0xA0).contains(byte)
          ? Self.addedByWindows[Int(byte) - 0x80] : UInt32(byte)
        bytes += String(Unicode.Scalar(scalar).map(Character.init) ?? "\u{FFFD}").utf8
      }
      return bytes
    }
  }

  /// The scalars of the bytes from 0x80 to 0x9F; those that Windows leaves out are control characters.
  private static let addedByWindows: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039,
    0x152, 0x8D, 0x17D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D, 0x17E, 0x178,
  ]
}
