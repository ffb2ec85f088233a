import Foundation

/// Writes a file into a folder of its own, and removes both when the closure has returned.
func withTemporaryFile<Value>(
  _ text: String, named name: String = "file.txt", _ body: (URL) throws -> Value
) throws -> Value {
  let folder = FileManager.default.temporaryDirectory
    .appending(path: "bench-tests-\(UUID().uuidString)", directoryHint: .isDirectory)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let file = folder.appending(path: name)
  try Data(text.utf8).write(to: file)
  return try body(file)
}
