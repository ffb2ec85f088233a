import CBenchSupport
import CitySearch
import Foundation
import PrefixSearch

/// Instructions a query, by the default engine over a mapped file, under callgrind.
///
/// The counts depend only on the program, the data and the queries: not on the machine's load, and hardly
/// on the machine. So they show changes of a percent, where times show only larger ones.
struct CallgrindJob: Job {
  var gazetteer: URL
  /// The file that the workloads were written to.
  var workloads: URL
  /// The measures to count the instructions of, in order.
  var measures: [Measure]
  /// Where callgrind writes its counts.
  var counts: URL

  func prepare(_ process: Process) throws {
    guard let callgrind = Callgrind() else { throw BenchFailure(Callgrind.absence) }
    try callgrind.wrap(process, writingTo: counts)
  }

  /// Opens the file and answers queries; nothing else may run in the process.
  ///
  /// The figures are the numbers of queries; the counts are in the files of callgrind.
  func run() throws -> [Figure] {
    let workloads = try Workload.all(in: workloads)
    cbench_use_plain_allocator()
    return try run(over: Gazetteer(mapping: gazetteer), workloads: workloads)
  }

  /// Runs the job in the arguments of this process, if it is one of this kind, and ends the process.
  static func runIfAsked(_ arguments: [String]) {
    guard arguments.count == 4, arguments[2] == "\(Self.self)" else { return }
    do {
      try FitBuild.check()
      let job = try JSONDecoder().decode(Self.self, from: Data(arguments[3].utf8))
      FileHandle.standardOutput.write(try JSONEncoder().encode(JobOutcome(figures: try job.run())))
    } catch {
      FileHandle.standardError.write(Data("Error: \(error)\n".utf8))
      exit(EXIT_FAILURE)
    }
    exit(EXIT_SUCCESS)
  }

  /// As `run()`, over cities and with queries of the caller's choice.
  func run(over gazetteer: Gazetteer, workloads: [Workload]) throws -> [Figure] {
    let own = IndexSubject(RadixTree(gazetteer.sortedKeys()), over: gazetteer)
    let names = NamesSubject(CityIndex(gazetteer))
    return try measures.map { measure in
      let subject: any Subject = measure.order == .relevance ? names : own
      guard let call = Stage(measure, of: subject)?.call else {
        throw BenchFailure("Instructions of this stage cannot be counted (\(measure)).")
      }
      let queries = CountedQueries(measure, workloads)
      try queries.ask(call) { ask in
        cbench_instructions_begin()
        ask()
        cbench_instructions_end()
      }
      return Figure(Self.key(measure, "queries"), .count, queries.count)
    }
  }

  /// Adds the counts of callgrind; throws if they are missing for a stage.
  func complete(_ figures: [Figure]) throws -> [Figure] {
    let totals = try Callgrind.read(figures.count, from: counts)
    return figures
      + zip(measures, zip(figures, totals)).map { measure, counted in
        Figure(
          Self.key(measure, "mean"), .count, [Double(counted.1) / max(1, counted.0.value)])
      }
  }

  private static func key(_ measure: Measure, _ statistic: String) -> Figure.Key {
    Figure.Key(FileBuildJob.subject, .instructions, measure, statistic: statistic)
  }
}

/// The queries whose instructions are counted: enough for every kind, and few enough for an emulated
/// process.
private struct CountedQueries {
  private static let limit = 500

  private let measure: Measure
  private let queries: [PreparedQuery]

  var count: Int { queries.count }

  init(_ measure: Measure, _ workloads: [Workload]) {
    self.measure = measure
    queries = workloads.texts(of: measure.workload).spread(to: Self.limit)
      .map { PreparedQuery($0) }
  }

  /// Asks all queries uncounted, then again in counted rounds; the last round is used, when the emulator
  /// has translated all code.
  ///
  /// - Throws: ``BenchFailure`` if the answers of a round differ from those of the uncounted one.
  func ask(_ call: Stage.Call, counting: (() -> Void) -> Void) throws {
    // Work of the first call, such as initialization, belongs to no query.
    let expected = sum(call)
    for _ in 0..<Callgrind.roundCount {
      var sum: UInt64 = 0
      counting { sum = self.sum(call) }
      guard sum == expected else {
        throw BenchFailure("A repeated query was answered differently (\(measure)).")
      }
    }
  }

  private func sum(_ call: Stage.Call) -> UInt64 {
    let queries = queries.span
    var sum: UInt64 = 0
    for index in queries.indices {
      sum &+= call(queries[index]) &* QuerySet.weight(index)
    }
    return sum
  }
}

extension Measure {
  /// The stages whose instructions are counted, with the workloads of a run.
  ///
  /// Of all names: typed queries, and names with a slip; the other workloads take long to emulate, and
  /// run the same code.
  static func countedInstructions(of workload: String, names: [String] = []) -> [Measure] {
    var measures = mainStages(of: workload)
    if names.contains(workload) { measures += NamesMeasures(workload).all }
    if names.contains("typos") { measures.append(NamesMeasures("typos").unread) }
    return measures
  }
}
