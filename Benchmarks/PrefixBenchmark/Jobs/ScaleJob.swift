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

  func run() throws -> ScaleOutcome {
    let gazetteer = try size.gazetteer(seed: seed)
    guard let (built, distinctKeyCount, keyByteCount) = try build(over: gazetteer) else {
      return ScaleOutcome(subject: subject)
    }

    let queries = queries(of: gazetteer).map { PreparedQuery($0) }
    let timing = ScaleTiming(of: built, queries: queries)
    let (locate, topTen) = (try timing.locate(), try timing.topTen())
    return ScaleOutcome(
      subject: subject,
      point: SubjectResult.ScalePoint(
        name: size.rawValue, keyCount: gazetteer.count, distinctKeyCount: distinctKeyCount,
        keyByteCount: keyByteCount, structureByteCount: built.structure?.byteCount ?? 0,
        buildTime: built.buildTime, locate: locate.median, topTen: topTen.median,
        checksums: locate.checksums + topTen.checksums))
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
    } catch is Unbuildable {
      return nil
    }
  }

  /// Beginnings of names, 1 to 8 characters long, every row equally often.
  private func queries(of gazetteer: Gazetteer) -> [String] {
    var generator = SplitMix64(seed: seed)
    return (0..<Self.queryCount).map { _ in
      let name = gazetteer.randomElement(using: &generator)?.name ?? ""
      return String(name.prefix(Int.random(in: 1...8, using: &generator)))
    }
  }
}
