import CitySearch
package import Foundation
package import PrefixSearch

/// A program in another language that reads commands and prints answers, as lines of text.
package final class ProgramPipe {
  package let name: String
  private let process = Process()
  private let input = Pipe()
  private var lines: LineReader

  /// Starts a program, and greets it with a line that it must repeat.
  ///
  /// - Throws: `Unbuildable` if it cannot be started or speaks another protocol.
  package init(_ name: String, file: URL, greeting: String) throws {
    self.name = name
    let output = Pipe()
    process.executableURL = file
    process.standardInput = input
    process.standardOutput = output
    lines = LineReader(output.fileHandleForReading)
    // Writing to a program that has ended must not end this process; the end of its output shows it.
    signal(SIGPIPE, SIG_IGN)
    do {
      try process.run()
    } catch {
      throw Unbuildable(
        subject: name,
        reason: "\(file.path) cannot be started: \(error.localizedDescription)")
    }
    try send("\(greeting)\n")
    let answer = try line()
    guard answer == greeting else {
      throw refusal("must answer \"\(greeting)\" to \"\(greeting)\"", got: answer)
    }
  }

  deinit {
    // It ends when its input ends; otherwise it is terminated.
    try? input.fileHandleForWriting.close()
    if process.isRunning { process.terminate() }
  }

  package func send(_ command: String) throws { try send(Data(command.utf8)) }

  package func send(_ data: Data) throws {
    do {
      try input.fileHandleForWriting.write(contentsOf: data)
    } catch {
      // The last line of the program explains more than the error of the closed pipe.
      _ = try line()
      throw refusal("ended before it had read its input")
    }
  }

  /// The next line that the program prints.
  ///
  /// - Throws: `Unbuildable` with its reason if that is `error REASON`, or if there is none.
  package func line() throws -> String {
    guard let line = lines.next() else { throw refusal("ended without an answer") }
    guard !line.hasPrefix("error ") else {
      throw Unbuildable(subject: name, reason: String(line.dropFirst("error ".count)))
    }
    return line
  }

  package func refusal(_ rule: String, got answer: String? = nil) -> Unbuildable {
    let got = answer.map { ", got \"\($0.prefix(60))\"" } ?? ""
    return Unbuildable(subject: name, reason: "the program \(rule)\(got)")
  }
}

/// Reads lines from a pipe, a block at a time.
private struct LineReader {
  private let file: FileHandle
  private var block: [UInt8] = []
  private var position = 0

  package init(_ file: FileHandle) { self.file = file }

  /// The next line without its line feed; `nil` at the end, and for a last line that has none.
  package mutating func next() -> String? {
    var line: [UInt8] = []
    while true {
      if let end = block[position...].firstIndex(of: UInt8(ascii: "\n")) {
        line += block[position..<end]
        position = end + 1
        return String(decoding: line, as: UTF8.self)
      }
      line += block[position...]
      position = 0
      block = Array(file.availableData)
      if block.isEmpty { return nil }
    }
  }
}

/// An engine in a separate program, which communicates by lines of text.
///
/// `Benchmarks/Programs/README.md` specifies the protocol. As in rebar (Andrew Gallant), engines are
/// programs that time themselves.
package final class ForeignProgram {
  package enum Question: Equatable {
    case locate
    case rows(limit: Int)

    fileprivate var words: String {
      switch self {
      case .locate: "locate"
      case .rows(let limit): "rows \(limit)"
      }
    }
  }

  private let pipe: ProgramPipe

  /// Starts a program.
  ///
  /// - Throws: `Unbuildable` if it cannot be started or speaks another protocol.
  package init(_ name: String, file: URL) throws {
    pipe = try ProgramPipe(name, file: file, greeting: "version 1")
  }

  /// Sends the keys; returns the time to build in nanoseconds, and the size of the structure, 0 if unknown.
  ///
  /// - Throws: `Unbuildable` with the program's reason if it cannot take them.
  package func build(over keys: SortedKeys) throws -> (time: Double, byteCount: Int) {
    var text = Data("keys \(keys.count)\n".utf8)
    for row in 0..<keys.count { Self.append(keys.key(atRow: row), to: &text) }
    try pipe.send(text)
    let answer = try pipe.line()
    let words = answer.split(separator: " ")
    guard words.count == 3, words[0] == "built", let time = Double(words[1]), time >= 0,
      let byteCount = Int(words[2]), byteCount >= 0
    else { throw pipe.refusal("must answer \"built NANOSECONDS BYTES\" to keys", got: answer) }
    return (time, byteCount)
  }

  /// Sends queries, which replace the previous ones.
  package func take(_ queries: [PreparedQuery]) throws {
    var text = Data("queries \(queries.count)\n".utf8)
    for query in queries {
      query.folded.withBytes { bytes in Self.append(bytes.indices.map { bytes[$0] }, to: &text) }
    }
    try pipe.send(text)
    let answer = try pipe.line()
    guard answer == "queries \(queries.count)" else {
      throw pipe.refusal("must answer \"queries \(queries.count)\"", got: answer)
    }
  }

  /// All answers, untimed: for each query the number of matches, or the places of the first keys.
  package func answers(to question: Question, count: Int) throws -> [[Int]] {
    try pipe.send("answer \(question.words)\n")
    return try (0..<count).map { _ in
      let answer = try pipe.line()
      let words = answer.split(separator: " ")
      let numbers = words.compactMap { Int($0) }
      guard numbers.count == words.count, question != .locate || numbers.count == 1 else {
        throw pipe.refusal("must answer with numbers", got: answer)
      }
      return numbers
    }
  }

  /// Times the queries in order, in batches, and stops early after `duration` nanoseconds; returns the
  /// duration of each batch, and the sum of its answers.
  package func samples(
    _ question: Question, batch: Int, duration: UInt64
  ) throws -> [(duration: UInt64, sum: UInt64)] {
    try pipe.send("time \(question.words) \(batch) \(duration)\n")
    var samples: [(duration: UInt64, sum: UInt64)] = []
    while true {
      let answer = try pipe.line()
      if answer == "done" { return samples }
      let words = answer.split(separator: " ")
      guard words.count == 2, let time = UInt64(words[0]), let sum = UInt64(words[1]) else {
        throw pipe.refusal("must answer \"DURATION SUM\" or \"done\"", got: answer)
      }
      samples.append((time, sum))
    }
  }

  private static func append(_ bytes: some Sequence<UInt8>, to text: inout Data) {
    text.append(contentsOf: bytes)
    text.append(UInt8(ascii: "\n"))
  }
}

/// Build time and latencies of a program in another language.
package struct ProgramJob: Job {
  package var dataset: Dataset
  package var name: String
  package var file: URL
  /// The file that the workloads were written to.
  package var workloads: URL
  package var plan: LatencyPlan

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
  package init?(_ measure: Measure) {
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
  package init(program file: URL, named name: String) {
    self.init(
      name: name, role: .program, summary: "the program \(file.lastPathComponent)", program: file,
      build: { _ in throw BenchFailure("\(name) is a program, which is not built here.") })
  }
}
