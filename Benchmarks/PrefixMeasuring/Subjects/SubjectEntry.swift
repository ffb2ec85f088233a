import CBenchSupport
package import CitySearch
package import Foundation
package import PrefixSearch
import Synchronization

/// The description of a subject for the command line and reports, and its constructor.
package struct SubjectEntry: Sendable {
  /// The name in tables and on the command line.
  package var name: String
  package let role: SubjectRole
  package let summary: String
  /// Whether it is built over cities, and not over keys.
  package var needsCities = false
  /// The file of a program in another language, which has processes of its own.
  package var program: URL?
  /// The approximate bytes needed to build it over keys, if they may exceed the memory.
  package var peakEstimate: @Sendable (SortedKeys) -> Int = { _ in 0 }
  /// Builds it; the build time is the time of this call, and its bytes are those that are allocated here and kept.
  package let build: @Sendable (SubjectInput) throws -> BuiltEngine

  package init(
    name: String, role: SubjectRole, summary: String, needsCities: Bool = false,
    program: URL? = nil, peakEstimate: @escaping @Sendable (SortedKeys) -> Int = { _ in 0 },
    build: @escaping @Sendable (SubjectInput) throws -> BuiltEngine
  ) {
    self.name = name
    self.role = role
    self.summary = summary
    self.needsCities = needsCities
    self.program = program
    self.peakEstimate = peakEstimate
    self.build = build
  }
}

extension SubjectEntry {
  /// All subjects in the order of the table: engines, those that the program adds, and the baseline.
  package static var all: [SubjectEntry] {
    Engine.allCases.map(SubjectEntry.init(engine:)) + added + [.baseline]
  }

  package static func named(_ name: String) throws -> SubjectEntry {
    guard let entry = all.first(where: { $0.name.lowercased() == name.lowercased() }) else {
      let names = all.map(\.name).joined(separator: ", ")
      throw BenchFailure("There is no subject \"\(name)\"; there are \(names).")
    }
    return entry
  }

  package var description: RunHeader.SubjectDescription {
    RunHeader.SubjectDescription(name: name, role: role, summary: summary)
  }

  /// The subject that ratios refer to.
  package static let baseline = SubjectEntry(
    name: "baseline", role: .baseline, summary: "plain binary search with memcmp over one block",
    build: { .index(BinarySearch($0.keys)) })

  /// The bytes of a node of the pointer trie during building, including growing arrays.
  private static let bytesPerNode = 140

  package init(engine: Engine) {
    self.init(
      name: engine.rawValue, role: .engine, summary: engine.summary,
      peakEstimate: { engine == .pointerTrie ? Self.bytesPerNode * $0.byteTrieNodeCount : 0 },
      build: { .index(engine.makeIndex(over: $0.keys)) })
  }
}

extension Engine {
  fileprivate var summary: String {
    switch self {
    case .radixTree: "path-compressed tree in flat arrays"
    case .sortedArray: "binary search behind a small table"
    case .pointerTrie: "nodes linked by references, one byte a step"
    }
  }
}

extension SortedKeys {
  /// The number of nodes of a tree with a byte on every edge.
  ///
  /// - Complexity: O(*b*), where *b* is the number of bytes of all keys.
  package var byteTrieNodeCount: Int {
    var (nodes, previous) = (1, 0..<0)
    for rank in 0..<distinctCount {
      let range = byteRange(ofRank: rank)
      let shared = bytes.span.extracting(range)
        .sharedLength(with: bytes.span.extracting(previous))
      nodes += range.count - shared
      previous = range
    }
    return nodes
  }
}

/// A built subject with its build time.
package struct BuiltSubject {
  package let entry: SubjectEntry
  package let subject: any Subject
  /// How long building took, in nanoseconds.
  package let buildTime: Double

  package init(_ entry: SubjectEntry, from input: SubjectInput) throws {
    let start = MonotonicClock.now
    let engine = try entry.build(input)
    let time = Double(MonotonicClock.now - start)
    self.init(entry, input.subject(engine), buildTime: time)
  }

  package init(_ entry: SubjectEntry, _ subject: any Subject, buildTime: Double = 0) {
    (self.entry, self.subject, self.buildTime) = (entry, subject, buildTime)
  }

  /// The error of a wrong answer, with the subject and the measure.
  package func failure(_ measure: Measure) -> BenchFailure {
    BenchFailure("\(entry.name) gave a wrong answer while it was measured (\(measure)).")
  }
}

