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
    for country in gazetteer.countries where !country.code.isEmpty {
      let (code, name) = (country.code, country.name)
      let region = Region(countryCode: code, admin1Code: nil, name: name ?? "\(code)")
      byCode[code] = region
      countries.add("\(code)", for: region, mayBeMisspelt: false)
      if let name { countries.add(name, for: region, mayBeMisspelt: true) }
    }
    for (name, code) in CountryAliases.all {
      if let region = byCode[code] { countries.add(name, for: region, mayBeMisspelt: false) }
    }
    for division in gazetteer.divisions where !division.codes.admin1Code.isEmpty {
      let (codes, name) = (division.codes, division.name)
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

/// A country, or one of its first-level administrative divisions.
struct Region: Hashable, Sendable {
  let countryCode: CountryCode
  /// The code of the division; `nil` for the whole country.
  let admin1Code: DivisionCode?
  /// The name, or the code if the gazetteer has no name.
  let name: String

  /// Whether a city lies in the region.
  func contains(_ city: City) -> Bool {
    city.countryCode == countryCode && (admin1Code == nil || city.admin1Code == admin1Code)
  }
}

/// Regions of one kind, by their names and codes.
struct RegionTable: Sendable {
  private var byName: [String: [Region]] = [:]
  private var byBareName: [String: [Region]] = [:]
  /// The names that misspelt text is compared with.
  private var spellings: [Spelling] = []
  /// The regions of these names.
  private var spelledRegions: [Region] = []

  /// Adds a region by one of its codes or names.
  ///
  /// - Parameters:
  ///   - name: The name or code.
  ///   - region: The region.
  ///   - mayBeMisspelt: Whether misspelt text may match it; false for codes.
  mutating func add(_ name: String, for region: Region, mayBeMisspelt: Bool) {
    let name = RegionName(name)
    guard !name.text.isEmpty, byName[name.text]?.contains(region) != true else { return }
    byName[name.text, default: []].append(region)
    guard mayBeMisspelt else { return }
    spellings.append(Spelling(name.text))
    spelledRegions.append(region)
    byBareName[name.bare.text, default: []].append(region)
  }

  /// The regions with a name or code, which several regions may share.
  func regions(named name: RegionName) -> [Region] {
    byName[name.text] ?? byBareName[name.bare.text] ?? []
  }

  /// The regions with the smallest edit distance to a name, if it is within the limit.
  ///
  /// - Returns: The regions and their common distance; `nil` if there are none.
  /// - Complexity: O(*n*), where *n* is the number of regions.
  func regions(similarTo name: RegionName) -> (regions: [Region], distance: Int)? {
    let typed = Misspelling(name.text)
    guard typed.limit > 0 else { return nil }
    var nearest: (regions: [Region], distance: Int)?
    for index in spellings.indices where typed.canReach(spellings[index].outline) {
      guard let distance = typed.distance(to: spellings[index]) else { continue }
      if let best = nearest?.distance, distance > best { continue }
      if distance == nearest?.distance {
        nearest?.regions.append(spelledRegions[index])
      } else {
        nearest = ([spelledRegions[index]], distance)
      }
    }
    return nearest
  }
}

/// The name of a country or division in the form for comparison: folded, without optional words.
///
/// "U.S.A." is "usa", "Bosnia & Herzegovina" is "bosnia herzegovina", "St. Lucia" is "saint lucia",
/// "The Netherlands" is "netherlands", and "IL 62701" is "il".
struct RegionName: Hashable {
  /// The words, separated by spaces.
  let text: String

  init(_ name: String) {
    let words = Self.joiningInitials(Self.words(of: name))
      .filter { !Self.fillers.contains($0) }
      .map { $0 == "st" ? "saint" : $0 }
    // Words with digits are postal codes, unless there are no others.
    let letters = words.filter { !$0.hasDigit }
    self.init(words: letters.isEmpty ? words : letters)
  }

  private init(words: [String]) { text = words.joined(separator: " ") }

  /// The name without words for kinds of regions: "Łódź Voivodeship" is "lodz".
  var bare: RegionName {
    let words = text.split(separator: " ").map(String.init)
    let names = words.filter { !Self.kinds.contains($0) }
    return names.isEmpty ? self : RegionName(words: names)
  }

  private static let fillers: Set = ["and", "of", "the"]

  private static let kinds: Set = [
    "canton", "county", "department", "district", "governorate", "krai", "oblast", "prefecture",
    "province", "region", "republic", "state", "voivodeship",
  ]

  /// The folded words of a text.
  private static func words(of text: String) -> [String] {
    FoldedQuery(text).bytes.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Joins consecutive single letters into one word: "u", "s" is "us".
  private static func joiningInitials(_ words: [String]) -> [String] {
    var joined: [String] = []
    var lastIsInitial = false
    for word in words {
      let isInitial = word.utf8.count == 1
      if isInitial, lastIsInitial, let initials = joined.popLast() {
        joined.append(initials + word)
      } else {
        joined.append(word)
      }
      lastIsInitial = isInitial
    }
    return joined
  }
}

extension String {
  /// Whether this contains an ASCII digit, as postal codes do.
  var hasDigit: Bool { utf8.contains { (0x30...0x39).contains($0) } }
}
