import Foundation
import Testing

@testable import PrefixBenchmark

/// Comparisons of two builds by pairs of runs.
@Suite struct PairTests {
  private static func limits(_ line: String) throws -> PairLimits {
    try PairLimits(line + "\n", name: "limits.tsv")
  }

  /// One figure in pairs of (before, now).
  private static func comparison(
    _ pairs: [(Double, Double)], _ line: String, figure: String = "latency ns"
  ) throws -> PairedComparison {
    func rows(_ value: Double) -> [FigureRow] {
      [
        FigureRow(
          key: FigureRow.Key(cells: ["subject": "A", "figure": figure, "statistic": "p50"]),
          value: value)
      ]
    }
    return PairedComparison(
      pairs.map { PairedComparison.Pair(other: rows($0), own: rows($1)) },
      limits: try limits(line))
  }

  private static let latency = "latency ns\tp50\t*\t1.1\t0.8"

  @Test(arguments: [
    ([1.2, 1.2, 1.2, 1.2, 1.2], PairedComparison.Figure.Verdict.worse),
    // One pair of five may disagree, two may not.
    ([1.2, 1.2, 1.2, 1.2, 0.5], .worse), ([1.2, 1.2, 1.2, 1.0, 0.9], .equal),
    // The median decides, not the mean.
    ([1.0, 1.0, 1.0, 9.0, 9.0], .equal), ([1.09, 1.09, 1.09, 1.09, 1.09], .equal),
    ([0.8, 0.8, 0.8, 0.8, 0.8], .better), ([1.0], .equal), ([1.3], .worse),
    ([1.11, 1.11, 1.11, 1.06, 0.9], .worse), ([1.11, 1.11, 1.11, 1.04, 0.9], .equal),
  ])
  func `the median of the ratios decides, if most pairs agree`(
    ratios: [Double], verdict: PairedComparison.Figure.Verdict
  ) throws {
    // The figures themselves may differ from pair to pair as the machine does.
    let pairs = ratios.enumerated().map { (Double($0 + 1) * 100, Double($0 + 1) * 100 * $1) }
    let comparison = try Self.comparison(pairs, Self.latency)
    #expect(comparison.figures.map(\.verdict) == [verdict])
    #expect(comparison.isWorse == (verdict == .worse))
  }

  @Test func `an exact figure may not grow at all`() throws {
    let line = "structure bytes\t*\t*\t1\texact"
    func isWorse(_ pair: (Double, Double)) throws -> Bool {
      try Self.comparison([pair], line, figure: "structure bytes").isWorse
    }
    #expect(try isWorse((1_000, 1_001)) && isWorse((0, 1)))
    #expect(try !isWorse((1_000, 1_000)) && !isWorse((1_000, 999)) && !isWorse((0, 0)))
  }

  @Test func `a figure without a limit is not judged`() throws {
    let comparison = try Self.comparison([(1, 9)], Self.latency, figure: "queries per second")
    #expect(comparison.figures.isEmpty)
    #expect(comparison.faults == ["The two builds have no figure in common."])
  }

