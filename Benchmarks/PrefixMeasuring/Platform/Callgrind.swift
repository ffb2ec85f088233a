import CBenchSupport
package import CitySearch
package import Foundation
import PrefixSearch

/// Valgrind's tool that counts instructions by emulating the processor: fifty times slower, with the
/// same count every time.
///
/// The processor's own counter would be cheaper; but many virtual machines have none, and its counts depend on
/// the processor and on the layout of memory.
package struct Callgrind {
  private let executable: URL

  /// Finds valgrind on the search path; `nil` if it is not installed.
  package init?() {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    let file = folders.lazy
      .map { URL(filePath: String($0)).appending(path: "valgrind") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    guard let file else { return nil }
    executable = file
  }

  /// The message where valgrind is missing.
  package static let absence = """
    Instructions a query were not counted: valgrind is not installed (Debian: apt-get install \
    valgrind).
    """

  /// Makes `process`, whose executable is this program, run under callgrind, which writes a file of
  /// counts at every call of `cbench_instructions_end`; the names of the files begin with `counts`.
  package func wrap(_ process: Process, writingTo counts: URL) throws {
    guard let program = process.executableURL else { return }
    let copy = counts.appendingPathExtension("program")
    try Data(Self.hidingDebugSections(of: [UInt8](Data(contentsOf: program))))
      .write(to: copy)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o700], ofItemAtPath: copy.path)
    process.executableURL = executable
    process.arguments =
      [
        "--quiet", "--tool=callgrind", "--callgrind-out-file=\(counts.path)",
        "--zero-before=cbench_instructions_begin", "--dump-before=cbench_instructions_end",
        "--dump-line=no",
        // The runtime finds generic types in a hash table by address, in a varying number of steps.
        "--toggle-collect=_swift_getGenericMetadata*", "--collect-atstart=yes", copy.path,
      ] + (process.arguments ?? [])
    for (variable, value) in Self.environment { process.set(variable, to: value) }
  }

  /// The C library selects functions by processor, hash tables have random orders, and the loader
  /// resolves functions at their first call: each would make counts differ between machines or
  /// processes.
  private static let environment = [
    "SWIFT_DETERMINISTIC_HASHING": "1", "LD_BIND_NOW": "1",
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-AVX,-ERMS,-FSRM,-AVX512F,-AVX512VL,-AVX512BW",
  ]

  /// How often each stage is counted; the last count is used, when the emulator has translated all code.
  package static let roundCount = 2

  /// Reads the counts of `count` stages, in their order, from the files that were written at the calls of
  /// `cbench_instructions_end`.
  package static func read(_ count: Int, from counts: URL) throws -> [Int] {
    try (1...max(1, count)).prefix(count).map { number in
      let file = URL(filePath: "\(counts.path).\(number * roundCount)")
      guard let text = try? String(contentsOf: file, encoding: .utf8), let total = total(in: text)
      else { throw BenchFailure("Callgrind wrote no counts of instructions.") }
      return total
    }
  }

  /// The executed instructions by a file of callgrind, in the line "totals: 4711"; `nil` if
  /// there is none, or if other events were counted.
  package static func total(in text: String) -> Int? {
    guard text.value(of: "events") == "Ir" else { return nil }
    return text.value(of: "totals").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// The program with its version, such as "valgrind-3.19.0"; `nil` if it prints none.
  package var version: String? { Process.output(of: executable, ["--version"]) }
}

extension Callgrind {
  /// The bytes of a program without the sections for debuggers, as far as valgrind sees them.
  ///
  /// Valgrind 3.19 reads these sections, and fails on those of the Swift compiler. It finds them
  /// by name: so the names are changed, and all offsets stay the same.
  ///
  /// - Returns: The same bytes if they are no 64-bit ELF file, or a damaged one.
  package static func hidingDebugSections(of program: [UInt8]) -> [UInt8] {
    var program = program
    func number(at offset: Int, byteCount: Int) -> Int? {
      guard offset >= 0, offset <= program.count - byteCount else { return nil }
      return program[offset..<offset + byteCount].reversed().reduce(0) { number, byte in
        number << 8 | Int(byte)
      }
    }
    // The magic number, 64 bits, little-endian.
    guard program.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]),
      let headers = number(at: 0x28, byteCount: 8), let size = number(at: 0x3A, byteCount: 2),
      let count = number(at: 0x3C, byteCount: 2), let last = number(at: 0x3E, byteCount: 2),
      let names = number(at: headers + size * last + 0x18, byteCount: 8)
    else { return program }
    let prefix = Array(".debug".utf8)
    for section in 0..<count {
      guard let offset = number(at: headers + size * section, byteCount: 4),
        names + offset < program.count, program[(names + offset)...].starts(with: prefix)
      else { continue }
      program[names + offset] = UInt8(ascii: "_")
    }
    return program
  }
}

