import CitySearch
import Foundation

/// Collects the outcomes of jobs, and makes a result of those that are there.
struct ResultAssembly {
  private let plan: RunPlan
  private let data: BenchmarkResult.DataSet
  private let workloads: [Workload]
  private let date: Date
  /// The rivals that could not be built.
  private var leftOut: Set<String> = []
  private var latencies: [LatencyOutcome] = []
  private var memory: [MemoryOutcome] = []
  private var starts: [StartOutcome] = []
  private var scale: [ScaleOutcome] = []
  private var built: [FileBuildOutcome] = []
  private var opened: [FileOpenOutcome] = []
  private var names: [NamesOutcome] = []
  private var quality: QualityReport?
  private var instructions: InstructionsOutcome?
  private var checksums: [BenchmarkResult.AnswerChecksum] = []

  init(plan: RunPlan, data: BenchmarkResult.DataSet, workloads: [Workload], date: Date) {
    self.plan = plan
    self.data = data
    self.workloads = workloads
    self.date = date
  }

  /// Adds what a process found out.
  ///
  /// - Throws: `BenchFailure` if two processes had other answers to the same queries.
  mutating func add(_ outcome: JobOutcome) throws {
    switch outcome {
    case .latency(let outcome):
      for checksum in outcome.checksums { try check(checksum) }
      latencies.append(outcome)
    case .memory(let outcome): memory.append(outcome)
    case .start(let outcome):
      let known = starts.lazy.compactMap(\.checksum).first
      guard known == nil || outcome.checksum == nil || outcome.checksum == known else {
        throw BenchFailure("\(outcome.subject) gave another first result than the subjects before.")
      }
      starts.append(outcome)
    case .scale(let outcome):
      try checkAnswers(of: outcome)
      scale.append(outcome)
    case .fileBuild(let outcome): built.append(outcome)
    case .fileOpen(let outcome):
      try check(outcome.checksum)
      opened.append(outcome)
    case .names(let outcome):
      guard names.first.map({ $0.checksums == outcome.checksums }) ?? true else {
        throw BenchFailure("Two processes had different answers of the search over all names.")
      }
      names.append(outcome)
    case .quality(let report): quality = report
    case .instructions(let outcome): instructions = outcome
    case .leftOut(let unbuildable): leftOut.insert(unbuildable.subject)
    }
  }

  /// Compares a checksum with that of an earlier process, if there was one.
  private mutating func check(_ checksum: BenchmarkResult.AnswerChecksum) throws {
    guard let known = checksums.first(where: { $0.measure == checksum.measure }) else {
      checksums.append(checksum)
      return
    }
    guard known == checksum else {
      throw BenchFailure("Two processes had different answers (\(checksum.measure)).")
    }
  }

  /// Compares the answers over data of one size with those of the subjects before.
  private func checkAnswers(of outcome: ScaleOutcome) throws {
    guard let point = outcome.point else { return }
    for other in scale where other.point?.name == point.name {
      for known in other.point?.checksums ?? [] {
        let same = point.checksums?.first {
          $0.stage == known.stage && $0.queryCount == known.queryCount
        }
        guard same == nil || same == known else {
          throw BenchFailure(
            "\(outcome.subject) and \(other.subject) had different answers over \(point.name) "
              + "(\(known.stage)).")
        }
      }
    }
  }

  /// How long building may take, in nanoseconds: growth is not worth waiting minutes for.
  private static let longestBuild = 60e9

  /// Whether there are memory and time enough for a job, judged by what its subject took at a
  /// smaller size; a rival that could not be built is not tried again.
  func canRun(_ job: Job) -> Bool {
    if let rival = job.rival, leftOut.contains(rival) { return false }
    guard case .scale(let job) = job,
      let last = scale.last(where: { $0.subject == job.subject })
    else { return true }
    guard let smaller = last.point else { return false }
    let growth = Double(job.size.approximateCount) / Double(max(1, smaller.keyCount))
    guard smaller.buildTime * growth < Self.longestBuild else { return false }
    let bytesPerKey = Double(smaller.structureByteCount) / Double(max(1, smaller.keyCount))
    // Beside the structure there are the gazetteer, the keys, and what sorting them takes.
    let needed = (1.3 * bytesPerKey + 200) * Double(job.size.approximateCount)
    return needed < Double(MachineDescription.availableMemory) * 0.8
  }
}

extension ResultAssembly {
  /// The result of what was added so far; `nil` if that is not even one process of latencies.
  func result(isComplete: Bool) -> BenchmarkResult? {
    guard !latencies.isEmpty else { return nil }
    let processCount = max(1, besideEngines.count)
    return BenchmarkResult(
      machine: MachineDescription.current, build: BuildDescription.current,
      data: data,
      method: BenchmarkResult.Method(
        date: date.formatted(.iso8601), extent: plan.extent.rawValue, seed: plan.seed,
        processCount: processCount,
        intervalCoverage: MedianInterval(sampleCount: processCount).coverage,
        clockCost: Estimate(processes: latencies.map(\.clockCost)).median,
        clockResolution: latencies.map(\.clockResolution).min() ?? 0,
        coldBufferByteCount: CacheWalk.byteCount, isComplete: isComplete),
      workloads: ownWorkloads, checksums: checksums,
      shared: .init(processes: besideEngines.flatMap(\.shared)),
      subjects: plan.subjects.compactMap(subject),
      file: FileResult(built: built, opened: opened),
      names: NamesResult(names, workloads: workloads.map(\.description)), quality: quality,
      instructions: InstructionsResult(instructions))
  }

