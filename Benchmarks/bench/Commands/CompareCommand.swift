import ArgumentParser
import Foundation

/// `bench compare`: two results side by side, as a gate.
struct CompareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compares a result with a stored one, and fails if anything is worse.",
    usage: "bench compare <baseline> [<current>] [<options>]",
    discussion: """
      Without a second file, measures the present build as `bench run --quick` does, with the seed \
      of the stored result.

      Exact figures fail on any growth beyond the tolerance: bytes of structures and files, numbers \
      of nodes, allocations per query. Answers must be the same, and nothing exact may be missing. \
      Latencies are compared in terms of the time in which the baseline row of their own run locates \
      a prefix, and fail only beyond a wide factor: one number of a shared machine proves nothing.

      Instructions a query fail on growth by more than 1 %. Valgrind counts them, so it must be \
      installed if the stored result has them; those of another compiler, allocator or instruction \
      set are not compared, and the report says so.

      Exit status: 0 if nothing is worse, 1 if something is, 2 if there is nothing to compare (a \
      file is missing or damaged, of an interrupted run, or about other data or queries; or this \
      program fails while it is measured, by a wrong answer for instance), 64 for wrong arguments, \
      130 after Ctrl-C.
      """)

  /// The status of a comparison that could not be made.
  static let incomparable = ExitCode(2)

  @Argument(help: ArgumentHelp("The stored result to compare with.", valueName: "baseline"))
  var baseline: String

  @Argument(
    help: ArgumentHelp(
      "The result to judge; without it, this program is measured.", valueName: "current"))
  var current: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How much exact figures may grow, in percent.", valueName: "percent"))
  var tolerance = 0.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The factor by which a latency may grow, in terms of the baseline row.",
      valueName: "factor"))
  var latencyFactor = 3.0

  @Flag(help: "Do not fail if instructions cannot be counted, for want of valgrind.")
  var withoutInstructions = false

  @Flag(help: "Print the figures that did not change, too.")
  var all = false

  func validate() throws {
    guard (0...1_000).contains(tolerance) else {
      throw ValidationError("--tolerance takes percent from 0 to 1000, not \(tolerance).")
    }
    guard (1...1_000).contains(latencyFactor) else {
      throw ValidationError("--latency-factor takes a factor from 1 to 1000, not \(latencyFactor).")
    }
  }

  func run() async throws {
    let comparison: Comparison
    do {
      let baseline = try BenchmarkResult(contentsOf: URL(filePath: baseline))
      comparison = try Comparison(
        try current.map { try BenchmarkResult(contentsOf: URL(filePath: $0)) }
          ?? measure(like: baseline),
        with: baseline,
        limits: Comparison.Limits(
          tolerance: tolerance / 100, latencyFactor: latencyFactor,
          needsInstructions: !withoutInstructions))
    } catch let exit as ExitCode {
      throw exit
    } catch {
      let reason = (error as? BenchFailure)?.description ?? error.localizedDescription
      FileHandle.standardError.write(Data("Error: \(reason)\n".utf8))
      throw Self.incomparable
    }
    try StandardOutput.print(ComparisonReport(comparison, showsAll: all).text)
    if comparison.isWorse { throw ExitCode(1) }
  }

  /// Measures this build with the queries of `baseline`, as far as a quick run goes.
  private func measure(like baseline: BenchmarkResult) throws -> BenchmarkResult {
    try FitBuild.check()
    let interruption = Interruption()
    let names = baseline.subjects.map(\.name)
    let workloads = baseline.workloads.map(\.name)
    let namesOfAll = baseline.names?.workloads.map(\.name) ?? []
    let plan = RunPlan(
      extent: .quick, processCount: Extent.quick.processCount, seed: baseline.method.seed,
      subjects: SubjectEntry.all.filter { names.contains($0.name) },
      workloads: Extent.quick.workloads.filter { workloads.contains($0.name) },
      nameWorkloads: Extent.nameWorkloads.filter { namesOfAll.contains($0.name) },
      measuresScale: false)
    guard !plan.subjects.isEmpty, !plan.workloads.isEmpty else {
      throw BenchFailure("This program knows none of the subjects or workloads of the baseline.")
    }
    let result = try BenchmarkRun(plan, interruption: interruption).result()
    guard let result, !interruption.isInterrupted else {
      throw ExitCode(Interruption.exitCode)
    }
    return result
  }
}
