import Foundation

/// What this program was built from and with.
enum BuildDescription {
  static var current: BenchmarkResult.Build {
    BenchmarkResult.Build(
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

  /// The commit of the clone that this program's file lies in.
  private static var commit: String {
    guard
      let folder = Bundle.main.executableURL?.resolvingSymlinksInPath()
        .deletingLastPathComponent(),
      let hash = git(["rev-parse", "--short=12", "HEAD"], in: folder)
    else { return "unknown" }
    let changes = git(["status", "--porcelain", "--untracked-files=no"], in: folder) ?? ""
    return changes.isEmpty ? hash : hash + "+"
  }

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