  /// The workloads that are replayed on engines over own names.
  private var ownWorkloads: [BenchmarkResult.WorkloadDescription] {
    let known = Set(plan.workloads.map(\.name))
    return workloads.map(\.description).filter { known.contains($0.name) }
  }

  /// The processes that measured engines; folding was timed in all, but these are enough.
  private var besideEngines: [LatencyOutcome] {
    let rivals = Set(plan.subjects.filter { $0.role == .rival }.map(\.name))
    return latencies.filter { !$0.subjects.allSatisfy { rivals.contains($0.name) } }
  }

  private func subject(_ entry: SubjectEntry) -> SubjectResult? {
    let outcomes = latencies.flatMap(\.subjects).filter { $0.name == entry.name }
    guard let first = outcomes.first else { return nil }
    let memory = memory.first { $0.subject == entry.name }
    return SubjectResult(
      name: entry.name, role: entry.role, summary: entry.summary,
      anotherQuestion: entry.anotherQuestion, structure: memory?.structure ?? first.structure,
      buildTime: Estimate(processes: outcomes.map(\.buildTime)), coldStart: coldStart(of: entry),
      memory: memory?.memory,
      latencies: .init(processes: outcomes.flatMap(\.latencies)),
      throughput: Self.throughput(outcomes.flatMap(\.throughput)),
      sweep: Self.sweep(outcomes.compactMap(\.sweep)), scale: growth(of: entry))
  }

  private func coldStart(of entry: SubjectEntry) -> SubjectResult.ColdStart? {
    let outcomes = starts.filter { $0.subject == entry.name }
    guard let first = outcomes.first else { return nil }
    return SubjectResult.ColdStart(
      total: Estimate(processes: outcomes.map(\.total)),
      phases: first.phases.indices.map { index in
        SubjectResult.ColdStart.Phase(
          name: first.phases[index].name,
          time: Estimate(processes: outcomes.map { $0.phases[index].time }))
      })
  }

  private func growth(of entry: SubjectEntry) -> SubjectResult.ScaleSeries? {
    let points = scale.filter { $0.subject == entry.name }.compactMap(\.point)
    return points.isEmpty ? nil : SubjectResult.ScaleSeries(fitting: points)
  }

  private static func sweep(_ outcomes: [LatencyOutcome.SweepOutcome]) -> SubjectResult.Sweep? {
    outcomes.first.map { first in
      SubjectResult.Sweep(
        queryCount: first.queryCount, idCount: first.idCount,
        time: Estimate(processes: outcomes.map(\.time)))
    }
  }

  private static func throughput(
    _ outcomes: [LatencyOutcome.ThroughputOutcome]
  ) -> [SubjectResult.Throughput] {
    outcomes.grouped { [AnyHashable($0.measure), AnyHashable($0.threadCount)] }.map { group in
      let cities = group.compactMap(\.citiesPerSecond)
      return SubjectResult.Throughput(
        measure: group[0].measure, threadCount: group[0].threadCount,
        queriesPerSecond: Estimate(processes: group.map(\.queriesPerSecond)),
        citiesPerSecond: cities.isEmpty ? nil : Estimate(processes: cities))
    }
  }
}

extension [LatencySeries] {
  /// Puts the processes of each measure together, in the order in which measures appear first.
  init(processes: [ProcessLatency]) {
    self = processes.grouped { [AnyHashable($0.measure), AnyHashable($0.batch)] }
      .compactMap { LatencySeries($0) }
  }
}

extension SubjectResult.ScaleSeries {
  /// The points with the exponents of their growth.
  init(fitting points: [SubjectResult.ScalePoint]) {
    let figures: [(String, (SubjectResult.ScalePoint) -> Double)] = [
      ("build", \.buildTime), ("bytes", { Double($0.structureByteCount) }), ("locate", \.locate),
      ("topTen", \.topTen),
    ]
    var exponents: [String: Double] = [:]
    for (name, figure) in figures {
      exponents[name] =
        PowerLaw(points.map { (x: Double($0.keyCount), y: figure($0)) })?.exponent
    }
    self.init(points: points, exponents: exponents)
  }
}

extension Sequence {
  /// The elements in groups of equal keys, in the order in which the keys appear first.
  fileprivate func grouped<Key: Hashable>(by key: (Element) -> Key) -> [[Element]] {
    var places: [Key: Int] = [:]
    var groups: [[Element]] = []
    for element in self {
      let key = key(element)
      if let place = places[key] {
        groups[place].append(element)
      } else {
        places[key] = groups.count
        groups.append([element])
      }
    }
    return groups
  }
}
