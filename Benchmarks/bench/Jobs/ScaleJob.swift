import CitySearch
import Foundation
import PrefixSearch

/// What a process that measures one subject over data of one size is told.
struct ScaleJob: Codable, Sendable {
  var subject: String
  var size: ScaleSize
  var seed: UInt64
}

/// What such a process found out; no point if there was too little memory for it.
struct ScaleOutcome: Codable, Sendable {
  var subject: String
  var point: SubjectResult.ScalePoint
}

extension ScaleJob {
  private static let queryCount = 5_000
  private static let rounds = 5
  /// When a pass through the queries ends early, in nanoseconds.
  private static let passTime: UInt64 = 200_000_000

  func run() throws -> ScaleOutcome {
    let gazetteer = try size.gazetteer(seed: seed)
    var input: SubjectInput? = SubjectInput(gazetteer: gazetteer, keys: gazetteer.sortedKeys())
    guard let keys = input?.keys,
      let built = try input.map({ try BuiltSubject(.named(subject), from: $0) })
    else { throw BenchFailure("\(subject) was not built.") }
    let (distinctKeyCount, keyByteCount) = (keys.distinctCount, keys.bytes.count)
    input = nil

    let queries = queries(of: gazetteer).map { PreparedQuery($0) }
    // Nothing to compare with at this size: a second structure would fill the memory that is measured.
    let set = QuerySet(queries: queries, answers: nil)
    var (locate, topTen) = (TimedPass(), TimedPass())
    for round in 0...Self.rounds {
      let subject = built.subject
      if subject.stages.contains(.locate) {
        try locate.runBatches(
          LocateCall(subject: subject), over: set, until: MonotonicClock.now + Self.passTime,
          recording: round > 0)
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
        buildTime: built.buildTime, locate: median(locate, of: TimedPass.batchSize),
        topTen: median(topTen, of: 1)))
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
