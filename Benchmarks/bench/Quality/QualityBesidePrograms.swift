import CitySearch
import Fixtures
package import Foundation
package import PrefixBenchmark

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
