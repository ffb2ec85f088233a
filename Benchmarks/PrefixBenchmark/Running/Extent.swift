import CitySearch
import PrefixSearch

/// How much a run measures.
package enum Extent: String, Codable, CaseIterable, Sendable {
  /// The table of engines, in three processes: less than a minute.
  case engines
  /// The figures that `compare` needs, in one process: about a minute.
  case quick
  /// Everything that is published, in three processes: some minutes.
  case full

  /// The fresh processes for each figure of latency.
  var processCount: Int { self == .quick ? 1 : 3 }

  /// The workloads that are replayed by default.
  var workloads: [WorkloadEntry] {
    switch self {
    case .engines: Array(WorkloadEntry.all.prefix(1))
    case .quick: WorkloadEntry.all.filter { !["typed-uniform", "prefix-4"].contains($0.name) }
    case .full: WorkloadEntry.all
    }
  }

  /// The workloads of the search over all names: the main one, and its own.
  static let nameWorkloads = WorkloadEntry.all.prefix(1) + WorkloadEntry.ofAllNames

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
      measures: measures(of: workloads), rounds: self == .quick ? 3 : 5, passTime: 25_000_000,
      coldQueryCount: self == .quick ? 60 : 100)
  }

  /// The measures of the search over all names with these workloads.
  func planForNames(_ workloads: [String]) -> LatencyPlan {
    LatencyPlan(
      measures: workloads.flatMap { NamesMeasures($0).all }
        + workloads.prefix(1).map { NamesMeasures($0).loop }, rounds: self == .quick ? 3 : 5,
      // A corrected query takes some hundred times as long as one with a stored answer.
      passTime: 50_000_000)
  }

  private func measures(of workloads: [String]) -> [Measure] {
    guard let main = workloads.first else { return [] }
    guard self != .engines else {
      return [Measure(workload: main, stage: .locate), .tenCities(main)]
    }
    return Self.countedMeasures(of: main) + [
      Measure(workload: main, stage: .locate, caches: .cold),
      .tenCities(main, .unread, caches: .cold), .tenCities(main, .read, caches: .cold),
    ]
      + workloads.dropFirst().flatMap { workload in
        [Measure(workload: workload, stage: .locate), .tenCities(workload)]
      }
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
  /// The call of README.
  let loop: Measure

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
    loop = Measure(workload: workload, stage: .loop, order: .relevance, limit: 10)
  }

  var all: [Measure] { [ids, unread, read] }
}
