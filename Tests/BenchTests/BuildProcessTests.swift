import CitySearch
import Fixtures
import Foundation
import GazetteerBuilding
import TestSupport
import Testing

/// `bench build` from outside, and `bench search` on what it made.
@Suite("The command build") struct BuildProcessTests {
  /// Builds a gazetteer, and gives its file while the closure runs.
  private static func build<Value>(
    _ arguments: [String], _ body: (BenchProcess, String) throws -> Value
  ) throws -> Value {
    try withTemporaryFile("an older file", named: "cities.gazetteer") { file in
      try body(try BenchProcess(["build", "--output", file.path] + arguments), file.path)
    }
  }

  private static let places = [
    "--no-names", "--admin1-codes", Fixtures.admin1Codes.path, "--country-info",
    Fixtures.countryInfo.path,
  ]

  @Test func `a file of cities becomes a gazetteer, and the older file is gone`() throws {
    try Self.build([Fixtures.sample.path] + Self.places) { run, path in
      let url = URL(filePath: path)
      let written = try Gazetteer(mapping: url)
      let original = try Gazetteer(contentsOf: Fixtures.sample)
      #expect(written.elementsEqual(original))
      let each = (Double(written.byteCount) / 99.9).rounded() / 10
      let size = try Data(contentsOf: url).count.formatted(.number.locale(Locale(identifier: "en")))
      let names = written.nameCount.formatted(.number.locale(Locale(identifier: "en")))
      #expect(run.text == "999 cities, \(names) names, \(size) bytes, \(each) for each city\n")
      #expect(run.errors.isEmpty && run.status == 0)
    }
  }

  @Test func `two builds have the same bytes`() throws {
    let files = try (0..<2).map { _ in
      try Self.build([Fixtures.sample.path] + Self.places) {
        try Data(contentsOf: URL(filePath: $1))
      }
    }
    #expect(files[0] == files[1])
  }

