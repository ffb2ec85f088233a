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
