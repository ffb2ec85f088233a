/// Two stored results side by side, with a verdict on every figure that is exact.
///
/// Times are left out: those of another day or machine prove nothing. ``PairedComparison`` has them.
struct Comparison {
  /// In the order of the current result: by subject, exact figures first.
  private(set) var figures: [ComparedFigure] = []
  /// Answers and subjects that should be there or be the same, and are not; one sentence each.
  private(set) var faults: [String] = []
  /// What was not compared though both could have been measured, and why; one sentence each.
  private(set) var remarks: [String] = []

  private let limits: Limits

  /// How much a figure may grow.
  struct Limits {
    /// The share by which an exact figure may grow: 0.01 for one percent.
    var tolerance = 0.0
    /// Whether instructions must have been counted if they were in the baseline.
    var needsInstructions = true
  }

  /// Whether anything is worse than it was.
  var isWorse: Bool { !faults.isEmpty || figures.contains { $0.verdict == .worse } }

  /// Compares `current` with `baseline`.
  ///
  /// - Throws: `BenchFailure` if the two are not about the same data and queries, or if either is of
  ///   a run that was interrupted: what is missing could be what is worse.
  init(_ current: BenchmarkResult, with baseline: BenchmarkResult, limits: Limits) throws {
    self.limits = limits
    for (result, name) in [(baseline, "baseline"), (current, "current result")]
    where !result.method.isComplete {
      throw BenchFailure("The \(name) is of a run that was interrupted; measure it again.")
    }
    guard current.data.sha256 == baseline.data.sha256 else {
      throw BenchFailure("The results are not about the same data: their digests differ.")
    }
    guard try Self.hasCommonQueries(current.workloads, baseline.workloads) else {
      throw BenchFailure("The results have no workload in common.")
    }
    compareAnswers(current.checksums, baseline.checksums)
    for old in baseline.subjects {
      guard let new = current.subjects.first(where: { $0.name == old.name }) else {
        if old.role != .rival { faults.append("\(old.name) was measured, and now is not.") }
        continue
      }
      compareExactly(new, old, sameAllocator: current.build.allocator == baseline.build.allocator)
    }
    try compareNames(current.names, with: baseline.names)
    compareQuality(current.quality, with: baseline.quality)
    compareExactly(
      "file bytes", of: "gazetteer file", (baseline.file?.byteCount).map(Double.init),
      (current.file?.byteCount).map(Double.init))
    compareInstructions(current, with: baseline)
  }

  /// Whether there is a workload that both have.
  ///
  /// - Throws: `BenchFailure` if its queries are not the same.
  private static func hasCommonQueries(
    _ current: [BenchmarkResult.WorkloadDescription],
    _ baseline: [BenchmarkResult.WorkloadDescription]
  ) throws -> Bool {
    let pairs = baseline.compactMap { workload in
      current.first { $0.name == workload.name }.map { (workload, $0) }
    }
    for (old, new) in pairs where old.checksum != new.checksum {
      throw BenchFailure(
        "The queries of the workload \"\(old.name)\" differ; both runs need the same --seed.")
    }
    return !pairs.isEmpty
  }

  private mutating func compareAnswers(
    _ current: [BenchmarkResult.AnswerChecksum], _ baseline: [BenchmarkResult.AnswerChecksum]
  ) {
    for old in baseline {
      guard let new = current.first(where: { $0.measure == old.measure }) else { continue }
      if new.value != old.value { faults.append("The answers differ (\(old.measure)).") }
    }
  }

