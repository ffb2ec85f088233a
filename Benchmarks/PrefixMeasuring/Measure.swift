public import CitySearch
import PrefixSearch

/// The queries of a figure, how far they were answered, and under which conditions.
package struct Measure: Codable, Hashable, Sendable {
  package var workload: String
  package var stage: Stage
  package var order: Order = .name
  /// The most matches asked for; absent for all of them, and where the stage has no limit.
  package var limit: Int?
  package var caches: Caches = .warm
  /// Whether mistakes are corrected, in the search over all names; absent for searches that never do.
  package var typos: TypoTolerance?
  /// The part of a page of matches that is read; absent where matches are made one by one, and only
  /// their ids and highlights are read.
  package var reading: Reading?

  package init(
    workload: String, stage: Stage, order: Order = .name, limit: Int? = nil,
    caches: Caches = .warm, typos: TypoTolerance? = nil, reading: Reading? = nil
  ) {
    (self.workload, self.stage, self.order, self.limit) = (workload, stage, order, limit)
    (self.caches, self.typos, self.reading) = (caches, typos, reading)
  }

  /// How far a query is answered.
  ///
  /// Applications need different stages, so each is timed on its own.
  package enum Stage: String, Codable, CaseIterable, Sendable {
    /// From the folded bytes to the number of matches.
    case locate
    /// From the folded bytes to the ids of the first matches, or of the most populous.
    case rows
    /// From the text to cities with names and highlights.
    case cities
    /// As `cities`, put into an order by `CityMatches.ordered`.
    case ordered
    /// As `cities`, through `SortedCitySearch`, with `await`.
    case decorated
    /// As `cities`, through `any CitySearchable`, with `await`.
    case existential
    /// From the text to the ids of the first matches of all names, in the loop over `search(for:)` that README has.
    case loop
  }

  package enum Order: String, Codable, CaseIterable, Sendable {
    case name, population, distance
    /// The likeliest first, in the search over all names.
    case relevance
  }

  /// How much is read of a page of matches, which is made at once.
  ///
  /// A lazy structure is fast only until its matches are read; so a page is measured without reading,
  /// with the highlights, which are computed when they are read, and with all that there is.
  package enum Reading: String, Codable, CaseIterable, Sendable {
    /// Nothing.
    case unread
    /// The id of every match, and the part of its name that matched.
    case highlights
    /// Every field of every match.
    case read
  }

  /// The state of the processor's caches before a query.
  package enum Caches: String, Codable, CaseIterable, Sendable {
    /// As the previous queries left them.
    case warm
    /// Filled by a buffer larger than the last level, which is read before every query.
    case cold
  }
}

extension Measure: CustomStringConvertible {
  /// For messages: "typed, 10 cities, read".
  package var description: String { "\(workload), \(stageName)" }
}

extension Measure {
  /// The measure that replaces this one over keys: their ids; `nil` for measures of cities and names.
  package var overKeys: Measure? {
    switch stage {
    case .locate: self
    case .rows, .cities:
      order == .name ? Measure(workload: workload, stage: .rows, limit: limit, caches: caches) : nil
    case .ordered, .decorated, .existential, .loop: nil
    }
  }

  /// The stages that tables, counts of allocations and counts of instructions have in common.
  package static func mainStages(of workload: String) -> [Measure] {
    [
      Measure(workload: workload, stage: .locate),
      Measure(workload: workload, stage: .rows, limit: 10),
      Measure(workload: workload, stage: .rows, order: .population, limit: 10),
      .tenCities(workload, .unread), .tenCities(workload, .highlights), .tenCities(workload, .read),
      .tenMostPopulous(workload, .unread), .tenMostPopulous(workload, .read),
    ]
  }

  /// From the text to a page of ten cities with names and highlights.
  package static func tenCities(
    _ workload: String, _ reading: Reading = .read, caches: Caches = .warm
  ) -> Measure {
    Measure(workload: workload, stage: .cities, limit: 10, caches: caches, reading: reading)
  }

  /// From the text to a page of the ten most populous cities.
  package static func tenMostPopulous(_ workload: String, _ reading: Reading = .read) -> Measure {
    Measure(workload: workload, stage: .ordered, order: .population, limit: 10, reading: reading)
  }
}

/// How much a run measures.
package enum Extent: String, Codable, CaseIterable, Sendable {
  /// The table of engines, in three processes: less than a minute.
  case engines
  /// The figures that `compare` needs, in one process: about a minute.
  case quick
  /// Everything that is published, in three processes: some minutes.
  case full

  /// The fresh processes for each figure of latency.
  package var processCount: Int { self == .quick ? 1 : 3 }

  /// The workloads that are replayed by default.
  package var workloads: [WorkloadEntry] {
    switch self {
    case .engines: Array(WorkloadEntry.all.prefix(1))
    case .quick: WorkloadEntry.all.filter { !["typed-uniform", "prefix-4"].contains($0.name) }
    case .full: WorkloadEntry.all
    }
  }

  /// The workloads of the search over all names: the main one, and its own.
  package static let nameWorkloads = WorkloadEntry.all.prefix(1) + WorkloadEntry.ofAllNames

  /// The approximate number of queries in a workload.
  ///
  /// It is the same for every extent, so that answers and allocations of different runs can be
  /// compared.
  package static let queryCount = 4_000
}

extension Extent {
  /// The measures of these workloads; the first one has every stage.
  package func plan(for workloads: [String]) -> LatencyPlan {
    LatencyPlan(
      measures: measures(of: workloads), rounds: self == .quick ? 3 : 5, passTime: 25_000_000,
      coldQueryCount: self == .quick ? 60 : 100)
  }

  /// The measures of the search over all names with these workloads.
  package func planForNames(_ workloads: [String]) -> LatencyPlan {
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
  package static func countedMeasures(of workload: String) -> [Measure] {
    Measure.mainStages(of: workload) + [
      Measure(workload: workload, stage: .decorated, order: .name, limit: 10),
      Measure(workload: workload, stage: .existential, limit: 10),
    ]
  }
}

package struct NamesMeasures {
  /// The ids of the ten best.
  package let ids: Measure
  /// A page of the ten best with names and highlights, of which nothing is read.
  package let unread: Measure
  /// The same, every field of which is read.
  package let read: Measure
  /// The call of README.
  package let loop: Measure

  /// The measures with a workload.
  ///
  /// The main workload is searched as typed, without corrections.
  package init(_ workload: String) {
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

  package var all: [Measure] { [ids, unread, read] }
}

/// As its name, in records.
extension TypoTolerance: Codable {}
