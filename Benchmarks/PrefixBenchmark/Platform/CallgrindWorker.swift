import Foundation

/// A process of this program under callgrind: its program file, its arguments, and what it does.
enum CallgrindWorker {
  /// The first argument of such a process, which is no subcommand.
  private static let name = "instructions-worker"

  static func arguments(job: String) -> [String] { [name, job] }

  /// Does the job that the arguments have and ends the process, if they have one.
  static func runIfAsked(_ arguments: [String]) {
    guard arguments.count == 3, arguments[1] == name else { return }
    do {
      try FitBuild.check()
      let message = try JSONDecoder().decode(JobMessage.self, from: Data(arguments[2].utf8))
      guard let job = message.job as? CallgrindJob else {
        throw BenchFailure("This is another job.")
      }
      FileHandle.standardOutput.write(try JSONEncoder().encode(JobOutcome(figures: try job.run())))
    } catch {
      FileHandle.standardError.write(Data("Error: \(error)\n".utf8))
      exit(EXIT_FAILURE)
    }
    exit(EXIT_SUCCESS)
  }

  /// The bytes of a program without the sections for debuggers, as far as valgrind sees them.
  ///
  /// Valgrind 3.19 reads these sections, and gives up on what the compiler of Swift writes there. It
  /// finds them by name: so the names are changed, and everything stays where it is.
  ///
  /// - Returns: The same bytes if they are no 64-bit ELF file, or a damaged one.
  static func hidingDebugSections(of program: [UInt8]) -> [UInt8] {
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
