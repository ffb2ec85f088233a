package import Foundation

/// Valgrind's tool that counts instructions by emulating the processor: fifty times slower, with the
/// same count every time.
///
/// The processor's own counter would be cheaper; but many virtual machines have none, and its counts depend on
/// the processor and on the layout of memory.
package struct Callgrind {
  private let executable: URL

  /// Finds valgrind on the search path; `nil` if it is not installed.
  init?() {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    let file = folders.lazy
      .map { URL(filePath: String($0)).appending(path: "valgrind") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    guard let file else { return nil }
    executable = file
  }

  /// The message where valgrind is missing.
  static let absence = """
    Instructions a query were not counted: valgrind is not installed (Debian: apt-get install \
    valgrind).
    """

  /// Makes `process`, whose executable is this program, run under callgrind, which writes a file of
  /// counts at every call of `cbench_instructions_end`; the names of the files begin with `counts`.
  func wrap(_ process: Process, writingTo counts: URL) throws {
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
  static let roundCount = 2

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
  var version: String? { Process.output(of: executable, ["--version"]) }
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
