import CBenchSupport
package import CitySearch
package import Foundation
package import PrefixSearch

/// The description of a subject for the command line and reports, and its constructor.
package struct SubjectEntry: Sendable {
  /// The name in tables and on the command line.
  package var name: String
  let role: SubjectRole
  let summary: String
  /// Whether it is built over cities, and not over keys.
  package var needsCities = false
  /// The file of a program in another language, which has processes of its own.
  package var program: URL?
  /// The approximate bytes needed to build it over keys, if they may exceed the memory.
  var peakEstimate: @Sendable (SortedKeys) -> Int = { _ in 0 }
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
  var byteTrieNodeCount: Int {
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
  let entry: SubjectEntry
  package let subject: any Subject
  /// How long building took, in nanoseconds.
  let buildTime: Double

  package init(_ entry: SubjectEntry, from input: SubjectInput) throws {
    let start = MonotonicClock.now
    let engine = try entry.build(input)
    let time = Double(MonotonicClock.now - start)
    self.init(entry, input.subject(engine), buildTime: time)
  }

  init(_ entry: SubjectEntry, _ subject: any Subject, buildTime: Double = 0) {
    (self.entry, self.subject, self.buildTime) = (entry, subject, buildTime)
  }

  /// Calls `action`, and adds the subject and the measure to the error of a wrong answer.
  func naming<Result>(_ measure: Measure, _ action: () throws -> Result) throws -> Result {
    do { return try action() } catch is WrongAnswer { throw failure(measure) }
  }

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
