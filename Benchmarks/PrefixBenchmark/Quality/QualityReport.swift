import CitySearch
import Fixtures
import Foundation

/// All that `bench quality` finds out, and how it is shown.
struct QualityReport: Codable, Equatable, Sendable {
  /// The name of the file of cases.
  let cases: String
  let scores: [QualityScores]
  /// One for each of `scores`; none if no names were typed.
  let keystrokes: [Keystrokes]

  /// A share that is a column for each subject.
  enum Measure: String, CaseIterable {
    case first
    case amongFive = "among 5"
    case amongTen = "among 10"
    case empty

    func count(of score: QualityScore) -> Int {
      switch self {
      case .first: score.first
      case .amongFive: score.amongFive
      case .amongTen: score.amongTen
      case .empty: score.empty
      }
    }
  }

  /// The searches in a row each, with shares of all queries, and keystrokes if they were counted.
  var summary: Table {
    let heads = ["first\n%", "among\n5 %", "among\n10 %", "no answer\n%"]
    let more = ["letters until\nfirst", "until\namong 3", "never\nfirst %", "never\namong 3 %"]
    var table = Table(
      heads: ["quality"] + heads + (keystrokes.isEmpty ? [] : more))
    for (number, score) in scores.enumerated() {
      let all = score.overall
      let shares = [all.first, all.amongFive, all.amongTen, all.empty].map(all.percent)
      let typed = keystrokes.isEmpty ? [] : Self.cells(keystrokes[number])
      table.rows.append([score.subject] + shares + typed)
    }
    return table
  }

  /// What the summary means.
  var summaryNote: String {
    let count = scores.first?.overall.cases ?? 0
    let typed =
      keystrokes.isEmpty
      ? ""
      : """
       letters: of a city's own name until it is in view; means over cities drawn by population. A \
      city that never is counts with its whole name and one more.
      """
    return """
      name: own names in alphabetical order; population: own names, the largest city first; relevance: \
      all names, the likeliest first. Of \(count.grouped) queries of \(cases), those with a right city \
      as the first answer, among the first five, among ten, and those without any answer.\(typed)
      """
  }

  private static func cells(_ keystrokes: Keystrokes) -> [String] {
    [
      keystrokes.meanUntilFirst.rounded(decimals: 2),
      keystrokes.meanUntilThird.rounded(decimals: 2),
      (keystrokes.shareNeverFirst * 100).rounded(decimals: 1),
      (keystrokes.shareNeverThird * 100).rounded(decimals: 1),
    ]
  }

  /// Tables for a terminal, with what they mean.
  var text: String {
    // Two measures in one table would be wider than a terminal.
    var parts = Measure.allCases.map { shares([$0]).text }
    parts.append(
      """
      Queries of \(cases), in percent: those with a right city as the first answer, among the first \
      five, among the first ten, and those without any answer.
      """.wrapped())
    if !keystrokes.isEmpty {
      parts += [
        keystrokeTable.text,
        """
        Characters of a city's own name until it is first, and until it is among the first three; \
        means over cities drawn by population. A city that never is counts with its whole name and \
        one more.
        """.wrapped(),
      ]
    }
    return parts.joined(separator: "\n\n")
  }

  /// The report as JSON with keys in a fixed order, so that equal reports are equal files.
  var json: Data {
    get throws { try Self.json(of: self) }
  }

  /// What a command writes as JSON.
  static func json(of report: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return try encoder.encode(report) + Data("\n".utf8)
  }

  /// The shares of each kind of queries.
  func shares(_ measures: [Measure]) -> Table {
    var table = Table(
      heads: ["queries", "cases"]
        + measures.flatMap { measure in scores.map { "\(measure.rawValue)\n\($0.subject)" } })
    func row(_ name: String, _ scores: [QualityScore]) -> [String] {
      [name, (scores.first?.cases ?? 0).grouped]
        + measures.flatMap { measure in scores.map { $0.percent(measure.count(of: $0)) } }
    }
    for kind in QualityCase.Kind.allCases.map(\.rawValue) {
      let ofKind = scores.compactMap { $0.byKind[kind] }
      if !ofKind.isEmpty { table.rows.append(row(kind, ofKind)) }
    }
    table.rows.append(row("all", scores.map(\.overall)))
    return table
  }

  private var keystrokeTable: Table {
    var table = Table(heads: [
      "keystrokes", "until\nfirst", "until among\n3", "never\nfirst %", "never among\n3 %",
    ])
    table.rows = zip(scores, keystrokes).map { score, keystrokes in
      [score.subject] + Self.cells(keystrokes)
    }
    return table
  }
}

extension QualityReport {
  /// Asks every search all queries, and types the names of cities drawn at random.
  ///
  /// - Parameters:
  ///   - gazetteer: The cities.
  ///   - cases: The queries.
  ///   - file: The name of the file of cases.
  ///   - draws: How many cities to draw; 0 to count no keystrokes.
  ///   - seed: The seed of these cities.
  ///   - show: What to do with a line about the work in hand.
  init(
    over gazetteer: Gazetteer, cases: [QualityCase], file: String,
    draws: Int = KeystrokeTargets.drawCount, seed: UInt64 = KeystrokeTargets.seed,
    showing show: (String) -> Void = { _ in }
  ) {
    let subjects = QualitySubject.all(over: gazetteer)
    let targets = KeystrokeTargets(in: gazetteer, count: draws, seed: seed)
    self.init(
      cases: file,
      scores: subjects.map { subject in
        show("asking \(cases.count.grouped) queries, \(subject.name)")
        return QualityScores(of: subject, on: cases)
      },
      keystrokes: draws == 0
        ? []
        : subjects.map { subject in
          show("typing \(draws.grouped) names, \(subject.name)")
          return Keystrokes(of: subject, on: targets)
        })
  }

  /// Whether what was read from a file can be a report.
  var isWellFormed: Bool {
    !scores.isEmpty && scores.count <= 100
      && (keystrokes.isEmpty || keystrokes.count == scores.count)
      && keystrokes.allSatisfy(\.isWellFormed)
      && scores.allSatisfy { score in
        score.overall.isWellFormed && score.byKind.values.allSatisfy(\.isWellFormed)
      }
  }
}

/// What a process that judges answers is told.
struct QualityJob: Codable, Sendable {
  var dataset: Dataset
  /// The queries with the cities that are right.
  var cases: URL
  /// The gazetteer file to open; `nil` to load the cities.
  var gazetteer: URL?
}

extension QualityJob {
  /// Asks the queries; the same answers are judged alike on every machine.
  func run() throws -> QualityReport {
    QualityReport(
      over: try gazetteer.map { try Gazetteer(mapping: $0) } ?? dataset.gazetteer(),
      cases: try QualityCase.all(in: cases), file: cases.lastPathComponent)
  }
}
