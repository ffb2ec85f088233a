import CitySearch
import PrefixSearch

/// The steps of a run, their order, and about how long each takes.
struct RunPlan: Sendable {
  var dataset = Dataset.shipped
  var extent: Extent
  var processCount: Int
  var seed: UInt64
  var subjects: [SubjectEntry]
  /// The names of subjects that need other data.
  var unsuitable: [String] = []
  var workloads: [WorkloadEntry]
  var nameWorkloads: [WorkloadEntry] = []
}

extension RunPlan {
  /// A job with its description.
  struct Step {
    /// The line of progress while it runs.
    var title: String
    /// About how long it takes, in seconds on a machine of 2024; only the proportions matter.
    var weight: Double
    var job: any Job
    /// The program in another language that has this process for itself.
    ///
    /// If the process dies or the program refuses the keys, the run continues without it.
    var program: String?
    /// Whether the run continues without these figures if a signal ends the process.
    var isOptional = false
  }

  /// The engines and the baseline, which are built in processes of this program and measured side by side.
  private var built: [SubjectEntry] { subjects.filter { $0.program == nil } }

  /// All workloads of the run, without repetitions.
  var allWorkloads: [WorkloadEntry] {
    let known = Set(workloads.map(\.name))
    return workloads + nameWorkloads.filter { !known.contains($0.name) }
  }

  /// Leaves out all workloads but those with these names, and returns the names of what is left out.
  mutating func leaveOut(workloadsBeside known: Set<String>) -> [String] {
    let empty = allWorkloads.map(\.name).filter { !known.contains($0) }
    workloads.removeAll { empty.contains($0.name) }
    nameWorkloads.removeAll { empty.contains($0.name) }
    return empty
  }

  /// Leaves out the subjects that would take more than a quarter of the memory, since each process also has
  /// the data and other subjects; returns one sentence for each.
  mutating func leaveOut(tooLargeOver keys: SortedKeys, memory: Int) -> [String] {
    let estimates = subjects.map { (entry: $0, bytes: $0.peakEstimate(keys)) }
    subjects = estimates.filter { $0.bytes <= memory / 4 }.map(\.entry)
    return estimates.filter { $0.bytes > memory / 4 }.map { entry, bytes in
      "Left out: \(entry.name), which takes about \((Double(bytes) / 1e9).rounded(decimals: 1)) GB "
        + "over these keys."
    }
  }

  /// All jobs: the exact figures of memory, then the timed ones by process, in random order.
  func steps(in folder: RunFolder) -> [Step] {
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
  var measuresFile: Bool {
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
