package import Foundation

/// Makes a folder, and removes it with all that it holds when the closure has returned.
package func withTemporaryFolder<Value>(_ body: (URL) throws -> Value) throws -> Value {
  let folder = try makeTemporaryFolder()
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}

/// Makes a folder, and removes it with all that it holds when the closure has returned.
package func withTemporaryFolder<Value>(
  _ body: (URL) async throws -> Value
) async throws -> Value {
  let folder = try makeTemporaryFolder()
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder)
}

private func makeTemporaryFolder() throws -> URL {
  let folder = FileManager.default.temporaryDirectory
    .appending(path: "city-search-tests-\(UUID().uuidString)", directoryHint: .isDirectory)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  return folder
}
