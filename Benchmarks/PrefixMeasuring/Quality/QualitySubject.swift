package import CitySearch
package import Foundation

/// A search under evaluation: a query in, the ids of the first cities out.
package struct QualitySubject: Sendable {
  package let name: String
  /// The first cities, the best first; as many as the limit of the query.
  package let answer: @Sendable (SearchQuery) throws -> Answer

  /// The number of answers that are read for each query.
  package static let depth = 10

  /// What a search found, and in how many nanoseconds.
  package struct Answer {
    package var ids: [City.ID]
    package var time: UInt64

    package init(ids: [City.ID], time: UInt64) { (self.ids, self.time) = (ids, time) }
  }

  /// A search that reads the clock itself.
  package init(name: String, timing answer: @escaping @Sendable (SearchQuery) throws -> Answer) {
    (self.name, self.answer) = (name, answer)
  }

  package init(name: String, answers: @escaping @Sendable (SearchQuery) -> [City.ID]) {
    self.init(name: name) { query in
      let start = MonotonicClock.now
      let ids = answers(query)
      return Answer(ids: ids, time: MonotonicClock.elapsed(since: start))
    }
  }

  /// A search that reads nothing of a query but its text and its limit.
  package init(name: String, ids: @escaping @Sendable (_ text: String, _ limit: Int) -> [City.ID]) {
    self.init(name: name) { query in ids(query.text, query.limit ?? .max) }
  }

  /// Asks all queries; figures of all, and of each kind: how often the intended city is not found.
  package func figures(on cases: [QualityCase]) throws -> [Figure] {
    figures(
      of: try cases.map { item in
        (item, try answer(item.question(limit: Self.depth)).ids)
      })
  }

  /// Figures of queries and the ids that they found.
  package func figures(of answers: [(item: QualityCase, ids: [City.ID])]) -> [Figure] {
    let asked = answers.map { item, ids in
      (
        kind: item.kind, rank: ids.prefix(Self.depth).firstIndex(where: item.ids.contains),
        isEmpty: ids.isEmpty
      )
    }
    return ([nil] + QualityCase.Kind.allCases).flatMap { kind -> [Figure] in
      let asked = asked.filter { kind == nil || $0.kind == kind }
      guard kind == nil || !asked.isEmpty else { return [] }
      func misses(amongFirst limit: Int) -> Int { asked.count { $0.rank ?? .max >= limit } }
      return [
        (Figure.Quantity.cases, asked.count), (.notFirst, misses(amongFirst: 1)),
        (.notAmongFive, misses(amongFirst: 5)), (.notAmongTen, misses(amongFirst: 10)),
        (.noAnswer, asked.count(where: \.isEmpty)),
      ].map { Figure(Figure.Key(name, $0, statistic: kind?.rawValue ?? "all"), .count, $1) }
    }
  }
}

extension QualitySubject {
  /// All searches, in the order of the columns.
  ///
  /// Another search is one more element here.
  package static func all(over gazetteer: Gazetteer) -> [QualitySubject] {
    let cities = CityIndex(gazetteer)
    return [
      QualitySubject(name: "search by name") { query, limit in
        cities.ownNames(beginningWith: query, limit: limit).ids
      },
      QualitySubject(name: "search by population") { query, limit in
        cities.ownNames(beginningWith: query).ordered(by: .population, limit: limit).ids
      },
      byRelevance(over: cities),
    ]
  }

  package static func byRelevance(over cities: CityIndex) -> QualitySubject {
    QualitySubject(name: "search by relevance") { query in cities.search(query).ids }
  }
}

