import CitySearch
import Foundation
import PrefixSearch
import SystemFiles

/// A run: makes the workloads, runs every job in a process of its own, and collects the figures.
struct BenchmarkRun {
  let plan: RunPlan
  let interruption: Interruption
  private let progress = Progress()

  /// Runs all jobs.
  ///
  /// The result of an interrupted run has the figures that were finished; it is `nil` if there are none.
  /// A job that fails ends the run, except for optional ones, and those of programs that do not take part.
  func result() throws -> RunRecord? {
    defer { progress.clear() }
    let date = Date.now
    let folder = try RunFolder(watchedBy: interruption)
    defer { folder.remove() }
    progress.show("making the queries")
    var plan = plan
    plan.dataset = try plan.dataset.readable(copyingTo: folder.data)
    let (data, workloads) = try contents(of: &plan)
    remarkOnLeftOut(of: &plan, beside: workloads)
    guard !plan.workloads.isEmpty else { throw BenchFailure("There are no queries to ask.") }
    try folder.write(workloads)

    var header = RunHeader(
      machine: MachineDescription.current, build: BuildDescription.current, data: data,
      method: RunHeader.Method(
        date: date.formatted(.iso8601), extent: plan.extent.rawValue, seed: plan.seed,
        processCount: plan.processCount, coldBufferByteCount: CacheWalk.byteCount,
        emulator: plan.measuresFile ? Callgrind()?.version : nil, isComplete: true),
      workloads: workloads.map(\.description), subjects: [])
    var figures = FigureList()
    do {
      try run(plan.steps(in: folder), into: &figures)
    } catch is CancellationError {
      header.method.isComplete = false
    }
    let measured = Set(figures.rows.filter { $0.key.quantity == .latency }.map(\.key.subject))
    header.subjects = plan.subjects.map(\.description).filter { measured.contains($0.name) }
    return header.subjects.isEmpty ? nil : RunRecord(header: header, figures: figures)
  }

  /// Runs one step after the other.
  ///
  /// A program whose process dies is left out of the rest of the run, so that a long run is not lost.
  private func run(_ steps: [RunPlan.Step], into figures: inout FigureList) throws {
    var estimate = TimeEstimate(weights: steps.map(\.weight))
    let worker = WorkerProcess(interruption: interruption)
    var leftOut: Set<String> = []
    for step in steps {
      defer { estimate.finished += 1 }
      guard step.program.map({ !leftOut.contains($0) }) ?? true else { continue }
      progress.show("\(step.title)\(estimate.remark)")
      do {
        try figures.merge(worker.run(step.job))
      } catch let different as FigureList.DifferentAnswer {
        throw BenchFailure(
          "\(step.title): the answers differ from those of earlier processes (\(different.key.name))."
        )
      } catch let unbuildable as Unbuildable {
        progress.remark("Left out: \(unbuildable)")
        leftOut.insert(unbuildable.subject)
      } catch let death as WorkerProcess.Death {
        if let program = step.program {
          progress.remark("Left out: \(program): \(death)")
          leftOut.insert(program)
        } else if step.isOptional {
          progress.remark("Left out: \(step.title). \(death)")
        } else {
          throw BenchFailure(death.description)
        }
      }
    }
  }

  /// Reports the subjects and workloads that are not measured, with reasons.
  private func remarkOnLeftOut(of plan: inout RunPlan, beside workloads: [Workload]) {
    let empty = plan.leaveOut(workloadsBeside: Set(workloads.map(\.name)))
    if !empty.isEmpty {
      progress.remark(
        "Left out, since these data yield no such queries: "
          + "\(empty.joined(separator: ", ")).")
    }
    if !plan.unsuitable.isEmpty {
      progress.remark(
        "Left out, since they search names of cities: "
          + "\(plan.unsuitable.joined(separator: ", ")).")
    }
    if plan.measuresFile, Callgrind() == nil { progress.remark(Callgrind.absence) }
  }

  /// Loads the data from which queries are made.
  ///
  /// If they came through a pipe, errors name the pipe, and not the copy of its content.
  private func records(of dataset: Dataset) throws -> Records {
    guard dataset.form != .keys else { return try dataset.records() }
    do {
      return .cities(try dataset.ownNames(withRegions: true))
    } catch let error as GazetteerError where plan.dataset.file != dataset.file {
      throw BenchFailure(error.description.replacing(dataset.file.path, with: dataset.name))
    }
  }

  /// Loads the data once, to describe them and to make queries from them.
  ///
  /// Workloads without a query are not returned, and the plan loses the subjects that are too large.
  private func contents(
    of plan: inout RunPlan
  ) throws -> (data: RunHeader.DataSet, workloads: [Workload]) {
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
      try RunHeader.DataSet(dataset, holding: records, keys: keys),
      try plan.allWorkloads.map { try $0.workload(from: source, seed: plan.seed) }
        .filter { !$0.texts.isEmpty }
    )
  }
}

extension RunHeader.DataSet {
  fileprivate init(_ dataset: Dataset, holding records: Records, keys: SortedKeys) throws {
    func digest(_ file: URL) throws -> String {
      var digest = SHA256()
      digest.update(try Data(contentsOf: file, options: .alwaysMapped).span)
      return digest.hexDigest
    }
    self.init(
      file: dataset.name, sha256: try digest(dataset.file), count: records.count,
      distinctKeyCount: keys.distinctCount)
    if case .keys(let lines) = records { (isOfKeys, emptyLineCount) = (true, lines.emptyCount) }
    cases = try dataset.qualityCases.map { file in
      Cases(
        file: file.lastPathComponent, sha256: try digest(file),
        count: try QualityCase.all(in: file).count)
    }
  }
}

/// Estimates the remaining time of a run from the weights of its steps and the time so far.
package struct TimeEstimate {
  let weights: [Double]
  var start = MonotonicClock.now
  /// The number of finished steps.
  package var finished = 0

  package init(weights: [Double], start: UInt64 = MonotonicClock.now, finished: Int = 0) {
    self.weights = weights
    self.start = start
    self.finished = finished
  }

  /// The seconds left at `now`, by the speed of the finished steps; before the first one is finished, by
  /// the weights alone.
  package func secondsLeft(at now: UInt64) -> Double {
    let done = weights.prefix(finished).reduce(0, +)
    let left = weights.dropFirst(finished).reduce(0, +)
    guard done > 0 else { return left }
    return Double(now - start) / 1e9 / done * left
  }

  /// The estimate for a line of progress: ", about 40 s left".
  var remark: String {
    let seconds = Int(secondsLeft(at: MonotonicClock.now).rounded(.up))
    return seconds < 100 ? ", about \(seconds) s left" : ", about \((seconds + 59) / 60) min left"
  }
}