/// Consumes a value that the compiler must not optimize away.
///
/// With an empty Swift function, the optimizer would remove the call and the computation of its argument.
/// It does not see the body of a C function.
@inline(__always)
package func blackHole<Value>(_ value: borrowing Value) {
  // Sound: the address is only passed on, and never dereferenced.
  unsafe withUnsafePointer(to: value) { unsafe cbench_black_hole($0) }
}

extension SubjectEntry {
  /// The engines that the program adds to those of the package.
  private static let addedEngines = Mutex<[SubjectEntry]>([])

  /// The engines that the program has added; empty for `bench` itself.
  package static var added: [SubjectEntry] { addedEngines.withLock { $0 } }

  /// Adds engines, once, before the command line is read.
  package static func add(_ engines: [SubjectEntry]) {
    for engine in engines {
      precondition(
        (try? named(engine.name)) == nil,
        "The name of an engine must be new, got \(engine.name) again.")
      addedEngines.withLock { $0.append(engine) }
    }
  }
}

/// The baseline: plain binary search with `memcmp` over one block of keys.
///
/// As `std::lower_bound` over sorted strings; every system can do it without a library.
/// Keys are not merged, so a position is a row. Two searches give the two ends of a range.
package struct BinarySearch: PrefixIndex {
  private let text: [UInt8]
  private let offsets: [UInt32]

  package var count: Int { offsets.count - 1 }

  package init(_ keys: SortedKeys) {
    (text, offsets) = keys.expanded()
  }

  package func range(of prefix: Span<UInt8>) -> Range<Int> {
    // Sound: offsets ascend and end at the length of the text, and positions stay below `count`.
    let range = unsafe text.withUnsafeBufferPointer { text in
      unsafe offsets.withUnsafeBufferPointer { offsets in
        unsafe prefix.withUnsafeBufferPointer { prefix in
          let search = unsafe Search(text: text, offsets: offsets, prefix: prefix)
          let lower = unsafe search.first(from: 0, to: count) { $0 >= 0 }
          return unsafe lower..<search.first(from: lower, to: count) { $0 > 0 }
        }
      }
    }
    return range.isEmpty ? 0..<0 : range
  }

  package var memoryFootprint: MemoryFootprint {
    MemoryFootprint(parts: [
      MemoryFootprint.Part("text", storageOf: text),
      MemoryFootprint.Part("offsets", storageOf: offsets),
    ])
  }

  /// Binary search over the keys.
  @unsafe private struct Search {
    package let text: UnsafeBufferPointer<UInt8>
    package let offsets: UnsafeBufferPointer<UInt32>
    package let prefix: UnsafeBufferPointer<UInt8>

    /// The first key in `start..<end` whose order relative to the prefix fulfils the condition.
    @inline(__always)
    package func first(from start: Int, to end: Int, where condition: (Int32) -> Bool) -> Int {
      guard let text = unsafe text.baseAddress, let prefix = unsafe self.prefix.baseAddress else {
        return start
      }
      var (low, high) = (start, end)
      while low < high {
        let middle = (low &+ high) / 2
        let keyStart = unsafe Int(offsets[middle])
        let length = unsafe Int(offsets[middle &+ 1]) &- keyStart
        let shared = unsafe min(length, self.prefix.count)
        var order = unsafe memcmp(text + keyStart, prefix, shared)
        // A key that ends before the prefix does sorts before it.
        if order == 0, unsafe length < self.prefix.count { order = -1 }
        if condition(order) { high = middle } else { low = middle &+ 1 }
      }
      return low
    }
  }
}

extension SortedKeys {
  /// The keys of all rows in one block, and where each begins and the last ends; a key that several
  /// rows share stands there several times.
  package func expanded() -> (text: [UInt8], offsets: [UInt32]) {
    var text: [UInt8] = []
    var offsets: [UInt32] = [0]
    // Exact capacities, since other structures are compared with the size of this one.
    text.reserveCapacity(
      (0..<distinctCount).reduce(0) { count, rank in
        count + byteRange(ofRank: rank).count * rows(ofRank: rank).count
      })
    offsets.reserveCapacity(count + 1)
    for rank in 0..<distinctCount {
      for _ in rows(ofRank: rank) {
        text.append(contentsOf: bytes[byteRange(ofRank: rank)])
        offsets.append(UInt32(text.count))
      }
    }
    return (text, offsets)
  }
}
