package import CitySearch
internal import Foundation

/// The parameters of `/v1/search`: a ``CitySearch/SearchQuery`` and a page of its answer.
///
/// Server and client share this type, so that every field of a query is both written and read.
package struct SearchRequestFields: Sendable, Hashable {
  /// The query; its limit is the size of the page.
  package var query: SearchQuery
  /// The number of matches before the page.
  package var offset: Int
  /// The languages of the reader, the preferred one first; empty for the own names of cities.
  package var languages: [String]

  package init(_ query: SearchQuery, offset: Int = 0, languages: [String] = []) {
    self.query = query
    self.offset = offset
    self.languages = languages
  }

  /// The largest size of a page.
  package static let pageSize = 100
  /// The default size of a page.
  package static let usualPageSize = 10
  /// The largest offset.
  package static let largestOffset = 10_000
  /// The largest number of matches on all pages together.
  package static let largestMatchCount = largestOffset + pageSize
  /// The largest number of list elements in a URL, because proxies limit its length.
  package static let listLength = 1_000
  /// The largest number of list elements in a form.
  package static let formListLength = 10_000
  /// The ids that a gazetteer can hold.
  package static let ids = City.ID(0)...City.ID(UInt32.max)
  /// The populations that a gazetteer can hold, as far as this system's `Int` can.
  package static let populations = 0...Int(clamping: UInt32.max)

  /// The parameters, in the order in which they are written.
  package enum Name: String, CaseIterable {
    case text = "q"
    case limit
    case offset
    case order
    case near
    case country
    case chosen
    case names
    case typos
    case countries
    case divisions
    case minimumPopulation
    case ids
    case rectangles = "bbox"
    case languages = "lang"

    /// All parameters.
    package static let all = allCases.map(\.rawValue)
    /// The parameters with several values, each of which may be given on its own.
    package static let lists = Set(
      [near, chosen, countries, divisions, ids, rectangles, languages].map(\.rawValue))
  }

  /// The orders by name.
  package enum Order: String, CaseIterable {
    case relevance
    case name
    case population
    case distance
  }
}

extension SearchRequestFields {
  /// Parses the query of a URL, or the body of a form.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - listLength: The largest number of list elements.
  ///   - gazetteer: The cities, to reject divisions that there are not.
  /// - Throws: ``ServiceError`` with the status 400.
  package init(
    _ text: some StringProtocol, listLength: Int = Self.listLength, in gazetteer: Gazetteer? = nil
  ) throws(ServiceError) {
    let fields = try RequestParameters(
      text, among: Name.all, lists: Name.lists)
    guard fields.has(Name.text.rawValue) else {
      throw .invalid("'q' is missing: what to search for, such as q=london.")
    }
    var query = SearchQuery(fields[Name.text.rawValue] ?? "")
    query.limit =
      try fields.integer(Name.limit.rawValue, in: 1...Self.pageSize) ?? Self.usualPageSize
    query.names = try fields.choice(Name.names.rawValue) ?? query.names
    query.typos = try fields.choice(Name.typos.rawValue) ?? query.typos
    (query.order, query.bias) = try Self.order(fields, listLength)
    query.filter = try fields.filter(listLength, in: gazetteer)
    query.filter.ids = try fields.ids(Name.ids, listLength)
    query.filter.rectangles = try fields.rectangles(Name.rectangles.rawValue, limit: listLength)
    self.init(
      query, offset: try fields.integer(Name.offset.rawValue, in: 0...Self.largestOffset) ?? 0,
      languages: try fields.languages(Name.languages.rawValue))
  }

