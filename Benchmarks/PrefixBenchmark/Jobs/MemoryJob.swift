import CitySearch
import Foundation
import PrefixSearch

/// The size of one subject and the allocations of its queries, in a process with nothing else.
struct MemoryJob: Job {
  var dataset: Dataset
  var subject: String
  /// The file that the workloads were written to.
  var workloads: URL
  var measures: [Measure]

  /// The most bytes of UTF-8 that a Swift string holds without an allocation.
  static let shortNameLength = 15

  /// Makes hash tables have the same order in all processes: the state of the heap depends on it, and so
  /// does the capacity of arrays.
  func prepare(_ process: Process) throws { process.set("SWIFT_DETERMINISTIC_HASHING", to: "1") }

  /// Builds the subject after loading only the records, and searches it.
  func run() async throws -> [Figure] {
    let records = try dataset.records()
    let workloads = try Workload.all(in: workloads)
    let built = try BuiltSubject(
      .named(subject), from: SubjectInput(records: records, keys: records.sortedKeys()))
    Allocator.releaseFreePages()
    var figures = built.structure
    for measure in measures {
      let queries = workloads.texts(of: measure.workload).map(records.query)
      figures += try await allocations(measure, of: built, queries)
    }
    if let search = built.subject.search, let workload = measures.first?.workload {
      let queries = workloads.texts(of: workload).filter(search.findsShortNames)
      figures += try await allocations(
        .tenCities(workload, .unread), of: built, queries.map(records.query),
        quantity: .shortNameAllocations)
    }
    return figures
  }

  private func allocations(
    _ measure: Measure, of built: BuiltSubject, _ all: [PreparedQuery],
    quantity: Figure.Quantity = .allocations
  ) async throws -> [Figure] {
    // Enough for every kind, and few for scans; not by time, so that the figures are exact.
    let queries = all.spread(to: built.entry.isSlow ? 24 : 1_000)
    guard let stage = Stage(measure, of: built.subject), !queries.isEmpty else { return [] }
    func counts(of queries: ArraySlice<PreparedQuery>) async throws -> Allocator.Counts? {
      switch stage {
      case .synchronous(let call):
        Allocator.counting { for query in queries { blackHole(call(query)) } }
      case .asynchronous(let call):
        try await Allocator.counting { for query in queries { blackHole(try await call(query)) } }
      }
    }
    // Allocations of the first call, such as of caches and of the stack of a task, belong to no query.
    _ = try await counts(of: queries.prefix(1))
    guard let counts = try await counts(of: queries[...]) else { return [] }
    func mean(_ quantity: Figure.Quantity, _ unit: Figure.Unit, _ total: Int) -> Figure {
      Figure(
        Figure.Key(built.entry.name, quantity, measure, statistic: "mean"), unit,
        [Double(total) / Double(queries.count)])
    }
    return [mean(quantity, .count, counts.count)]
      + (quantity == .allocations ? [mean(.allocated, .bytes, counts.byteCount)] : [])
  }
}

extension CityIndex {
  /// Whether there are matches of `text`, and the first ten names are all short.
  fileprivate func findsShortNames(_ text: String) -> Bool {
    let matches = ownNames(beginningWith: text, limit: 10)
    return !matches.isEmpty
      && matches.allSatisfy { $0.city.name.utf8.count <= MemoryJob.shortNameLength }
  }
}
