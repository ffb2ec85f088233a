import CitySearch
import PrefixSearch

/// How much a run measures.
package enum Extent: String, Codable, CaseIterable, Sendable {
  /// The figures that `compare` needs, in one process: half a minute.
  case quick
  /// The figures of the default table, in three processes: about a minute.
  case standard
  /// Everything, in ten processes, and growth with size: about 40 minutes.
  case full

  /// The fresh processes for each figure of latency.
  var processCount: Int {
    switch self {
    case .quick: 1
    case .standard: 3
    case .full: 10
    }
  }

  /// The workloads that are replayed by default.
  var workloads: [WorkloadEntry] {
    switch self {
    case .quick: WorkloadEntry.all.filter { !["typed-uniform", "prefix-4"].contains($0.name) }
    case .standard, .full: WorkloadEntry.all
    }
  }

  /// The workloads of the search over all names: the main one, and its own.
  static let nameWorkloads = WorkloadEntry.all.prefix(1) + WorkloadEntry.ofAllNames

  /// The engines of the search over all names.
  ///
  /// The pointer trie of all names takes half a gigabyte.
  var engines: Set<Engine.RawValue> {
    switch self {
    case .quick: [Engine.radixTree.rawValue]
    case .standard: [Engine.radixTree.rawValue, Engine.sortedArray.rawValue]
    case .full: Set(Engine.allCases.map(\.rawValue))
    }
  }

  /// The approximate number of queries in a workload.
  ///
  /// It is the same for every extent, so that answers and allocations of different runs can be
  /// compared.
  static let queryCount = 4_000
}

extension Extent {
  /// The measures of these workloads; the first one has every stage.
  package func plan(for workloads: [String]) -> LatencyPlan {
    LatencyPlan(
      measures: measures(of: workloads), rounds: self == .quick ? 3 : 5,
      passTime: self == .full ? 100_000_000 : 25_000_000,
      coldQueryCount: self == .quick ? 60 : 100,
      throughputTime: self == .quick ? 0 : 200_000_000, sweepCount: 5)
  }

  /// The measures of the search over all names with these workloads.
  func planForNames(_ workloads: [String]) -> LatencyPlan {
    LatencyPlan(
      measures: workloads.flatMap { NamesMeasures($0).all }, rounds: self == .quick ? 3 : 5,
      // A corrected query takes some hundred times as long as one with a stored answer.
      passTime: self == .full ? 200_000_000 : 50_000_000, coldQueryCount: 0, throughputTime: 0)
  }

  private func measures(of workloads: [String]) -> [Measure] {
    guard let main = workloads.first else { return [] }
    return everyStage(of: main)
      + workloads.dropFirst().flatMap { workload in
        [
          Measure(workload: workload, stage: .fold), Measure(workload: workload, stage: .locate),
          .tenCities(workload),
        ]
      }
  }

  private func everyStage(of workload: String) -> [Measure] {
    var measures = [Measure(workload: workload, stage: .fold)]
    measures += Self.countedMeasures(of: workload)
    measures += [
      Measure(workload: workload, stage: .locate, caches: .cold),
      .tenCities(workload, .unread, caches: .cold),
      .tenCities(workload, .read, caches: .cold),
    ]
    guard self != .quick else { return measures }
    for limit in [1, 50, nil] {
      measures.append(Measure(workload: workload, stage: .cities, limit: limit))
    }
    measures += [
      Measure(workload: workload, stage: .ordered, order: .distance, limit: 10),
      Measure(workload: workload, stage: .decorated, order: .population, limit: 10),
    ]
    return measures
  }

  /// The measures whose allocations are counted; they are timed in every run, too.
  static func countedMeasures(of workload: String) -> [Measure] {
    Measure.mainStages(of: workload) + [
      Measure(workload: workload, stage: .decorated, order: .name, limit: 10),
      Measure(workload: workload, stage: .existential, limit: 10),
    ]
  }
}

struct NamesMeasures {
  /// The ids of the ten best.
  let ids: Measure
  /// A page of the ten best with names and highlights, of which nothing is read.
  let unread: Measure
  /// The same, every field of which is read.
  let read: Measure

  /// The measures with a workload.
  ///
  /// The main workload is searched as typed, without corrections.
  init(_ workload: String) {
    let typos: TypoTolerance = workload == WorkloadEntry.all.first?.name ? .never : .automatic
    ids = Measure(
      workload: workload, stage: .rows, order: .relevance, limit: 10, typos: typos)
    func page(_ reading: Measure.Reading) -> Measure {
      Measure(
        workload: workload, stage: .cities, order: .relevance, limit: 10, typos: typos,
        reading: reading)
    }
    (unread, read) = (page(.unread), page(.read))
  }

  var all: [Measure] { [ids, unread, read] }
}

extension LatencyPlan {
  /// The part of this plan that the main table shows: for scans, which would take minutes for the rest, and
  /// for all rivals unless the run is a full one.
  func forTable(of workload: String) -> LatencyPlan {
    var plan = self
    plan.measures = [
      Measure(workload: workload, stage: .locate),
      Measure(workload: workload, stage: .rows, limit: 10),
      .tenCities(workload, .unread),
      .tenCities(workload, .read),
      .tenCities(workload, .read, caches: .cold),
    ]
    plan.coldQueryCount = min(coldQueryCount, 20)
    plan.throughputTime = 0
    plan.sweepCount = 0
    return plan
  }
}
