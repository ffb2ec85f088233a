import CitySearch
import PrefixSearch

/// What a run does, in which order, and about how long each part takes.
struct RunPlan: Sendable {
  var dataset = Dataset.shipped
  var extent: Extent
  var processCount: Int
  /// How often each process replays the queries; `nil` for what the extent says.
  var rounds: Int?
  var seed: UInt64
  var subjects: [SubjectEntry]
  /// The names of subjects that would take part if the data were others.
  var unsuitable: [String] = []
  var workloads: [WorkloadEntry]
  /// The workloads of the search over all names.
  var nameWorkloads: [WorkloadEntry] = []
  /// Whether to measure data of several sizes, too.
  var measuresScale: Bool
}

extension SubjectEntry {
  /// Whether growth is measured up to this size.
  ///
  /// Rivals stop at the alternate names, and scans at the cities: what they take for more is known
  /// beforehand, and long. One that answers another question has nothing to be compared with.
  fileprivate func takesPart(at size: ScaleSize) -> Bool {
    guard program == nil else { return false }
    guard role == .rival else { return true }
    let largest: ScaleSize = isSlow ? .allCities : .alternateNames
    return anotherQuestion == nil && size.approximateCount <= largest.approximateCount
  }
}

extension RunPlan {
  /// A job and what is known about it beforehand.
  struct Step {
    /// What to show while it runs.
    var title: String
    /// About how long it takes, in seconds on a machine of 2024; only the proportions matter.
    var weight: Double
    var job: Job
  }

  /// The subjects that are measured side by side, in the same processes: engines and baseline.
  ///
  /// Rivals, which may be larger or slower by orders of magnitude, have processes of their own.
  private var groups: [[SubjectEntry]] {
    let (rivals, own) = (
      subjects.filter { $0.role == .rival }, subjects.filter { $0.role != .rival }
    )
    return [own].filter { !$0.isEmpty } + rivals.map { [$0] }
  }

  /// What all processes together replay, each once.
  var allWorkloads: [WorkloadEntry] {
    let known = Set(workloads.map(\.name))
    return workloads + nameWorkloads.filter { !known.contains($0.name) }
  }

  /// Leaves out the workloads that have no queries.
  ///
  /// - Parameter known: The names of those that have.
  /// - Returns: The names of those that are left out.
  mutating func leaveOut(workloadsBeside known: Set<String>) -> [String] {
    let empty = allWorkloads.map(\.name).filter { !known.contains($0) }
    workloads.removeAll { empty.contains($0.name) }
    nameWorkloads.removeAll { empty.contains($0.name) }
    return empty
  }

  /// Leaves out the subjects that would take more than a quarter of the memory there is: each process has
  /// the data and other subjects in it, too.
  ///
  /// - Returns: One sentence for each.
  mutating func leaveOut(tooLargeOver keys: SortedKeys, memory: Int) -> [String] {
    let estimates = subjects.map { (entry: $0, bytes: $0.peakEstimate(keys)) }
    subjects = estimates.filter { $0.bytes <= memory / 4 }.map(\.entry)
    return estimates.filter { $0.bytes > memory / 4 }.map { entry, bytes in
      "Left out: \(entry.name), which takes about \((Double(bytes) / 1e9).rounded(decimals: 1)) GB "
        + "over these keys."
    }
  }

