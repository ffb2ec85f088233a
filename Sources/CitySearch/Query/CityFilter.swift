internal import PrefixSearch

/// A filter of cities: those that fulfill all conditions.
public struct CityFilter: Sendable, Hashable {
  /// All conditions behind one reference, because most queries have none and are copied often.
  private var conditions: Conditions?

  private struct Values: Hashable, Sendable {
    var countries: Set<CountryCode>?
    var divisions: Set<Gazetteer.Division>?
    var minimumPopulation = 0
    var ids: Set<City.ID>?
    var rectangles: Set<CoordinateRectangle>?
  }

  private final class Conditions: Sendable, Hashable {
    let values: Values

    init(_ values: Values) { self.values = values }

    static func == (one: Conditions, two: Conditions) -> Bool { one.values == two.values }

    func hash(into hasher: inout Hasher) { hasher.combine(values) }
  }

  private var values: Values {
    get { conditions?.values ?? Values() }
    set { conditions = newValue == Values() ? nil : Conditions(newValue) }
  }

  /// The codes of the countries of the cities; `nil` for any.
  public var countries: Set<CountryCode>? {
    get { values.countries }
    set { values.countries = newValue }
  }

  /// The divisions of the cities, of any level; `nil` for any.
  ///
  /// ```swift
  /// filter.divisions = [.init(countryCode: "US", divisionCode: "IL", subdivisionCode: "167")]  // Sangamon County
  /// ```
  ///
  /// Only a gazetteer knows in which divisions below the first level a city lies, and what the codes of ISO 3166-2
  /// stand for.
  public var divisions: Set<Gazetteer.Division>? {
    get { values.divisions }
    set { values.divisions = newValue }
  }

  /// The least population.
  public var minimumPopulation: Int {
    get { values.minimumPopulation }
    set { values.minimumPopulation = newValue }
  }

  /// The ids of the cities; `nil` for any.
  public var ids: Set<City.ID>? {
    get { values.ids }
    set { values.ids = newValue }
  }

  /// The parts of the Earth, in one of which the cities lie; `nil` for any.
  ///
  /// ```swift
  /// filter.rectangles = [visiblePartOfTheMap]
  /// ```
  public var rectangles: Set<CoordinateRectangle>? {
    get { values.rectangles }
    set { values.rectangles = newValue }
  }

  /// Creates a filter; a city must fulfill all conditions.
  ///
  /// - Parameters:
  ///   - countries: The codes of the countries of the cities; `nil` for any.
  ///   - divisions: The divisions of the cities; `nil` for any.
  ///   - minimumPopulation: The least population.
  ///   - ids: The ids of the cities; `nil` for any.
  ///   - rectangles: The parts of the Earth, in one of which the cities lie; `nil` for any.
  public init(
    countries: Set<CountryCode>? = nil, divisions: Set<Gazetteer.Division>? = nil,
    minimumPopulation: Int = 0, ids: Set<City.ID>? = nil,
    rectangles: Set<CoordinateRectangle>? = nil
  ) {
    values = Values(
      countries: countries, divisions: divisions, minimumPopulation: minimumPopulation, ids: ids,
      rectangles: rectangles)
  }

  /// A filter that every city passes.
  @inline(__always)
  public init() { conditions = nil }

  /// Whether every city passes.
  package var isEmpty: Bool {
    guard let values = conditions?.values else { return true }
    return values.countries == nil && values.divisions == nil && values.minimumPopulation <= 0
      && values.ids == nil && values.rectangles == nil
  }

