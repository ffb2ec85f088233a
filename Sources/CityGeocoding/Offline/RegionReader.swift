internal import CitySearch
internal import Foundation

/// Understands what addresses say of state and country.
struct RegionReader: Sendable {
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
      countries.add("\(code)", for: region, mayBeMisspelled: false)
      if let name { countries.add(name, for: region, mayBeMisspelled: true) }
    }
    for (name, code) in CountryAliases.all {
      if let region = byCode[code] { countries.add(name, for: region, mayBeMisspelled: false) }
    }
    for (codes, name) in gazetteer.divisions where !codes.admin1Code.isEmpty {
      let code = codes.admin1Code.description
      let region = Region(
        countryCode: codes.countryCode, admin1Code: codes.admin1Code, name: name ?? code)
      divisions.add(code, for: region, mayBeMisspelled: false)
      if let name { divisions.add(name, for: region, mayBeMisspelled: true) }
    }
  }
}

/// A part of an address that says in which region the city lies.
struct RegionHint: Sendable {
  /// What kinds of region the part may name.
  enum Field: Sendable {
    /// The field of the state, which somebody may have put a country into.
    case state
    /// The field of the country, in which England is found, too.
    case country
    /// A part of a text that holds everything.
    case part
  }

  let field: Field
  /// The part as it is written, without blanks around it.
  let text: String

  init(field: Field, text: String) {
    self.field = field
    self.text = text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

/// What a hint was taken for.
enum HintReading: Sendable {
  /// One of some regions, named as they are.
  case exact([Region])
  /// One of some regions whose names are similar.
  case similar([Region])
  /// Nothing that is known.
  case unknown

  /// Whether the hint allows a city.
  func allows(_ city: City) -> Bool {
    switch self {
    case .exact(let regions), .similar(let regions): regions.contains { $0.contains(city) }
    case .unknown: true
    }
  }
}

extension RegionReader {
  /// Finds out which regions a hint may mean.
  ///
  /// - Complexity: O(1) for names and codes that are right; O(*r*) for others, where *r* is the number
  ///   of countries and divisions.
  func read(_ hint: RegionHint) -> HintReading {
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
