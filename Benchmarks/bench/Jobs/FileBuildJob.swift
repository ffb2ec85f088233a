import CitySearch
import Fixtures
import Foundation

/// What a process that makes a gazetteer file is told.
struct FileBuildJob: Codable, Sendable {
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
  /// Makes the file from the cities shipped, as `bench build` does.
  func run() throws -> FileBuildOutcome {
    try run(from: Fixtures.cities)
  }

  /// As `run()`, from a file of the caller's choice.
  func run(from input: URL) throws -> FileBuildOutcome {
    let start = MonotonicClock.now
    let counts = try countsAllocations ? Allocator.counting { try build(from: input) } : nil
    if !countsAllocations { try build(from: input) }
    let time = Double(MonotonicClock.now - start)
    return FileBuildOutcome(
      inputByteCount: try Self.byteCount(of: input), byteCount: try Self.byteCount(of: output),
      time: time, peakResident: MemoryResult.ResidentPages.current?.peak,
      peakAllocated: counts?.peak)
  }

  private func build(from input: URL) throws {
    try Gazetteer(
      contentsOf: input, admin1Codes: Fixtures.admin1Codes, countryInfo: Fixtures.countryInfo,
      regions: Fixtures.regions
    ).write(to: output)
  }

  private static func byteCount(of file: URL) throws -> Int {
    try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
  }
}
