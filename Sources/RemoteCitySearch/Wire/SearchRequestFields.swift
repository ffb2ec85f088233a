package import CitySearch
internal import Foundation

/// A ``CitySearch/SearchQuery`` as the parameters of `/v1/search`, and the part of its answer that is asked for.
///
/// Server and client both go by this type, so that whatever a query says travels.
package struct SearchRequestFields: Sendable, Hashable {
  /// What is asked for; its limit is that of the page.
  package var query: SearchQuery
  /// How many matches to leave out at the beginning.
  package var offset: Int

  package init(_ query: SearchQuery, offset: Int = 0) {
    self.query = query
    self.offset = offset
  }

  /// The most code points of a text.
  package static let textLength = 200
  /// The most matches of one answer.
  package static let pageSize = 100
  /// How many matches one answer has if nothing is said.
  package static let usualPageSize = 10
  /// The most matches that can be left out.
  package static let largestOffset = 10_000
  /// The most elements of a list in an address, whose length is limited on its way.
  package static let listLength = 1_000
  /// The most elements of a list in a form.
  package static let formListLength = 10_000
  /// The ids and the populations that a gazetteer can hold.
  package static let numbers = 0...Int(UInt32.max)

  /// The parameters, in the order in which they are written.
  package enum Name: String, CaseIterable {
    case text = "q"
    case limit
    case offset
    case order
    case near
    case names
    case typos
    case countries
    case divisions
    case minimumPopulation
    case ids
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
  /// Reads the query of an address, or the body of a form.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - listLength: The most elements of a list.
  /// - Throws: ``ServiceError`` with the status 400.
  package init(
    _ text: some StringProtocol, listLength: Int = Self.listLength
  ) throws(ServiceError) {
    let fields = try RequestParameters(text, among: Name.allCases.map(\.rawValue))
    guard fields.has(Name.text.rawValue) else {
      throw .invalid("'q' is missing: what to search for, such as q=london.")
    }
    let text = fields[Name.text.rawValue] ?? ""
    let length = text.unicodeScalars.count
    guard length <= Self.textLength else {
      throw .invalid("'q' must have at most \(Self.textLength) code points, got \(length).")
    }
    var query = SearchQuery(text)
    query.limit =
      try fields.integer(Name.limit.rawValue, in: 1...Self.pageSize) ?? Self.usualPageSize
    query.names = try fields.choice(Name.names.rawValue) ?? query.names
    query.typos = try fields.choice(Name.typos.rawValue) ?? query.typos
    query.order = try Self.order(fields)
    query.filter = try Self.filter(fields, listLength)
    self.init(
      query, offset: try fields.integer(Name.offset.rawValue, in: 0...Self.largestOffset) ?? 0)
  }

  private static func order(_ fields: RequestParameters) throws(ServiceError) -> CityOrder {
    let point = try fields.coordinate(Name.near.rawValue)
    let order = try fields.choice(Name.order.rawValue, of: Order.self)
    switch (order ?? (point == nil ? .relevance : .distance), point) {
    case (.distance, let point?): return .distance(from: point)
    case (.distance, nil):
      throw .invalid("'order=distance' needs 'near', such as near=48.85,2.35.")
    case (let order, _?):
      throw .invalid("'near' needs 'order=distance', got 'order=\(order.rawValue)'.")
    case (.relevance, nil): return .relevance
    case (.name, nil): return .name
    case (.population, nil): return .population
    }
  }

  private static func filter(
    _ fields: RequestParameters, _ listLength: Int
  ) throws(ServiceError) -> CityFilter {
    var filter = CityFilter()
    filter.countries = try fields.list(
      Name.countries.rawValue, limit: listLength, form: "codes of countries such as DE,FR",
      CountryCode.init(wireForm:)
    ).map(Set.init)
    filter.divisions = try fields.list(
      Name.divisions.rawValue, limit: listLength, form: "codes of divisions such as US.IL,DE.01",
      Gazetteer.Division.init(wireForm:)
    ).map(Set.init)
    filter.minimumPopulation =
      try fields.integer(Name.minimumPopulation.rawValue, in: numbers) ?? 0
    filter.ids = try fields.list(Name.ids.rawValue, limit: listLength, form: "ids of cities") {
      City.ID(wireForm: $0)
    }.map(Set.init)
    return filter
  }
}

extension SearchRequestFields {
  /// Whether any city of any gazetteer passes the filter; if not, there is nothing to ask for.
  package var canMatch: Bool {
    let filter = query.filter
    return filter.countries?.isEmpty != true && filter.divisions?.isEmpty != true
      && filter.minimumPopulation <= Self.numbers.upperBound
      && filter.ids?.contains(where: Self.numbers.contains) != false
  }

  /// The query of an address that says the same, or the body of a form.
  ///
  /// What is usual is left out, but for `limit`. Lists are sorted, so that equal queries give one text.
  ///
  /// - Precondition: ``canMatch``: a list that is empty would count as not given.
  package var text: String {
    var items: [(Name, String)] = [(.text, query.text)]
    items.append((.limit, "\(query.limit ?? Self.pageSize)"))
    if offset > 0 { items.append((.offset, "\(offset)")) }
    switch query.order {
    case .relevance: break
    case .name: items.append((.order, Order.name.rawValue))
    case .population: items.append((.order, Order.population.rawValue))
    case .distance(let point): items.append((.near, point.description))
    }
    if query.names != .all { items.append((.names, query.names.rawValue)) }
    if query.typos != .automatic { items.append((.typos, query.typos.rawValue)) }
    func append(_ name: Name, _ list: [String]?) {
      precondition(list?.isEmpty != true, "\(name.rawValue) must not be an empty list")
      if let list { items.append((name, list.joined(separator: ","))) }
    }
    append(.countries, query.filter.countries?.sorted().map(\.wireForm))
    append(.divisions, query.filter.divisions?.sorted().map(\.wireForm))
    if query.filter.minimumPopulation > 0 {
      items.append((.minimumPopulation, "\(query.filter.minimumPopulation)"))
    }
    append(.ids, query.filter.ids?.filter { Self.numbers.contains($0) }.sorted().map(String.init))
    return items.map { "\($0.rawValue)=\($1.addingPercentEncoding)" }.joined(separator: "&")
  }
}

extension City.ID {
  /// Reads the id of a city; `nil` if the text is none.
  package init?(wireForm text: Substring) {
    guard let id = Int(text), SearchRequestFields.numbers.contains(id) else {
      return nil
    }
    self = id
  }
}

extension CountryCode {
  /// The two letters; `none` if there is no country.
  fileprivate var wireForm: String { isEmpty ? "none" : description }

  fileprivate init?(wireForm text: Substring) {
    if text == "none" {
      self = .none
      return
    }
    guard text.utf8.count == 2, text.utf8.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) })
    else { return nil }
    self.init(text.uppercased())
  }
}

extension Gazetteer.Division {
  /// Country and division with a dot between them: `US.IL`; the second may be empty.
  fileprivate var wireForm: String { "\(countryCode.wireForm).\(admin1Code)" }

  fileprivate init?(wireForm text: Substring) {
    guard let dot = text.firstIndex(of: "."),
      let country = CountryCode(wireForm: text[..<dot]),
      let division = DivisionCode(String(text[text.index(after: dot)...]))
    else { return nil }
    self.init(countryCode: country, admin1Code: division)
  }
}

extension String {
  /// The text with everything escaped that means something in a query.
  var addingPercentEncoding: String {
    addingPercentEncoding(withAllowedCharacters: .unreservedInQueries) ?? ""
  }
}

extension CharacterSet {
  fileprivate static let unreservedInQueries = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~,")
}
