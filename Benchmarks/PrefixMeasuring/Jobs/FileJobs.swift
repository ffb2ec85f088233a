import CitySearch
package import Foundation
internal import GazetteerBuilding

/// Making a gazetteer file from the cities, as `bench build` does.
package struct FileBuildJob: Job {
  /// The subject in rows about the gazetteer file.
  package static let subject = "gazetteer file"

  package var dataset: Dataset
  package var output: URL
  /// Whether to count allocations, which takes time: then nothing is timed.
  package var countsAllocations = false

  package init(dataset: Dataset, output: URL, countsAllocations: Bool = false) {
    self.dataset = dataset
    self.output = output
    self.countsAllocations = countsAllocations
  }

  /// Makes the file; the start of the process is not timed.
  package func run() throws -> [Figure] {
    func figure(_ quantity: Figure.Quantity, _ unit: Figure.Unit, _ value: Int) -> Figure {
      Figure(Figure.Key(Self.subject, quantity), unit, value)
    }
    if countsAllocations {
      let counts = try Allocator.counting { try build() }
      return counts.map { [figure(.peakAllocated, .bytes, $0.peak)] } ?? []
    }
    let start = MonotonicClock.now
    try build()
    let time = MonotonicClock.now - start
    return [
      figure(.input, .bytes, try Self.byteCount(of: dataset.file)),
      figure(.file, .bytes, try Self.byteCount(of: output)),
      figure(.build, .nanoseconds, Int(time)),
    ] + (ResidentPages.current.map { [figure(.peakResident, .bytes, $0.peak)] } ?? [])
  }

  private func build() throws { try dataset.gazetteer().write(to: output) }

  private static func byteCount(of file: URL) throws -> Int {
    try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
  }
}

/// Opening a gazetteer file and searching it.
package struct FileOpenJob: Job {
  package var file: URL
  /// The file that the workloads were written to.
  package var workloads: URL
  /// The name of the workload to search for.
  package var workload: String

  package init(file: URL, workloads: URL, workload: String) {
    self.file = file
    self.workloads = workloads
    self.workload = workload
  }

  /// The number of openings, and of queries before resident pages are counted.
  private static let repetitions = 1_000
  private static let limit = 10

  /// Opens the file again and again, the first time before anything else is loaded.
  package func run() throws -> [Figure] {
    // The cost of the clock is computed at its first use, which must not be timed.
    _ = MonotonicClock.cost
    let start = MonotonicClock.now
    let opened = try open()
    blackHole(Self.answer(to: "san", from: opened))
    let first = Figure(
      Figure.Key(FileBuildJob.subject, .firstOpening), .nanoseconds,
      MonotonicClock.elapsed(since: start))
    return [first] + (try run(asking: Workload.all(in: workloads).texts(of: workload)))
  }

  /// As `run()` after the first opening, with queries of the caller's choice.
  package func run(asking texts: [String]) throws -> [Figure] {
    let measure = Measure(workload: workload, stage: .cities, limit: Self.limit)
    let step = texts.step(to: Self.repetitions)
    let count = min(Self.repetitions, texts.count)
    let asked = (0..<count).map { texts[$0 * step % texts.count] }

    var samples = Samples()
    var opened: UInt64 = 0
    for (number, text) in asked.enumerated() {
      let answer = try samples.time { Self.answer(to: text, from: try open()) }
      opened &+= answer &* QuerySet.weight(number * step % texts.count)
    }

    // Counting resident pages for the first time makes more pages resident.
    _ = ResidentPages.current
    Allocator.releaseFreePages()
    let before = ResidentPages.current
    let search = try open()
    for text in asked { blackHole(Self.answer(to: text, from: search)) }
    let after = ResidentPages.current

    let set = QuerySet(
      queries: texts.map { PreparedQuery($0) },
      answers: texts.map { Self.answer(to: $0, from: search) })
    guard set.sum(from: 0, count: count, step: step) == opened else {
      throw BenchFailure("The reopened file gave a different answer (\(measure)).")
    }
    return samples.figures(FileBuildJob.subject, measure, quantity: .opening)
      + [Figure(Figure.Key(FileBuildJob.subject, .openedQueries), .count, count)]
      + ResidentPages.growth(of: FileBuildJob.subject, from: before, to: after)
      // Under the measure by which engines read the same of a page, so that a run compares the sums.
      + [set.checksum(of: .tenCities(workload, .highlights))]
  }

  private func open() throws -> CityIndex { CityIndex(try Gazetteer(mapping: file)) }

  private static func answer(to text: String, from search: CityIndex) -> UInt64 {
    AnswerDigest(of: search.ownNames(beginningWith: text, limit: limit)).value
  }
}
