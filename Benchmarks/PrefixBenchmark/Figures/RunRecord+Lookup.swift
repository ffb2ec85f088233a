import Algorithms
import CitySearch
import Foundation

/// A share of samples that do not exceed a figure, as rows name it: "p99.9"; "max" for all.
struct Percentile: Equatable, Sendable {
  /// From 0 to 100.
  let percent: Double

  /// Those that are taken of every measure, ascending.
  static let all = [1, 10, 25, 50, 75, 90, 95, 99, 99.9, 100].map(Percentile.init(percent:))

  init(percent: Double) { self.percent = percent }

  /// Reads the name of a statistic.
  init?(_ statistic: String) {
    if statistic == "max" {
      percent = 100
    } else if statistic.first == "p", let percent = Double(statistic.dropFirst()) {
      self.percent = percent
    } else {
      return nil
    }
  }

  var name: String { percent == 100 ? "max" : "p\(percent.plain)" }

  /// How many samples there must be for it to be more than their smallest or largest; the median and
  /// the largest are there of one.
  var leastSamples: Int {
    [50, 100].contains(percent) ? 1 : Int((100 / min(percent, 100 - percent)).rounded())
  }
}

extension RunRecord {
  /// The figure with a key.
  subscript(key: Figure.Key) -> Figure? { figures[key] }

  /// A figure by what tells it apart.
  subscript(
    subject: String, quantity: String, measure: Measure? = nil,
    statistic statistic: String = "total",
    batch batch: Int = 1, size size: Int? = nil
  ) -> Figure? {
    figures[
      Figure.Key(subject, quantity, measure, statistic: statistic, batch: batch, size: size)]
  }

  /// The subject that ratios are taken of.
  var baseline: RunHeader.SubjectDescription? {
    header.subjects.first { $0.role == .baseline }
  }

  /// The subjects that answer the same question.
  var comparable: [RunHeader.SubjectDescription] {
    header.subjects.filter { $0.anotherQuestion == nil }
  }

  /// The workload that was measured at every stage.
  var mainWorkload: String { header.workloads.first?.name ?? "" }

  /// In how many processes engines were measured.
  var processCount: Int {
    baseline.flatMap { self[$0.name, "build"]?.processes.count } ?? header.method.processCount
  }

  /// What a list of ten takes with a workload: a page of cities, or the ids of keys.
  func firstTen(
    _ workload: String, _ reading: Measure.Reading = .read, caches: Measure.Caches = .warm
  ) -> Measure {
    let page = Measure.tenCities(workload, reading, caches: caches)
    return header.data.isOfKeys ? page.overKeys ?? page : page
  }

  /// The statistics of the structure's parts, in order.
  func parts(of subject: String) -> [(name: String, bytes: Double)] {
    figures.rows.filter {
      $0.key.subject == subject && $0.key.quantity == "structure" && $0.key.size == nil
        && $0.key.statistic != "total"
    }.map { ($0.key.statistic, $0.value) }
  }

  /// The numbers of keys that growth of a subject was measured with, ascending.
  func sizes(of subject: String) -> [Int] {
    figures.rows.filter { $0.key.subject == subject }.compactMap(\.key.size).uniqued().sorted()
  }
}

// MARK: - Latencies

extension RunRecord {
  /// A percentile of single queries, which is one of queries and not of means.
  func single(_ subject: String, _ measure: Measure, _ statistic: String = "p50") -> Figure? {
    self[subject, "latency", measure, statistic: statistic]
  }

  /// The same of batches.
  func batched(_ subject: String, _ measure: Measure, _ statistic: String = "p50") -> Figure? {
    self[subject, "latency", measure, statistic: statistic, batch: TimedPass.batchSize]
  }

  /// The median that stands for a measure, in every table, page and comparison: that of single
  /// queries; but of batches where a query is so short that the steps of the clock would show.
  ///
  /// The median of batches is one of means. For a subject whose time depends on the number of
  /// matches, it would say how long the few long queries take.
  func typical(_ subject: String, _ measure: Measure) -> Figure? {
    let single = single(subject, measure)
    guard let single, single.value >= Self.shortQuery else {
      return batched(subject, measure) ?? single
    }
    return single
  }

  /// The time in nanoseconds below which medians are those of batches.
  static let shortQuery: Double = 500

  /// The percentiles of single queries that were taken, ascending: what a curve is drawn of.
  func percentiles(
    _ subject: String, _ measure: Measure
  ) -> [(percentile: Percentile, figure: Figure)] {
    Percentile.all.compactMap { percentile in
      single(subject, measure, percentile.name).map { (percentile, $0) }
    }
  }

  /// How `subject` compares with the baseline at a measure: the median of the ratios in each process
  /// where both were measured in the same ones, else the ratio of the medians.
  ///
  /// Batches are compared with batches, and single queries with single queries.
  func ratio(of subject: RunHeader.SubjectDescription, at measure: Measure) -> Double? {
    guard let baseline = baseline?.name, var figure = typical(subject.name, measure),
      var base = typical(baseline, measure)
    else { return nil }
    if figure.key.batch != base.key.batch {
      (figure, base) = (single(subject.name, measure) ?? figure, single(baseline, measure) ?? base)
    }
    return figure.ratio(to: base, processByProcess: subject.role != .rival)
  }

  /// A latency of the search over all names in terms of the time in which the baseline locates what
  /// people type, in the same processes.
  func timeInBaselines(_ figure: Figure) -> Double? {
    typical(Self.baselineBesideNames, Measure(workload: mainWorkload, stage: .locate))
      .flatMap { figure.ratio(to: $0, processByProcess: true) }
  }

  /// The subject that the baseline is in the processes of the search over all names.
  static let baselineBesideNames = "baseline beside all names"

  /// The workloads that the search over all names was asked, by the default engine.
  var nameWorkloads: [RunHeader.WorkloadDescription] {
    header.workloads.filter { workload in
      nameEngines.contains { single($0, NamesMeasures(workload.name).unread) != nil }
    }
  }

  /// The engines that names were found by, the default first.
  var nameEngines: [String] {
    figures.rows.filter { $0.key.measure?.order == .relevance && $0.key.quantity == "latency" }
      .map(\.key.subject).uniqued()
      .filter { name in header.subjects.contains { $0.name == name } }
  }
}

extension Figure {
  /// The median of the ratios in each process if both were taken in the same ones, else the ratio of
  /// the medians; `nil` if that means nothing.
  func ratio(to base: Figure, processByProcess: Bool) -> Double? {
    guard base.value > 0 else { return nil }
    guard processByProcess, processes.count == base.processes.count,
      base.processes.allSatisfy({ $0 > 0 })
    else { return value / base.value }
    return zip(processes, base.processes).map { $0 / $1 }.median
  }
}
