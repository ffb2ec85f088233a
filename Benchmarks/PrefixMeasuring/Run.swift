import CitySearch
import Foundation
package import PrefixSearch
import SystemFiles

/// The steps of a run, their order, and about how long each takes.
package struct RunPlan: Sendable {
  package var dataset = Dataset.shipped
  package var extent: Extent
  package var processCount: Int
  package var seed: UInt64
  package var subjects: [SubjectEntry]
  /// The names of subjects that need other data.
  package var unsuitable: [String] = []
  package var workloads: [WorkloadEntry]
  package var nameWorkloads: [WorkloadEntry] = []

  package init(
    dataset: Dataset = .shipped, extent: Extent, processCount: Int, seed: UInt64,
    subjects: [SubjectEntry], unsuitable: [String] = [], workloads: [WorkloadEntry],
    nameWorkloads: [WorkloadEntry] = []
  ) {
    (self.dataset, self.extent, self.processCount) = (dataset, extent, processCount)
    (self.seed, self.subjects, self.unsuitable) = (seed, subjects, unsuitable)
    (self.workloads, self.nameWorkloads) = (workloads, nameWorkloads)
  }
}

extension RunPlan {
  /// A job with its description.
  package struct Step {
    /// The line of progress while it runs.
    package var title: String
    /// About how long it takes, in seconds on a machine of 2024; only the proportions matter.
    package var weight: Double
    package var job: any Job
    /// The program in another language that has this process for itself.
    ///
    /// If the process dies or the program refuses the keys, the run continues without it.
    package var program: String?
    /// Whether the run continues without these figures if a signal ends the process.
    package var isOptional = false
  }

  /// The engines and the baseline, which are built in processes of this program and measured side by side.
  private var built: [SubjectEntry] { subjects.filter { $0.program == nil } }

  /// All workloads of the run, without repetitions.
  package var allWorkloads: [WorkloadEntry] {
    let known = Set(workloads.map(\.name))
    return workloads + nameWorkloads.filter { !known.contains($0.name) }
  }

  /// Leaves out all workloads but those with these names, and returns the names of what is left out.
  package mutating func leaveOut(workloadsBeside known: Set<String>) -> [String] {
    let empty = allWorkloads.map(\.name).filter { !known.contains($0) }
    workloads.removeAll { empty.contains($0.name) }
    nameWorkloads.removeAll { empty.contains($0.name) }
    return empty
  }

  /// Leaves out the subjects that would take more than a quarter of the memory, since each process also has
  /// the data and other subjects; returns one sentence for each.
  package mutating func leaveOut(tooLargeOver keys: SortedKeys, memory: Int) -> [String] {
    let estimates = subjects.map { (entry: $0, bytes: $0.peakEstimate(keys)) }
    subjects = estimates.filter { $0.bytes <= memory / 4 }.map(\.entry)
    return estimates.filter { $0.bytes > memory / 4 }.map { entry, bytes in
      "Left out: \(entry.name), which takes about \((Double(bytes) / 1e9).rounded(decimals: 1)) GB "
        + "over these keys."
    }
  }

  /// All jobs: the exact figures of memory, then the timed ones by process, in random order.
  package func steps(in folder: RunFolder) -> [Step] {
    var generator = SplitMix64(seed: seed)
    let counted =
      extent == .engines ? [] : measures(Extent.countedMeasures(of: workloads[0].name))
    var steps = built.map { subject in
      Step(
        title: "memory of \(subject.name)", weight: 1.2,
        job: MemoryJob(
          dataset: dataset, subject: subject.name, workloads: folder.workloads, measures: counted))
    }
    for process in 1...processCount {
      steps += timedSteps(in: folder, isFirst: process == 1, using: &generator).map { step in
        var step = step
        step.title += ", process \(process) of \(processCount)"
        return step
      }
    }
    if measuresFile {
      let job = FileBuildJob(dataset: dataset, output: folder.gazetteer, countsAllocations: true)
      steps.append(Step(title: "memory of making the gazetteer file", weight: 1, job: job))
    }
    if extent != .engines, let cases = dataset.qualityCases {
      let job = QualityJob(
        dataset: dataset, cases: cases, gazetteer: measuresFile ? folder.gazetteer : nil)
      steps.append(Step(title: "quality of answers", weight: 3, job: job))
    }
    if measuresFile, Callgrind() != nil {
      let job = CallgrindJob(
        gazetteer: folder.gazetteer, workloads: folder.workloads,
        measures: Measure.countedInstructions(
          of: workloads[0].name, names: nameWorkloads.map(\.name)),
        counts: folder.instructions)
      // The emulator may not know all instructions of the processor, and then ends the process.
      steps.append(Step(title: "instructions a query", weight: 10, job: job, isOptional: true))
    }
    return steps
  }

