import CBenchSupport
package import Foundation
import PrefixSearch

/// The properties of the machine; nothing that identifies it.
package enum MachineDescription {
  package static var current: RunHeader.Machine {
    let process = ProcessInfo.processInfo
    return RunHeader.Machine(
      processor: processor, coreCount: process.activeProcessorCount,
      memoryByteCount: Int(process.physicalMemory),
      system: system(process.operatingSystemVersionString), architecture: architecture)
  }

  /// The memory that is available without swapping; all memory where the system does not report it.
  package static var availableMemory: Int {
    let text = (try? String(contentsOfFile: "/proc/meminfo", encoding: .utf8)) ?? ""
    return text.byteCount(of: "MemAvailable") ?? Int(ProcessInfo.processInfo.physicalMemory)
  }

  private static var processor: String {
    #if canImport(Darwin)
    var size = 0
    // Sound: without a buffer, only the size is written.
    unsafe sysctlbyname("machdep.cpu.brand_string", nil, &size, nil, 0)
    var name = [UInt8](repeating: 0, count: size)
    // Sound: `name` has `size` bytes.
    unsafe sysctlbyname("machdep.cpu.brand_string", &name, &size, nil, 0)
    return String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
    #else
    let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    return text.value(of: "model name") ?? "unknown"
    #endif
  }

  /// The version without the words in front that some systems put there.
  private static func system(_ version: String) -> String {
    #if os(macOS)
    "macOS \(version.replacing("Version ", with: ""))"
    #else
    version
    #endif
  }

  private static var architecture: String {
    #if arch(x86_64)
    "x86_64"
    #elseif arch(arm64)
    "arm64"
    #else
    "other"
    #endif
  }
}

extension String {
  /// The value in the first line "name: value" with a name, as files in `/proc` have them.
  package func value(of name: String) -> String? {
    let line = split(separator: "\n").first { line in
      line.hasPrefix(name) && line.dropFirst(name.count).drop(while: \.isWhitespace).first == ":"
    }
    return line?.split(separator: ":", maxSplits: 1).last?.trimmingCharacters(in: .whitespaces)
  }

  /// The value with a name in bytes, which is in kibibytes: "1234 kB".
  package func byteCount(of name: String) -> Int? {
    value(of: name)?.split(separator: " ").first.flatMap { Int($0) }.map { $0 * 1_024 }
  }
}

/// The sources and tools that this program was built from.
package enum BuildDescription {
  package static var current: RunHeader.Build {
    RunHeader.Build(
      swiftVersion: swiftVersion, commit: commit, allocator: Allocator.name)
  }

  /// The compiler, as far as source code can ask: only for a minimum version.
  private static var swiftVersion: String {
    #if compiler(>=6.4)
    "6.4 or later"
    #elseif compiler(>=6.3.3)
    "6.3.3 or later"
    #elseif compiler(>=6.3.2)
    "6.3.2"
    #elseif compiler(>=6.3.1)
    "6.3.1"
    #else
    "6.3"
    #endif
  }

  /// The commit that is checked out in the clone around this program, followed by "+" if the program
  /// may have been built from other sources.
  ///
  /// It is read from the clone during the run, because a package cannot compile its commit into the
  /// program reliably. So "+" has two reasons: a source differs from the commit, or a source was written
  /// after the program, for example by checking out another commit.
  private static var commit: String {
    guard let program = Bundle.main.executableURL?.resolvingSymlinksInPath(),
      let root = git(["rev-parse", "--show-toplevel"], in: program.deletingLastPathComponent())
    else { return "unknown" }
    let folder = URL(filePath: root, directoryHint: .isDirectory)
    guard let hash = git(["rev-parse", "--short=12", "HEAD"], in: folder),
      let changes = git(["status", "--porcelain", "--"] + sources, in: folder),
      let files = git(["ls-files", "--"] + sources, in: folder)
    else { return "unknown" }
    let isOlder =
      program.modificationDate.map { built in
        files.split(separator: "\n").contains { file in
          folder.appending(path: String(file)).modificationDate.map { $0 > built } ?? true
        }
      } ?? true
    return changes.isEmpty && !isOlder ? hash : hash + "+"
  }

  /// The sources of the program and its data, as patterns for git; results and documents are not included.
  private static let sources = [
    "Package.swift", "Sources/*.swift", "Benchmarks/*.swift", "Benchmarks/*.[ch]", "Fixtures/Data",
  ]

  /// The output of git; `nil` if it fails or is not installed.
  private static func git(_ arguments: [String], in folder: URL) -> String? {
    Process.output(of: URL(filePath: "/usr/bin/env"), ["git", "-C", folder.path] + arguments)
  }
}

