import Foundation

/// A temporary folder with what the processes of a run share.
struct RunFolder {
  private let url: URL

  /// The workloads, from which every process reads the same queries.
  var workloads: URL { url.appending(path: "workloads.json", directoryHint: .notDirectory) }

  /// Where one process writes the gazetteer file that another opens.
  var gazetteer: URL { url.appending(path: "cities.gazetteer", directoryHint: .notDirectory) }

  /// What the names of the files of counted instructions begin with.
  var instructions: URL { url.appending(path: "instructions", directoryHint: .notDirectory) }

  /// Where data are written that came from a pipe.
  var data: URL { url.appending(path: "data", directoryHint: .notDirectory) }

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(
      path: "bench-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// Writes the workloads for all processes.
  func write(_ workloads: [Workload]) throws {
    try JSONEncoder().encode(workloads).write(to: self.workloads)
  }

  /// Removes the folder with all that is in it.
  func remove() { try? FileManager.default.removeItem(at: url) }
}
