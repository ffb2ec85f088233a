package import Foundation
import PrefixSearch

/// The sources and tools that this program was built from.
enum BuildDescription {
  static var current: RunHeader.Build {
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