  /// All jobs: first those that everything else is compared with, then by kind, in random order.
  func steps(in folder: RunFolder) -> [Step] {
    var generator = SplitMix64(seed: seed)
    var plan = extent.plan(for: workloads.map(\.name))
    if let rounds { plan.rounds = rounds }
    var tablePlan = plan.forTable(of: workloads[0].name)
    plan.measures = measures(plan.measures)
    tablePlan.measures = measures(tablePlan.measures)
    func latencyPlan(of entry: SubjectEntry) -> LatencyPlan {
      entry.isSlow || entry.role == .rival && extent != .full ? tablePlan : plan
    }
    var steps: [Step] = []
    for process in 0..<processCount {
      let remark = ", process \(process + 1) of \(processCount)"
      for group in groups.shuffled(using: &generator) {
        let plan = latencyPlan(of: group[0])
        if let file = group[0].program {
          let job = ProgramJob(
            dataset: dataset, name: group[0].name, file: file, workloads: folder.workloads,
            plan: plan)
          steps.append(
            Step(title: "the program \(job.name)\(remark)", weight: 3, job: .program(job)))
          continue
        }
        let job = LatencyJob(
          dataset: dataset, subjects: group.map(\.name), workloads: folder.workloads, plan: plan,
          seed: generator.next(), checksAgainstScan: process == 0 && group[0].role != .rival)
        steps.append(
          Step(
            title: "latencies\(remark)",
            weight: 2.5 + Double(plan.measures.count) * Double(group.count) * 0.04,
            job: .latency(job)))
      }
      for subject in subjects.shuffled(using: &generator) where subject.program == nil {
        steps.append(
          Step(
            title: "cold start of \(subject.name)\(remark)",
            weight: 0.9,
            job: .start(
              StartJob(dataset: dataset, subject: subject.name, query: firstQuery))))
      }
      if measuresFile { steps += fileSteps(in: folder, remark: remark) }
      steps += namesSteps(in: folder, seed: generator.next(), remark: remark)
    }
    let counted = measures(Extent.countedMeasures(of: workloads[0].name))
    for subject in subjects where subject.program == nil {
      let job = MemoryJob(
        dataset: dataset, subject: subject.name, workloads: folder.workloads, measures: counted)
      steps.append(Step(title: "memory of \(subject.name)", weight: 1.2, job: .memory(job)))
    }
    if measuresFile {
      let job = FileBuildJob(
        dataset: dataset, output: folder.gazetteer, countsAllocations: true)
      steps.append(
        Step(title: "memory of making the gazetteer file", weight: 1, job: .fileBuild(job)))
    }
    if let cases = dataset.qualityCases {
      let job = QualityJob(
        dataset: dataset, cases: cases, gazetteer: measuresFile ? folder.gazetteer : nil)
      steps.append(Step(title: "quality of answers", weight: 3, job: .quality(job)))
    }
    if measuresFile, Callgrind() != nil {
      let job = InstructionsJob(
        gazetteer: folder.gazetteer, workloads: folder.workloads,
        measures: Measure.countedInstructions(
          of: workloads[0].name, names: nameWorkloads.map(\.name)),
        counts: folder.instructions)
      steps.append(Step(title: "instructions a query", weight: 10, job: .instructions(job)))
    }
    return steps + scaleSteps
  }

  /// Whether to measure the gazetteer file, which holds cities and a radix tree.
  var measuresFile: Bool {
    dataset.form != .keys && subjects.contains { $0.name == Engine.radixTree.rawValue }
  }

  /// Of what is measured of cities, what is measured of these data.
  private func measures(_ measures: [Measure]) -> [Measure] {
    dataset.form == .keys ? measures.compactMap(\.overKeys).uniqued() : measures
  }

  /// What is asked at a cold start; every key begins with nothing.
  private var firstQuery: String { dataset.form == .keys ? "" : "san" }

  /// Makes the file in one process, and opens it in another.
  private func fileSteps(in folder: RunFolder, remark: String) -> [Step] {
    let build = FileBuildJob(dataset: dataset, output: folder.gazetteer)
    let open = FileOpenJob(
      file: folder.gazetteer, workloads: folder.workloads, workload: workloads[0].name)
    return [
      Step(title: "making the gazetteer file\(remark)", weight: 0.9, job: .fileBuild(build)),
      Step(title: "opening the gazetteer file\(remark)", weight: 0.4, job: .fileOpen(open)),
    ]
  }

  /// Asks the search over all names, which takes its cities from the file if there is one.
  private func namesSteps(in folder: RunFolder, seed: UInt64, remark: String) -> [Step] {
    let engines = Engine.allCases.map(\.rawValue).filter { name in
      subjects.contains { $0.name == name } && extent.engines.contains(name)
    }
    guard dataset.form != .keys, !engines.isEmpty, !nameWorkloads.isEmpty else { return [] }
    var plan = extent.planForNames(nameWorkloads.map(\.name))
    if let rounds { plan.rounds = rounds }
    let job = NamesJob(
      dataset: dataset, engines: engines, gazetteer: measuresFile ? folder.gazetteer : nil,
      workloads: folder.workloads, unitWorkload: workloads[0].name, plan: plan, seed: seed)
    return [
      Step(
        title: "search over all names\(remark)",
        weight: 3 + Double(engines.count * plan.measures.count) * 0.3, job: .names(job))
    ]
  }

  private var scaleSteps: [Step] {
    guard measuresScale else { return [] }
    return ScaleSize.allCases.flatMap { size in
      subjects.filter { $0.takesPart(at: size) }.map { subject in
        Step(
          title: "\(subject.name) over \(size.rawValue)",
          weight: 1 + Double(size.approximateCount) / 400_000,
          job: .scale(ScaleJob(subject: subject.name, size: size, seed: seed)))
      }
    }
  }
}
