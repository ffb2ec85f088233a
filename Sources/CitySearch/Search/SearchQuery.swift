/// What a search is asked for: a value that decorators rewrite, and that a remote source can be sent.
///
/// ```swift
/// var query = SearchQuery("springfield, il", limit: 5)
/// query.filter.countries = ["US", "CA"]
/// let matches = cities.search(query)
/// ```
///
/// Order, filter and limit give the same answer whichever is set first: of the cities that the filter
/// keeps, as many as the limit says are given, the first in order.
public struct SearchQuery: Sendable, Hashable {
  /// What somebody typed, as it is.
  public var text: String
  /// Which names count.
  public var names: NameScope
  /// The order of the answer.
  public var order: CityOrder
  /// Whether names that are spelled a little differently are found, too.
  public var typos: TypoTolerance
  /// The most matches to give, none if it is negative; `nil` for all.
  public var limit: Int?
  /// Which cities may be found.
  public var filter: CityFilter

  /// Creates a query.
  ///
  /// - Parameters:
  ///   - text: What somebody typed.
  ///   - names: Which names count.
  ///   - order: The order of the answer.
  ///   - typos: Whether names that are spelled a little differently are found, too.
  ///   - limit: The most matches to give; `nil` for all.
  ///   - filter: Which cities may be found.
  public init(
    _ text: String, names: NameScope = .all, order: CityOrder = .relevance,
    typos: TypoTolerance = .automatic, limit: Int? = nil, filter: CityFilter = CityFilter()
  ) {
    self.text = text
    self.names = names
    self.order = order
    self.typos = typos
    self.limit = limit
    self.filter = filter
  }

  /// Whether a decorator has set the order, so that one further in leaves it as it is.
  var orderSetting = OrderSetting()

  /// A mark that does not make queries differ: what is asked for is the same with it.
  struct OrderSetting: Sendable, Hashable {
    var isFinal = false

    static func == (one: OrderSetting, two: OrderSetting) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  /// The same query for a text that is compared with own names only, in canonical order.
  static func canonical(_ text: String, limit: Int?) -> SearchQuery {
    SearchQuery(text, names: .own, order: .name, typos: .never, limit: limit)
  }

  /// Whether the index over own names has the whole answer.
  var isAboutOwnNames: Bool { names == .own && order != .relevance && typos == .never }
}

/// Which names of a city count.
public enum NameScope: String, Sendable, Hashable, Codable, CaseIterable {
  /// The name in the gazetteer, and no regions behind it.
  case own
  /// Names in all languages, short and long forms, codes, later words; and regions behind the name.
  case all
}

/// Whether a search forgives mistakes.
public enum TypoTolerance: String, Sendable, Hashable, Codable, CaseIterable {
  /// Where fewer than ten cities match what was typed: one edit in four letters or more, two in eight
  /// or more.
  case automatic
  /// Only what was typed.
  case never
}

/// An order to show cities in.
public enum CityOrder: Sendable, Hashable {
  /// By what people are likely to mean: by population, by how much of the name was typed, and by the
  /// kind of the name.
  case relevance
  /// By name as folded for searching, then by country: the canonical order of a gazetteer.
  case name
  /// By population, the largest first; equal ones in canonical order.
  case population
  /// By the great circle from a point, the nearest first; equal ones in canonical order.
  case distance(from: Coordinate)
}

/// Which cities may be found: those that fulfill all conditions.
public struct CityFilter: Sendable, Hashable {
  /// A first-level administrative division by its codes.
  public struct Division: Sendable, Hashable, Codable {
    /// The ISO 3166-1 code of the country.
    public var countryCode: String
    /// The code of the division within the country.
    public var admin1Code: String

    /// Creates a division.
    public init(countryCode: String, admin1Code: String) {
      self.countryCode = countryCode
      self.admin1Code = admin1Code
    }
  }

  /// The codes of the countries that a city may lie in; `nil` for any.
  public var countries: Set<String>?
  /// The divisions that a city may lie in; `nil` for any.
  public var divisions: Set<Division>?
  /// The least population.
  public var minimumPopulation: Int
  /// The ids that a city may have; `nil` for any.
  public var ids: Set<City.ID>?

  /// Creates a filter; a city must fulfill all conditions.
  ///
  /// - Parameters:
  ///   - countries: The codes of the countries that a city may lie in; `nil` for any.
  ///   - divisions: The divisions that a city may lie in; `nil` for any.
  ///   - minimumPopulation: The least population.
  ///   - ids: The ids that a city may have; `nil` for any.
  public init(
    countries: Set<String>? = nil, divisions: Set<Division>? = nil, minimumPopulation: Int = 0,
    ids: Set<City.ID>? = nil
  ) {
    self.countries = countries
    self.divisions = divisions
    self.minimumPopulation = minimumPopulation
    self.ids = ids
  }

  /// Whether every city passes.
  public var isEmpty: Bool {
    countries == nil && divisions == nil && minimumPopulation <= 0 && ids == nil
  }

  /// Whether a city passes.
  ///
  /// - Complexity: O(1).
  public func contains(_ city: City) -> Bool {
    if let countries, !countries.contains(city.countryCode) { return false }
    if let divisions,
      !divisions.contains(
        Division(countryCode: city.countryCode, admin1Code: city.admin1Code))
    {
      return false
    }
    return city.population >= minimumPopulation && ids?.contains(city.id) ?? true
  }

  /// Makes this filter pass only what another one passes, too.
  public mutating func formIntersection(_ other: CityFilter) {
    func common<Element>(_ one: Set<Element>?, _ two: Set<Element>?) -> Set<Element>? {
      guard let one, let two else { return one ?? two }
      return one.intersection(two)
    }
    countries = common(countries, other.countries)
    divisions = common(divisions, other.divisions)
    minimumPopulation = max(minimumPopulation, other.minimumPopulation)
    ids = common(ids, other.ids)
  }
}

/// A filter in the numbers of one gazetteer.
struct RowFilter: Sendable {
  private let divisions: Area?
  private let minimumPopulation: Int
  private let rows: Set<CityRow>?
  private let table: Gazetteer.Table

  /// `nil` if every city passes.
  ///
  /// - Complexity: O(*d* + *f* log *n*), where *d* is the number of divisions, *f* that of ids and *n*
  ///   that of cities.
  init?(_ filter: CityFilter, in gazetteer: Gazetteer) {
    guard !filter.isEmpty else { return nil }
    let table = gazetteer.table
    self.table = table
    minimumPopulation = filter.minimumPopulation
    rows = filter.ids.map { Set($0.lazy.compactMap(gazetteer.row(ofID:))) }
    guard filter.countries != nil || filter.divisions != nil else {
      divisions = nil
      return
    }
    var known = Area(divisionCount: table.divisionCount, countryCount: 0)
    for number in 0..<table.divisionCount {
      let (country, code) = table.codes(ofDivision: number)
      if let countries = filter.countries, !countries.contains(country) { continue }
      let division = CityFilter.Division(countryCode: country, admin1Code: code)
      if let divisions = filter.divisions, !divisions.contains(division) { continue }
      known.insert(division: number)
    }
    divisions = known
  }

  /// Whether a city passes.
  @inline(__always)
  func contains(_ city: CityRow) -> Bool {
    if let rows, !rows.contains(city) { return false }
    if let divisions, !divisions.contains(division: table.division(atRow: city), country: 0) {
      return false
    }
    return minimumPopulation <= 0 || table.records.population(atRow: city) >= minimumPopulation
  }

  /// The rows that pass, if the filter names them one by one, in canonical order.
  var namedRows: [CityRow]? { rows?.filter(contains).sorted() }
}
