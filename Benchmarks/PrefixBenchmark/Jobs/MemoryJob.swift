import CitySearch
import Fixtures
import Foundation
import PrefixSearch

/// What a process that measures the memory of one subject is told.
struct MemoryJob: Codable, Sendable {
  var dataset: Dataset
  var subject: String
  /// The file that the workloads were written to.
  var workloads: URL
  /// What to count the allocations of.
  var measures: [Measure]
}

/// What such a process found out.
struct MemoryOutcome: Codable, Sendable {
  var subject: String
  /// The exact size of the structure.
  var structure: SubjectResult.Structure?
  /// Absent if the allocator tells nothing.
  var memory: MemoryResult?
}

extension MemoryJob {
  /// Builds the subject, which nothing but the records was loaded before, and asks it.
  func run() async throws -> MemoryOutcome {
    let records = try dataset.records()
    let workloads = try JSONDecoder().decode(
      [Workload].self, from: Data(contentsOf: self.workloads))
    Allocator.releaseFreePages()
    let (inUseBefore, pagesBefore) = (Allocator.bytesInUse, MemoryResult.ResidentPages.current)

    var built: BuiltSubject?
    // The keys are a part of what building takes, and gone when it is done.
    let building = try Allocator.counting {
      built = try BuiltSubject(
        .named(subject), from: SubjectInput(records: records, keys: records.sortedKeys()))
    }
    Allocator.releaseFreePages()
    let (inUseAfter, pagesAfter) = (Allocator.bytesInUse, MemoryResult.ResidentPages.current)
    guard let built, let inUseBefore, let inUseAfter else {
      return MemoryOutcome(subject: subject, structure: built?.structure, memory: nil)
    }
    var memory = MemoryResult(
      inUseBefore: inUseBefore, inUseAfter: inUseAfter, peakWhileBuilding: building?.peak,
      pagesBefore: pagesBefore, pagesAfter: pagesAfter, jemalloc: nil, queries: [])
    #if Jemalloc
    memory.jemalloc = Jemalloc.statistics
    #endif
    for measure in measures {
      let texts = workloads.first { $0.name == measure.workload }?.texts ?? []
      let found = try await allocations(measure, of: built.subject, texts.map(records.query))
      if let found { memory.queries.append(found) }
    }
    if let search = built.subject.search, let workload = measures.first?.workload {
      let texts = workloads.first { $0.name == workload }?.texts ?? []
      memory.shortNames = try await allocations(
        .tenCities(workload, .unread), of: built.subject,
        texts.filter(search.findsShortNames).map(records.query))
    }
    withExtendedLifetime(built) {}
    return MemoryOutcome(subject: subject, structure: built.structure, memory: memory)
  }

  /// How many queries are asked: enough for every kind, and few where each looks at every name.
  ///
  /// The number does not depend on time, so that the figures are exact.
  private static func queryLimit(for subject: any Subject) -> Int {
    subject.looksAtEveryName ? 24 : 1_000
  }

  private func allocations(
    _ measure: Measure, of subject: any Subject, _ all: [PreparedQuery]
  ) async throws -> MemoryResult.AllocationsPerQuery? {
    let step = max(1, all.count / Self.queryLimit(for: subject)) | 1
    let queries = stride(from: 0, to: all.count, by: step).map { all[$0] }
    guard let stage = Stage(measure, of: subject), let first = queries.first else { return nil }
    // What is made once, at the first call, belongs to no query.
    blackHole(try await stage.answer(to: first))
    let counts: Allocator.Counts?
    switch stage {
    case .direct(let call):
      counts = Allocator.counting {
        for query in queries { blackHole(call.answer(to: query)) }
      }
    case .waiting(let call):
      counts = try await Allocator.counting {
        for query in queries { blackHole(try await call.answer(to: query)) }
      }
    }
    return counts.map { counts in
      MemoryResult.AllocationsPerQuery(
        measure: measure, count: counts.count.map { Double($0) / Double(queries.count) },
        byteCount: Double(counts.byteCount) / Double(queries.count))
    }
  }
}

extension CityIndex {
  /// Whether something is found by `text`, and the first ten names are all short.
  fileprivate func findsShortNames(_ text: String) -> Bool {
    let matches = search(for: text, limit: 10)
    return !matches.isEmpty
      && matches.allSatisfy { $0.city.name.utf8.count <= MemoryResult.shortNameLength }
  }
}