  /// Whether a city passes.
  ///
  /// Without a gazetteer, no city lies in a division below the first level, or in one by a code of ISO 3166-2.
  ///
  /// - Parameters:
  ///   - city: The city.
  ///   - gazetteer: A gazetteer that has the city.
  /// - Returns: Whether it does.
  /// - Complexity: O(*r*), where *r* is the number of rectangles; with a gazetteer and such divisions, O(log *n*) for
  ///   each beside that, where *n* is the number of cities.
  package func contains(_ city: City, in gazetteer: Gazetteer? = nil) -> Bool {
    guard let values = conditions?.values else { return true }
    if let countries = values.countries, !countries.contains(city.countryCode) { return false }
    if let divisions = values.divisions, !divisions.contains(city.division) {
      guard let gazetteer, let row = gazetteer.row(ofID: city.id),
        divisions.contains(where: { division in
          !division.isFirstLevel
            && gazetteer.table.regions(of: division).contains { gazetteer.table.contains($0, row) }
        })
      else { return false }
    }
    if let rectangles = values.rectangles,
      !rectangles.contains(where: { $0.contains(city.coordinate) })
    {
      return false
    }
    return city.population >= values.minimumPopulation && values.ids?.contains(city.id) ?? true
  }

  /// Restricts this filter to the cities that another one passes, too.
  ///
  /// - Complexity: O(*m* + *r* *s*), where *m* is the number of countries, divisions and ids of both filters,
  ///   and *r* and *s* are their numbers of rectangles.
  package mutating func formIntersection(_ other: CityFilter) {
    func common<Element>(_ one: Set<Element>?, _ two: Set<Element>?) -> Set<Element>? {
      guard let one, let two else { return one ?? two }
      return one.intersection(two)
    }
    guard let others = other.conditions?.values else { return }
    var values = values
    values.countries = common(values.countries, others.countries)
    if let one = values.divisions, let two = others.divisions {
      // A county in one of both, and its state in the other.
      values.divisions = one.filter { division in two.contains { $0.contains(division) } }
        .union(two.filter { division in one.contains { $0.contains(division) } })
    } else {
      values.divisions = values.divisions ?? others.divisions
    }
    values.minimumPopulation = max(values.minimumPopulation, others.minimumPopulation)
    values.ids = common(values.ids, others.ids)
    if let one = values.rectangles, let two = others.rectangles, one != two {
      // Two of these may have two parts in common.
      values.rectangles = Set(one.flatMap { part in two.flatMap(part.intersection) })
    } else {
      values.rectangles = values.rectangles ?? others.rectangles
    }
    self.values = values
  }
}

/// A filter, resolved to the rows and the numbers of regions of one gazetteer.
struct RowFilter: Sendable {
  private let regions: RegionSet?
  /// The divisions below the first level in which cities pass, too.
  private let subdivisions: [Range<Int>]
  private let minimumPopulation: Int
  private let rows: CitySet?
  /// Where the cities lie; `nil` for anywhere.
  private let boxes: [CoordinateBox]?
  /// The rows with ids of the filter that pass, in canonical order; `nil` for a filter without ids.
  private(set) var namedRows: [CityRow]?
  private let table: Gazetteer.Table

  /// `nil` if every city passes.
  ///
  /// - Complexity: O(*f* log *n* + *b*), where *f* is the number of countries, divisions and ids of the
  ///   filter, *n* that of cities, and *b* that of countries and divisions of the gazetteer, and of its
  ///   cities for a filter with ids, divided by 64.
  init?(_ filter: CityFilter, in gazetteer: Gazetteer) {
    guard !filter.isEmpty else { return nil }
    let table = gazetteer.table
    self.table = table
    minimumPopulation = filter.minimumPopulation
    boxes = filter.rectangles.map { $0.flatMap { $0.boxes } }
    let named = filter.ids.map { $0.compactMap(gazetteer.row(ofID:)).sortedByPlace(<) }
    rows = named.map { CitySet($0, cityCount: table.count) }
    guard filter.countries != nil || filter.divisions != nil else {
      regions = nil
      subdivisions = []
      namedRows = named?.filter(contains)
      return
    }
    var known = RegionSet(divisionCount: table.divisionCount, countryCount: table.countryCount)
    var subdivisions: [Range<Int>] = []
    if let divisions = filter.divisions {
      for division in divisions
      where filter.countries?.contains(division.countryCode) ?? true {
        if division.isFirstLevel {
          if let number = table.number(of: division) { known.insert(division: number) }
          continue
        }
        for region in table.regions(of: division) {
          switch region {
          case .country(let number): known.insert(country: number)
          case .division(let number): known.insert(division: number)
          case .subdivision(let number): subdivisions.append(table.subdivisions.subtree(of: number))
          }
        }
      }
    } else if let countries = filter.countries {
      for country in countries {
        if let number = table.number(of: country) { known.insert(country: number) }
      }
    }
    regions = known
    self.subdivisions = subdivisions
    namedRows = named?.filter(contains)
  }

