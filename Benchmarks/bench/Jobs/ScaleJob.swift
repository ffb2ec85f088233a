import CitySearch
import Foundation
import PrefixSearch

/// What a process that measures one subject over data of one size is told.
struct ScaleJob: Codable, Sendable {
  var subject: String
  var size: ScaleSize
  var seed: UInt64
}

/// What such a process found out.
struct ScaleOutcome: Codable, Sendable {
  var subject: String
  /// Absent if a rival cannot be built over these data.
  var point: SubjectResult.ScalePoint?
}

extension ScaleJob {
  private static let queryCount = 5_000
  private static let rounds = 5
  /// When a pass through the queries ends early, in nanoseconds.
  private static let passTime: UInt64 = 200_000_000

  func run() throws -> ScaleOutcome {
    let gazetteer = try size.gazetteer(seed: seed)
    guard let (built, distinctKeyCount, keyByteCount) = try build(over: gazetteer) else {
      return ScaleOutcome(subject: subject)
    }

    let queries = queries(of: gazetteer).map { PreparedQuery($0) }
    // Nothing to compare with at this size: a second structure would fill the memory that is measured.
    let set = QuerySet(queries: queries, answers: nil)
    // Of one kind at every size, or growth would be that from one kind to the other. Sixteen queries
    // of a scan would take seconds.
    let isTimedInBatches = built.entry.role != .rival
    var (locate, topTen) = (TimedPass(), TimedPass())
    for round in 0...Self.rounds {
      let subject = built.subject
      if subject.stages.contains(.locate) {
        let call = LocateCall(subject: subject)
        let deadline = MonotonicClock.now + Self.passTime
        if isTimedInBatches {
          try locate.runBatches(call, over: set, until: deadline, recording: round > 0)
        } else {
          try locate.run(call, over: set, until: deadline, recording: round > 0)
        }
      }
      if subject.stages.contains(.cities) {
        try topTen.run(
          CitiesCall(subject: subject, limit: 10), over: set,
          until: MonotonicClock.now + Self.passTime, recording: round > 0)
      }
    }
    func median(_ pass: TimedPass, of batch: Int) -> Double {
      var samples = pass.samples
      return Double(samples.percentile(50)) / Double(batch)
    }
    return ScaleOutcome(
      subject: subject,
      point: SubjectResult.ScalePoint(
        name: size.rawValue, keyCount: gazetteer.count, distinctKeyCount: distinctKeyCount,
        keyByteCount: keyByteCount, structureByteCount: built.structure?.byteCount ?? 0,
        buildTime: built.buildTime,
        locate: median(locate, of: isTimedInBatches ? TimedPass.batchSize : 1),
        topTen: median(topTen, of: 1)))
  }

  /// Builds the subject from keys that are gone when it is done; `nil` for a rival that says it cannot
  /// be built over these data.
  private func build(
    over gazetteer: Gazetteer
  ) throws -> (built: BuiltSubject, distinctKeyCount: Int, keyByteCount: Int)? {
    let entry = try SubjectEntry.named(subject)
    let keys = gazetteer.sortedKeys()
    do {
      let built = try BuiltSubject(entry, from: SubjectInput(gazetteer: gazetteer, keys: keys))
      return (built, keys.distinctCount, keys.bytes.count)
    } catch is BenchFailure where entry.role == .rival {
      return nil
    }
  }

  /// Beginnings of names, 1 to 8 characters long, every row equally often.
  private func queries(of gazetteer: Gazetteer) -> [String] {
    var generator = SplitMix64(seed: seed)
    return (0..<Self.queryCount).map { _ in
      let name = gazetteer[Int.random(in: gazetteer.indices, using: &generator)].name
      return String(name.prefix(Int.random(in: 1...8, using: &generator)))
    }
  }
}