  /// The steps that each process of the run repeats.
  private func timedSteps(
    in folder: RunFolder, isFirst: Bool, using generator: inout SplitMix64
  ) -> [Step] {
    var plan = extent.plan(for: workloads.map(\.name))
    plan.measures = measures(plan.measures)
    let engines = LatencyJob(
      dataset: dataset, subjects: built.map(\.name), workloads: folder.workloads, plan: plan,
      seed: generator.next(), checksAgainstScan: isFirst)
    let weight = 2.5 + Double(plan.measures.count * built.count) * 0.04
    var steps = [Step(title: "latencies", weight: weight, job: engines)]
    steps += subjects.compactMap { entry in
      entry.program.map { file in
        Step(
          title: "the program \(entry.name)", weight: 3,
          job: ProgramJob(
            dataset: dataset, name: entry.name, file: file, workloads: folder.workloads, plan: plan),
          program: entry.name)
      }
    }
    steps.shuffle(using: &generator)
    if measuresFile { steps += fileSteps(in: folder) }
    return steps + namesSteps(in: folder, seed: generator.next())
  }

  /// Whether to measure the gazetteer file, which holds cities and a radix tree.
  package var measuresFile: Bool {
    extent != .engines && dataset.form != .keys
      && subjects.contains { $0.name == Engine.radixTree.rawValue }
  }

  /// The measures that apply to these data.
  private func measures(_ measures: [Measure]) -> [Measure] {
    dataset.form == .keys ? measures.compactMap(\.overKeys).uniqued() : measures
  }

  /// Makes the file in one process, and opens it in another.
  private func fileSteps(in folder: RunFolder) -> [Step] {
    let build = FileBuildJob(dataset: dataset, output: folder.gazetteer)
    let open = FileOpenJob(
      file: folder.gazetteer, workloads: folder.workloads, workload: workloads[0].name)
    return [
      Step(title: "making the gazetteer file", weight: 0.9, job: build),
      Step(title: "opening the gazetteer file", weight: 0.4, job: open),
    ]
  }

  /// The search over all names, which loads its cities from the file if there is one.
  private func namesSteps(in folder: RunFolder, seed: UInt64) -> [Step] {
    // The pointer trie of all names takes half a gigabyte.
    let wanted = extent == .quick ? [Engine.radixTree] : [.radixTree, .sortedArray]
    let engines = wanted.map(\.rawValue).filter { name in
      subjects.contains { $0.name == name }
    }
    guard dataset.form != .keys, !engines.isEmpty, !nameWorkloads.isEmpty else { return [] }
    let plan = extent.planForNames(nameWorkloads.map(\.name))
    let job = NamesJob(
      dataset: dataset, engines: engines, gazetteer: measuresFile ? folder.gazetteer : nil,
      workloads: folder.workloads, unitWorkload: workloads[0].name, plan: plan, seed: seed)
    let weight = 3 + Double(engines.count * plan.measures.count) * 0.3
    return [Step(title: "search over all names", weight: weight, job: job)]
  }
}

/// A run: makes the workloads, runs every job in a process of its own, and collects the figures.
package struct BenchmarkRun {
  package let plan: RunPlan
  package let interruption: Interruption
  private let progress = Progress()

  package init(plan: RunPlan, interruption: Interruption) {
    (self.plan, self.interruption) = (plan, interruption)
  }

  /// Runs all jobs.
  ///
  /// The result of an interrupted run has the figures that were finished; it is `nil` if there are none.
  /// A job that fails ends the run, except for optional ones, and those of programs that do not take part.
  package func result() throws -> RunRecord? {
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
  package let weights: [Double]
  package var start = MonotonicClock.now
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
  package var remark: String {
    let seconds = Int(secondsLeft(at: MonotonicClock.now).rounded(.up))
    return seconds < 100 ? ", about \(seconds) s left" : ", about \((seconds + 59) / 60) min left"
  }
}
