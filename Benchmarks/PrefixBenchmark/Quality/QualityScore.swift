import CitySearch
import Foundation

/// Counts of queries by the rank of the first right answer.
struct QualityScore: Equatable, Sendable {
  /// The number of answers that are read for each query.
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

  /// Figures of the counts, of which fewer are better: how often the intended city is not found.
  func figures(_ subject: String, kind: String = "all") -> [Figure] {
    [
      ("cases", cases), ("not first", cases - first), ("not among 5", cases - amongFive),
      ("not among 10", cases - amongTen), ("no answer", empty),
    ].map { Figure(Figure.Key(subject, $0, statistic: kind), .count, $1) }
  }
}

/// A search under evaluation: a query in, the ids of the first cities out.
struct QualitySubject: Sendable {
  let name: String
  /// The ids of the first cities, the best first.
  let ids: @Sendable (_ query: String, _ limit: Int) -> [Int]

  /// Asks all queries; figures of all, and of each kind.
  func figures(on cases: [QualityCase]) -> [Figure] {
    var overall = QualityScore()
    var byKind: [QualityCase.Kind: QualityScore] = [:]
    for item in cases {
      let answers = ids(item.query, QualityScore.depth)
      overall.add(answers, right: item.ids)
      byKind[item.kind, default: QualityScore()].add(answers, right: item.ids)
    }
    let kinds = QualityCase.Kind.allCases.compactMap { kind in
      byKind[kind]?.figures(name, kind: kind.rawValue)
    }
    return overall.figures(name) + kinds.joined()
  }
}

extension QualitySubject {
  /// All searches, in the order of the columns.
  ///
  /// Another search is one more element here.
  static func all(over gazetteer: Gazetteer) -> [QualitySubject] {
    let cities = CityIndex(gazetteer)
    let completer = CityCompleter(gazetteer)
    return [
      QualitySubject(name: "search by name") { query, limit in
        cities.search(for: query, limit: limit).ids
      },
      QualitySubject(name: "search by population") { query, limit in
        cities.search(for: query).ordered(by: .population, limit: limit).ids
      },
      QualitySubject(name: "search by relevance") { query, limit in
        completer.search(for: query, limit: limit).ids
      },
    ]
  }
}

/// How often the intended city is found, and after how many letters.
struct QualityJob: Job {
  var dataset: Dataset
  /// The queries with their right cities.
  var cases: URL
  /// The gazetteer file to open; `nil` to load the cities.
  var gazetteer: URL?

  /// Asks the queries; the result is the same on every machine.
  func run() throws -> [Figure] {
    Self.figures(
      over: try gazetteer.map { try Gazetteer(mapping: $0) } ?? dataset.gazetteer(),
      cases: try QualityCase.all(in: cases))
  }

  /// Asks every search all queries, and types the names of cities drawn at random, if there are any.
  ///
  /// `show` gets lines of progress.
  static func figures(
    over gazetteer: Gazetteer, cases: [QualityCase], draws: Int = KeystrokeTargets.drawCount,
    seed: UInt64 = KeystrokeTargets.seed, showing show: (String) -> Void = { _ in }
  ) -> [Figure] {
    let targets = KeystrokeTargets(in: gazetteer, count: draws, seed: seed)
    return QualitySubject.all(over: gazetteer).flatMap { subject in
      show("asking \(cases.count.grouped) queries, \(subject.name)")
      let scores = subject.figures(on: cases)
      guard draws > 0 else { return scores }
      show("typing \(draws.grouped) names, \(subject.name)")
      return scores + Keystrokes(of: subject, on: targets).figures(subject.name)
    }
  }
}

/// The cities whose names are typed to count keystrokes.
///
/// They are drawn with replacement, weighted by population, so a plain mean over the draws is a mean
/// over people, not over places.
struct KeystrokeTargets {
  /// The default number of draws and the default seed.
  static let drawCount = 2_000
  static let seed: UInt64 = 1

  /// The cities, each with the number of its draws; ascending by row.
  let draws: [(city: City, count: Int)]

  init(in gazetteer: Gazetteer, count: Int, seed: UInt64) {
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

/// The number of letters of its name to type until a city is in view.
struct Keystrokes: Equatable, Sendable {
  private var draws = 0
  private var charactersUntilFirst = 0
  private var charactersUntilThird = 0
  private var neverFirst = 0
  private var neverThird = 0

  /// Types the names of cities, letter by letter, until each is first.
  init(of subject: QualitySubject, on targets: KeystrokeTargets) {
    for (city, count) in targets.draws {
      let (first, third) = Self.characters(until: city, in: subject)
      // A city that is never in view counts as if one more letter had shown it.
      let never = city.name.count + 1
      draws += count
      charactersUntilFirst += count * (first ?? never)
      charactersUntilThird += count * (third ?? never)
      if first == nil { neverFirst += count }
      if third == nil { neverThird += count }
    }
  }

  /// The number of characters after which a city is first, and after which it is among the first
  /// three, if it ever is.
  static func characters(
    until city: City, in subject: QualitySubject
  ) -> (first: Int?, third: Int?) {
    var third: Int?
    var typed = ""
    for (index, character) in city.name.enumerated() {
      typed.append(character)
      let rank = subject.ids(typed, 3).firstIndex(of: city.id)
      if rank != nil, third == nil { third = index + 1 }
      if rank == 0 { return (index + 1, third) }
    }
    return (nil, third)
  }

  /// Figures of the counts and means; none without draws.
  func figures(_ subject: String) -> [Figure] {
    guard draws > 0 else { return [] }
    func mean(_ quantity: String, _ sum: Int) -> Figure {
      Figure(
        Figure.Key(subject, quantity, statistic: "mean"), .count, [Double(sum) / Double(draws)])
    }
    return [
      Figure(Figure.Key(subject, "draws"), .count, draws),
      mean("letters until first", charactersUntilFirst),
      mean("letters until among 3", charactersUntilThird),
      Figure(Figure.Key(subject, "never first"), .count, neverFirst),
      Figure(Figure.Key(subject, "never among 3"), .count, neverThird),
    ]
  }
}
