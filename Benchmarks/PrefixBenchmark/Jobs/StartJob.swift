import CitySearch
import Fixtures
import Foundation
import PrefixSearch

/// What a process that measures a cold start is told.
struct StartJob: Codable, Sendable {
  var dataset: Dataset
  var subject: String
  /// The query that is answered first.
  var query: String
  /// When the process was started, by the clock that all processes share.
  var startedAt: UInt64 = 0
}

/// What such a process found out, in nanoseconds.
struct StartOutcome: Codable, Sendable {
  var subject: String
  var total: Double
  var phases: [Phase]
  /// The checksum of the first result; absent for a subject that answers another question.
  var checksum: String?

  struct Phase: Codable, Sendable {
    var name: String
    var time: Double
  }
}

extension StartJob {
  /// Does what an app does that has just been opened: loads, builds, answers.
  func run() throws -> StartOutcome {
    var outcome = StartOutcome(subject: subject, total: 0, phases: [])
    var last = startedAt
    func phase(_ name: String, into outcome: inout StartOutcome) {
      let now = MonotonicClock.now
      outcome.phases.append(.init(name: name, time: Double(now &- last)))
      last = now
    }
    phase("process", into: &outcome)
    let records = try dataset.records()
    phase(dataset.form == .keys ? "lines" : "cities", into: &outcome)
    let keys = try records.sortedKeys()
    phase("keys", into: &outcome)
    let built = try BuiltSubject(
      .named(subject), from: SubjectInput(records: records, keys: keys))
    phase("index", into: &outcome)
    var digest = AnswerDigest()
    if built.subject.stages.contains(.cities) {
      built.subject.cities(query, limit: 10, into: &digest)
    } else if built.subject.stages.contains(.rows) {
      built.subject.rows(records.query(query), limit: 10, into: &digest)
    } else {
      blackHole(built.subject.locate(records.query(query)))
    }
    blackHole(digest)
    phase("first result", into: &outcome)
    outcome.total = Double(last &- startedAt)
    if built.entry.anotherQuestion == nil, digest.count > 0 {
      outcome.checksum = digest.value.hexadecimal
    }
    return outcome
  }
}
