#if !hasFeature(Embedded)
// Queries that are stored or sent. A member that has its default is left out, and one that is missing has
// its default, so queries of earlier versions can be read. Sets are written in order, so that equal queries
// have equal texts if the encoder sorts keys.

extension SearchQuery: Codable {
  private enum CodingKeys: CodingKey { case text, names, order, typos, limit, filter, bias }

  /// Decodes a query; members that are missing have their defaults.
  ///
  /// - Throws: The errors of the decoder.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try values.decode(String.self, forKey: .text),
      names: try values.decodeIfPresent(NameScope.self, forKey: .names) ?? .all,
      order: try values.decodeIfPresent(CityOrder.self, forKey: .order),
      typos: try values.decodeIfPresent(TypoTolerance.self, forKey: .typos) ?? .automatic,
      limit: try values.decodeIfPresent(Int.self, forKey: .limit),
      filter: try values.decodeIfPresent(CityFilter.self, forKey: .filter) ?? CityFilter(),
      bias: try values.decodeIfPresent(SearchBias.self, forKey: .bias))
  }

  /// Encodes the members that differ from their defaults.
  ///
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(text, forKey: .text)
    if names != .all { try values.encode(names, forKey: .names) }
    try values.encodeIfPresent(order, forKey: .order)
    if typos != .automatic { try values.encode(typos, forKey: .typos) }
    try values.encodeIfPresent(limit, forKey: .limit)
    if filter != CityFilter() { try values.encode(filter, forKey: .filter) }
    try values.encodeIfPresent(bias, forKey: .bias)
  }
}

extension CityFilter: Codable {
  private enum CodingKeys: CodingKey {
    case countries, divisions, minimumPopulation, ids, rectangles
  }

  /// Decodes a filter; conditions that are missing exclude nothing.
  ///
  /// - Throws: The errors of the decoder.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      countries: try values.decodeIfPresent(Set.self, forKey: .countries),
      divisions: try values.decodeIfPresent(Set.self, forKey: .divisions),
      minimumPopulation: try values.decodeIfPresent(Int.self, forKey: .minimumPopulation) ?? 0,
      ids: try values.decodeIfPresent(Set.self, forKey: .ids),
      rectangles: try values.decodeIfPresent(Set.self, forKey: .rectangles))
  }

  /// Encodes the conditions, sets in order.
  ///
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encodeIfPresent(countries?.sorted(), forKey: .countries)
    try values.encodeIfPresent(divisions?.sorted(), forKey: .divisions)
    if minimumPopulation != 0 { try values.encode(minimumPopulation, forKey: .minimumPopulation) }
    try values.encodeIfPresent(ids?.sorted(), forKey: .ids)
    let ordered = rectangles?.sorted {
      ($0.south, $0.west, $0.north, $0.east) < ($1.south, $1.west, $1.north, $1.east)
    }
    try values.encodeIfPresent(ordered, forKey: .rectangles)
  }
}

extension SearchBias: Codable {
  private enum CodingKeys: CodingKey { case coordinate, countryCode, chosenIDs }

  /// Decodes a bias; what is missing is unknown.
  ///
  /// - Throws: The errors of the decoder.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      coordinate: try values.decodeIfPresent(Coordinate.self, forKey: .coordinate),
      countryCode: try values.decodeIfPresent(CountryCode.self, forKey: .countryCode),
      chosenIDs: try values.decodeIfPresent(Set.self, forKey: .chosenIDs) ?? [])
  }

  /// Encodes what is known, ids in order.
  ///
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encodeIfPresent(coordinate, forKey: .coordinate)
    try values.encodeIfPresent(countryCode, forKey: .countryCode)
    if !chosenIDs.isEmpty { try values.encode(chosenIDs.sorted(), forKey: .chosenIDs) }
  }
}

extension CityOrder: Codable {
  private enum Name: String, Codable { case relevance, name, population }
  private enum CodingKeys: CodingKey { case distanceFrom }

  /// Decodes an order: `"population"`, or `{"distanceFrom": …}` with a coordinate.
  ///
  /// - Throws: The errors of the decoder.
  public init(from decoder: any Decoder) throws {
    if let values = try? decoder.container(keyedBy: CodingKeys.self) {
      self = .distance(from: try values.decode(Coordinate.self, forKey: .distanceFrom))
      return
    }
    self =
      switch try decoder.singleValueContainer().decode(Name.self) {
      case .relevance: .relevance
      case .name: .name
      case .population: .population
      }
  }

  /// Encodes the order: its name, or an object with the coordinate that distances are from.
  ///
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    let name: Name
    switch self {
    case .relevance: name = .relevance
    case .name: name = .name
    case .population: name = .population
    case .distance(let point):
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encode(point, forKey: .distanceFrom)
      return
    }
    var value = encoder.singleValueContainer()
    try value.encode(name)
  }
}
#endif
