import CitySearch
import Foundation
import PrefixSearch

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
  /// - Throws: `BenchFailure` if a job failed, but for one of growth that took too much memory, and
  ///   those of rivals that cannot be built over the data.
  func result() throws -> BenchmarkResult? {
    defer { progress.clear() }
    let date = Date.now
    let folder = try RunFolder()
    interruption.watch(folder: folder)
    defer {
      interruption.watch(folder: nil)
      folder.remove()
    }
    progress.show("making the queries")
    var plan = plan
    plan.dataset = try plan.dataset.readable(copyingTo: folder.data)
    let (data, workloads) = try contents(of: &plan)
    let empty = plan.leaveOut(workloadsBeside: Set(workloads.map(\.name)))
    if !empty.isEmpty {
      progress.remark(
        "Left out, since nothing in these data makes such queries: "
          + "\(empty.joined(separator: ", ")).")
    }
    if !plan.unsuitable.isEmpty {
      progress.remark(
        "Left out, since they search names of cities: "
          + "\(plan.unsuitable.joined(separator: ", ")).")
    }
    guard !plan.workloads.isEmpty else { throw BenchFailure("There are no queries to ask.") }
    try folder.write(workloads)
    var assembly = ResultAssembly(plan: plan, data: data, workloads: workloads, date: date)

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
        let outcome = try outcome(of: step, by: worker)
        if case .leftOut(let rival) = outcome { progress.remark("Left out: \(rival)") }
        try assembly.add(outcome)
        estimate.finishStep()
      }
    } catch is CancellationError {
      return assembly.result(isComplete: false)
    }
    return assembly.result(isComplete: true)
  }

  /// Loads the data with what queries are made of.
  ///
  /// - Throws: What is wrong with them, in words that name the pipe and not the copy of its content.
  private func records(of dataset: Dataset) throws -> Records {
    guard dataset.form != .keys else { return try dataset.records() }
    do {
      return .cities(try dataset.ownNames(withRegions: true))
    } catch let error as GazetteerError where plan.dataset.file != dataset.file {
      throw BenchFailure(error.description.replacing(dataset.file.path, with: dataset.name))
    }
  }

  /// Loads the data once, to describe them and to make queries of them; workloads without any are not
  /// returned, and subjects that are too large are left out.
  private func contents(
    of plan: inout RunPlan
  ) throws -> (data: BenchmarkResult.DataSet, workloads: [Workload]) {
    let dataset = plan.dataset
    let records = try records(of: dataset)
    let keys = try records.sortedKeys()
    for sentence in plan.leaveOut(
      tooLargeOver: keys, memory: MachineDescription.availableMemory)
    {
      progress.remark(sentence)
    }
    let source = QueryMaker(
      records, keys: keys, otherNames: dataset.otherNames, count: Extent.queryCount)
    return (
      try BenchmarkResult.DataSet(dataset, holding: records, keys: keys),
      try plan.allWorkloads.map { try $0.workload(from: source, seed: plan.seed) }
        .filter { !$0.texts.isEmpty }
    )
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
      if let rival = step.job.rival {
        return .leftOut(Unbuildable(subject: rival, reason: death.description))
      }
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

extension BenchmarkResult.DataSet {
  /// What a result says of a dataset.
  ///
  /// - Throws: What Foundation throws if the file is gone.
  fileprivate init(_ dataset: Dataset, holding records: Records, keys: SortedKeys) throws {
    var digest = SHA256()
    digest.update(try Data(contentsOf: dataset.file, options: .alwaysMapped).span)
    self.init(
      file: dataset.name, sha256: digest.hexDigest, distinctKeyCount: keys.distinctCount)
    switch records {
    case .cities(let gazetteer): cityCount = gazetteer.count
    case .keys(let lines): (keyCount, emptyLineCount) = (lines.count, lines.emptyCount)
    }
  }
}
