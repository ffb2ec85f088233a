internal import Fixtures
package import Foundation

/// A program of this package that was built with the tests.
package enum BuiltProgram {
  /// The file of a program, in the folder of the resources of the fixtures.
  package static func url(named name: String) throws -> URL {
    let folders = sequence(first: Fixtures.cities) { url in
      url.path == "/" ? nil : url.deletingLastPathComponent()
    }
    let programs = folders.map { $0.appending(path: name, directoryHint: .notDirectory) }
    for program in programs where FileManager.default.isExecutableFile(atPath: program.path) {
      return program
    }
    throw Missing(name: name)
  }

  /// The tests were built without a program that they need.
  private struct Missing: Error {
    let name: String
  }
}
