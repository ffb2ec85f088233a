import CitySearch
package import Foundation
internal import GazetteerBuilding

/// Making a gazetteer file from the cities, as `bench build` does.
package struct FileBuildJob: Job {
  /// The subject in rows about the gazetteer file.
  package static let subject = "gazetteer file"

  var dataset: Dataset
  var output: URL
  /// Whether to count allocations, which takes time: then nothing is timed.
  var countsAllocations = false

  package init(dataset: Dataset, output: URL, countsAllocations: Bool = false) {
    self.dataset = dataset
    self.output = output
    self.countsAllocations = countsAllocations
  }

  /// Makes the file; the start of the process is not timed.
  package func run() throws -> [Figure] {
    func figure(_ quantity: Figure.Quantity, _ unit: Figure.Unit, _ value: Int) -> Figure {
      Figure(Figure.Key(Self.subject, quantity), unit, value)
    }
    if countsAllocations {
      let counts = try Allocator.counting { try build() }
      return counts.map { [figure(.peakAllocated, .bytes, $0.peak)] } ?? []
    }
    let start = MonotonicClock.now
    try build()
    let time = MonotonicClock.now - start
    return [
      figure(.input, .bytes, try Self.byteCount(of: dataset.file)),
      figure(.file, .bytes, try Self.byteCount(of: output)),
      figure(.build, .nanoseconds, Int(time)),
    ] + (ResidentPages.current.map { [figure(.peakResident, .bytes, $0.peak)] } ?? [])
  }

  private func build() throws { try dataset.gazetteer().write(to: output) }

  private static func byteCount(of file: URL) throws -> Int {
    try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
  }
}
