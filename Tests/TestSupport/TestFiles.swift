internal import Fixtures
package import Foundation

/// Makes a folder, and removes it with its content when the closure has returned.
package func withTemporaryFolder<Value>(_ body: (URL) throws -> Value) throws -> Value {
  let folder = try makeTemporaryFolder()
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}

/// Makes a folder, and removes it with its content when the closure has returned.
package func withTemporaryFolder<Value>(
  _ body: (URL) async throws -> Value
) async throws -> Value {
  let folder = try makeTemporaryFolder()
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder)
}

/// Writes a file into a new folder, and removes both when the closure has returned.
package func withTemporaryFile<Value>(
  _ content: Data, named name: String = "cities.txt", _ body: (URL) throws -> Value
) throws -> Value {
  try withTemporaryFolder { folder in
    let file = folder.appending(path: name)
    try content.write(to: file)
    return try body(file)
  }
}

/// Writes a text file into a new folder, and removes both when the closure has returned.
package func withTemporaryFile<Value>(
  _ text: String, named name: String = "file.txt", _ body: (URL) throws -> Value
) throws -> Value {
  try withTemporaryFile(Data(text.utf8), named: name, body)
}

private func makeTemporaryFolder() throws -> URL {
  let folder = FileManager.default.temporaryDirectory
    .appending(path: "city-search-tests-\(UUID().uuidString)", directoryHint: .isDirectory)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  return folder
}

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

  #if os(Linux) || os(macOS)
  /// Copies a file, as a program, by another process.
  ///
  /// A file that this process writes may be open in a child of another test as well, until that child executes its
  /// program, and the system starts no file that is open for writing.
  package static func install(_ file: URL, as program: URL) throws {
    let install = try Process.run(
      URL(filePath: "/usr/bin/install"), arguments: ["-m", "755", file.path, program.path])
    install.waitUntilExit()
    guard install.terminationStatus == 0 else { throw NotInstalled(program: program.path) }
  }

  /// A program could not be copied.
  private struct NotInstalled: Error {
    let program: String
  }
  #endif

  /// The tests were built without a program that they need.
  private struct Missing: Error {
    let name: String
  }
}