/// Whether this build is the one that users get.
package enum FitBuild {
  /// Refuses builds whose figures would mean nothing.
  package static func check() throws {
    #if DEBUG
    throw BenchFailure(
      "This is a debug build, and its figures would mean nothing. "
        + "Try `swift run -c release bench`.")
    #else
    guard !InvariantChecks.areEnabled else {
      throw BenchFailure(
        "This build checks invariants, and its figures would mean nothing. "
          + "Build without the trait InternalChecks.")
    }
    #endif
  }
}

extension URL {
  /// When this file was last written; `nil` if there is none.
  package var modificationDate: Date? {
    try? resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
  }
}

/// The counters of the C library's allocator.
package enum Allocator {
  #if canImport(Darwin)
  package static let name = "libmalloc"
  #elseif canImport(Glibc)
  package static let name = "glibc"
  #else
  package static let name = "the C library's"
  #endif

  /// Returns free pages to the system, so that resident pages are pages in use.
  package static func releaseFreePages() { cbench_release_free_pages() }

  /// The allocations of an action, on all threads.
  package struct Counts {
    /// How often memory was allocated.
    package var count: Int
    package var byteCount: Int
    /// The maximum of bytes in use, less those in use before.
    package var peak: Int
    /// The bytes in use at the end, less those in use before, with the allocator's rounding and headers.
    package var kept: Int
  }

  /// Calls `action` and counts its allocations; `nil` if nothing can be counted here.
  package static func counting(_ action: () throws -> Void) rethrows -> Counts? {
    start()
    defer { _ = stop() }
    try action()
    return stop()
  }

  /// As `counting(_:)`, for asynchronous actions.
  package static func counting(
    isolation: isolated (any Actor)? = #isolation, _ action: () async throws -> Void
  ) async rethrows -> Counts? {
    start()
    defer { _ = stop() }
    try await action()
    return stop()
  }

  private static func start() { if cbench_can_count() { cbench_start_counting() } }

  private static func stop() -> Counts? {
    guard cbench_can_count() else { return nil }
    let counts = cbench_stop_counting()
    return Counts(
      count: Int(counts.count), byteCount: Int(counts.bytes), peak: Int(counts.peak),
      kept: Int(counts.kept))
  }
}

/// Bytes in resident pages, by kind.
package struct ResidentPages: Equatable {
  /// Private pages: heap and stacks.
  package var anonymous: Int
  /// Pages of files: code and mapped data, which the system may evict and read again.
  package var fileBacked: Int
  /// The most that was resident at once since the process began, of both kinds.
  package var peak: Int

  package init(anonymous: Int, fileBacked: Int, peak: Int) {
    self.anonymous = anonymous
    self.fileBacked = fileBacked
    self.peak = peak
  }
}

extension ResidentPages {
  /// The current pages of this process; `nil` where the system does not distinguish them.
  package static var current: ResidentPages? {
    // Linux has them in /proc; there is no such file elsewhere.
    (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8))
      .flatMap(ResidentPages.init(status:))
  }

  /// Reads the text of `/proc/self/status`, whose sizes are in kibibytes.
  package init?(status: String) {
    guard let anonymous = status.byteCount(of: "RssAnon"),
      let file = status.byteCount(of: "RssFile"), let peak = status.byteCount(of: "VmHWM")
    else { return nil }
    self.init(anonymous: anonymous, fileBacked: file, peak: peak)
  }

  /// The growth of resident pages as figures; none where the system does not count pages.
  package static func growth(
    of subject: String, from before: ResidentPages?, to after: ResidentPages?
  ) -> [Figure] {
    guard let before, let after else { return [] }
    return [
      ("anonymous", after.anonymous - before.anonymous),
      ("file-backed", after.fileBacked - before.fileBacked),
    ].map { part, bytes in
      Figure(Figure.Key(subject, .residentGrowth, statistic: part), .bytes, bytes)
    }
  }
}
