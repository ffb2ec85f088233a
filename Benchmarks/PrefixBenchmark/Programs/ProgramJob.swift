import CitySearch
package import Foundation
import PrefixSearch

/// Build time and latencies of a program in another language.
package struct ProgramJob: Job {
  var dataset: Dataset
  var name: String
  var file: URL
  /// The file that the workloads were written to.
  var workloads: URL
  var plan: LatencyPlan

  package init(dataset: Dataset, name: String, file: URL, workloads: URL, plan: LatencyPlan) {
    self.dataset = dataset
    self.name = name
    self.file = file
    self.workloads = workloads
    self.plan = plan
  }

  /// Starts the program, sends the keys, and takes the measures that the protocol supports.
  ///
  /// - Throws: `Unbuildable` if the program cannot take part, `BenchFailure` if it answers wrongly.
  package func run() throws -> [Figure] {
    try run(over: dataset.records(), workloads: Workload.all(in: workloads))
  }

  /// As `run()`, over records of the caller's choice.
  package func run(over records: Records, workloads: [Workload]) throws -> [Figure] {
    let keys = try records.sortedKeys()
    let reference = BinarySearch(keys)
    let program = try ForeignProgram(name, file: file)
    let built = try program.build(over: keys)
    var figures = [Figure(Figure.Key(name, .build), .nanoseconds, [built.time])]
    if built.byteCount > 0 {
      figures.append(Figure(Figure.Key(name, .structure), .bytes, built.byteCount))
    }
    var asked: (workload: String, queries: [PreparedQuery], matches: [Range<Int>])?
    for measure in plan.measures {
      guard let question = ForeignProgram.Question(measure) else { continue }
      if asked?.workload != measure.workload {
        let queries = workloads.texts(of: measure.workload).map(records.query)
        let matches = queries.map { query in query.folded.withBytes { reference.range(of: $0) } }
        asked = (measure.workload, queries, matches)
        try program.take(queries)
      }
      guard let asked, !asked.queries.isEmpty else { continue }
      let answers = asked.matches.map(question.answer)
      try check(
        program.answers(to: question, count: answers.count), answers, asked.queries, measure)
      figures += try times(of: question, by: program, measure, answers)
    }
    return figures
  }
}

extension ForeignProgram.Question {
  /// The question for a measure; `nil` if the protocol has none.
  init?(_ measure: Measure) {
    guard measure.caches == .warm, measure.order == .name else { return nil }
    switch (measure.stage, measure.limit) {
    case (.locate, _): self = .locate
    case (.rows, let limit?): self = .rows(limit: limit)
    default: return nil
    }
  }

  fileprivate func answer(_ rows: Range<Int>) -> [Int] {
    switch self {
    case .locate: [rows.count]
    case .rows(let limit): Array(rows.prefix(limit))
    }
  }
}

extension ProgramJob {
  /// Compares untimed answers with the right ones.
  private func check(
    _ found: [[Int]], _ answers: [[Int]], _ queries: [PreparedQuery], _ measure: Measure
  ) throws {
    guard let number = answers.indices.first(where: { found[$0] != answers[$0] }) else { return }
    throw BenchFailure(
      "\(name) gave a wrong answer to \"\(queries[number].text.prefix(40))\" (\(measure)): "
        + "it must be \(Self.words(answers[number])), got \(Self.words(found[number])).")
  }

  /// Times a question in batches and singly, and compares the sums of answers with those of the right ones.
  private func times(
    of question: ForeignProgram.Question, by program: ForeignProgram, _ measure: Measure,
    _ answers: [[Int]]
  ) throws -> [Figure] {
    let batches = answers.count < TimedPass.batchSize ? [1] : [TimedPass.batchSize, 1]
    return try batches.flatMap { batch in
      let sums = stride(from: 0, to: answers.count, by: batch).map { first in
        UInt64(answers[first...].prefix(batch).joined().reduce(0, +))
      }
      var samples = Samples()
      for round in 0...plan.rounds {
        let found = try program.samples(question, batch: batch, duration: plan.passTime)
        guard found.count <= answers.count / batch else {
          throw BenchFailure(
            "\(name) must time at most \(answers.count / batch) batches, got \(found.count).")
        }
        for (number, (duration, sum)) in found.enumerated() {
          guard sum == sums[number] else {
            throw BenchFailure(
              "\(name) gave a wrong answer while it was timed (\(measure)): the sum of batch "
                + "\(number + 1) must be \(sums[number]), got \(sum).")
          }
          // The first pass fills the caches.
          if round > 0 { samples.append(duration - min(duration, MonotonicClock.cost)) }
        }
      }
      return samples.figures(name, measure, batch: batch)
    }
  }

  private static func words(_ numbers: [Int]) -> String {
    numbers.isEmpty ? "nothing" : numbers.map(String.init).joined(separator: " ")
  }
}

extension SubjectEntry {
  init(program file: URL, named name: String) {
    self.init(
      name: name, role: .program, summary: "the program \(file.lastPathComponent)", program: file,
      build: { _ in throw BenchFailure("\(name) is a program, which is not built here.") })
  }
}
