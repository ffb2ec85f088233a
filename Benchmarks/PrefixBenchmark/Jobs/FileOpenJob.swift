import CitySearch
import Foundation

/// What a process that opens a gazetteer file is told.
struct FileOpenJob: Codable, Sendable {
  var file: URL
  /// The file that the workloads were written to.
  var workloads: URL
  /// The queries to ask, by the name of their workload.
  var workload: String
}

/// What such a process found out.
struct FileOpenOutcome: Codable, Sendable {
  /// Opening and answering, as the first thing that was done, in nanoseconds.
  var firstOpening: Double
  var openings: ProcessLatency
  var queryCount: Int
  /// Resident bytes after the queries, less before the file was opened.
  var anonymousGrowth: Int?
  var fileBackedGrowth: Int?
  /// What the file answers to all queries of the workload; the engines answer the same.
  var checksum: BenchmarkResult.AnswerChecksum
}

extension FileOpenJob {
  /// How often the file is opened, and how many queries are asked before resident pages are counted.
  private static let repetitions = 1_000
  private static let limit = 10

  /// Opens the file again and again, the first time before anything else is loaded.
  func run() throws -> FileOpenOutcome {
    // It is measured when it is first used, and not to be measured.
    _ = MonotonicClock.cost
    let start = MonotonicClock.now
    let opened = try open()
    blackHole(Self.answer(to: "san", from: opened))
    let firstOpening = MonotonicClock.elapsed(since: start)

    let texts =
      try JSONDecoder().decode([Workload].self, from: Data(contentsOf: workloads))
      .first { $0.name == workload }?.texts ?? []
    return try run(asking: texts, firstOpening: Double(firstOpening))
  }

  /// As `run()`, with queries of the caller's choice.
  func run(asking texts: [String], firstOpening: Double) throws -> FileOpenOutcome {
    let measure = Measure(workload: workload, stage: .cities, limit: Self.limit)
    // No step of its own would do: sessions repeat about every eight queries.
    let step = max(1, texts.count / Self.repetitions) | 1
    let count = min(Self.repetitions, texts.count)
    let asked = (0..<count).map { texts[$0 * step % texts.count] }

    var samples = Samples()
    var opened: UInt64 = 0
    for (number, text) in asked.enumerated() {
      let start = MonotonicClock.now
      let search = try open()
      let answer = Self.answer(to: text, from: search)
      samples.append(MonotonicClock.elapsed(since: start))
      opened &+= answer &* QuerySet.weight(number * step % texts.count)
    }

    // The first look at resident pages makes some itself.
    _ = MemoryResult.ResidentPages.current
    Allocator.releaseFreePages()
    let before = MemoryResult.ResidentPages.current
    let search = try open()
    for text in asked { blackHole(Self.answer(to: text, from: search)) }
    let after = MemoryResult.ResidentPages.current

    let set = QuerySet(
      queries: texts.map { PreparedQuery($0) },
      answers: texts.map { Self.answer(to: $0, from: search) })
    guard set.sum(from: 0, count: count, step: step) == opened, let checksum = set.checksum,
      let openings = ProcessLatency(measure, batch: 1, samples: samples)
    else { throw BenchFailure("A file that was opened again gave another answer (\(measure)).") }
    return FileOpenOutcome(
      firstOpening: firstOpening, openings: openings, queryCount: count,
      anonymousGrowth: Self.growth(\.anonymous, from: before, to: after),
      fileBackedGrowth: Self.growth(\.fileBacked, from: before, to: after),
      checksum: .init(measure: measure, value: checksum))
  }

  private func open() throws -> CityIndex { CityIndex(try Gazetteer(mapping: file)) }

  private static func answer(to text: String, from search: CityIndex) -> UInt64 {
    AnswerDigest(of: search.search(for: text, limit: limit)).value
  }

  private static func growth(
    _ pages: KeyPath<MemoryResult.ResidentPages, Int>, from before: MemoryResult.ResidentPages?,
    to after: MemoryResult.ResidentPages?
  ) -> Int? {
    guard let before, let after else { return nil }
    return after[keyPath: pages] - before[keyPath: pages]
  }
}
