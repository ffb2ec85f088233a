import Foundation

/// The workloads of a run in a temporary file, from which every process reads the same queries.
struct WorkloadFile {
  let url: URL

  init(_ workloads: [Workload]) throws {
    url = FileManager.default.temporaryDirectory.appending(
      path: "bench-workloads-\(UUID().uuidString).json", directoryHint: .notDirectory)
    try JSONEncoder().encode(workloads).write(to: url, options: .atomic)
  }

  /// Removes the file.
  func remove() { try? FileManager.default.removeItem(at: url) }
}
