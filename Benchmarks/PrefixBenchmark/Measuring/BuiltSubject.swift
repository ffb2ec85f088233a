import PrefixSearch

/// A subject that was built, and what is known of it from that.
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

  /// The exact size of the structure, if it is known.
  var structure: SubjectResult.Structure? {
    subject.memoryFootprint.map { footprint in
      SubjectResult.Structure(
        parts: footprint.parts.map { .init(name: $0.name, byteCount: $0.byteCount) },
        nodeCount: subject.nodeCount)
    }
  }

  /// What to say when it answered wrongly.
  func failure(_ measure: Measure) -> BenchFailure {
    BenchFailure("\(entry.name) gave a wrong answer while it was measured (\(measure)).")
  }
}

/// A rival says that it cannot be built over some data, for a reason.
///
/// A run goes on without it.
struct Unbuildable: Error, Codable, CustomStringConvertible {
  var subject: String
  var reason: String

  var description: String { "\(subject): \(reason)" }
}

extension SubjectEntry {
  /// The entry with a name.
  ///
  /// - Throws: `BenchFailure` if there is none.
  static func named(_ name: String) throws -> SubjectEntry {
    guard let entry = all.first(where: { $0.name.lowercased() == name.lowercased() }) else {
      let names = all.map(\.name).joined(separator: ", ")
      throw BenchFailure("There is no subject \"\(name)\"; there are \(names).")
    }
    return entry
  }
}