/// How often the intended city is found, and after how many letters.
package struct QualityJob: Job {
  package var dataset: Dataset
  /// The queries with their right cities.
  package var cases: URL
  /// The gazetteer file to open; `nil` to load the cities.
  package var gazetteer: URL?

  /// Asks the queries; the result is the same on every machine.
  package func run() throws -> [Figure] {
    try Self.figures(
      over: try gazetteer.map { try Gazetteer(mapping: $0) } ?? dataset.gazetteer(),
      cases: try QualityCase.all(in: cases))
  }

  /// Asks every search all queries, and types the names of cities drawn at random, if there are any.
  ///
  /// `show` gets lines of progress.
  package static func figures(
    over gazetteer: Gazetteer, cases: [QualityCase], draws: Int = KeystrokeTargets.drawCount,
    seed: UInt64 = KeystrokeTargets.seed, showing show: (String) -> Void = { _ in }
  ) throws -> [Figure] {
    let targets = KeystrokeTargets(in: gazetteer, count: draws, seed: seed)
    return try QualitySubject.all(over: gazetteer).flatMap { subject in
      show("asking \(cases.count.grouped) queries, \(subject.name)")
      let scores = try subject.figures(on: cases)
      guard draws > 0 else { return scores }
      show("typing \(draws.grouped) names, \(subject.name)")
      return scores + (try subject.keystrokes(on: targets))
    }
  }
}

/// The cities whose names are typed to count keystrokes.
///
/// They are drawn with replacement, weighted by population, so a plain mean over the draws is a mean
/// over people, not over places.
package struct KeystrokeTargets {
  /// The default number of draws and the default seed.
  package static let drawCount = 2_000
  package static let seed: UInt64 = 1

  /// The cities, each with the number of its draws; ascending by row.
  package let draws: [(city: City, count: Int)]

  package init(in gazetteer: Gazetteer, count: Int, seed: UInt64) {
    let people = WeightedDraw(gazetteer.indices.map { gazetteer.population(atRow: $0) })
    var generator = SplitMix64(seed: seed)
    var counts: [CityRow: Int] = [:]
    for _ in 0..<count {
      guard let row = people.index(using: &generator).map({ CityRow($0) }) else { break }
      counts[row, default: 0] += 1
    }
    draws = counts.sorted { $0.key < $1.key }.map { (gazetteer[$0.key], $0.value) }
  }
}

extension QualitySubject {
  /// Types the names of cities, letter by letter, until each city is first.
  ///
  /// - Returns: Figures of the letters typed, and of the cities that never were first or among the first
  ///   three; none without draws.
  package func keystrokes(on targets: KeystrokeTargets) throws -> [Figure] {
    // Many names begin with the same letters, and the answer to these is the same.
    var known: [String: [City.ID]] = [:]
    let typed = try targets.draws.map { city, count in
      // A city that is never in view counts as if one more letter had shown it.
      (count: count, never: city.name.count + 1, until: try characters(until: city, &known))
    }
    let draws = typed.reduce(0) { $0 + $1.count }
    guard draws > 0 else { return [] }
    func mean(_ quantity: Figure.Quantity, _ until: ((first: Int?, third: Int?)) -> Int?) -> Figure
    {
      let sum = typed.reduce(0) { $0 + $1.count * (until($1.until) ?? $1.never) }
      return Figure(
        Figure.Key(name, quantity, statistic: "mean"), .count, [Double(sum) / Double(draws)])
    }
    func never(_ quantity: Figure.Quantity, _ until: ((first: Int?, third: Int?)) -> Int?) -> Figure
    {
      let count = typed.reduce(0) { $0 + (until($1.until) == nil ? $1.count : 0) }
      return Figure(Figure.Key(name, quantity), .count, count)
    }
    return [
      Figure(Figure.Key(name, .draws), .count, draws),
      mean(.lettersUntilFirst) { $0.first }, mean(.lettersUntilAmongThree) { $0.third },
      never(.neverFirst) { $0.first }, never(.neverAmongThree) { $0.third },
    ]
  }

  /// The number of characters after which a city is first, and after which it is among the first
  /// three, if it ever is.
  ///
  /// The first three cities of each text are looked up in `known`, and kept there.
  package func characters(
    until city: City, _ known: inout [String: [City.ID]]
  ) throws -> (first: Int?, third: Int?) {
    var third: Int?
    var typed = ""
    for (index, character) in city.name.enumerated() {
      typed.append(character)
      let ids = try known[typed] ?? answer(SearchQuery(typed, limit: 3)).ids
      known[typed] = ids
      let rank = ids.firstIndex(of: city.id)
      if rank != nil, third == nil { third = index + 1 }
      if rank == 0 { return (index + 1, third) }
    }
    return (nil, third)
  }
}
