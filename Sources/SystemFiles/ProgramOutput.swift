internal import Foundation

/// The output of a program that reads a file, while the program runs.
///
/// The program is ended when the value is destroyed, so that nobody waits for output that nobody reads.
package final class ProgramOutput {
  /// A pipe that does not block, and of which only the program has the other end.
  package let file: OpenFile
  /// What the program says of errors, which may be more than a pipe holds.
  private let messages: ScratchFile
  /// The process, until it was waited for.
  private var process: pid_t?

  /// Starts a program with an open file as its input, from where that file stands.
  ///
  /// Output and errors go through a named pipe and a file without a name, because only these are closed on
  /// `exec` from their beginning on all systems: another process that is started meanwhile must not inherit
  /// the writing end, or the output would have no end.
  ///
  /// - Parameters:
  ///   - name: The name of the program, which is looked for in `PATH`.
  ///   - arguments: Its arguments.
  ///   - input: Its standard input.
  /// - Throws: `ENOENT` if there is no such program.
  package init(
    of name: String, _ arguments: [String], reading input: borrowing OpenFile
  ) throws(SystemCallError) {
    let path = OpenFile.temporaryPath(
      beside: FileManager.default.temporaryDirectory.appending(path: "output").path)
    _ = try repeating("creating a pipe") { unsafe mkfifo(path, 0o600) }
    defer { try? OpenFile.remove(path) }
    file = try OpenFile(path, .read)
    let output = try OpenFile(path, .append)
    messages = try ScratchFile(beside: path)
    // The program itself waits while the pipe is full.
    _ = try repeating("opening") { fcntl(output.descriptor, F_SETFL, O_WRONLY) }
    process = try Self.start(
      [name] + arguments,
      streams: [input.descriptor, output.descriptor, messages.file.descriptor])
  }

  deinit {
    guard let process else { return }
    kill(process, SIGKILL)
    _ = try? Self.status(of: process)
  }

  /// Waits for the end of the program, after its output was read to the end.
  ///
  /// - Returns: Why it failed: what it said, and its status; `nil` if it did not.
  package func failure() throws(SystemCallError) -> String? {
    guard let process else { return nil }
    self.process = nil
    let status = try Self.status(of: process)
    guard status != 0 else { return nil }
    let bytes = try messages.read(0..<min(try messages.file.attributes().length, 1_000))
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    // The lower bits are the signal that has ended it.
    let ending = status & 0x7F == 0 ? "status \(status >> 8)" : "signal \(status & 0x7F)"
    return lines.joined(separator: "; ") + " (\(ending))"
  }

  private static func status(of process: pid_t) throws(SystemCallError) -> Int32 {
    var status: Int32 = 0
    // Sound: the call fills in this number, which outlives it.
    _ = try repeating("waiting") { unsafe waitpid(process, &status, 0) }
    return status
  }

  #if os(tvOS) || os(watchOS)
  private static func start(
    _ arguments: [String], streams: [Int32]
  ) throws(SystemCallError) -> pid_t {
    throw SystemCallError("starting", code: ENOTSUP)
  }
  #else
  /// Starts a process with these descriptors as its first ones, and no others.
  private static func start(
    _ arguments: [String], streams: [Int32]
  ) throws(SystemCallError) -> pid_t {
    #if canImport(Glibc) || canImport(Musl)
    var actions = unsafe posix_spawn_file_actions_t()
    #else
    var actions: posix_spawn_file_actions_t?
    #endif
    // Sound: all that the calls read lives until `defer`, and the lists end in null, as they must.
    unsafe posix_spawn_file_actions_init(&actions)
    let texts = unsafe arguments.map { unsafe strdup($0) }
    // Messages are in English on every system.
    let language = unsafe strdup("LC_ALL=C")
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe (texts + [language]).forEach { unsafe free($0) }
    }
    for (number, descriptor) in streams.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
    }
    var process: pid_t = 0
    let code = unsafe posix_spawnp(
      &process, arguments[0], &actions, nil, texts + [nil], [language, nil])
    guard code == 0 else { throw SystemCallError("starting", code: code) }
    return process
  }
  #endif
}
