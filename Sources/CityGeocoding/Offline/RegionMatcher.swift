internal import CitySearch

/// Matches the states and countries in addresses with regions of a gazetteer.
struct RegionMatcher: Sendable {
  private var countries = RegionTable()
  private var divisions = RegionTable()

  /// Collects the names and codes of a gazetteer.
  ///
  /// - Complexity: O(*r*), where *r* is the number of countries and divisions.
  init(_ gazetteer: Gazetteer) {
    var byCode: [CountryCode: Region] = [:]
    for (code, name) in gazetteer.countries where !code.isEmpty {
      let region = Region(countryCode: code, admin1Code: nil, name: name ?? "\(code)")
      byCode[code] = region
      countries.add("\(code)", for: region, mayBeMisspelt: false)
      if let name { countries.add(name, for: region, mayBeMisspelt: true) }
    }
    for (name, code) in CountryAliases.all {
      if let region = byCode[code] { countries.add(name, for: region, mayBeMisspelt: false) }
    }
    for (codes, name) in gazetteer.divisions where !codes.admin1Code.isEmpty {
      let code = codes.admin1Code.description
      let region = Region(
        countryCode: codes.countryCode, admin1Code: codes.admin1Code, name: name ?? code)
      divisions.add(code, for: region, mayBeMisspelt: false)
      if let name { divisions.add(name, for: region, mayBeMisspelt: true) }
    }
  }
}

/// The regions that a hint matches.
enum RegionMatch: Sendable {
  /// Regions with exactly this name or code.
  case exact([Region])
  /// Regions with a similar name.
  case similar([Region])
  /// No region.
  case unknown

  /// Whether a city is in one of the regions; true for every city if there is none.
  func allows(_ city: City) -> Bool {
    switch self {
    case .exact(let regions), .similar(let regions): regions.contains { $0.contains(city) }
    case .unknown: true
    }
  }
}

extension RegionMatcher {
  /// Finds the regions that a hint matches.
  ///
  /// - Complexity: O(1) for exact names and codes; O(*r*) for others, where *r* is the number of countries
  ///   and divisions.
  func match(_ hint: RegionHint) -> RegionMatch {
    let name = RegionName(hint.text)
    let found =
      switch hint.field {
      case .state: Self.first(divisions, countries, named: name)
      case .country: Self.first(countries, divisions, named: name)
      case .part: countries.regions(named: name) + divisions.regions(named: name)
      }
    guard found.isEmpty else { return .exact(found) }
    let tables =
      switch hint.field {
      case .state: [divisions]
      case .country: [countries]
      case .part: [countries, divisions]
      }
    let similar = tables.compactMap { $0.regions(similarTo: name) }
    guard let least = similar.map(\.distance).min() else { return .unknown }
    return .similar(similar.filter { $0.distance == least }.flatMap(\.regions))
  }

  private static func first(
    _ table: RegionTable, _ other: RegionTable, named name: RegionName
  ) -> [Region] {
    let regions = table.regions(named: name)
    return regions.isEmpty ? other.regions(named: name) : regions
  }
}

/// Names of countries in addition to the names and two-letter codes of GeoNames' table.
///
/// The list belongs to the package: an operating system's names depend on its version and language, and
/// an address must give the same place on every system.
enum CountryAliases {
  /// Names, and the codes of their countries.
  static let all: [(name: String, code: CountryCode)] = [
    ("America", "US"), ("USA", "US"), ("United States of America", "US"),
    ("Britain", "GB"), ("Great Britain", "GB"), ("GBR", "GB"), ("UK", "GB"),
    ("United Kingdom of Great Britain and Northern Ireland", "GB"),
    ("Bosnia", "BA"), ("Brunei Darussalam", "BN"), ("Burma", "MM"), ("Cape Verde", "CV"),
    ("Congo-Brazzaville", "CG"), ("Congo-Kinshasa", "CD"), ("DR Congo", "CD"),
    ("DRC", "CD"), ("Côte d'Ivoire", "CI"), ("Czech Republic", "CZ"), ("East Timor", "TL"),
    ("Éire", "IE"), ("Republic of Ireland", "IE"), ("Holland", "NL"), ("Lao PDR", "LA"),
    ("Macau", "MO"), ("Macedonia", "MK"), ("Palestine", "PS"),
    ("People's Republic of China", "CN"), ("PRC", "CN"),
    ("Korea", "KR"), ("Republic of Korea", "KR"), ("Korea, South", "KR"), ("Korea, North", "KP"),
    ("Russian Federation", "RU"), ("Slovak Republic", "SK"), ("Swaziland", "SZ"),
    ("Syrian Arab Republic", "SY"), ("Türkiye", "TR"), ("UAE", "AE"), ("Vatican City", "VA"),
    ("Viet Nam", "VN"),
  ]
}