  /// The order, and what is known of the person if the order depends on it.
  private static func order(
    _ fields: RequestParameters, _ listLength: Int
  ) throws(ServiceError) -> (CityOrder?, SearchBias?) {
    let point = try fields.coordinate(Name.near.rawValue)
    let order = try fields.choice(Name.order.rawValue, of: Order.self)
    var bias = SearchBias()
    bias.countryCode = try fields.value(
      Name.country.rawValue, form: "the code of a country such as DE",
      CountryCode.init(wireForm:))
    bias.chosenIDs = try fields.ids(Name.chosen, listLength) ?? []
    switch (order, point) {
    case (.relevance, _), (nil, nil):
      bias.coordinate = point
      return (order.map { _ in .relevance }, bias.isEmpty ? nil : bias)
    case (_, _) where !bias.isEmpty:
      let name = bias.countryCode == nil ? Name.chosen : Name.country
      throw .invalid("'\(name.rawValue)' needs 'order=relevance'.")
    case (.distance, let point?), (nil, let point?): return (.distance(from: point), nil)
    case (.distance, nil):
      throw .invalid("'order=distance' needs 'near', such as near=48.85,2.35.")
    case (let order?, _?):
      throw .invalid(
        "'near' needs 'order=distance' or 'order=relevance', got 'order=\(order.rawValue)'.")
    case (.name, nil): return (.name, nil)
    case (.population, nil): return (.population, nil)
    }
  }
}

extension RequestParameters {
  /// The filter by countries, divisions and population, of searches by name and by coordinate.
  ///
  /// - Parameters:
  ///   - limit: The largest number of elements of a list.
  ///   - gazetteer: The cities, to reject divisions below the first level that there are not.
  /// - Returns: The filter, which is empty if none of them is there.
  /// - Throws: ``ServiceError`` with the status 400.
  package func filter(
    _ limit: Int, in gazetteer: Gazetteer? = nil
  ) throws(ServiceError) -> CityFilter {
    typealias Name = SearchRequestFields.Name
    var filter = CityFilter()
    filter.countries = try countries(Name.countries.rawValue, limit: limit)
    filter.divisions = try list(
      Name.divisions.rawValue, limit: limit,
      form: "codes of divisions such as US.IL,US.IL.167,IT-MI",
      Gazetteer.Division.init(wireForm:)
    ).map(Set.init)
    // Of the first level there may be some without a city.
    for division in filter.divisions?.sorted(by: <) ?? []
    where !division.isFirstLevel && gazetteer?.hasDivision(division) == false {
      throw .invalid(
        "'\(Name.divisions.rawValue)' has '\(division.wireForm)', and there is no such division.")
    }
    filter.minimumPopulation =
      try integer(Name.minimumPopulation.rawValue, in: SearchRequestFields.populations) ?? 0
    return filter
  }

  /// The value of a parameter that is a list of codes of countries.
  package func countries(_ name: String, limit: Int) throws(ServiceError) -> Set<CountryCode>? {
    try list(
      name, limit: limit, form: "codes of countries such as DE,FR", CountryCode.init(wireForm:)
    ).map(Set.init)
  }

  /// The value of a parameter that is a list of ids of cities.
  fileprivate func ids(
    _ name: SearchRequestFields.Name, _ limit: Int
  ) throws(ServiceError) -> Set<City.ID>? {
    try list(name.rawValue, limit: limit, form: "ids of cities") { City.ID(wireForm: $0) }
      .map(Set.init)
  }
}

extension SearchRequestFields {
  /// Whether any city can pass the filter; if not, no request is needed.
  package var canMatch: Bool {
    let filter = query.filter
    return filter.countries?.isEmpty != true && filter.divisions?.isEmpty != true
      && filter.minimumPopulation <= Self.populations.upperBound
      && filter.ids?.contains(where: Self.ids.contains) != false
      && filter.rectangles?.isEmpty != true
  }

