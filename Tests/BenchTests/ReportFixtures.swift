@testable import PrefixBenchmark

extension BenchmarkResult {
  /// A small result with a name that no page may take for markup.
  static func sample(engineName: String = "Radix <&\"Tree\"'>", scale: Double = 1) -> Self {
    let locate = Measure(workload: "typed", stage: .locate)
    let cold = Measure(workload: "typed", stage: .locate, caches: .cold)
    let topTen = Measure.tenCities("typed")
    func latencies(_ base: Double) -> [LatencySeries] {
      [
        .sample(locate, base: base), .sample(cold, base: 40 * base),
        .sample(topTen, base: 12 * base),
        .sample(Measure(workload: "prefix-1", stage: .locate), base: base),
        .sample(Measure(workload: "whole-name", stage: .locate), base: 3 * base),
      ]
    }
    func subject(
      _ name: String, _ role: SubjectRole, _ base: Double, bytes: Int, question: String? = nil
    ) -> SubjectResult {
      SubjectResult(
        name: name, role: role, summary: "a \(role)", anotherQuestion: question,
        structure: .init(parts: bytes == 0 ? [] : [.init(name: "all", byteCount: bytes)]),
        buildTime: Estimate(processes: [base * 1e5]),
        latencies: latencies(base * scale),
        throughput: [
          .init(
            measure: locate, threadCount: 1, queriesPerSecond: Estimate(processes: [1e9 / base]))
        ],
        scale: .init(
          points: [1.0, 10, 100].map { factor in
            SubjectResult.ScalePoint(
              name: "\(factor)", keyCount: Int(1_000 * factor),
              distinctKeyCount: Int(900 * factor), keyByteCount: Int(9_000 * factor),
              structureByteCount: Int(Double(bytes + 1) * factor), buildTime: 1e5 * factor,
              locate: base, topTen: 12 * base)
          }, exponents: ["build": 1, "bytes": 1, "locate": 0, "topTen": 0]))
    }
    return BenchmarkResult(
      machine: .init(
        processor: "A & B", coreCount: 2, memoryByteCount: 1 << 34, system: "Linux",
        architecture: "x86_64"),
      build: .init(swiftVersion: "6.3", commit: "0123456789abcdef", allocator: "glibc"),
      data: .init(file: "cities.txt", sha256: "00ff", cityCount: 1_000, distinctKeyCount: 900),
      method: .init(
        date: "2026-01-02T03:04:05Z", extent: "quick", seed: 1, processCount: 1,
        intervalCoverage: 0, clockCost: 20, clockResolution: 1, coldBufferByteCount: 1 << 26,
        isComplete: true),
      workloads: ["typed", "prefix-1", "whole-name"].map {
        .init(name: $0, summary: "queries", queryCount: 4, checksum: "0")
      },
      checksums: [.init(measure: locate, value: "abc")], shared: [],
      subjects: [
        subject(engineName, .engine, 50, bytes: 12_000),
        subject("baseline", .baseline, 200, bytes: 15_000),
        subject("Scan", .rival, 30_000_000, bytes: 0),
        subject("Other", .rival, 10, bytes: 10, question: "it merges twins"),
      ])
  }
}

extension LatencySeries {
  /// Four samples around `base`.
  static func sample(_ measure: Measure, base: Double) -> LatencySeries {
    let samples = [0.5, 1, 1.5, 4].map { base * $0 }
    return LatencySeries(
      measure: measure, batch: 1, sampleCount: samples.count,
      p50: Estimate(processes: [base]), p90: Estimate(processes: [base * 1.5]),
      p99: Estimate(processes: [base * 4]), p999: Estimate(processes: [base * 4]),
      max: Estimate(processes: [base * 4]), histogram: Histogram(samples.map { UInt64($0) }))
  }
}
