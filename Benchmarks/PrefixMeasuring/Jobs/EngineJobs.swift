package import CitySearch
package import Foundation
import PrefixSearch

/// Build times and latencies of several subjects in one process.
package struct LatencyJob: Job {
  package var dataset: Dataset
  /// The names of the subjects, which take turns.
  package var subjects: [String]
  /// The file that the workloads were written to.
  package var workloads: URL
  package var plan: LatencyPlan
  /// The seed of the order of subjects, different for every process.
  package var seed: UInt64
  /// Whether to compare answers also with those of a linear scan.
  package var checksAgainstScan: Bool

  package func run() async throws -> [Figure] {
    try await run(over: dataset.records(), workloads: Workload.all(in: workloads))
  }

  /// Builds all subjects over records, and takes all figures of each.
  package func run(over records: Records, workloads: [Workload]) async throws -> [Figure] {
    let input = SubjectInput(records: records, keys: try records.sortedKeys())
    var sets = QuerySets(
      workloads: workloads, records: records,
      reference: input.subject(.index(BinarySearch(input.keys))))
    var generator = SplitMix64(seed: seed)

    // In random order, since the first one is built in the heap that loading left.
    var built: [String: BuiltSubject] = [:]
    for name in subjects.shuffled(using: &generator) {
      built[name] = try BuiltSubject(.named(name), from: input)
    }
    let running = subjects.compactMap { built[$0] }
    var figures = running.map {
      Figure(Figure.Key($0.entry.name, .build), .nanoseconds, [$0.buildTime])
    }
    figures.append(Figure(Figure.Key("clock", .clockCost), .nanoseconds, MonotonicClock.cost))
    figures.append(
      Figure(Figure.Key("clock", .clockStep), .nanoseconds, MonotonicClock.resolution))
    if checksAgainstScan { try compareWithScan(sets.reference, input, workloads) }
    return figures + (try await plan.figures(of: running, asking: &sets, using: &generator))
  }

  /// Compares the reference with a scan of all names or keys on some queries of every workload.
  private func compareWithScan(
    _ reference: any Subject, _ input: SubjectInput, _ workloads: [Workload]
  ) throws {
    for workload in workloads where !workload.texts.isEmpty {
      for text in [workload.texts.count / 3, workload.texts.count / 2].map({ workload.texts[$0] }) {
        let query = input.records.query(text)
        var found = AnswerDigest()
        reference.rows(query, limit: nil, into: &found)
        let scanned = input.scanned(query)
        guard found == scanned else {
          throw BenchFailure(
            "The baseline finds \(found.count) matches for \"\(text.prefix(40))\", "
              + "but not those \(scanned.count) that the linear scan finds.")
        }
      }
    }
  }
}

/// The size of one subject and the allocations of its queries, in a process with nothing else.
package struct MemoryJob: Job {
  package var dataset: Dataset
  package var subject: String
  /// The file that the workloads were written to.
  package var workloads: URL
  package var measures: [Measure]

  /// The most bytes of UTF-8 that a Swift string holds without an allocation.
  package static let shortNameLength = 15

  /// Makes hash tables have the same order in all processes: the state of the heap depends on it, and so
  /// does the capacity of arrays.
  package func prepare(_ process: Process) throws {
    process.set("SWIFT_DETERMINISTIC_HASHING", to: "1")
  }

  /// How many queries an engine answers before its bytes are counted, since it may be built by the first ones.
  private static let askedCount = 100

  /// Builds the subject after loading only the records, and searches it.
  package func run() async throws -> [Figure] {
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
  package static func built(
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
  package static func structure(of name: String, _ engine: BuiltEngine, kept: Int?) -> [Figure] {
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

/// Latencies of the search over all names.
package struct NamesJob: Job {
  package var dataset: Dataset
  package var engines: [Engine.RawValue]
  /// The gazetteer file to open; `nil` to load the cities.
  package var gazetteer: URL?
  /// The file that the workloads were written to.
  package var workloads: URL
  package var unitWorkload: String
  package var plan: LatencyPlan
  /// The seed of the order of subjects, another one for every process.
  package var seed: UInt64

  package func run() async throws -> [Figure] {
    try await run(
      over: gazetteer.map { try Gazetteer(mapping: $0) } ?? dataset.gazetteer(),
      workloads: Workload.all(in: workloads))
  }

  /// Takes one measure after the other over cities, with the engines in turns.
  ///
  /// The first measure is that of the baseline, the unit of ratios.
  package func run(over gazetteer: Gazetteer, workloads: [Workload]) async throws -> [Figure] {
    let ownNames = SubjectInput(gazetteer: gazetteer, keys: gazetteer.sortedKeys())
    let allNames = SubjectInput(gazetteer: gazetteer, keys: gazetteer.sortedNameKeys())
    var unit = SubjectEntry.baseline
    unit.name = RunRecord.baselineBesideNames
    let subjects =
      [try BuiltSubject(unit, from: ownNames)]
      + (try engines.map { name in
        // The radix trees are those of the gazetteer.
        let cities =
          name == Engine.radixTree.rawValue
          ? CityIndex(gazetteer) : Self.cities(gazetteer, allNames.keys, by: name)
        return BuiltSubject(try .named(name), NamesSubject(cities))
      })
    var sets = QuerySets(
      workloads: workloads, records: .cities(gazetteer), reference: subjects[0].subject,
      // Not the default engine, so that an error in one structure is found by the other.
      names: Self.cities(gazetteer, allNames.keys, by: Engine.sortedArray.rawValue))
    var plan = plan
    plan.measures.insert(Measure(workload: unitWorkload, stage: .locate), at: 0)
    var generator = SplitMix64(seed: seed)
    return [Figure(Figure.Key("all names", .names), .count, gazetteer.nameCount)]
      + (try await plan.figures(of: subjects, asking: &sets, using: &generator))
  }

  private static func cities(
    _ gazetteer: Gazetteer, _ allNames: SortedKeys, by engine: String
  ) -> CityIndex {
    let engine = Engine(rawValue: engine) ?? .sortedArray
    return CityIndex(gazetteer, index: engine.makeIndex(over: allNames))
  }
}
