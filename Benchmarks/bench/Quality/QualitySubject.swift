import CitySearch

/// A search whose answers are judged: a query in, the ids of the first cities out.
struct QualitySubject: Sendable {
  let name: String
  private let find: @Sendable (_ query: String, _ limit: Int) -> [Int]

  init(name: String, find: @escaping @Sendable (_ query: String, _ limit: Int) -> [Int]) {
    self.name = name
    self.find = find
  }

  /// The ids of the first `limit` cities, the best first.
  func ids(for query: String, limit: Int) -> [Int] { find(query, limit) }
}

extension QualitySubject {
  /// All that are judged, in the order of the columns.
  ///
  /// Another search is one more element here.
  static func all(over gazetteer: Gazetteer) -> [QualitySubject] {
    let cities = CityIndex(gazetteer)
    let completer = CityCompleter(gazetteer)
    return [
      QualitySubject(name: "name") { query, limit in
        cities.search(for: query, limit: limit).ids
      },
      QualitySubject(name: "population") { query, limit in
        cities.search(for: query).ordered(by: .population, limit: limit).ids
      },
      QualitySubject(name: "relevance") { query, limit in
        completer.search(for: query, limit: limit).ids
      },
    ]
  }
}
