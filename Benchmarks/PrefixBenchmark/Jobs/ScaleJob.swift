import CitySearch
import Foundation
import PrefixSearch

/// One subject over data of one size.
package struct ScaleJob: Job {
  var subject: String
  var size: ScaleSize
  var seed: UInt64

  /// The name of its queries: prefixes of names, 1 to 8 characters long, with every row equally likely.
  static let workload = "beginnings"
  private static let queryCount = 5_000
  /// The number of queries for a scan, each of which takes milliseconds.
  private static let queryCountOfScans = 64
  package static let locate = Measure(workload: workload, stage: .locate)
  static let topTen = Measure(workload: workload, stage: .cities, limit: 10)
  private static let plan = LatencyPlan(
    measures: [locate, topTen], rounds: 5, passTime: 200_000_000)

  /// Builds the subject and times it; returns no figures of a rival that cannot be built over these data.
  package func run() async throws -> [Figure] {
    let gazetteer = try size.gazetteer(seed: seed)
    let built: BuiltSubject
    do {
      built = try BuiltSubject(
        .named(subject), from: SubjectInput(gazetteer: gazetteer, keys: gazetteer.sortedKeys()))
    } catch is Unbuildable {
      return []
    }
    var generator = SplitMix64(seed: seed)
    let texts = (0..<Self.queryCount).map { _ in
      let name = gazetteer.randomElement(using: &generator)?.name ?? ""
      return String(name.prefix(Int.random(in: 1...8, using: &generator)))
    }
    let figures = try await Self.times(of: built, over: .cities(gazetteer), texts: texts)
    let build = Figure(Figure.Key(built.entry.name, .build), .nanoseconds, [built.buildTime])
    return ([build] + built.structure.filter { $0.key.statistic == "total" } + figures)
      .map { figure in
        var key = figure.key
        key.size = gazetteer.count
        return Figure(key, figure.unit, figure.processes)
      }
  }

  /// The medians of a subject, with sums of its answers.
  ///
  /// There is no reference for the answers, because a second structure would take the memory that is
  /// measured. So each process checks its timed answers against its untimed ones, and returns sums of
  /// the latter, which must be the same for all subjects.
  ///
  /// A subject is timed by the same method at every size, or growth would include the difference of
  /// methods; rivals by single queries, since sixteen queries of a scan would take seconds.
  static func times(
    of built: BuiltSubject, over records: Records, texts: [String]
  ) async throws -> [Figure] {
    let texts = built.entry.isSlow ? Array(texts.prefix(queryCountOfScans)) : texts
    let workload = Workload(name: workload, summary: "", texts: texts)
    var sets = QuerySets(workloads: [workload], records: records, reference: built.subject)
    var generator = SplitMix64(seed: 0)
    var figures: [Figure] = []
    for measure in plan.measures {
      let set = try await sets.set(for: measure)
      guard !set.queries.isEmpty else { continue }
      let isBatched = measure == locate && built.entry.role != .rival
      figures += try await MeasureTiming(measure: measure, set: set, plan: plan)
        .run([built], using: &generator)
        .filter {
          $0.key.statistic == "p50" && $0.key.batch == (isBatched ? TimedPass.batchSize : 1)
        }
      let counts = Set([texts.count, queryCountOfScans]).filter { $0 <= texts.count }.sorted()
      for count in counts {
        guard let sum = set.sum(count: count) else { continue }
        let key = Figure.Key("all", .answers, measure, statistic: "first \(count)")
        figures.append(Figure(checksum: sum, of: key))
      }
    }
    return figures
  }

  /// The longest time to build, in nanoseconds, so that growth does not take minutes.
  private static let longestBuild = 60e9

  /// Whether memory and time suffice, estimated from the largest size so far; `false` if the previous
  /// size could not be measured.
  func isWorthwhile(after figures: FigureList) -> Bool {
    guard let place = ScaleSize.allCases.firstIndex(of: size), place > 0 else { return true }
    let builds = figures.rows.filter { $0.key.subject == subject && $0.key.quantity == .build }
    let sizes = builds.compactMap(\.key.size)
    guard sizes.count == place, let count = sizes.max(),
      let build = figures[Figure.Key(subject, .build, size: count)]
    else { return false }
    let growth = Double(size.approximateCount) / Double(max(1, count))
    guard build.value * growth < Self.longestBuild else { return false }
    let bytes = figures[Figure.Key(subject, .structure, size: count)]?.value ?? 0
    // Beside the structure, there are the gazetteer, the keys, and the memory for sorting them.
    let needed = 1.3 * bytes * growth + 200 * Double(size.approximateCount)
    return needed < Double(MachineDescription.availableMemory) * 0.8
  }
}