  @Test func `search reads a gazetteer as it reads the text it was made of`() throws {
    try Self.build([Fixtures.sample.path] + Self.places) { _, path in
      let queries = ["san", "saint e", "", "zzz", "köln"]
      let byName = ["--order", "name"]
      let byPopulation = ["--order", "population"]
      for form in [byName + ["--ids"], byName + ["--highlights"], byPopulation + ["--ids"]] {
        for engine in ["RadixTree", "SortedArray", "LinearScan"] {
          let arguments = form + ["--engine", engine] + queries
          let run = try BenchProcess(["search", "--cities", path] + arguments)
          let reference = try BenchProcess.search(arguments)
          #expect(run.text == reference.text)
          #expect(run.status == 0 && run.errors.isEmpty && !run.text.isEmpty)
        }
      }
      let explained = ["--explain", "köln", "saint e", "munchen"]
      #expect(
        try BenchProcess(["search", "--cities", path] + explained).text
          == BenchProcess.search(explained).text)
      let people = try BenchProcess(["search", "--cities", path, "london", "--limit", "1"])
      #expect(people.text.contains("[London], "))
      #expect(!people.text.contains(", GB"))
    }
  }

  @Test func `regions have the names that are shipped, or codes without names`() throws {
    for (options, line) in [
      ([], "  [London], England, United Kingdom, 8,961,989\n"),
      (["--no-names"], "  [London], ENG, GB, 8,961,989\n"),
    ] {
      try Self.build([Fixtures.sample.path] + options) { _, path in
        let query = ["london", "--limit", "1", "--order", "population"]
        let built = try BenchProcess(["search", "--cities", path] + query)
        let direct = try BenchProcess(
          ["search", "--cities", Fixtures.sample.path] + options + query)
        #expect(built.text.hasSuffix(line) && direct.text == built.text)
      }
    }
  }

  @Test func `a state beside a city is understood`() throws {
    let lines = [
      "4250542\tSpringfield\t\t\t39.8017\t-89.64371\tP\tPPLA\tUS\t\tIL\t\t\t\t114394",
      "8349366\tSpringfield Lakes\t\t\t-27.66\t152.92\tP\tPPL\tAU\t\t04\t\t\t\t1000000",
    ].map { "\($0)\t\t\t\t2020-01-01\n" }
    try withTemporaryFile(lines.joined(), named: "c.txt") { input in
      try Self.build([input.path]) { _, path in
        let run = try BenchProcess(["search", "--cities", path, "springfield, il"])
        #expect(run.text.contains("\n  [Springfield], [Il]linois, United States, 114,394"))
      }
    }
  }

  @Test func `the JSON of the challenge becomes a gazetteer`() throws {
    let json = #"[{"country":"UA","name":"Hurzuf","_id":707860,"coord":{"lon":34.28,"lat":44.5}}]"#
    try withTemporaryFile(json, named: "cities.json") { input in
      try Self.build([input.path]) { run, path in
        #expect(run.text.hasPrefix("1 city, "))
        let search = try BenchProcess(["search", "--cities", path, "--ids", "h"])
        #expect(search.text == "h\t1\t707860\n")
      }
    }
  }

  #if !DEBUG
  @Test func `without an input the cities shipped are taken`() throws {
    try Self.build([]) { run, path in
      #expect(run.text.hasPrefix("234,908 cities, "))
      let search = try BenchProcess([
        "search", "--cities", path, "PARIS", "--limit", "1", "--order", "population",
      ])
      #expect(search.text == "PARIS: 1 of 42\n  [Paris], Île-de-France, France, 2,138,551\n")
    }
  }
  #endif

  @Test func `what cannot be read or written ends with a message and a status`() throws {
    try withTemporaryFile("1\t2\n", named: "short.txt") { input in
      try Self.build([input.path]) { run, path in
        #expect(
          run.errors
            == "Error: \(input.path) has the wrong form: lines must have 19 columns with tabs between "
            + "them, and have 2.\n")
        #expect(run.status == 1 && run.output.isEmpty)
        let content = try Data(contentsOf: URL(filePath: path))
        #expect(content == Data("an older file".utf8))
      }
      let missing = input.deletingLastPathComponent().appending(path: "missing/x").path
      let run = try BenchProcess(["build", Fixtures.sample.path, "--output", missing])
      #expect(run.errors.hasPrefix("Error: \(missing) cannot be written: "))
      #expect(run.status == 1 && run.output.isEmpty)
    }
    let run = try BenchProcess(["build", Fixtures.sample.path])
    #expect(run.errors.contains("Missing expected argument '--output <file>'"))
    #expect(run.status != 0)
  }

  private static let line =
    "\tBergen\t\t\t60.4\t5.3\tP\tPPLA\tNO\t\t46\t\t\t\t9\t\t\tEurope/Oslo\t\n"

  @Test func `cities come from standard input, too`() throws {
    let sample = try Data(contentsOf: Fixtures.sample)
    try withTemporaryFile("", named: "cities.gazetteer") { file in
      let run = try BenchProcess(["build", "-", "--output", file.path], input: sample)
      #expect(run.text.hasPrefix("999 cities, ") && run.errors.isEmpty && run.status == 0)
      let empty = try BenchProcess(["build", "-", "--output", file.path])
      #expect(empty.errors == "Error: standard input is empty.\n" && empty.status == 1)
    }
  }

  @Test func `what is compressed comes with advice`() throws {
    try withTemporaryFile("PK\u{3}\u{4}\t", named: "cities.zip") { input in
      try Self.build([input.path]) { run, path in
        #expect(
          run.errors
            == "Error: \(input.path) is compressed (zip): unpack it first. For example: "
            + "unzip -p \(input.path) | bench build - --output \(path)\n")
        #expect(run.status == 1 && run.output.isEmpty)
      }
    }
  }

  @Test func `leniently, records that are wrong are skipped, listed and counted`() throws {
    let wrong = String(repeating: "x\(Self.line)", count: 1_234)
    try withTemporaryFile("1\(Self.line)\(wrong)", named: "c.txt") { input in
      try Self.build([input.path]) { run, _ in
        #expect(run.errors.hasPrefix("Error: \(input.path):2: column 1 (id): ") && run.status == 1)
      }
      try Self.build([input.path, "--lenient"]) { run, _ in
        let lines = run.errors.split(separator: "\n")
        #expect(run.status == 0 && run.text.hasPrefix("1 city, ") && lines.count == 12)
        #expect(lines.first?.hasPrefix("\(input.path):2: column 1 (id): ") == true)
        #expect(lines.suffix(2) == ["... and 1,224 more", "skipped: 1,234"])
      }
    }
  }

  @Test func `mountains are counted, and taken on request`() throws {
    let mountain = Self.line.replacing("\tP\tPPLA", with: "\tT\tMT")
    try withTemporaryFile("1\(Self.line)2\(mountain)", named: "c.txt") { input in
      try Self.build([input.path]) { run, _ in
        #expect(run.text.hasPrefix("1 city, ") && run.status == 0)
        #expect(run.errors == "of other feature classes: 1\n")
      }
      try Self.build([input.path, "--feature-classes", "Pt"]) { run, _ in
        #expect(run.text.hasPrefix("2 cities, ") && run.errors.isEmpty)
      }
      try Self.build([input.path, "--feature-classes", "PX"]) { run, _ in
        #expect(run.errors.contains("'PX' is invalid for '--feature-classes") && run.status != 0)
      }
    }
  }

  @Test func `ruins are counted, and taken on request`() throws {
    let ruin = Self.line.replacing("\tP\tPPLA", with: "\tP\tPPLW")
    try withTemporaryFile("1\(Self.line)2\(ruin)", named: "c.txt") { input in
      try Self.build([input.path]) { run, _ in
        #expect(run.text.hasPrefix("1 city, ") && run.status == 0)
        #expect(run.errors == "with excluded feature codes: 1\n")
      }
      for codes in ["none", "ppl,PPLQ"] {
        try Self.build([input.path, "--exclude-feature-codes", codes]) { run, _ in
          #expect(run.text.hasPrefix("2 cities, ") && run.errors.isEmpty)
        }
      }
      try Self.build([input.path, "--exclude-feature-codes", "PPLA,"]) { run, _ in
        #expect(run.errors.contains("'PPLA,' is invalid for '--exclude-feature-codes"))
        #expect(run.status != 0)
      }
    }
  }

  @Test func `some cities are selected, own places are added, and ids are left out`() throws {
    let places = """
      [{"country":"NO","name":"Head Office","_id":4000000001,"coord":{"lon":5.32,"lat":60.391}},
      {"country":"GB","name":"Londinium","_id":2643743,"coord":{"lon":-0.12,"lat":51.5}}]
      """
    let sample = try Gazetteer(contentsOf: Fixtures.sample)
    let large = try sample.filtered {
      ["GB", "FR"].contains($0.countryCode) && $0.population >= 5_000
    }
    let excluded = try #require(large.first)
    let selected = try large.filtered { $0.id != excluded.id }
    let options = [
      "--countries", "gb,FR,XX", "--minimum-population", "5000",
      "--exclude-ids", "\(excluded.id),77",
    ]
    try withTemporaryFile(places, named: "places.json") { own in
      try Self.build([Fixtures.sample.path] + options) { run, path in
        #expect(
          run.errors == "no city has the id 77\nno city has the country code XX\n")
        let written = try Gazetteer(mapping: URL(filePath: path))
        #expect(written.elementsEqual(selected) && !written.isEmpty)
      }
      let merge = ["--merge", own.path]
      try Self.build([Fixtures.sample.path] + Self.places + options + merge) { run, path in
        #expect(run.status == 0)
        let written = try Gazetteer(mapping: URL(filePath: path))
        #expect(written.city(withID: 2_643_743)?.name == "Londinium")
        #expect(written.city(withID: 4_000_000_001)?.coordinate.latitude == 60.391)
        let added = selected.city(withID: 2_643_743) == nil ? 2 : 1
        #expect(written.count == selected.count + added)
        let search = try BenchProcess([
          "search", "--cities", path, "--ids", "head office, norway", "londres",
        ])
        #expect(search.text.hasPrefix("head office, norway\t1\t4000000001\n"))
        #expect(!search.text.contains("2643743"))
      }
    }
  }

  @Test func `a list that is wrong, or two inputs from one pipe, are refused`() throws {
    for (arguments, message) in [
      (["--exclude-ids", "1,x"], "'1,x' is invalid for '--exclude-ids"),
      (["--exclude-ids", "1,"], "'1,' is invalid for '--exclude-ids"),
      (["--countries", "XYZ"], "'XYZ' is invalid for '--countries"),
      (["-", "--merge", "-"], "Standard input can be read once only."),
    ] {
      let run = try BenchProcess(["build", "--output", "x.gazetteer"] + arguments)
      #expect(run.status == 64 && run.errors.contains(message))
    }
  }

  @Test func `search takes names of regions as build does`() throws {
    let arguments = ["search", "--cities", Fixtures.sample.path, "--ids", "london, england"]
    let run = try BenchProcess(arguments)
    #expect(run.text.contains("2643743") && run.errors.isEmpty && run.status == 0)
    let given = try BenchProcess(arguments + Self.places)
    #expect(given.text.contains("2643743") && given.errors.isEmpty && given.status == 0)
    let shipped = try BenchProcess(["search", "x"] + Self.places)
    #expect(shipped.status == 64 && shipped.errors.contains("must come with --cities"))
    try Self.build([Fixtures.sample.path]) { _, path in
      let fixed = try BenchProcess(["search", "--cities", path, "x"] + Self.places)
      #expect(fixed.status == 1 && fixed.errors.contains("is a gazetteer, whose names are fixed"))
    }
  }

  @Test func `search loads cities as build does: leniently, from standard input, unpacked`() throws
  {
    let content = "1\(Self.line)x\(Self.line)"
    let arguments = ["search", "--cities", "-", "--order", "name", "--ids"]
    let strict = try BenchProcess(arguments + ["b"], input: Data(content.utf8))
    #expect(strict.status == 1 && strict.text.isEmpty)
    #expect(strict.errors.hasPrefix("Error: standard input:2: column 1 (id): "))
    let run = try BenchProcess(arguments + ["--lenient", "b"], input: Data(content.utf8))
    #expect(run.text == "b\t1\t1\n" && run.status == 0)
    #expect(run.errors.hasPrefix("standard input:2: ") && run.errors.hasSuffix("skipped: 1\n"))
    let without = try BenchProcess(arguments, input: Data(content.utf8))
    #expect(without.status == 64 && without.errors.contains("the queries must be arguments"))
    let packed = try BenchProcess(arguments + ["b"], input: Data("PK\u{3}\u{4}".utf8))
    #expect(packed.errors.hasSuffix("unzip -p FILE | bench search --cities - TEXT\n"))
  }

  #if os(Linux)
  @Test func `standard input that never ends, or is none, is refused`() throws {
    for input in ["< /dev/zero", "<&-"] {
      let process = Process()
      let errors = Pipe()
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = [
        "-c", "exec \"$1\" search --cities - x \(input)", "sh",
        try BuiltProgram.url(named: "bench").path,
      ]
      process.standardError = errors
      try process.run()
      let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      // The runtime may have opened another file in place of the closed input.
      #expect(text.hasPrefix("Error: standard input cannot be read: "))
      #expect(process.terminationStatus == 1)
    }
  }
  #endif

  @Test func `a damaged gazetteer ends a search with its message`() throws {
    try Self.build([Fixtures.sample.path]) { _, path in
      let url = URL(filePath: path)
      var content = try Data(contentsOf: url)
      content[24] ^= 1
      try content.write(to: url)
      let run = try BenchProcess(["search", "--cities", path, "a"])
      #expect(
        run.errors
          == "Error: \(path) is not a valid gazetteer: its header is damaged.\n")
      #expect(run.status == 1 && run.output.isEmpty)
    }
  }
}
