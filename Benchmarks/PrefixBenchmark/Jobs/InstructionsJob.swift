import CBenchSupport
import CitySearch
import Foundation
import PrefixSearch

/// What a process that counts instructions is told; it runs under callgrind, see `Callgrind`.
struct InstructionsJob: Codable, Sendable {
  /// The gazetteer file to open.
  var gazetteer: URL
  /// The file that the workloads were written to.
  var workloads: URL
  /// What to count the instructions of, one after the other.
  var measures: [Measure]
  /// Where callgrind writes its counts.
  var counts: URL
}

/// What such a process found out; what callgrind counted meanwhile is in its files.
struct InstructionsOutcome: Codable, Sendable {
  var stages: [Stage]
  /// What counted, with its version; `nil` if nothing did.
  var tool: String?

  struct Stage: Codable, Sendable {
    var measure: Measure
    var queryCount: Int
    /// The instructions of all queries together; `nil` if nothing counted.
    var instructionCount: Int?
  }
}

extension InstructionsJob {
  /// How many queries are asked: enough for every kind, and no more than a process that is emulated
  /// answers in no time.
  private static let queryLimit = 500

  /// Opens the file and answers queries.
  ///
  /// Nothing else may be going on in the process.
  func run() throws -> InstructionsOutcome {
    let workloads = try JSONDecoder().decode(
      [Workload].self, from: Data(contentsOf: self.workloads))
    cbench_use_plain_allocator()
    return try run(over: Gazetteer(mapping: gazetteer), workloads: workloads)
  }

  /// As `run()`, over cities and with queries of the caller's choice.
  func run(over gazetteer: Gazetteer, workloads: [Workload]) throws -> InstructionsOutcome {
    let own = IndexSubject(CityIndex(gazetteer).index, over: gazetteer)
    let names = NamesSubject(CityCompleter(gazetteer))
    return InstructionsOutcome(
      stages: try measures.map { measure in
        let texts = workloads.first { $0.name == measure.workload }?.texts ?? []
        // No step of its own would do: sessions repeat about every eight queries.
        let step = max(1, texts.count / Self.queryLimit) | 1
        let queries = stride(from: 0, to: texts.count, by: step).map { PreparedQuery(texts[$0]) }
        let subject: any Subject = measure.order == .relevance ? names : own
        guard case .direct(let call) = Stage(measure, of: subject) else {
          throw BenchFailure("Instructions of this stage cannot be counted (\(measure)).")
        }
        // Answered before, for what is made at the first call belongs to no query.
        let expected = Self.sum(call, of: queries)
        for _ in 0..<Callgrind.roundCount {
          cbench_instructions_begin()
          let sum = Self.sum(call, of: queries)
          cbench_instructions_end()
          guard sum == expected else {
            throw BenchFailure("A query that was asked again was answered otherwise (\(measure)).")
          }
        }
        return InstructionsOutcome.Stage(measure: measure, queryCount: queries.count)
      })
  }

  private static func sum(_ call: some StageCall, of queries: [PreparedQuery]) -> UInt64 {
    let queries = queries.span
    var sum: UInt64 = 0
    for index in queries.indices {
      sum &+= call.answer(to: queries[index]) &* QuerySet.weight(index)
    }
    return sum
  }
}

extension InstructionsOutcome {
  /// Adds what callgrind wrote down.
  ///
  /// - Throws: `BenchFailure` if it did not for every stage.
  func counted(in counts: URL) throws -> InstructionsOutcome {
    let (tool, totals) = try Callgrind.read(stages.count, from: counts)
    var counted = self
    counted.tool = tool
    for (index, total) in totals.enumerated() { counted.stages[index].instructionCount = total }
    return counted
  }
}
