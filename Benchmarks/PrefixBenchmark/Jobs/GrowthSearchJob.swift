import CitySearch
import Fixtures
package import Foundation
internal import GazetteerBuilding

/// Making a gazetteer file of a text with all names, as `bench build` does.
package struct GrowthBuildJob: Job {
  /// The subject in rows about growth.
  package static let subject = "all names"

  var text: URL
  var output: URL

  package init(text: URL, output: URL) { (self.text, self.output) = (text, output) }

  package func run() throws -> [Figure] {
    var loader = GazetteerLoader()
    loader.admin1Codes = .file(Fixtures.admin1Codes)
    loader.countryInfo = .file(Fixtures.countryInfo)
    loader.regions = .file(Fixtures.regions)
    let start = MonotonicClock.now
    _ = try loader.write(.file(text), to: output)
    let time = MonotonicClock.now - start
    let written = try Gazetteer(mapping: output)
    func figure(_ quantity: Figure.Quantity, _ unit: Figure.Unit, _ value: Int) -> Figure {
      Figure(Figure.Key(Self.subject, quantity, size: written.count), unit, value)
    }
    return [
      figure(.names, .count, written.nameCount),
      figure(.file, .bytes, written.byteCount),
      figure(.build, .nanoseconds, Int(time)),
    ] + (ResidentPages.current.map { [figure(.peakResident, .bytes, $0.peak)] } ?? [])
  }
}

/// Opening a gazetteer file, and searching all of its names.
package struct GrowthSearchJob: Job {
  var file: URL
  var seed: UInt64

  package init(file: URL, seed: UInt64) { (self.file, self.seed) = (file, seed) }

  private static let queryCount = 2_000
  private static let roundCount = 7
  private static let limit = 10
  /// What is asked first.
  private static let firstText = "san f"

  package func run() throws -> [Figure] {
    // The cost of the clock is computed at its first use, which must not be timed.
    _ = MonotonicClock.cost
    let faultsBefore = PageFaults.count
    let start = MonotonicClock.now
    let gazetteer = try Gazetteer(mapping: file)
    let search = CityIndex(gazetteer)
    let opening = MonotonicClock.elapsed(since: start)
    let found = Self.answer(to: Self.firstText, from: search)
    let first = MonotonicClock.elapsed(since: start)
    let faults = PageFaults.count
    guard found > 0 else { throw BenchFailure("There is no city for \(Self.firstText).") }
    func key(_ quantity: Figure.Quantity, _ statistic: String = "total") -> Figure.Key {
      Figure.Key(
        GrowthBuildJob.subject, quantity, statistic: statistic, size: gazetteer.count)
    }
    var figures = [
      Figure(key(.opening), .nanoseconds, opening),
      Figure(key(.firstAnswer), .nanoseconds, first),
      Figure(key(.pageFaults), .count, faults - faultsBefore),
    ]
    var generator = SplitMix64(seed: seed)
    for (quantity, texts) in Self.queries(of: gazetteer, using: &generator) {
      let samples = Self.leastTimes(texts) { Self.answer(to: $0, from: search) }
      for (name, time) in zip(["p50", "p99"], samples.percentiles([50, 99])) {
        figures.append(Figure(key(quantity, name), .nanoseconds, time))
      }
    }
    for (name, query) in Self.firstQueries {
      // What an earlier search of this kind has sorted belongs to the gazetteer that is searched.
      let search = CityIndex(try Gazetteer(mapping: file))
      let start = MonotonicClock.now
      let found = search.search(query).count { _ in true }
      let time = MonotonicClock.elapsed(since: start)
      guard found == Self.limit else {
        throw BenchFailure("The first search \(name) found \(found) cities, not \(Self.limit).")
      }
      figures.append(Figure(key(.firstSearch, name), .nanoseconds, time))
    }
    return figures
  }

  /// The shortest time of each query over several rounds, so that neither interruptions by other processes
  /// nor reading from a disk count.
  private static func leastTimes(_ texts: [String], _ answer: (String) -> Int) -> Samples {
    var times = [UInt64](repeating: .max, count: texts.count)
    for _ in 0..<roundCount {
      for (number, text) in texts.enumerated() {
        let start = MonotonicClock.now
        blackHole(answer(text))
        times[number] = min(times[number], MonotonicClock.elapsed(since: start))
      }
    }
    var samples = Samples()
    for time in times { samples.append(time) }
    return samples
  }

  /// Queries that differ in what is sorted when one of their kind is asked first: nothing for a person at a
  /// place, and all cities for the others.
  private static let firstQueries = [
    (
      "near a place",
      SearchQuery(
        "san", limit: limit,
        bias: SearchBias(coordinate: Coordinate(latitude: 37.8, longitude: -122.4)))
    ),
    ("in a country", SearchQuery("germany", limit: limit)),
    ("by population", SearchQuery("san", order: .population, limit: limit)),
    (
      "by distance",
      SearchQuery(
        "san", order: .distance(from: Coordinate(latitude: 37.8, longitude: -122.4)), limit: limit)
    ),
  ]

  /// Beginnings of own names, every city equally likely; and the same with one letter replaced by another.
  private static func queries(
    of gazetteer: Gazetteer, using generator: inout SplitMix64
  ) -> [(quantity: Figure.Quantity, texts: [String])] {
    let names = (0..<queryCount).map { _ in
      gazetteer.randomElement(using: &generator)?.name ?? ""
    }
    let beginnings = names.map { String($0.prefix(Int.random(in: 1...8, using: &generator))) }
    let typos = names.map { name in
      var letters = Array(name.prefix(Int.random(in: 6...10, using: &generator)))
      if letters.count > 3 {
        let place = Int.random(in: 1..<letters.count, using: &generator)
        letters[place] = "abcdefghijklmnopqrstuvwxyz".randomElement(using: &generator) ?? "x"
      }
      return String(letters)
    }
    return [(.tenBest, beginnings), (.oneTypo, typos)]
  }

  /// The number of cities that are found; the name of each is read.
  private static func answer(to text: String, from search: CityIndex) -> Int {
    search.search(SearchQuery(text, names: .all, order: .relevance, limit: limit))
      .reduce(0) { count, match in
        blackHole(match.city.name)
        return count + 1
      }
  }
}

/// The page faults of this process, with and without reading from a disk.
private enum PageFaults {
  static var count: Int {
    var usage = rusage()
    #if canImport(Glibc)
    let this = __rusage_who_t(RUSAGE_SELF.rawValue)
    #else
    let this = RUSAGE_SELF
    #endif
    // Sound: the call fills in a structure of this type, which outlives it.
    guard unsafe getrusage(this, &usage) == 0 else { return 0 }
    return Int(usage.ru_minflt) + Int(usage.ru_majflt)
  }
}
