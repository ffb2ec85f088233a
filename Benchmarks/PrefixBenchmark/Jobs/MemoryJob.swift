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

  /// How many queries an engine answers before its bytes are counted, since it may be built by the first ones.
  private static let askedCount = 100

  /// Builds the subject after loading only the records, and searches it.
  func run() async throws -> [Figure] {
    let records = try dataset.records()
    let workloads = try Workload.all(in: workloads)
    let entry = try SubjectEntry.named(subject)
    let input = SubjectInput(records: records, keys: try records.sortedKeys())
    let asked = (workloads.first?.texts ?? []).spread(to: Self.askedCount).map(records.query)
    let (engine, kept) = try await Self.built(entry, from: input, asking: asked)
    Allocator.releaseFreePages()
    let built = BuiltSubject(entry, input.subject(engine))
    var figures = Self.structure(of: entry.name, engine, kept: kept)
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

  /// Builds an engine and asks it some queries.
  ///
  /// - Returns: The engine, and the bytes that it keeps; `nil` where allocations cannot be counted.
  static func built(
    _ entry: SubjectEntry, from input: SubjectInput, asking queries: [PreparedQuery]
  ) async throws -> (engine: BuiltEngine, kept: Int?) {
    var engine: BuiltEngine?
    let counts = try await Allocator.counting {
      let built = try entry.build(input)
      engine = built
      for query in queries {
        switch built {
        case .index(let index):
          blackHole(query.folded.withBytes { index.range(of: $0) })
        case .search(let search):
          blackHole(try await search.search(.ownNames(query.text, limit: 10)).page())
        }
      }
    }
    guard let engine else { preconditionFailure("An action that throws nothing builds an engine.") }
    return (engine, counts?.kept)
  }

  /// The bytes that an engine keeps, those of its parts as it states them, and the nodes of a tree.
  ///
  /// Where allocations cannot be counted, its own statement is the whole.
  static func structure(of name: String, _ engine: BuiltEngine, kept: Int?) -> [Figure] {
    func key(_ quantity: Figure.Quantity, _ part: String = "total") -> Figure.Key {
      Figure.Key(name, quantity, statistic: part)
    }
    var (parts, nodeCount): ([MemoryFootprint.Part], Int?) = ([], nil)
    if case .index(let index) = engine {
      parts = index.memoryFootprint.parts
      nodeCount = (index as? RadixTree)?.nodeCount ?? (index as? PointerTrie)?.nodeCount
    }
    let stated = parts.isEmpty ? nil : parts.reduce(0) { $0 + $1.byteCount }
    return parts.map { Figure(key(.structure, $0.name), .bytes, $0.byteCount) }
      + ((kept ?? stated).map { [Figure(key(.structure), .bytes, $0)] } ?? [])
      + (nodeCount.map { [Figure(key(.nodes), .count, $0)] } ?? [])
  }

  private func allocations(
    _ measure: Measure, of built: BuiltSubject, _ all: [PreparedQuery],
    quantity: Figure.Quantity = .allocations
  ) async throws -> [Figure] {
    // Enough for every kind; not by time, so that the figures are exact.
    let queries = all.spread(to: 1_000)
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

extension OwnNameIndex {
  /// Whether there are matches of `text`, and the first ten names are all short.
  fileprivate func findsShortNames(_ text: String) -> Bool {
    let matches = ownNames(beginningWith: text, limit: 10)
    return !matches.isEmpty
      && matches.allSatisfy { $0.city.name.utf8.count <= MemoryJob.shortNameLength }
  }
}
