import Foundation
import PrefixSearch

/// What this program was built from and with.
enum BuildDescription {
  static var current: RunHeader.Build {
    RunHeader.Build(
      swiftVersion: swiftVersion, commit: commit, allocator: Allocator.name)
  }

  /// The compiler, as far as it can be asked; it tells only whether it is at least a version.
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

  /// The commit that the clone around this program stands at, with "+" behind it if the program may
  /// not be what that commit builds.
  ///
  /// It is asked of the clone at this moment: a package has no way to put it into the program that
  /// would be sure to be up to date. Hence "+" stands for two things: that sources differ from the
  /// commit, or that one was written after the program, as by checking out another commit.
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

  /// What the program and its data are made of, for git; results and texts are not.
  private static let sources = [
    "Package.swift", "Sources/*.swift", "Benchmarks/*.swift", "Benchmarks/*.[ch]", "Fixtures/Data",
  ]

  /// What git prints, without the last line feed; `nil` if it fails or is not installed.
  private static func git(_ arguments: [String], in folder: URL) -> String? {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git", "-C", folder.path] + arguments
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

/// Whether this build is what users get.
enum FitBuild {
  /// Refuses builds whose figures would mean nothing.
  ///
  /// - Throws: `BenchFailure` that says which build to use.
  static func check() throws {
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
