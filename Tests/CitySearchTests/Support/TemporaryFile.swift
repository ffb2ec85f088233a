import Foundation

/// Writes a file into a folder of its own, and removes both when the closure has returned.
func withTemporaryFile<Value>(
  _ content: Data, named name: String = "cities.txt", _ body: (URL) throws -> Value
) throws -> Value {
  try withTemporaryFolder { folder in
    let file = folder.appending(path: name)
    try content.write(to: file)
    return try body(file)
  }
}

/// Makes a folder, and removes it with all that it holds when the closure has returned.
func withTemporaryFolder<Value>(_ body: (URL) throws -> Value) throws -> Value {
  let folder = FileManager.default.temporaryDirectory
    .appending(path: "city-search-tests-\(UUID().uuidString)", directoryHint: .isDirectory)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}
