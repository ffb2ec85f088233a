import CitySearch

/// How many queries were answered how well.
struct QualityScore: Codable, Equatable, Sendable {
  /// How many answers are read for each query.
  static let depth = 10

  private(set) var cases = 0
  /// Queries whose first answer is right.
  private(set) var first = 0
  /// Queries that have a right answer among the first five.
  private(set) var amongFive = 0
  private(set) var amongTen = 0
  /// Queries without any answer.
  private(set) var empty = 0

  /// Counts the answers to a query, the best first.
  mutating func add(_ answers: [Int], right: [Int]) {
    cases += 1
    if answers.isEmpty { empty += 1 }
    guard let rank = answers.prefix(Self.depth).firstIndex(where: right.contains) else { return }
    if rank == 0 { first += 1 }
    if rank < 5 { amongFive += 1 }
    amongTen += 1
  }

  /// Whether what was read from a file can be a score.
  var isWellFormed: Bool {
    0 <= first && first <= amongFive && amongFive <= amongTen && 0 <= empty && empty <= cases
      && amongTen <= cases && cases <= 1 << 50
  }

  /// A count as a percentage of all cases, with one decimal; a dash if there are none.
  func percent(_ count: Int) -> String {
    guard cases > 0 else { return "–" }
    return (Double(count) / Double(cases) * 100).rounded(decimals: 1)
  }
}

/// The scores of a subject: overall, and by kind of query.
struct QualityScores: Codable, Equatable, Sendable {
  let subject: String
  private(set) var overall = QualityScore()
  /// By `QualityCase.Kind.rawValue`, so that JSON has an object with the names of kinds.
  private(set) var byKind: [String: QualityScore] = [:]

  /// Asks a subject all queries.
  init(of subject: QualitySubject, on cases: [QualityCase]) {
    self.subject = subject.name
    for item in cases {
      let answers = subject.ids(for: item.query, limit: QualityScore.depth)
      overall.add(answers, right: item.ids)
      byKind[item.kind.rawValue, default: QualityScore()].add(answers, right: item.ids)
    }
  }
}

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
