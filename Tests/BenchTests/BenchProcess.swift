import Fixtures
import Foundation
import PrefixBenchmark
import PrefixMeasuring
import TestSupport
import Testing

/// A run of the program `bench` as others run it: arguments and bytes in, bytes and a status out.
struct BenchProcess {
  let output: Data
  /// The lines of standard error, without those of progress, which only slow machines see.
  let errors: String
  let status: Int32

  var text: String { String(decoding: output, as: UTF8.self) }

  /// Runs `bench`, or a copy of it, until it ends; `input` is its standard input.
  init(_ arguments: [String], input: Data = Data(), program: URL? = nil) throws {
    let process = Process()
    process.executableURL = try program ?? BuiltProgram.url(named: "bench")
    process.arguments = arguments
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "bench-process-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files instead of pipes: no reader is needed during the writing.
    func handle(_ name: String, _ content: Data = Data()) throws -> FileHandle {
      let url = folder.appending(path: name)
      try content.write(to: url)
      return try FileHandle(forUpdating: url)
    }
    let (input, output, errors) = try (handle("in", input), handle("out"), handle("errors"))
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    self.output = try Data(contentsOf: folder.appending(path: "out"))
    let lines = String(
      decoding: try Data(contentsOf: folder.appending(path: "errors")), as: UTF8.self)
    self.errors = lines.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasSuffix(" …") }.joined(separator: "\n")
  }

  /// Runs `bench search` on the difficult cities, which load in no time without the names that are shipped.
  static func search(_ arguments: [String], input: Data = Data()) throws -> BenchProcess {
    let cities = ["search", "--cities", Fixtures.sample.path, "--no-names"]
    return try BenchProcess(cities + arguments, input: input)
  }
}

/// Gives an executable file with a script, in a folder of its own.
func withProgram<Value>(_ script: String, _ body: (URL) throws -> Value) throws -> Value {
  try withTemporaryFolder { folder in
    let (text, program) = (folder.appending(path: "text"), folder.appending(path: "program"))
    try Data(script.utf8).write(to: text)
    try BuiltProgram.install(text, as: program)
    return try body(program)
  }
}
