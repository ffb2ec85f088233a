import CitySearch
import Foundation
import PrefixSearch

/// One subject over data of one size.
struct ScaleJob: Job {
  var subject: String
  var size: ScaleSize
  var seed: UInt64

  /// The name of its queries: prefixes of names, 1 to 8 characters long, with every row equally likely.
  static let workload = "beginnings"
  private static let queryCount = 5_000
  /// The number of queries for a scan, which takes milliseconds for each.
  private static let queryCountOfScans = 64
  private static let rounds = 5
  /// When a pass through the queries ends early, in nanoseconds.
  private static let passTime: UInt64 = 200_000_000

  /// The stages that are timed.
  static let locate = Measure(workload: workload, stage: .locate)
  static let topTen = Measure(workload: workload, stage: .cities, limit: 10)

  /// Builds the subject and times it; returns no figures of a rival that cannot be built over these data.
  func run() throws -> [Figure] {
    let gazetteer = try size.gazetteer(seed: seed)
    let built: BuiltSubject
    do {
      built = try BuiltSubject(
        .named(subject), from: SubjectInput(gazetteer: gazetteer, keys: gazetteer.sortedKeys()))
    } catch is Unbuildable {
      return []
    }
    var generator = SplitMix64(seed: seed)
    let queries = (0..<Self.queryCount).map { _ in
      let name = gazetteer.randomElement(using: &generator)?.name ?? ""
      return PreparedQuery(String(name.prefix(Int.random(in: 1...8, using: &generator))))
    }
    let figures = try Self.times(of: built, queries: queries)
    let build = Figure(Figure.Key(built.entry.name, "build"), .nanoseconds, [built.buildTime])
    return ([build] + built.structure.filter { $0.key.statistic == "total" } + figures)
      .map { figure in
        var key = figure.key
        key.size = gazetteer.count
        return Figure(key, figure.unit, figure.processes)
      }
  }

  /// Times a subject, and answers the queries once untimed.
  ///
  /// There is no reference for the answers, because a second structure would take the memory that is
  /// measured. So each process checks its timed answers against its untimed ones, and returns sums of
  /// the latter, which must be the same for all subjects.
  ///
  /// A subject is timed by the same method at every size, or growth would include the difference of
  /// methods; rivals by single queries, since sixteen queries of a scan would take seconds.
  ///
  /// - Throws: `BenchFailure` if a timed answer differs from the untimed one.
  static func times(of built: BuiltSubject, queries: [PreparedQuery]) throws -> [Figure] {
    let queries = built.entry.isSlow ? Array(queries.prefix(queryCountOfScans)) : queries
    return try [locate, topTen].flatMap { measure -> [Figure] in
      guard case .synchronous(let call) = Stage(measure, of: built.subject) else { return [] }
      return try times(
        measure, call, of: built, queries,
        batch: measure.stage == .locate && built.entry.role != .rival ? TimedPass.batchSize : 1)
    }
  }

  private static func times(
    _ measure: Measure, _ call: some StageCall, of built: BuiltSubject, _ queries: [PreparedQuery],
    batch: Int
  ) throws -> [Figure] {
    let set = QuerySet(queries: queries, answers: queries.map { call($0) })
    var pass = TimedPass()
    do {
      for round in 0...rounds {
        let deadline = MonotonicClock.now + passTime
        if batch > 1 {
          try pass.runBatches(call, over: set, until: deadline, recording: round > 0)
        } else {
          try pass.run(call, over: set, until: deadline, recording: round > 0)
        }
      }
    } catch is WrongAnswer {
      throw BenchFailure(
        "\(built.entry.name) answered a repeated query differently (\(measure.stage)).")
    }
    let medians = pass.samples.figures(built.entry.name, measure, batch: batch)
      .filter { $0.key.statistic == "p50" }
    let sums = Set([queries.count, queryCountOfScans]).filter { $0 <= queries.count }.sorted()
    return medians
      + sums.compactMap { count in
        set.sum(from: 0, count: count).map { sum in
          Figure(
            checksum: sum, of: Figure.Key("all", "answers", measure, statistic: "first \(count)"))
        }
      }
  }

  /// The longest time to build, in nanoseconds, so that growth does not take minutes.
  private static let longestBuild = 60e9

  /// Whether memory and time suffice, estimated from the largest size so far; `false` if the previous
  /// size could not be measured.
  func isWorthwhile(after figures: FigureList) -> Bool {
    guard let place = ScaleSize.allCases.firstIndex(of: size), place > 0 else { return true }
    let builds = figures.rows.filter { $0.key.subject == subject && $0.key.quantity == "build" }
    let sizes = builds.compactMap(\.key.size)
    guard sizes.count == place, let count = sizes.max(),
      let build = figures[Figure.Key(subject, "build", size: count)]
    else { return false }
    let growth = Double(size.approximateCount) / Double(max(1, count))
    guard build.value * growth < Self.longestBuild else { return false }
    let bytes = figures[Figure.Key(subject, "structure", size: count)]?.value ?? 0
    // Beside the structure, there are the gazetteer, the keys, and the memory for sorting them.
    let needed = 1.3 * bytes * growth + 200 * Double(size.approximateCount)
    return needed < Double(MachineDescription.availableMemory) * 0.8
  }
}
