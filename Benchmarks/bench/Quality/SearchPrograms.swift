package import CitySearch
import Fixtures
package import Foundation
import PrefixBenchmark
package import PrefixMeasuring
import Synchronization

/// The quality of searches in other programs beside that of this package, with times.
///
/// Names are typed first, which warms caches and compilers, and then the queries are asked in portions, each
/// by one search after the other in random order, so that the load of the machine is the same for all.
package struct QualityBesidePrograms {
  /// The cities that are searched; the names of countries and divisions are those shipped.
  package var dataset: Dataset
  package var cases: [QualityCase]
  /// The names and the files of the programs.
  package var programs: [(name: String, file: URL)]
  package var draws: Int
  package var seed: UInt64
  /// Removes the files of this if it is ended.
  package var interruption: Interruption?

  package init(
    dataset: Dataset, cases: [QualityCase], programs: [(name: String, file: URL)],
    draws: Int = KeystrokeTargets.drawCount, seed: UInt64 = KeystrokeTargets.seed,
    interruption: Interruption? = nil
  ) {
    (self.dataset, self.cases, self.programs) = (dataset, cases, programs)
    (self.draws, self.seed, self.interruption) = (draws, seed, interruption)
  }

  /// The queries that one search is asked before it is another one's turn.
  private static let portion = 200
  /// The number of queries before a portion that are asked once more, uncounted, since other searches have
  /// filled the caches.
  private static let warmUp = 10

  /// Builds all, and asks them.
  ///
  /// Queries for cities that are not there are left out. `show` gets lines of progress.
  package func figures(showing show: (String) -> Void = { _ in }) throws -> [Figure] {
    let folder = try RunFolder(watchedBy: interruption)
    defer { folder.remove() }
    let dataset = try dataset.readable(copyingTo: folder.data)
    show("loading cities")
    let start = MonotonicClock.now
    let gazetteer = try dataset.gazetteer()
    let own = QualitySubject.byRelevance(over: CityIndex(gazetteer))
    var figures = [
      Figure(
        Figure.Key(own.name, .build), .nanoseconds, [Double(MonotonicClock.elapsed(since: start))]),
      Figure(Figure.Key(own.name, .structure), .bytes, gazetteer.byteCount),
    ]
    let programs = try programs.map { program in
      show("building the index of \(program.name)")
      return try SearchProgram(
        program.name, file: program.file, cities: dataset.file,
        regions: dataset.isShipped ? Fixtures.regions : nil, gazetteer: gazetteer)
    }
    figures += programs.flatMap(\.structure)
    let subjects = [own] + programs.map(\.subject)
    let targets = KeystrokeTargets(in: gazetteer, count: draws, seed: seed)
    for subject in subjects {
      show("typing \(draws.grouped) names, \(subject.name)")
      figures += try subject.keystrokes(on: targets)
    }
    let cases = cases.filter { $0.ids.contains { gazetteer.row(ofID: $0) != nil } }
    return try figures + answers(of: subjects, to: cases, showing: show)
  }

  private func answers(
    of subjects: [QualitySubject], to cases: [QualityCase], showing show: (String) -> Void
  ) throws -> [Figure] {
    var generator = SplitMix64(seed: seed)
    // Queries of one kind stand together in the file, but a portion should have all kinds.
    let cases = cases.shuffled(using: &generator)
    var answers = subjects.map { _ in [(item: QualityCase, ids: [City.ID])]() }
    var times = subjects.map { _ in Samples() }
    for first in stride(from: 0, to: cases.count, by: Self.portion) {
      let portion = cases[first..<min(first + Self.portion, cases.count)]
      for number in subjects.indices.shuffled(using: &generator) {
        show("asking \(first.grouped) of \(cases.count.grouped) queries, \(subjects[number].name)")
        for item in cases[max(0, first - Self.warmUp)..<first] {
          _ = try subjects[number].answer(item.question(limit: QualitySubject.depth))
        }
        for item in portion {
          let answer = try subjects[number].answer(item.question(limit: QualitySubject.depth))
          answers[number].append((item, answer.ids))
          times[number].append(answer.time)
        }
      }
    }
    return subjects.indices.flatMap { number in
      subjects[number].figures(of: answers[number])
        + times[number].figures(subjects[number].name, .searchTime)
    }
  }
}

