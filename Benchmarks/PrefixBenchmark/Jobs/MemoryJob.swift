import CitySearch
import Foundation
import PrefixSearch

/// The memory of one subject, in a process with nothing else.
struct MemoryJob: Job {
  var dataset: Dataset
  var subject: String
  /// The file that the workloads were written to.
  var workloads: URL
  var measures: [Measure]

  /// The most bytes of UTF-8 that a Swift string holds without an allocation.
  static let shortNameLength = 15

  /// The capacity of arrays depends on the state of the heap, and that on the order of hash tables, which
  /// differs between processes unless this is set.
  func prepare(_ process: Process) throws { process.set("SWIFT_DETERMINISTIC_HASHING", to: "1") }

  /// Builds the subject after loading only the records, and searches it.
  ///
  /// The figures of memory are absent if the allocator has no counters.
  func run() async throws -> [Figure] {
    let records = try dataset.records()
    let workloads = try Workload.all(in: workloads)
    Allocator.releaseFreePages()
    let (inUseBefore, pagesBefore) = (Allocator.bytesInUse, ResidentPages.current)

    var built: BuiltSubject?
    // The keys are part of the memory of building, and released when it is done.
    let building = try Allocator.counting {
      built = try BuiltSubject(
        .named(subject), from: SubjectInput(records: records, keys: records.sortedKeys()))
    }
    Allocator.releaseFreePages()
    let (inUseAfter, pagesAfter) = (Allocator.bytesInUse, ResidentPages.current)
    guard let built, let inUseBefore, let inUseAfter else { return built?.structure ?? [] }
    var figures = built.structure
    for (part, bytes) in [
      ("before", inUseBefore), ("after", inUseAfter), ("peak while building", building?.peak),
    ] {
      guard let bytes else { continue }
      figures.append(
        Figure(Figure.Key(built.entry.name, .allocator, statistic: part), .bytes, bytes))
    }
    figures += ResidentPages.growth(of: built.entry.name, from: pagesBefore, to: pagesAfter)
    #if Jemalloc
    figures += Jemalloc.figures(built.entry.name)
    #endif
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
    withExtendedLifetime(built) {}
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
    return (counts.count.map { [mean(quantity, .count, $0)] } ?? [])
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

/// Bytes in resident pages, by kind.
package struct ResidentPages: Equatable {
  /// Private pages: heap and stacks.
  var anonymous: Int
  /// Pages of files: code and mapped data, which the system may evict and read again.
  var fileBacked: Int
  /// The most that was resident at once since the process began, of both kinds.
  package var peak: Int

  package init(anonymous: Int, fileBacked: Int, peak: Int) {
    self.anonymous = anonymous
    self.fileBacked = fileBacked
    self.peak = peak
  }
}

extension ResidentPages {
  /// The current pages of this process; `nil` where the system does not distinguish them.
  static var current: ResidentPages? {
    // Linux has them in /proc; there is no such file elsewhere.
    (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8))
      .flatMap(ResidentPages.init(status:))
  }

  /// Reads the text of `/proc/self/status`, whose sizes are in kibibytes.
  package init?(status: String) {
    guard let anonymous = status.byteCount(of: "RssAnon"),
      let file = status.byteCount(of: "RssFile"), let peak = status.byteCount(of: "VmHWM")
    else { return nil }
    self.init(anonymous: anonymous, fileBacked: file, peak: peak)
  }

  /// The growth of resident pages; no figures without counters.
  static func growth(
    of subject: String, from before: ResidentPages?, to after: ResidentPages?
  ) -> [Figure] {
    guard let before, let after else { return [] }
    return [
      ("anonymous", after.anonymous - before.anonymous),
      ("file-backed", after.fileBacked - before.fileBacked),
    ].map { part, bytes in
      Figure(Figure.Key(subject, .residentGrowth, statistic: part), .bytes, bytes)
    }
  }
}
