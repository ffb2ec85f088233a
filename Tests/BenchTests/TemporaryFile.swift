import Foundation
import TestSupport

/// Writes a file into a folder of its own, and removes both when the closure has returned.
func withTemporaryFile<Value>(
  _ text: String, named name: String = "file.txt", _ body: (URL) throws -> Value
) throws -> Value {
  try withTemporaryFolder { folder in
    let file = folder.appending(path: name)
    try Data(text.utf8).write(to: file)
    return try body(file)
  }
}
