import CitySearch
import Foundation
import PrefixSearch

/// A fault that an engine is given on purpose, to see whether a comparison finds it.
///
/// `bench sensitivity` gives one to the processes of a run by their environment.
struct Handicap: Equatable {
  /// The name of the engine.
  var subject: String
  /// Turns of an empty loop before every answer.
  var spins = 0
  /// Turns of an empty loop before every fiftieth answer.
  var tailSpins = 0
  /// Allocations before every answer.
  var allocations = 0
  /// How much larger the structure says that it is, in percent.
  var percentOfBytes = 0

  /// The variable of the environment that names it.
  static let variable = "BENCH_HANDICAP"

  /// The handicap of this process; `nil` without one.
  static let current = ProcessInfo.processInfo.environment[variable].flatMap(Handicap.init(text:))

  /// Reads `ENGINE SPINS TAIL ALLOCATIONS PERCENT`, as ``text`` writes it.
  init?(text: String) {
    let parts = text.split(separator: " ")
    let numbers = parts.dropFirst().compactMap { Int($0) }
    guard parts.count == 5, numbers.count == 4 else { return nil }
    self.init(
      subject: String(parts[0]), spins: numbers[0], tailSpins: numbers[1], allocations: numbers[2],
      percentOfBytes: numbers[3])
  }

  init(
    subject: String, spins: Int = 0, tailSpins: Int = 0, allocations: Int = 0,
    percentOfBytes: Int = 0
  ) {
    self.subject = subject
    self.spins = spins
    self.tailSpins = tailSpins
    self.allocations = allocations
    self.percentOfBytes = percentOfBytes
  }

  /// The handicap as a value of ``variable``.
  var text: String { "\(subject) \(spins) \(tailSpins) \(allocations) \(percentOfBytes)" }
}

/// An engine with a handicap.
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
    bear(query.text)
    return base.locate(query)
  }

  func rows(_ query: PreparedQuery, limit: Int?, into digest: inout AnswerDigest) {
    bear(query.text)
    base.rows(query, limit: limit, into: &digest)
  }

  func cities(_ text: String, limit: Int?, into digest: inout AnswerDigest) {
    bear(text)
    base.cities(text, limit: limit, into: &digest)
  }

  /// Does what the handicap says; always the same queries are the fiftieth ones.
  @inline(never)
  private func bear(_ text: String) {
    for turn in 0..<handicap.spins { blackHole(turn) }
    if handicap.tailSpins > 0, text.utf8.reduce(7, { ($0 &* 31) &+ Int($1) }) % 50 == 0 {
      for turn in 0..<handicap.tailSpins { blackHole(turn) }
    }
    for size in 0..<handicap.allocations { blackHole([size]) }
  }
}
