package import Foundation

/// Permissions on a folder, on a file in it, and on the file's lock.
package enum FileRights {
  /// What permissions can be set on.
  package enum Place: Sendable {
    case folder, file, lock

    package func path(of url: URL) -> String {
      switch self {
      case .folder: url.deletingLastPathComponent().path
      case .file: url.path
      case .lock: url.path + ".lock"
      }
    }
  }

  /// Sets permissions, runs `storage-probe` without privileges, and gives the rights back.
  package static func run(
    _ arguments: [String], with rights: [(Place, Int)], on url: URL
  ) async throws -> (output: String, errors: String, hasSucceeded: Bool) {
    func set(_ permissions: Int, _ place: Place) throws {
      try FileManager.default.setAttributes(
        [.posixPermissions: permissions], ofItemAtPath: place.path(of: url))
    }
    for (place, permissions) in rights { try set(permissions, place) }
    let run = try await ProbeProcess.onThread {
      try ProbeProcess.run(["--powerless"] + arguments)
    }
    for (place, _) in rights { try set(0o755, place) }
    return run
  }
}