/// Instructions a query, by the default engine over a mapped file, under callgrind.
///
/// The counts depend only on the program, the data and the queries: not on the machine's load, and hardly
/// on the machine. So they show changes of a percent, where times show only larger ones.
package struct CallgrindJob: Job {
  package var gazetteer: URL
  /// The file that the workloads were written to.
  package var workloads: URL
  /// The measures to count the instructions of, in order.
  package var measures: [Measure]
  /// Where callgrind writes its counts.
  package var counts: URL

  package func prepare(_ process: Process) throws {
    guard let callgrind = Callgrind() else { throw BenchFailure(Callgrind.absence) }
    try callgrind.wrap(process, writingTo: counts)
  }

  /// Opens the file and answers queries; nothing else may run in the process.
  ///
  /// The figures are the numbers of queries; the counts are in the files of callgrind.
  package func run() throws -> [Figure] {
    let workloads = try Workload.all(in: workloads)
    cbench_use_plain_allocator()
    return try run(over: Gazetteer(mapping: gazetteer), workloads: workloads)
  }

  /// Runs the job in the arguments of this process, if it is one of this kind, and ends the process.
  package static func runIfAsked(_ arguments: [String]) {
    guard arguments.count == 4, arguments[2] == "\(Self.self)" else { return }
    do {
      try FitBuild.check()
      let job = try JSONDecoder().decode(Self.self, from: Data(arguments[3].utf8))
      FileHandle.standardOutput.write(try JSONEncoder().encode(JobOutcome(figures: try job.run())))
    } catch {
      FileHandle.standardError.write(Data("Error: \(error)\n".utf8))
      exit(EXIT_FAILURE)
    }
    exit(EXIT_SUCCESS)
  }

  /// As `run()`, over cities and with queries of the caller's choice.
  package func run(over gazetteer: Gazetteer, workloads: [Workload]) throws -> [Figure] {
    let own = IndexSubject(RadixTree(gazetteer.sortedKeys()), over: gazetteer)
    let names = NamesSubject(CityIndex(gazetteer))
    return try measures.map { measure in
      let subject: any Subject = measure.order == .relevance ? names : own
      guard let call = Stage(measure, of: subject)?.call else {
        throw BenchFailure("Instructions of this stage cannot be counted (\(measure)).")
      }
      let queries = CountedQueries(measure, workloads)
      try queries.ask(call) { ask in
        cbench_instructions_begin()
        ask()
        cbench_instructions_end()
      }
      return Figure(Self.key(measure, "queries"), .count, queries.count)
    }
  }

  /// Adds the counts of callgrind; throws if they are missing for a stage.
  package func complete(_ figures: [Figure]) throws -> [Figure] {
    let totals = try Callgrind.read(figures.count, from: counts)
    return figures
      + zip(measures, zip(figures, totals)).map { measure, counted in
        Figure(
          Self.key(measure, "mean"), .count, [Double(counted.1) / max(1, counted.0.value)])
      }
  }

  private static func key(_ measure: Measure, _ statistic: String) -> Figure.Key {
    Figure.Key(FileBuildJob.subject, .instructions, measure, statistic: statistic)
  }
}

/// The queries whose instructions are counted: enough for every kind, and few enough for an emulated
/// process.
private struct CountedQueries {
  private static let limit = 500

  private let measure: Measure
  private let queries: [PreparedQuery]

  package var count: Int { queries.count }

  package init(_ measure: Measure, _ workloads: [Workload]) {
    self.measure = measure
    queries = workloads.texts(of: measure.workload).spread(to: Self.limit)
      .map { PreparedQuery($0) }
  }

  /// Asks all queries uncounted, then again in counted rounds; the last round is used, when the emulator
  /// has translated all code.
  ///
  /// - Throws: ``BenchFailure`` if the answers of a round differ from those of the uncounted one.
  package func ask(_ call: Stage.Call, counting: (() -> Void) -> Void) throws {
    // Work of the first call, such as initialization, belongs to no query.
    let expected = sum(call)
    for _ in 0..<Callgrind.roundCount {
      var sum: UInt64 = 0
      counting { sum = self.sum(call) }
      guard sum == expected else {
        throw BenchFailure("A repeated query was answered differently (\(measure)).")
      }
    }
  }

  private func sum(_ call: Stage.Call) -> UInt64 {
    let queries = queries.span
    var sum: UInt64 = 0
    for index in queries.indices {
      sum &+= call(queries[index]) &* QuerySet.weight(index)
    }
    return sum
  }
}

extension Measure {
  /// The stages whose instructions are counted, with the workloads of a run.
  ///
  /// Of all names: typed queries, and names with a slip; the other workloads take long to emulate, and
  /// run the same code.
  package static func countedInstructions(of workload: String, names: [String] = []) -> [Measure] {
    var measures = mainStages(of: workload)
    if names.contains(workload) { measures += NamesMeasures(workload).all }
    if names.contains("typos") { measures.append(NamesMeasures("typos").unread) }
    return measures
  }
}
