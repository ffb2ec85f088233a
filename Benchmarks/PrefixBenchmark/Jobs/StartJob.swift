import Foundation

/// From the start of a process to the first result of one subject.
struct StartJob: Job {
  var dataset: Dataset
  var subject: String
  /// The query that is answered first.
  var query: String

  /// The environment variable with the time when the process was started, by the clock that all processes
  /// share.
  private static let variable = "BENCH_STARTED_AT"

  func prepare(_ process: Process) throws {
    process.set(Self.variable, to: String(MonotonicClock.now))
  }

  /// Loads, builds and answers, as an app does after its launch.
  func run() throws -> [Figure] {
    let environment = ProcessInfo.processInfo.environment
    let startedAt = environment[Self.variable].flatMap { UInt64($0) } ?? MonotonicClock.now
    var last = startedAt
    var phases: [(name: String, time: UInt64)] = []
    func phase(_ name: String) {
      let now = MonotonicClock.now
      phases.append((name, now &- last))
      last = now
    }
    phase("process")
    let records = try dataset.records()
    phase(dataset.form == .keys ? "lines" : "cities")
    let keys = try records.sortedKeys()
    phase("keys")
    let built = try BuiltSubject(.named(subject), from: SubjectInput(records: records, keys: keys))
    phase("index")
    var digest = AnswerDigest()
    if built.subject.stages.contains(.cities) {
      built.subject.cities(query, limit: 10, into: &digest)
    } else if built.subject.stages.contains(.rows) {
      built.subject.rows(records.query(query), limit: 10, into: &digest)
    } else {
      blackHole(built.subject.locate(records.query(query)))
    }
    blackHole(digest)
    phase("first result")
    let times = (phases + [("total", last &- startedAt)]).map { name, time in
      Figure(Figure.Key(built.entry.name, .start, statistic: name), .nanoseconds, time)
    }
    // A subject that answers another question may have a different result.
    guard built.entry.anotherQuestion == nil, digest.count > 0 else { return times }
    return times + [Figure(checksum: digest.value, of: Figure.Key("all", .firstAnswer))]
  }
}
