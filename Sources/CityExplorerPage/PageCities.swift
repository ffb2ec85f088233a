internal import CitySearch
internal import CitySession

/// The cities of a page: searched, looked up and named in the languages of the person.
struct PageCities {
  let index: CityIndex
  /// The file that the cities were made from, read once, since every answer of the page looks at it.
  let source: Gazetteer.Source?
  private let places: PlaceLookup

  /// Searches a gazetteer.
  ///
  /// - Parameters:
  ///   - gazetteer: The cities.
  ///   - languages: The languages of names, the preferred one first; empty for own names.
  init(_ gazetteer: Gazetteer, languages: [String]) {
    index = CityIndex(gazetteer)
    source = gazetteer.source
    places = PlaceLookup(gazetteer, languages: languages)
  }

  var gazetteer: Gazetteer { index.gazetteer }

  /// The number of completions of a list, before more are asked for.
  static let limit = 10

  /// The completions of a request, at once.
  func completions(for request: SearchRequest, in order: CityOrder) -> SearchCompletions {
    // An empty query would match every city.
    guard !FoldedQuery(request.query.readText).isEmpty else { return [] }
    var request = request
    request.query.order = order
    request.query.limit = request.query.limit ?? Self.limit
    return places.completions(of: index.search(request.query), for: request)
  }

  /// The places with some ids, with names in the languages of the page; ids without a city are left out.
  func items(withIDs ids: [City.ID]) -> [MapItem] {
    gazetteer.mapItems(withIDs: ids).map { places.titled($0) }
  }

  /// The names of the division and the country of a city, by which subtitles name them, and the code of the country.
  func region(ofCity id: City.ID) -> (division: String?, country: String, countryCode: String)? {
    guard let row = gazetteer.row(ofID: id), let country = gazetteer.countryName(atRow: row) else {
      return nil
    }
    let code = gazetteer.countryCode(atRow: row).description
    return (gazetteer.divisionName(atRow: row), country, code)
  }

  /// The population of a city; `nil` if it is not known.
  func population(ofCity id: City.ID) -> Int? {
    guard let row = gazetteer.row(ofID: id) else { return nil }
    let population = gazetteer[row].population
    return population > 0 ? population : nil
  }

  /// A place with its name in the languages of the page.
  func titled(_ item: MapItem) -> MapItem { places.titled(item) }
}
