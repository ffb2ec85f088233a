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
  /// Whether a query takes milliseconds, so that only the figures of the main table are measured.
  var isSlow = false
  /// Whether it can search only names of cities.
  package var needsCities = false
  /// The file of a program in another language, which has processes of its own.
  package var program: URL?
  /// The approximate bytes needed to build it over keys, if they may exceed the memory.
  var peakEstimate: @Sendable (SortedKeys) -> Int = { _ in 0 }
  /// Builds it; the build time is the time of this call.
  package let build: @Sendable (SubjectInput) throws -> any Subject

  package init(
    name: String, role: SubjectRole, summary: String, isSlow: Bool = false,
    needsCities: Bool = false, program: URL? = nil,
    peakEstimate: @escaping @Sendable (SortedKeys) -> Int = { _ in 0 },
    build: @escaping @Sendable (SubjectInput) throws -> any Subject
  ) {
    self.name = name
    self.role = role
    self.summary = summary
    self.isSlow = isSlow
    self.needsCities = needsCities
    self.program = program
    self.peakEstimate = peakEstimate
    self.build = build
  }
}

extension SubjectEntry {
  /// All subjects in the order of the table: engines, those that the program adds, baseline, rivals.
  package static var all: [SubjectEntry] {
    Engine.allCases.map(SubjectEntry.init(engine:)) + added + [.baseline] + rivals
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
    build: { $0.subject(BinarySearch($0.keys)) })

  /// The bytes of a node of the pointer trie during building, including growing arrays.
  private static let bytesPerNode = 140

  package init(engine: Engine) {
    self.init(
      name: engine.rawValue, role: .engine, summary: engine.summary,
      peakEstimate: { engine == .pointerTrie ? Self.bytesPerNode * $0.byteTrieNodeCount : 0 },
      build: { $0.subject(engine.makeIndex(over: $0.keys)) })
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
        .commonPrefixLength(with: bytes.span.extracting(previous))
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
    self.entry = entry
    let start = MonotonicClock.now
    do {
      subject = try entry.build(input)
    } catch let failure as BenchFailure where entry.role == .rival {
      throw Unbuildable(subject: entry.name, reason: failure.description)
    }
    buildTime = Double(MonotonicClock.now - start)
  }

  /// The exact size of the structure by part, if it is known, and the nodes of a tree.
  package var structure: [Figure] {
    func key(_ quantity: Figure.Quantity, _ part: String = "total") -> Figure.Key {
      Figure.Key(entry.name, quantity, statistic: part)
    }
    let nodes = subject.nodeCount.map { [Figure(key(.nodes), .count, $0)] } ?? []
    guard let footprint = subject.memoryFootprint else { return nodes }
    let parts = footprint.parts.map { Figure(key(.structure, $0.name), .bytes, $0.byteCount) }
    return parts + [Figure(key(.structure), .bytes, footprint.byteCount)] + nodes
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
