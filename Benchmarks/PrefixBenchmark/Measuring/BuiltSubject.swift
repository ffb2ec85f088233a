import CBenchSupport
import PrefixSearch

/// A built subject with its build time.
struct BuiltSubject {
  let entry: SubjectEntry
  let subject: any Subject
  /// How long building took, in nanoseconds.
  let buildTime: Double

  init(_ entry: SubjectEntry, from input: SubjectInput) throws {
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
  var structure: [Figure] {
    func key(_ quantity: String, _ part: String = "total") -> Figure.Key {
      Figure.Key(entry.name, quantity, statistic: part)
    }
    let nodes = subject.nodeCount.map { [Figure(key("nodes"), .count, $0)] } ?? []
    guard let footprint = subject.memoryFootprint else { return nodes }
    let parts = footprint.parts.map { Figure(key("structure", $0.name), .bytes, $0.byteCount) }
    return parts + [Figure(key("structure"), .bytes, footprint.byteCount)] + nodes
  }

  /// Calls `action`, and adds the subject and the measure to the error of a wrong answer.
  func naming<Result>(_ measure: Measure, _ action: () throws -> Result) throws -> Result {
    do { return try action() } catch is WrongAnswer { throw failure(measure) }
  }

  /// The error of a wrong answer.
  func failure(_ measure: Measure) -> BenchFailure {
    BenchFailure("\(entry.name) gave a wrong answer while it was measured (\(measure)).")
  }
}

/// Consumes a value that the compiler must not optimize away.
///
/// With an empty Swift function, the optimizer would remove the call and the computation of its argument.
/// It does not see the body of a C function.
@inline(__always)
func blackHole<Value>(_ value: borrowing Value) {
  // Sound: the address is only passed on, and never dereferenced.
  unsafe withUnsafePointer(to: value) { unsafe cbench_black_hole($0) }
}
