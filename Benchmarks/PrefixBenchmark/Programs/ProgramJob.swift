import CitySearch
import Foundation
import PrefixSearch

/// Build time and latencies of a program in another language.
struct ProgramJob: Job {
  var dataset: Dataset
  var name: String
  var file: URL
  /// The file that the workloads were written to.
  var workloads: URL
  var plan: LatencyPlan

  /// Starts the program, sends the keys, and takes the measures that the protocol supports.
  ///
  /// - Throws: `Unbuildable` if the program cannot take part, `BenchFailure` if it answers wrongly.
  func run() throws -> [Figure] {
    try run(over: dataset.records(), workloads: Workload.all(in: workloads))
  }

  /// As `run()`, over records of the caller's choice.
  func run(over records: Records, workloads: [Workload]) throws -> [Figure] {
    let keys = try records.sortedKeys()
    let reference = BinarySearch(keys)
    let program = try ForeignProgram(name, file: file)
    let built = try program.build(over: keys)
    var figures = [Figure(Figure.Key(name, "build"), .nanoseconds, [built.time])]
    if built.byteCount > 0 {
      figures.append(Figure(Figure.Key(name, "structure"), .bytes, built.byteCount))
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
      let timing = ProgramTiming(
        name: name, program: program, question: question, measure: measure,
        queries: asked.queries, answers: asked.matches.map(question.answer))
      figures += try timing.run(plan)
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

/// Times one question to a program, and checks its answers.
private struct ProgramTiming {
  let name: String
  let program: ForeignProgram
  let question: ForeignProgram.Question
  let measure: Measure
  let queries: [PreparedQuery]
  let answers: [[Int]]

  func run(_ plan: LatencyPlan) throws -> [Figure] {
    for (number, answer) in try program.answers(to: question, count: queries.count).enumerated()
    where answer != answers[number] {
      throw BenchFailure(
        "\(name) gave a wrong answer to \"\(queries[number].text.prefix(40))\" (\(measure)): "
          + "it must be \(Self.words(answers[number])), got \(Self.words(answer)).")
    }
    let batches = queries.count < TimedPass.batchSize ? [1] : [TimedPass.batchSize, 1]
    return try batches.flatMap { batch in
      var samples = Samples()
      for round in 0...plan.rounds {
        let found = try program.samples(question, batch: batch, duration: plan.passTime)
        try check(found, batch: batch)
        // The first pass fills the caches.
        guard round > 0 else { continue }
        for (duration, _) in found { samples.append(duration - min(duration, MonotonicClock.cost)) }
      }
      return samples.figures(name, measure, batch: batch)
    }
  }

  /// Compares the sums of timed answers with those of the right ones.
  private func check(_ samples: [(duration: UInt64, sum: UInt64)], batch: Int) throws {
    guard samples.count <= queries.count / batch else {
      throw BenchFailure(
        "\(name) must time at most \(queries.count / batch) batches, got \(samples.count).")
    }
    for (number, sample) in samples.enumerated() {
      let sum = answers[number * batch..<(number + 1) * batch].joined().reduce(0, +)
      guard sample.sum == UInt64(sum) else {
        throw BenchFailure(
          "\(name) gave a wrong answer while it was timed (\(measure)): the sum of batch "
            + "\(number + 1) must be \(sum), got \(sample.sum).")
      }
    }
  }

  private static func words(_ numbers: [Int]) -> String {
    numbers.isEmpty ? "nothing" : numbers.map(String.init).joined(separator: " ")
  }
}

extension SubjectEntry {
  init(program file: URL, named name: String) {
    self.init(
      name: name, role: .rival, summary: "the program \(file.lastPathComponent)", program: file,
      build: { _ in throw BenchFailure("\(name) is a program, which is not built here.") })
  }
}
