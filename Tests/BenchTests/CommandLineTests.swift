import CitySearch
import Fixtures
import Foundation
import PrefixBenchmark
import PrefixMeasuring
import TestSupport
import Testing
import bench

/// What the command line says about mistakes, and what it prints where.
@Suite("The command line") struct CommandLineTests {
  @Test(
    arguments: [
      ("serch", "Did you mean 'search'?"), ("verfy", "Did you mean 'verify'?"),
      ("rnu", "Did you mean 'run'?"), ("qqqqqqqq", "There are run, compare, "),
    ].named(by: \.0))
  func `a subcommand that does not exist is refused, with the one that was meant`(
    example: Named<(String, String)>
  ) throws {
    let (word, advice) = example.value
    let run = try BenchProcess([word])
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.errors.contains("There is no subcommand '\(word)'. \(advice)"))
  }

  @Test func `the version is printed`() throws {
    let run = try BenchProcess(["--version"])
    #expect(run.status == 0)
    #expect(run.text.first?.isNumber == true)
  }

  @Test(
    arguments: [
      ("distance:91,0", "latitude must be from -90 to 90 degrees, got 91"),
      ("distance:0,-181", "longitude must be from -180 to 180 degrees, got -181"),
      ("distance:nan,0", "latitude must be from -90 to 90 degrees, got nan"),
      ("distance:1", "a point must be latitude, comma, longitude"),
      ("distance:1,2,3", "a point must be latitude, comma, longitude"),
      ("distance", "order must be relevance, name, population or distance:LAT,LON"),
      ("size", "order must be relevance, name, population or distance:LAT,LON"),
    ].named(by: \.0))
  func `an order that is wrong says why`(example: Named<(String, String)>) throws {
    let (order, reason) = example.value
    let run = try BenchProcess.search(["--order", order, "x"])
    #expect(run.status == 64)
    #expect(run.errors.contains(reason))
  }

  #if os(Linux)
  @Test(
    arguments: [
      ["search", "--cities", Fixtures.sample.path, "--order", "name", "london"], ["list"],
      ["--version"], ["--help"],
      ["help", "run"],
    ].named(by: { $0[0] }))
  func `what cannot be written is an error`(example: Named<[String]>) throws {
    let arguments = example.value
    let process = Process()
    let errors = Pipe()
    process.executableURL = try BuiltProgram.url(named: "bench")
    process.arguments = arguments
    process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    // A slow machine shows progress before that.
    let lines = text.split(separator: "\n").filter { !$0.hasSuffix(" …") }
    #expect(lines.first?.hasPrefix("Error: standard output cannot be written: ") == true)
  }

  @Test func `remarks that cannot be written end nothing`() throws {
    try withTemporaryFile("x\n[", named: "c.json") { input in
      let city = #"{"country":"NO","name":"A","id":1,"coord":{"lon":1,"lat":2}}"#
      try Data("[\(city),{}]".utf8).write(to: input)
      let process = Process()
      process.executableURL = try BuiltProgram.url(named: "bench")
      process.arguments = ["search", "--lenient", "--cities", input.path, "a"]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle(forWritingAtPath: "/dev/full")
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0 && process.terminationReason == .exit)
    }
  }
  #endif

  @Test func `a name cannot command the terminal`() throws {
    let name = "A\u{1B}[2JB\u{9B}C\u{7F}D\u{202E}E\nF"
    #expect(name.withoutControls == "A␛[2JB\u{FFFD}C␡D\u{FFFD}E␊F")
    #expect("São Paulo 北京 👩‍👩‍👧".withoutControls == "São Paulo 北京 👩‍👩‍👧")
  }

  @Test func `a tab or line feed breaks no line of a program's form`() throws {
    #expect("a\tb\nc\r".asColumn == "a␉b␊c\r")
    let run = try BenchProcess.search(["--order", "name", "--ids", "a\tb"])
    #expect(run.text.hasPrefix("a␉b\t"))
    #expect(run.text.filter { $0 == "\t" }.count == 2)
  }

  @Test func `tables fit 80 columns, with the first column in every block`() {
    let record = SampleRecord.make()
    let text = OutputFormat.table.text(of: record)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= Table.width })
    var table = Table(heads: ["", "one", "two\nns", "three"])
    table.rows = [["a", "1", String(repeating: "2", count: 60), String(repeating: "3", count: 30)]]
    let blocks = table.text.components(separatedBy: "\n\n")
    #expect(blocks.count == 2)
    #expect(blocks.allSatisfy { $0.contains("\na") || $0.hasPrefix("a") })
    #expect(table.wideText.split(separator: "\n").last?.hasPrefix("a  ") == true)
    #expect(Table(heads: ["only"]).text == "only\n────")
  }

  @Test func `the list of subjects fits 80 columns`() throws {
    let run = try BenchProcess(["list"])
    #expect(run.text.split(separator: "\n").allSatisfy { $0.count <= Table.width })
  }
}
