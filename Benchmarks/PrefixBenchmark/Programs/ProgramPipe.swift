package import Foundation

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
