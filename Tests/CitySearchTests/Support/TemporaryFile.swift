import Foundation
import TestSupport

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
