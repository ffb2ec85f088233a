import CitySearch
import Fixtures
import Foundation

/// What a process that makes a gazetteer file is told.
struct FileBuildJob: Codable, Sendable {
  var dataset: Dataset
  /// Where to write the file.
  var output: URL
  /// Whether to count what is allocated, which takes time.
  var countsAllocations = false
}

/// What such a process found out.
struct FileBuildOutcome: Codable, Sendable {
  var inputByteCount: Int
  var byteCount: Int
  /// In nanoseconds.
  var time: Double
  /// The most that was resident in this process at once.
  var peakResident: Int?
  /// The most that was allocated at once, if it was counted.
  var peakAllocated: Int?
}

extension FileBuildJob {
  /// Makes the file from the cities, as `bench build` does.
  func run() throws -> FileBuildOutcome {
    let start = MonotonicClock.now
    let counts = try countsAllocations ? Allocator.counting { try build() } : nil
    if !countsAllocations { try build() }
    let time = Double(MonotonicClock.now - start)
    return FileBuildOutcome(
      inputByteCount: try Self.byteCount(of: dataset.file),
      byteCount: try Self.byteCount(of: output),
      time: time, peakResident: MemoryResult.ResidentPages.current?.peak,
      peakAllocated: counts?.peak)
  }

  private func build() throws { try dataset.gazetteer().write(to: output) }

  private static func byteCount(of file: URL) throws -> Int {
    try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
  }
}
