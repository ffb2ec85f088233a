import Foundation

/// A comparison of two builds for people, for a comment on a pull request, or for programs.
struct PairedReport {
  let comparison: PairedComparison
  /// The builds that were compared.
  let other: BenchmarkResult.Build
  let own: BenchmarkResult.Build
  let machine: BenchmarkResult.Machine
  /// Whether to show figures that did not change, too.
  let showsAll: Bool

  /// The report in a form, without a final line feed.
  func text(_ format: Format) throws -> String {
    switch format {
    case .table:
      ([heading.wrapped(), table.rows.isEmpty ? nil : table.text] + comparison.faults + [summary])
        .compactMap { $0 }.joined(separator: "\n")
    case .markdown:
      ([heading, table.rows.isEmpty ? nil : table.markdown]
        + comparison.faults.map { "- \($0)" } + [summary])
        .compactMap { $0 }.joined(separator: "\n\n")
    case .json: try json
    }
  }

  enum Format: String, CaseIterable { case table, markdown, json }

  private var heading: String {
    let difference =
      other.swiftVersion == own.swiftVersion && other.allocator == own.allocator
      ? "" : ", built otherwise (\(Self.description(of: other)); \(Self.description(of: own)))"
    return """
      Commit \(own.commit) against \(other.commit)\(difference): \(comparison.pairCount) pairs of \
      runs in random order, on \(machine.processor), \(machine.coreCount) cores, \(machine.system).
      """
  }

  private static func description(of build: BenchmarkResult.Build) -> String {
    "Swift \(build.swiftVersion), \(build.allocator)"
  }

  /// What changed, by subject; or everything, if that was asked for.
  private var table: Table {
    var table = Table(heads: ["", "before", "now", "ratio", "pairs", "limit", "verdict"])
    for figure in comparison.figures where showsAll || figure.verdict != .equal {
      let cells = [
        figure.key.name, figure.key.text(of: figure.other), figure.key.text(of: figure.own),
        Self.ratio(figure.ratio),
        figure.limit.isExact
          ? ""
          : "\(Self.ratio(figure.ratios.min() ?? 1))–\(Self.ratio(figure.ratios.max() ?? 1))",
        Self.ratio(figure.limit.growth), figure.verdict.rawValue,
      ]
      table.append(cells, to: figure.key["subject"])
    }
    return table
  }

  private static func ratio(_ value: Double) -> String {
    value.isFinite ? value.rounded(decimals: value < 1.1 && value > 0.9 ? 3 : 2) : "∞"
  }

  private var summary: String {
    func count(_ verdict: PairedComparison.Figure.Verdict) -> Int {
      comparison.figures.count { $0.verdict == verdict }
    }
    return "\(count(.worse)) worse, \(count(.better)) better, \(count(.equal)) equal. "
      + (comparison.isWorse ? "Something is worse." : "Nothing is worse.")
  }

  private var json: String {
    get throws {
      struct Row: Encodable {
        let figure: [String: String]
        let before, now, ratio, growthLimit: Double
        let ratios: [Double]
        let verdict: PairedComparison.Figure.Verdict
      }
      struct Report: Encodable {
        let before, now: BenchmarkResult.Build
        let machine: BenchmarkResult.Machine
        let pairs: Int
        let isWorse: Bool
        let faults: [String]
        let figures: [Row]
      }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
      // A figure that was zero and is not has no ratio that JSON could hold.
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "infinity", negativeInfinity: "-infinity", nan: "nan")
      let rows = comparison.figures.map {
        Row(
          figure: $0.key.cells, before: $0.other, now: $0.own, ratio: $0.ratio,
          growthLimit: $0.limit.growth, ratios: $0.ratios, verdict: $0.verdict)
      }
      let report = Report(
        before: other, now: own, machine: machine, pairs: comparison.pairCount,
        isWorse: comparison.isWorse, faults: comparison.faults, figures: rows)
      return String(decoding: try encoder.encode(report), as: UTF8.self)
    }
  }
}
