import CitySearch
import PrefixSearch

/// A whole run: the subjects, their verification, their figures.
struct Measurement {
  let gazetteer: Gazetteer
  let queries: TypedQueries
  /// The baseline and the engines, in the order of the table.
  private(set) var subjects: [MeasuredIndex]
  /// Every name folded and compared: too slow to replay everything.
  private(set) var scan = Samples()

  private let replay: Replay
  private var locateChecksum: UInt64 = 0
  private var topTenChecksum: UInt64 = 0

  /// Queries that the linear scan answers, too.
  private static let scanCount = 40

  /// Builds every engine and the baseline.
  init(of gazetteer: Gazetteer, queries: TypedQueries, progress: Progress) {
    self.gazetteer = gazetteer
    self.queries = queries
    replay = Replay(queries: queries)
    let keys = gazetteer.sortedKeys()
    subjects = []
    for engine in Engine.allCases {
      progress.show("building \(engine.rawValue)")
      subjects.append(
        MeasuredIndex(engine.rawValue, over: gazetteer, keys: keys, build: engine.makeIndex))
    }
    progress.show("building the baseline")
    subjects.append(
      MeasuredIndex("baseline", over: gazetteer, keys: keys, build: BinarySearch.init))
  }

  /// The subject that ratios are taken of.
  var baseline: MeasuredIndex { subjects[subjects.count - 1] }
}

extension Measurement {
  /// Checks that all subjects agree on every query, and the linear scan with them on a sample.
  mutating func verify(progress: Progress) throws {
    progress.show("comparing all answers")
    for (query, text) in zip(queries.folded, queries.texts) {
      let expected = query.withBytes { baseline.index.range(of: $0) }
      for subject in subjects {
        let found = query.withBytes { subject.index.range(of: $0) }
        guard found == expected else {
          throw BenchFailure(
            "\(subject.name) finds \"\(text)\" at rows \(found), "
              + "but \(baseline.name) finds it at \(expected).")
        }
      }
    }
    progress.show("comparing with the linear scan")
    let linear = LinearScan(gazetteer)
    for index in stride(
      from: 0, to: queries.texts.count, by: max(1, queries.texts.count / Self.scanCount))
    {
      let start = MonotonicClock.now
      let expected = linear.search(for: queries.texts[index])
      scan.append(MonotonicClock.now - start)
      let found = baseline.search.search(for: queries.texts[index])
      guard found.ids == expected.ids else {
        throw BenchFailure(
          "The engines find \(found.totalCount) cities for \"\(queries.texts[index])\", "
            + "but the linear scan finds \(expected.totalCount).")
      }
    }
    var unused = Samples()
    locateChecksum = replay.locate(on: baseline.index, into: &unused)
    topTenChecksum = replay.topTen(on: baseline.search, into: &unused)
  }

  /// Replays all queries on all subjects, in a new random order in each round.
  ///
  /// - Throws: `BenchFailure` if an answer differs from the verified ones.
  mutating func measure(rounds: Int, seed: UInt64, progress: Progress) throws {
    var generator = SplitMix64(seed: seed)
    for round in 0...rounds {
      progress.show(round == 0 ? "warming up" : "round \(round) of \(rounds)")
      for number in subjects.indices.shuffled(using: &generator) {
        var subject = subjects[number]
        let locate = replay.locate(on: subject.index, into: &subject.locate)
        let topTen = replay.topTen(on: subject.search, into: &subject.topTen)
        guard locate == locateChecksum, topTen == topTenChecksum else {
          throw BenchFailure("\(subject.name) gave a wrong answer while it was measured.")
        }
        // What the caches and the branch predictor did not know yet is not counted.
        if round > 0 { subjects[number] = subject }
      }
    }
    for number in subjects.indices {
      progress.show("reading all matches through \(subjects[number].name)")
      let (count, time) = replay.allMatches(on: subjects[number].search)
      subjects[number].citiesPerSecond = Double(count) / Double(time) * 1e9
    }
  }
}