  /// Whether it is evident that no city passes.
  var isImpossible: Bool {
    namedRows?.isEmpty ?? false || (regions?.isEmpty ?? false) && subdivisions.isEmpty
      || boxes?.isEmpty ?? false
  }

  /// All cities that pass.
  ///
  /// - Complexity: O(*n* / 64 + *c*), where *n* is the number of all cities, and *c* that of cities in the countries and
  ///   divisions, or of the population; O(*n*) for rectangles.
  func allCities() -> CitySet {
    if let namedRows { return CitySet(namedRows, cityCount: table.count) }
    if regions == nil, minimumPopulation <= 0, let boxes { return table.cities(in: boxes) }
    var cities = CitySet(cityCount: table.count)
    if let regions {
      for division in 0..<table.divisionCount where table.lies(division, in: regions) {
        table.citiesByDivision.insertCities(
          ofDivision: division, into: &cities, where: isPopulous)
      }
    } else {
      for row in table.populationOrder.rows {
        let city = CityRow(Int(row))
        guard isPopulous(city) else { break }
        cities.insert(city)
      }
    }
    for subdivision in subdivisions {
      for row in table.rows(inSubdivisions: subdivision) where isPopulous(row) {
        cities.insert(row)
      }
    }
    if let boxes { cities.formIntersection(table.cities(in: boxes)) }
    return cities
  }

  /// Whether cities of a first-level division may pass.
  func mayHaveCities(ofDivision division: Int) -> Bool {
    guard let regions else { return true }
    return table.lies(division, in: regions)
      || subdivisions.contains { table.subdivisions.division(of: $0.lowerBound) == division }
  }

  private func isPopulous(_ city: CityRow) -> Bool {
    minimumPopulation <= 0 || table.records.population(atRow: city) >= minimumPopulation
  }

  /// Whether a city lies in one of the divisions below the first level.
  private func isInSubdivision(_ city: CityRow, ofDivision division: Int) -> Bool {
    let number = table.subdivisions.subdivision(atRow: city, inDivision: division)
    return number.map { number in subdivisions.contains { $0.contains(number) } } ?? false
  }

  /// Whether a city passes.
  @inline(__always)
  func contains(_ city: CityRow) -> Bool {
    if let rows, !rows.contains(city) { return false }
    if let regions {
      let division = table.division(atRow: city)
      guard
        table.lies(division, in: regions)
          || !subdivisions.isEmpty && isInSubdivision(city, ofDivision: division)
      else { return false }
    }
    if let boxes, table.records.coordinate(atRow: city).bit(in: boxes) == 0 { return false }
    return isPopulous(city)
  }
}

extension Gazetteer.Table {
  /// Whether a set has a division, or its country.
  @inline(__always)
  fileprivate func lies(_ division: Int, in regions: RegionSet) -> Bool {
    regions.contains(division: division, country: countryNumber(ofDivision: division))
  }

  /// All cities in some boxes.
  func cities(in boxes: [CoordinateBox]) -> CitySet {
    CitySet(cityCount: count) { records.coordinate(atRow: $0).bit(in: boxes) }
  }
}

extension Coordinate {
  /// Whether this point lies in one of some boxes, as 1 or 0.
  @inline(__always)
  fileprivate func bit(in boxes: [CoordinateBox]) -> UInt64 {
    var bit: UInt64 = 0
    for index in boxes.indices {
      bit |= boxes[index].bit(latitude: fixedLatitude, longitude: fixedLongitude)
    }
    return bit
  }
}
