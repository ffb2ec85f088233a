@testable import PrefixBenchmark

/// Results that tests change in one place.
enum SampleResult {
  static let locate = Measure(workload: "typed", stage: .locate)
  static let cities = Measure.tenCities("typed", .read)

  static func series(
    _ measure: Measure, medians: [Double], batch: Int = 1
  ) -> LatencySeries {
    func estimate(_ factor: Double) -> Estimate {
      Estimate(processes: medians.map { $0 * factor })
    }
    return LatencySeries(
      measure: measure, batch: batch, sampleCount: 3, p50: estimate(1), p90: estimate(2),
      p99: estimate(3), p999: estimate(4), max: estimate(5), histogram: Histogram([40, 41, 90]))
  }

  static func subject(
    _ name: String, role: SubjectRole, latency: Double, bytes: Int, allocations: Double = 0.5
  ) -> SubjectResult {
    SubjectResult(
      name: name, role: role, summary: "made for a test", anotherQuestion: nil,
      structure: .init(
        parts: [.init(name: "nodes", byteCount: bytes), .init(name: "text", byteCount: 100)],
        nodeCount: 7),
      buildTime: Estimate(processes: [2_000_000, 2_100_000, 2_200_000]),
      coldStart: .init(
        total: Estimate(processes: [9e8]),
        phases: [.init(name: "process", time: Estimate(processes: [9e8]))]),
      memory: MemoryResult(
        inUseBefore: 1_000, inUseAfter: 1_000 + bytes, peakWhileBuilding: 2 * bytes,
        pagesBefore: nil, pagesAfter: nil, jemalloc: nil,
        queries: [.init(measure: cities, count: allocations, byteCount: 32 * allocations)],
        shortNames: .init(measure: .tenCities("typed", .unread), count: 1, byteCount: 900)),
      latencies: [
        series(locate, medians: [latency, latency * 1.1, latency * 0.9], batch: 16),
        series(locate, medians: [latency, latency * 1.1, latency * 0.9]),
        series(cities, medians: [latency * 5, latency * 5, latency * 5]),
      ],
      throughput: [
        .init(
          measure: cities, threadCount: 1, queriesPerSecond: Estimate(processes: [3_000_000]))
      ],
      sweep: .init(queryCount: 300, idCount: 4_000, time: Estimate(processes: [latency * 1e3])),
      scale: nil)
  }

  /// What a run finds out about a gazetteer file of a size.
  static func file(bytes: Int) -> FileResult {
    FileResult(
      inputByteCount: 10 * bytes, byteCount: bytes,
      buildTime: Estimate(processes: [6e8, 7e8, 8e8]),
      peakResident: Estimate(processes: [25.0 * Double(bytes)]), peakAllocated: 15 * bytes,
      firstOpening: Estimate(processes: [90_000, 95_000, 99_000]),
      openings: series(cities, medians: [30_000, 31_000, 32_000]), queryCount: 1_000,
      anonymousGrowth: Estimate(processes: [16_384]),
      fileBackedGrowth: Estimate(processes: [Double(bytes)]))
  }

  /// What a run finds out about the search over all names: lists in half a baseline, searches in ten.
  static func names(ids: Double = 100, cities: Double = 2_000) -> NamesResult {
    let measures = ["typed", "typos"].map { NamesMeasures($0) }
    return NamesResult(
      nameCount: 400,
      workloads: [
        .init(name: "typed", summary: "as typed", queryCount: 4_000, checksum: "0a"),
        .init(name: "typos", summary: "with a slip", queryCount: 3_000, checksum: "0e"),
      ],
      checksums: measures.flatMap(\.all).map { .init(measure: $0, value: "0f") },
      unit: [series(locate, medians: [200], batch: 16), series(locate, medians: [190])],
      engines: [
        .init(
          name: "RadixTree",
          latencies: measures.flatMap { measures in
            [
              series(measures.ids, medians: [ids]),
              series(measures.unread, medians: [cities / 2]),
              series(measures.read, medians: [cities]),
            ]
          })
      ])
  }

  /// What an emulator counts of two stages.
  static func instructions(locate perQuery: Double = 800) -> InstructionsResult {
    InstructionsResult(
      tool: "callgrind-3.19.0",
      counts: [
        .init(measure: locate, queryCount: 400, perQuery: perQuery),
        .init(measure: cities, queryCount: 400, perQuery: 17_000),
      ])
  }

  /// Of two queries, one has a right answer by name, and both have by relevance.
  static var quality: QualityReport {
    let cases = ["a", "b"].map {
      QualityCase(
        query: $0, name: "A", country: "", ids: [1], kind: .exact, source: "made for a test")
    }
    let subjects = ["name", "relevance"].map { name in
      QualitySubject(name: name) { query, _ in query == "a" || name == "relevance" ? [1] : [] }
    }
    return QualityReport(
      cases: "own.tsv", scores: subjects.map { QualityScores(of: $0, on: cases) }, keystrokes: [])
  }

  /// An engine at a quarter of the baseline's latency.
  static func make(
    latency: Double = 50, bytes: Int = 1_000, allocations: Double = 0.5
  ) -> BenchmarkResult {
    BenchmarkResult(
      machine: .init(
        processor: "Example 9000", coreCount: 2, memoryByteCount: 8 << 30, system: "Example 1.0",
        architecture: "x86_64"),
      build: .init(swiftVersion: "6.3.1", commit: "0123456789ab", allocator: "glibc"),
      data: .init(
        file: "cities500.txt", sha256: "00", cityCount: 100, distinctKeyCount: 90),
      method: .init(
        date: "2026-01-01T00:00:00Z", extent: "standard", seed: 1, processCount: 3,
        intervalCoverage: 0.75, clockCost: 20, clockResolution: 1, coldBufferByteCount: 64 << 20,
        isComplete: true),
      workloads: [
        .init(name: "typed", summary: "as typed", queryCount: 4_000, checksum: "0a")
      ],
      checksums: [.init(measure: locate, value: "0b"), .init(measure: cities, value: "0c")],
      shared: [series(Measure(workload: "typed", stage: .fold), medians: [9])],
      subjects: [
        subject(
          "RadixTree", role: .engine, latency: latency, bytes: bytes, allocations: allocations),
        subject("baseline", role: .baseline, latency: 200, bytes: 3_000),
      ], file: file(bytes: 3 * bytes), names: names(), quality: quality,
      instructions: instructions())
  }
}