  @Test func `an exact figure that is gone is a fault`() throws {
    let key = FigureRow.Key(cells: ["subject": "A", "figure": "nodes", "statistic": "total"])
    let pair = PairedComparison.Pair(other: [FigureRow(key: key, value: 1)], own: [])
    let comparison = PairedComparison([pair], limits: try Self.limits("nodes\t*\t*\t1\texact"))
    #expect(
      comparison.faults.first
        == "A: nodes was measured by the other build, and now is not.")
  }

  @Test func `the lines of a run are read as it prints them`() throws {
    let result = SampleResult.make()
    let rows = try FigureRow.all(in: ResultCSV(result).text)
    #expect(Set(rows.map(\.key)).count == rows.count)
    let bytes = rows.first {
      $0.key["subject"] == "RadixTree" && $0.key["figure"] == "structure bytes"
        && $0.key["statistic"] == "total"
    }
    #expect(bytes?.value == 1_100)
    let limits = try PairLimits.shipped()
    let comparison = PairedComparison(
      [PairedComparison.Pair(other: rows, own: rows)], limits: limits)
    #expect(!comparison.isWorse && comparison.figures.count > 10)
    #expect(comparison.figures.contains { $0.key["figure"] == "instructions per query" })
  }

  @Test func `columns are known by their names, and cells may be quoted`() throws {
    let rows = try FigureRow.all(
      in: "figure,new,value,subject\n\"a \"\"b\"\", c\",x,2.5,S\n")
    #expect(
      rows == [
        FigureRow(key: FigureRow.Key(cells: ["figure": "a \"b\", c", "subject": "S"]), value: 2.5)
      ])
    for text in ["", "a,b\n1,2\n", "subject,figure,value\nA,b\n", "subject,figure,value\nA,b,c\n"] {
      #expect(throws: BenchFailure.self) { try FigureRow.all(in: text) }
    }
  }

  @Test(arguments: [
    ("a\tb", "limits.tsv:1: a line must have 5 columns, got 2"),
    ("# x\n\na\t*\t*\t0.5\t1", "limits.tsv:3: growth must be from 1 to 1000, got 0.5"),
    ("a\t*\t*\t2\tmost", "limits.tsv:1: agreement must be exact, or from 0 to 1, got most"),
    ("a\t*\t*\t2\t1.5", "limits.tsv:1: agreement must be exact, or from 0 to 1, got 1.5"),
    ("# nothing", "limits.tsv has no limits"),
  ])
  func `limits that are wrong are refused with their line`(text: String, reason: String) {
    let error = #expect(throws: BenchFailure.self) { try PairLimits(text, name: "limits.tsv") }
    #expect(error?.description == reason)
  }

  @Test func `the first limit that fits decides`() throws {
    let limits = try PairLimits(
      "latency ns\tp50\tcold\t2\t0.8\nlatency ns\tp50\t*\t3\t0.8", name: "limits.tsv")
    func growth(_ caches: String) -> Double? {
      limits.limit(
        for: FigureRow.Key(
          cells: ["figure": "latency ns", "statistic": "p50", "caches": caches]))?.growth
    }
    #expect(growth("cold") == 2 && growth("warm") == 3)
  }

  @Test(arguments: PairedReport.Format.allCases)
  func `a report has commits, figures and a verdict`(format: PairedReport.Format) throws {
    let result = SampleResult.make()
    var other = result.build
    other.commit = "0123456789ab"
    let report = PairedReport(
      comparison: try Self.comparison([(100, 150), (100, 140), (100, 160)], Self.latency),
      other: other, own: result.build, machine: result.machine, showsAll: false)
    let text = try report.text(format)
    for part in ["0123456789ab", result.build.commit, result.machine.processor, "worse", "150"] {
      #expect(text.contains(part))
    }
    if format == .table {
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= Table.width })
      #expect(text.hasSuffix("1 worse, 0 better, 0 equal. Something is worse."))
    }
    if format == .json { _ = try JSONSerialization.jsonObject(with: Data(text.utf8)) }
  }

  @Test func `a handicap reads as it is written`() {
    let handicap = Handicap(
      subject: "RadixTree", spins: 1, tailSpins: 2, allocations: 3, percentOfBytes: 4)
    #expect(Handicap(text: handicap.text) == handicap)
    for text in ["", "RadixTree", "RadixTree 1 2 3", "RadixTree 1 2 3 x", "R 1 2 3 4 5"] {
      #expect(Handicap(text: text) == nil)
    }
  }

  @Test func `every fault is found in runs that have it, and none where there is none`() throws {
    func rows(_ factor: Double, p99: Double, bytes: Double, allocations: Double) -> [FigureRow] {
      func row(_ cells: [String: String], _ value: Double) -> FigureRow {
        FigureRow(key: FigureRow.Key(cells: cells), value: value)
      }
      let locate = [
        "subject": "RadixTree", "workload": "typed", "stage": "locate", "caches": "warm",
      ]
      func latency(_ batch: String, _ statistic: String) -> [String: String] {
        locate.merging(["figure": "latency ns", "batch": batch, "statistic": statistic]) { $1 }
      }
      return [
        row(latency("16", "p50"), 40 * factor), row(latency("1", "p99"), 80 * p99),
        row(["subject": "RadixTree", "figure": "structure bytes", "statistic": "total"], bytes),
        row(
          locate.merging(["figure": "allocations per query", "statistic": "mean"]) { $1 },
          allocations),
      ]
    }
    let good = rows(1, p99: 1, bytes: 100, allocations: 0)
    let round = [
      good, good, rows(1.2, p99: 1, bytes: 100, allocations: 0),
      rows(1, p99: 2, bytes: 100, allocations: 0), rows(1, p99: 1, bytes: 105, allocations: 0),
      rows(1, p99: 1, bytes: 100, allocations: 1),
    ]
    let trial = SensitivityTrial(rounds: [round, round], limits: try .shipped())
    var generator = SplitMix64(seed: 1)
    let table = trial.table(pairs: 5, draws: 20, using: &generator)
    #expect(table.rows.map { $0[2] } == ["", "100.0", "100.0", "100.0", "100.0"])
    #expect(table.rows.map { $0[3] } == ["0.0", "100.0", "100.0", "100.0", "100.0"])
  }
}
