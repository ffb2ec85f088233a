internal import Fixtures
package import Foundation

/// A program of this package that was built with the tests.
package enum BuiltProgram {
  /// The file of a program: it lies beside the resources of the fixtures.
  package static func url(named name: String) -> URL? {
    let folders = sequence(first: Fixtures.cities) { url in
      url.path == "/" ? nil : url.deletingLastPathComponent()
    }
    return folders.map { $0.appending(path: name, directoryHint: .notDirectory) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }
}
