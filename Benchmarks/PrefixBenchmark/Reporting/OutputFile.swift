import Foundation

/// A file that a command writes.
struct OutputFile {
  let url: URL

  init(path: String) { url = URL(filePath: path) }

  /// Checks that the folder is there, before minutes are spent on what goes into the file.
  ///
  /// - Throws: `BenchFailure` if it is not.
  func check() throws {
    let folder = url.deletingLastPathComponent()
    guard FileManager.default.isWritableFile(atPath: folder.path) else {
      throw BenchFailure("\(url.lastPathComponent) cannot be written: no such folder, or no right.")
    }
  }

  func write(_ data: Data) throws {
    do {
      try data.write(to: url, options: .atomic)
    } catch {
      throw BenchFailure(
        "\(url.lastPathComponent) cannot be written: \(error.localizedDescription)")
    }
  }
}
