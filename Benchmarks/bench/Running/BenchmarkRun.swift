import CitySearch
import Fixtures
import Foundation

/// A run from beginning to end: makes the workloads, runs every job in a process of its own, and
/// puts the outcomes together.
struct BenchmarkRun {
  let plan: RunPlan
  let interruption: Interruption
  private let progress = Progress()

  init(_ plan: RunPlan, interruption: Interruption) {
    self.plan = plan
    self.interruption = interruption
  }

  /// Runs all jobs.
  ///
  /// - Returns: The result; of a run that was interrupted, what was finished, or `nil` if that is
  ///   nothing.
  /// - Throws: `BenchFailure` if a job failed, but for one of growth that took too much memory.
  func result() throws -> BenchmarkResult? {
    defer { progress.clear() }
    let date = Date.now
    progress.show("making the queries")
    let gazetteer = try Gazetteer.shippedOwnNames(withRegions: true)
    let source = QueryMaker(gazetteer, file: Fixtures.cities, count: Extent.queryCount)
    let workloads = try plan.allWorkloads.map { try $0.workload(from: source, seed: plan.seed) }
    let folder = try RunFolder(workloads)
    interruption.watch(folder: folder)
    defer {
      interruption.watch(folder: nil)
      folder.remove()
    }
    var assembly = ResultAssembly(plan: plan, workloads: workloads, date: date)

    if plan.measuresFile, Callgrind() == nil { progress.remark(Callgrind.absence) }
    let steps = plan.steps(in: folder)
    var estimate = TimeEstimate(weights: steps.map(\.weight))
    let worker = WorkerProcess(interruption: interruption)
    do {
      for step in steps {
        guard assembly.canRun(step.job) else {
          estimate.finishStep()
          continue
        }
        progress.show("\(step.title)\(estimate.remark)")
        try assembly.add(try outcome(of: step, by: worker))
        estimate.finishStep()
      }
    } catch is CancellationError {
      return try assembly.result(isComplete: false)
    }
    return try assembly.result(isComplete: true)
  }

  /// Runs the job of a step.
  ///
  /// A subject that does not live through data of one size is left out there and at larger ones, as it
  /// would be if that had been known: the rest of a long run should not be lost for it.
  private func outcome(
    of step: RunPlan.Step, by worker: WorkerProcess
  ) throws -> JobOutcome {
    do {
      let outcome = try worker.run(step.job)
      guard case .instructions(let job) = step.job, case .instructions(let found) = outcome else {
        return outcome
      }
      return .instructions(try found.counted(in: job.counts))
    } catch let death as WorkerProcess.Death {
      switch step.job {
      case .scale(let job):
        progress.remark("Left out: \(step.title). \(death)")
        return .scale(ScaleOutcome(subject: job.subject))
      case .instructions:
        // An emulator may know less than the processor.
        progress.remark("Left out: \(step.title). \(death)")
        return .instructions(InstructionsOutcome(stages: []))
      default: throw BenchFailure(death.description)
      }
    }
  }
}
