import CitySearch
import Foundation
import PrefixSearch

/// An engine in a separate program, which communicates by lines of text.
///
/// `Benchmarks/Programs/README.md` specifies the protocol. As in rebar (Andrew Gallant), engines are
/// programs that time themselves.
final class ForeignProgram {
  enum Question: Equatable {
    case locate
    case rows(limit: Int)

    fileprivate var words: String {
      switch self {
      case .locate: "locate"
      case .rows(let limit): "rows \(limit)"
      }
    }
  }

  private let name: String
  private let process = Process()
  private let input = Pipe()
  private var lines: LineReader

  /// Starts a program.
  ///
  /// - Throws: `Unbuildable` if it cannot be started or speaks another protocol.
  init(_ name: String, file: URL) throws {
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
    send("version 1\n")
    let answer = try line()
    guard answer == "version 1" else {
      throw refusal("must answer \"version 1\" to \"version 1\"", got: answer)
    }
  }

  deinit {
    // It ends when its input ends; otherwise it is terminated.
    try? input.fileHandleForWriting.close()
    if process.isRunning { process.terminate() }
  }

  /// Sends the keys; returns the time to build in nanoseconds, and the size of the structure, 0 if unknown.
  ///
  /// - Throws: `Unbuildable` with the program's reason if it cannot take them.
  func build(over keys: SortedKeys) throws -> (time: Double, byteCount: Int) {
    var text = Data("keys \(keys.count)\n".utf8)
    for row in 0..<keys.count { Self.append(keys.key(atRow: row), to: &text) }
    try send(text)
    let answer = try line()
    let words = answer.split(separator: " ")
    guard words.count == 3, words[0] == "built", let time = Double(words[1]), time >= 0,
      let byteCount = Int(words[2]), byteCount >= 0
    else { throw refusal("must answer \"built NANOSECONDS BYTES\" to keys", got: answer) }
    return (time, byteCount)
  }

  /// Sends queries, which replace the previous ones.
  func take(_ queries: [PreparedQuery]) throws {
    var text = Data("queries \(queries.count)\n".utf8)
    for query in queries {
      query.folded.withBytes { bytes in Self.append(bytes.indices.map { bytes[$0] }, to: &text) }
    }
    try send(text)
    let answer = try line()
    guard answer == "queries \(queries.count)" else {
      throw refusal("must answer \"queries \(queries.count)\"", got: answer)
    }
  }

  /// All answers, untimed: for each query the number of matches, or the places of the first keys.
  func answers(to question: Question, count: Int) throws -> [[Int]] {
    send("answer \(question.words)\n")
    return try (0..<count).map { _ in
      let answer = try line()
      let words = answer.split(separator: " ")
      let numbers = words.compactMap { Int($0) }
      guard numbers.count == words.count, question != .locate || numbers.count == 1 else {
        throw refusal("must answer with numbers", got: answer)
      }
      return numbers
    }
  }

  /// Times the queries in order, in batches, and stops early after `duration` nanoseconds; returns the
  /// duration of each batch, and the sum of its answers.
  func samples(
    _ question: Question, batch: Int, duration: UInt64
  ) throws -> [(duration: UInt64, sum: UInt64)] {
    send("time \(question.words) \(batch) \(duration)\n")
    var samples: [(duration: UInt64, sum: UInt64)] = []
    while true {
      let answer = try line()
      if answer == "done" { return samples }
      let words = answer.split(separator: " ")
      guard words.count == 2, let time = UInt64(words[0]), let sum = UInt64(words[1]) else {
        throw refusal("must answer \"DURATION SUM\" or \"done\"", got: answer)
      }
      samples.append((time, sum))
    }
  }

  private static func append(_ bytes: some Sequence<UInt8>, to text: inout Data) {
    text.append(contentsOf: bytes)
    text.append(UInt8(ascii: "\n"))
  }

  private func send(_ command: String) { try? send(Data(command.utf8)) }

  private func send(_ data: Data) throws {
    do {
      try input.fileHandleForWriting.write(contentsOf: data)
    } catch {
      // Its last line explains more than the error of the closed pipe.
      _ = try line()
      throw refusal("ended before it had read its input")
    }
  }

  private func line() throws -> String {
    guard let line = lines.next() else { throw refusal("ended without an answer") }
    guard !line.hasPrefix("error ") else {
      throw Unbuildable(subject: name, reason: String(line.dropFirst("error ".count)))
    }
    return line
  }

  private func refusal(_ rule: String, got answer: String? = nil) -> Unbuildable {
    let got = answer.map { ", got \"\($0.prefix(60))\"" } ?? ""
    return Unbuildable(subject: name, reason: "the program \(rule)\(got)")
  }
}

/// Reads lines from a pipe, a block at a time.
private struct LineReader {
  private let file: FileHandle
  private var block: [UInt8] = []
  private var position = 0

  init(_ file: FileHandle) { self.file = file }

  /// The next line without its line feed; `nil` at the end, and for a last line that has none.
  mutating func next() -> String? {
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