/// A search for people in a separate program, which communicates by lines of text.
///
/// `Benchmarks/Programs/README.md` specifies the protocol.
package final class SearchProgram: Sendable {
  package let name: String
  /// How long the program took to read the files and to build its index, in nanoseconds.
  package let buildTime: Double
  /// The size of its index; 0 if unknown.
  package let byteCount: Int
  private let pipe: Mutex<ProgramPipe>
  private let gazetteer: Gazetteer

  /// Starts a program and lets it build its index over cities in a file, and over names of countries and
  /// divisions in another one if there is one.
  ///
  /// Answers must be cities of `gazetteer`.
  ///
  /// - Throws: `Unbuildable` if the program cannot take part.
  package init(
    _ name: String, file: URL, cities: URL, regions: URL?, gazetteer: Gazetteer
  ) throws {
    let pipe = try ProgramPipe(name, file: file, greeting: "search 1")
    try pipe.send("cities \(cities.path)\n")
    if let regions { try pipe.send("regions \(regions.path)\n") }
    try pipe.send("build\n")
    let answer = try pipe.line()
    let words = answer.split(separator: " ")
    guard words.count == 3, words[0] == "built", let time = Double(words[1]), time >= 0,
      let byteCount = Int(words[2]), byteCount >= 0
    else { throw pipe.refusal("must answer \"built NANOSECONDS BYTES\" to build", got: answer) }
    (self.name, buildTime, self.byteCount) = (name, time, byteCount)
    self.gazetteer = gazetteer
    self.pipe = Mutex(pipe)
  }

  /// The first cities for a query, and how long the program took by its own clock.
  ///
  /// - Throws: `Unbuildable` if the program ends or prints something else, `BenchFailure` if an id is none
  ///   of the cities, is there twice, or is beyond the limit.
  package func answer(to query: SearchQuery) throws -> QualitySubject.Answer {
    let answer = try pipe.withLock { pipe in
      try pipe.send("find \(Self.fields(of: query))\n")
      let line = try pipe.line()
      let words = line.split(separator: " ")
      let numbers = words.dropFirst().compactMap { UInt64($0) }
      guard words.first == "found", let time = numbers.first, numbers.count == words.count - 1,
        numbers.allSatisfy({ $0 <= Int64.max })
      else { throw pipe.refusal("must answer \"found NANOSECONDS ID ID …\" to find", got: line) }
      return QualitySubject.Answer(
        ids: numbers.dropFirst().map { City.ID($0) }, time: time - min(time, MonotonicClock.cost))
    }
    let text = query.text.prefix(40)
    if let id = answer.ids.first(where: { gazetteer.row(ofID: $0) == nil }) {
      throw BenchFailure("\(name) answered \"\(text)\" with id \(id), which is none of the cities.")
    }
    guard Set(answer.ids).count == answer.ids.count else {
      throw BenchFailure("\(name) answered \"\(text)\" with an id that is there twice.")
    }
    guard answer.ids.count <= query.limit ?? .max else {
      throw BenchFailure(
        "\(name) answered \"\(text)\" with \(answer.ids.count) ids instead of at most "
          + "\(query.limit ?? .max).")
    }
    return answer
  }

  /// The limit and the text, and where the person is, if anything is known of them.
  private static func fields(of query: SearchQuery) -> String {
    let text = String(query.text.map { $0 == "\t" || $0.isNewline ? " " : $0 })
    var fields = ["\(query.limit ?? .max)", text]
    if let bias = query.bias {
      fields += [
        bias.coordinate.map { "\($0.latitude)" } ?? "",
        bias.coordinate.map { "\($0.longitude)" } ?? "", bias.countryCode?.description ?? "",
      ]
    }
    return fields.joined(separator: "\t")
  }

  package var subject: QualitySubject {
    QualitySubject(name: name, timing: { [self] in try answer(to: $0) })
  }

  /// The figures of its index.
  package var structure: [Figure] {
    [
      Figure(Figure.Key(name, .build), .nanoseconds, [buildTime]),
      Figure(Figure.Key(name, .structure), .bytes, byteCount),
    ]
  }
}