  private mutating func compareExactly(
    _ new: SubjectResult, _ old: SubjectResult, sameAllocator: Bool
  ) {
    compareExactly(
      "nodes", of: new.name, (old.structure?.nodeCount).map(Double.init),
      (new.structure?.nodeCount).map(Double.init))
    // Another allocator counts other things, and rounds the capacity of arrays otherwise.
    guard sameAllocator else { return }
    compareExactly(
      "structure bytes", of: new.name, (old.structure?.byteCount).map(Double.init),
      (new.structure?.byteCount).map(Double.init))
    for allocations in old.memory?.queries ?? [] {
      let now = new.allocations(allocations.measure)
      compareExactly(
        "allocations per query (\(allocations.measure))", of: new.name, allocations.count,
        now?.count)
      compareExactly(
        "bytes allocated per query (\(allocations.measure))", of: new.name,
        allocations.byteCount, now?.byteCount)
    }
    compareExactly(
      "allocations per page of short names", of: new.name, old.memory?.shortNames?.count,
      new.memory?.shortNames?.count)
  }

  /// Compares a figure that every run of any extent takes: one that is gone is a gate that is open.
  private mutating func compareExactly(
    _ name: String, of subject: String, _ old: Double?, _ current: Double?
  ) {
    guard let old else { return }
    guard let current else {
      faults.append("\(subject): \(name) were measured, and now are not.")
      return
    }
    figures.append(
      ComparedFigure(
        subject: subject, name: name, kind: .exact, baseline: old, current: current,
        allowedGrowth: 1 + limits.tolerance))
  }

  /// Compares how often the city that is meant is not found, if both were asked as many queries.
  private mutating func compareQuality(_ current: QualityReport?, with baseline: QualityReport?) {
    guard let baseline else { return }
    guard let current else {
      faults.append("The quality of answers was measured, and now is not.")
      return
    }
    for old in baseline.scores {
      guard let new = current.scores.first(where: { $0.subject == old.subject }),
        new.overall.cases == old.overall.cases
      else {
        remarks.append("The quality of \(old.subject) is not compared: it was asked other queries.")
        continue
      }
      func compare(_ name: String, _ count: (QualityScore) -> Int) {
        compareExactly(
          name, of: "quality of \(old.subject)", Double(old.overall.cases - count(old.overall)),
          Double(new.overall.cases - count(new.overall)))
      }
      compare("queries without a right city as the first answer", \.first)
      compare("queries without one among five", \.amongFive)
      compare("queries without one among ten", \.amongTen)
    }
  }

  /// Compares answers of the search over all names.
  private mutating func compareNames(_ current: NamesResult?, with baseline: NamesResult?) throws {
    guard let baseline else { return }
    guard let current else {
      faults.append("The search over all names was measured, and now is not.")
      return
    }
    _ = try Self.hasCommonQueries(current.workloads, baseline.workloads)
    compareAnswers(current.checksums, baseline.checksums)
  }
}

// MARK: - Instructions

extension Comparison {
  /// Compares instructions a query, if they are of the same instruction set, compiler and allocator.
  private mutating func compareInstructions(
    _ current: BenchmarkResult, with baseline: BenchmarkResult
  ) {
    guard let old = baseline.instructions else { return }
    let (before, now) = (Self.codeGeneration(of: baseline), Self.codeGeneration(of: current))
    guard before == now else {
      remarks.append(
        "Instructions a query are not compared: those of the baseline are of \(before), "
          + "these of \(now).")
      return
    }
    guard let new = current.instructions else {
      let lack = "Instructions a query were counted, and now are not"
      if limits.needsInstructions {
        faults.append("\(lack): install valgrind, or do without by --without-instructions.")
      } else {
        remarks.append("\(lack).")
      }
      return
    }
    for count in old.counts {
      guard let perQuery = new.perQuery(count.measure) else {
        faults.append("Instructions were counted, and now are not (\(count.measure)).")
        continue
      }
      figures.append(
        ComparedFigure(
          subject: "gazetteer file", name: "instructions per query (\(count.measure))",
          kind: .instructions, baseline: count.perQuery, current: perQuery,
          allowedGrowth: 1 + max(limits.tolerance, InstructionsResult.tolerance)))
    }
  }

  /// What decides about the instructions that a program is made of, beside its source.
  private static func codeGeneration(of result: BenchmarkResult) -> String {
    "\(result.machine.architecture), Swift \(result.build.swiftVersion), "
      + "\(result.build.allocator) malloc"
  }
}
