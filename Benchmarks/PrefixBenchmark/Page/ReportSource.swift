/// The results that a page is made of, with what all of its sections ask for.
struct ReportSource: Sendable {
  let results: [NamedResult]
  private let styles: [String: SeriesStyle]

  init(_ results: [NamedResult]) {
    self.results = results
    styles = Self.styles(of: results.flatMap(\.result.subjects))
  }

  /// What the first result is about, whose words serve for all.
  var data: BenchmarkResult.DataSet? { results.first?.result.data }

  /// What rows are called in the first result.
  var noun: String { data?.noun ?? "city" }

  /// What a list of ten takes in the first result.
  var tenTitle: String { data?.tenTitle ?? "" }

  /// Whether results are compared side by side.
  var isComparison: Bool { results.count > 1 }

  /// How a subject looks, the same in all results.
  func style(of subject: SubjectResult) -> SeriesStyle {
    styles[subject.name]
      ?? SeriesStyle(colorClass: "b0", shape: .circle, dashes: nil, isHollow: false)
  }

  private static func styles(of subjects: [SubjectResult]) -> [String: SeriesStyle] {
    var styles: [String: SeriesStyle] = [:]
    var counts: [SubjectRole: Int] = [:]
    for subject in subjects where styles[subject.name] == nil {
      let number = counts[subject.role, default: 0]
      counts[subject.role] = number + 1
      let (letter, colors, dashes): (String, Int, String?) =
        switch subject.role {
        case .engine: ("e", 4, nil)
        case .baseline: ("b", 1, "8 3")
        case .rival: ("r", 9, number.isMultiple(of: 2) ? "2 3" : "6 2 1 2")
        }
      styles[subject.name] = SeriesStyle(
        colorClass: "\(letter)\(number % colors)",
        shape: MarkerShape.allCases[styles.count % MarkerShape.allCases.count], dashes: dashes,
        isHollow: subject.anotherQuestion != nil)
    }
    return styles
  }
}

/// A result with the file that it came from.
struct NamedResult: Sendable {
  /// A letter by which sections refer to it when there are several.
  let letter: String
  /// The name of the file, without folders.
  let file: String
  let result: BenchmarkResult
}

extension NamedResult {
  /// The workload that every stage was measured with: the first.
  var mainWorkload: String { result.mainWorkload }

  /// The subjects in the order of tables: those that answer the same question come first.
  var subjects: [SubjectResult] {
    result.subjects.filter { $0.anotherQuestion == nil }
      + result.subjects.filter { $0.anotherQuestion != nil }
  }

  var baseline: SubjectResult? { result.baseline }

  /// Folded bytes in, number of matches out, with the queries of the main workload.
  func locate(_ caches: Measure.Caches = .warm) -> Measure {
    Measure(workload: mainWorkload, stage: .locate, caches: caches)
  }

  /// Text in, ten cities with names and highlights out; for keys, bytes in, ten ids out.
  func topTen(_ caches: Measure.Caches = .warm, _ reading: Measure.Reading = .read) -> Measure {
    result.firstTen(mainWorkload, reading, caches: caches)
  }

  /// Whether a subject keeps anything beside the cities.
  func isBuilt(_ subject: SubjectResult) -> Bool {
    bytesPerRow(subject).map { $0.value > 0 } ?? true
  }

  /// The bytes of a subject's structure for each city or key: exact if known, else by the allocator's count.
  func bytesPerRow(_ subject: SubjectResult) -> (value: Double, isExact: Bool)? {
    let count = Double(max(1, result.data.count))
    if let structure = subject.structure {
      return (Double(structure.byteCount) / count, true)
    }
    guard let memory = subject.memory else { return nil }
    return (Double(max(0, memory.inUseAfter - memory.inUseBefore)) / count, false)
  }
}
