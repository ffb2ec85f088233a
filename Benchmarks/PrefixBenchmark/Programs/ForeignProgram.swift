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

  private let pipe: ProgramPipe

  /// Starts a program.
  ///
  /// - Throws: `Unbuildable` if it cannot be started or speaks another protocol.
  init(_ name: String, file: URL) throws {
    pipe = try ProgramPipe(name, file: file, greeting: "version 1")
  }

  /// Sends the keys; returns the time to build in nanoseconds, and the size of the structure, 0 if unknown.
  ///
  /// - Throws: `Unbuildable` with the program's reason if it cannot take them.
  func build(over keys: SortedKeys) throws -> (time: Double, byteCount: Int) {
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
  func take(_ queries: [PreparedQuery]) throws {
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
  func answers(to question: Question, count: Int) throws -> [[Int]] {
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
  func samples(
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