  /// The fields as the query of a URL, or as the body of a form.
  ///
  /// Default values are left out, except `limit`. Lists are sorted, so that equal queries have
  /// equal texts.
  ///
  /// - Precondition: ``canMatch``, because an empty list would count as missing.
  package var text: String {
    var items: [(Name, String)] = [(.text, query.readText)]
    items.append((.limit, "\(query.limit ?? Self.pageSize)"))
    if offset > 0 { items.append((.offset, "\(offset)")) }
    func append(_ name: Name, _ list: [String]?) {
      precondition(list?.isEmpty != true, "\(name.rawValue) must not be an empty list")
      if let list { items.append((name, list.joined(separator: ","))) }
    }
    let bias = sentBias
    // A bias needs a stated order by relevance, because `near` alone means the order by distance.
    switch query.order ?? bias.map({ _ in .relevance }) {
    case nil: break
    case .relevance: items.append((.order, Order.relevance.rawValue))
    case .name: items.append((.order, Order.name.rawValue))
    case .population: items.append((.order, Order.population.rawValue))
    case .distance(let point): items.append((.near, point.description))
    }
    if let point = bias?.coordinate { items.append((.near, point.description)) }
    if let country = bias?.countryCode { items.append((.country, country.wireForm)) }
    if let ids = bias?.chosenIDs, !ids.isEmpty { append(.chosen, ids.wireForm) }
    if query.names != .all { items.append((.names, query.names.rawValue)) }
    if query.typos != .automatic { items.append((.typos, query.typos.rawValue)) }
    append(.countries, query.filter.countries?.sorted(by: <).map(\.wireForm))
    append(.divisions, query.filter.divisions?.sorted(by: <).map(\.wireForm))
    if query.filter.minimumPopulation > 0 {
      items.append((.minimumPopulation, "\(query.filter.minimumPopulation)"))
    }
    append(.ids, query.filter.ids?.wireForm)
    append(.rectangles, query.filter.rectangles?.map(\.wireForm).sorted())
    if !languages.isEmpty { append(.languages, languages) }
    return items.map { "\($0.rawValue)=\($1.addingPercentEncoding)" }.joined(separator: "&")
  }

  /// What is known of the person, as far as it changes the answer.
  ///
  /// Only the order by relevance depends on it, and no city has an id outside of ``ids``.
  private var sentBias: SearchBias? {
    guard query.order == nil || query.order == .relevance, var bias = query.bias else { return nil }
    bias.chosenIDs = bias.chosenIDs.filter(Self.ids.contains)
    return bias.isEmpty ? nil : bias
  }
}

extension Set<City.ID> {
  /// The ids that a city can have, ascending.
  fileprivate var wireForm: [String] {
    filter(SearchRequestFields.ids.contains).sorted().map(\.description)
  }
}

extension City.ID {
  /// Parses the id of a city; `nil` if the text is malformed.
  package init?(wireForm text: Substring) {
    guard let id = City.ID(text), SearchRequestFields.ids.contains(id) else { return nil }
    self = id
  }
}

extension CoordinateRectangle {
  /// The edges as in GeoJSON: west, south, east, north.
  fileprivate var wireForm: String { "\(west),\(south),\(east),\(north)" }
}

extension CountryCode {
  /// The two letters; `none` if there is no country.
  fileprivate var wireForm: String { isEmpty ? "none" : description }

  /// Parses a code of two or three letters; `nil` if the text is malformed.
  package init?(wireForm text: Substring) {
    if text.isEmpty { return nil }
    self.init(text == "none" ? "" : String(text))
  }
}

extension Gazetteer.Division {
  /// Codes with dots between them, `US.IL` or `US.IL.167`, of which the second may be empty; or that of ISO 3166-2.
  fileprivate var wireForm: String {
    if isISOCode { return "\(countryCode.wireForm)\(divisionCode)" }
    let firstLevel = "\(countryCode.wireForm).\(divisionCode)"
    return subdivisionCode.isEmpty ? firstLevel : "\(firstLevel).\(subdivisionCode)"
  }

  fileprivate init?(wireForm text: Substring) {
    guard let end = text.firstIndex(where: { $0 == "." || $0 == "-" }),
      let country = CountryCode(wireForm: text[..<end])
    else { return nil }
    let rest = text[text.index(after: end)...]
    if text[end] == "-" {
      guard !rest.isEmpty, let code = DivisionCode("-\(rest.uppercased())") else { return nil }
      self.init(countryCode: country, divisionCode: code)
      return
    }
    let parts = rest.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    guard let division = DivisionCode(parts[0]),
      let subdivision = SubdivisionCode(parts.count > 1 ? parts[1] : ""),
      parts.count == 1 || !subdivision.isEmpty
    else { return nil }
    self.init(countryCode: country, divisionCode: division, subdivisionCode: subdivision)
  }
}

extension String {
  /// The percent-encoded text.
  var addingPercentEncoding: String {
    addingPercentEncoding(withAllowedCharacters: .unreservedInQueries) ?? ""
  }
}

extension CharacterSet {
  fileprivate static let unreservedInQueries = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~,")
}
