import CitySearch
import Foundation
import PrefixSearch

/// An injected fault of an engine, for testing whether a comparison finds it.
///
/// `maintain sensitivity` passes it to the processes of a run by their environment.
package struct Handicap: Codable, Equatable {
  package var subject: String
  /// Iterations of an empty loop before every answer.
  var spins = 0
  /// Iterations of an empty loop before every fiftieth answer.
  var tailSpins = 0
  package var allocations = 0
  /// The increase of the reported size of the structure, in percent.
  var percentOfBytes = 0

  package init(
    subject: String, spins: Int = 0, tailSpins: Int = 0, allocations: Int = 0,
    percentOfBytes: Int = 0
  ) {
    (self.subject, self.spins, self.tailSpins) = (subject, spins, tailSpins)
    (self.allocations, self.percentOfBytes) = (allocations, percentOfBytes)
  }

  /// The environment variable with its JSON.
  static let variable = "BENCH_HANDICAP"

  /// The handicap of this process; `nil` without one.
  static let current = ProcessInfo.processInfo.environment[variable].flatMap(Handicap.init(text:))
}

extension Handicap {
  package init?(text: String) {
    guard let handicap = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else {
      return nil
    }
    self = handicap
  }

  package var text: String {
    get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
  }
}

struct HandicappedSubject: Subject {
  let base: any Subject
  let handicap: Handicap

  var stages: Set<Measure.Stage> { base.stages }
  var nodeCount: Int? { base.nodeCount }
  var search: CityIndex? { base.search }

  var memoryFootprint: MemoryFootprint? {
    base.memoryFootprint.map { footprint in
      let bytes = footprint.byteCount * handicap.percentOfBytes / 100
      return MemoryFootprint(
        footprint.parts + (bytes > 0 ? [MemoryFootprint.Part("handicap", byteCount: bytes)] : []))
    }
  }

  func locate(_ query: PreparedQuery) -> Int {
    applyHandicap(for: query.text)
    return base.locate(query)
  }

  func rows(_ query: PreparedQuery, limit: Int?, into digest: inout AnswerDigest) {
    applyHandicap(for: query.text)
    base.rows(query, limit: limit, into: &digest)
  }

  func cities(_ text: String, limit: Int?, into digest: inout AnswerDigest) {
    applyHandicap(for: text)
    base.cities(text, limit: limit, into: &digest)
  }

  /// Spends the time and memory of the handicap; the fiftieth queries are always the same ones.
  @inline(never)
  private func applyHandicap(for text: String) {
    for turn in 0..<handicap.spins { blackHole(turn) }
    if handicap.tailSpins > 0, text.utf8.reduce(7, { ($0 &* 31) &+ Int($1) }) % 50 == 0 {
      for turn in 0..<handicap.tailSpins { blackHole(turn) }
    }
    for size in 0..<handicap.allocations { blackHole([size]) }
  }
}
