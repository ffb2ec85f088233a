#if Server
import CoreMetrics
import Foundation
import Synchronization

/// A metrics factory that exports the Prometheus text format.
///
/// Metrics with equal labels and dimensions share one series. Series live as long as the process,
/// so dimensions must have few values.
final class PrometheusMetrics: MetricsFactory {
  private let families = Mutex<[String: Family]>([:])

  /// All series of one name.
  private struct Family {
    let kind: PrometheusSeries.Kind
    var series: [String: PrometheusSeries] = [:]
  }

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    series(label + "_total", dimensions, .counter)
  }

  func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    series(label, dimensions, .gauge)
  }

  func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    series(label, dimensions, aggregate ? .summary : .gauge)
  }

  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    series(label + "_seconds", dimensions, .histogram)
  }

  // Series outlive their metrics.
  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyMeter(_ handler: any MeterHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}

  private func series(
    _ label: String, _ dimensions: [(String, String)], _ kind: PrometheusSeries.Kind
  ) -> PrometheusSeries {
    let name = Self.identifier(label)
    let labels =
      dimensions.map { "\(Self.identifier($0.0))=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
    return families.withLock { families in
      if let series = families[name]?.series[labels] { return series }
      let series = PrometheusSeries(kind)
      families[name, default: Family(kind: kind)].series[labels] = series
      return series
    }
  }

  /// All series, sorted by name and labels.
  var text: String {
    families.withLock { families in
      families.sorted { $0.key < $1.key }.map { name, family in
        let series = family.series.sorted { $0.key < $1.key }
        return "# TYPE \(name) \(family.kind.rawValue)\n"
          + series.map { $1.lines(name: name, labels: $0) }.joined()
      }.joined()
    }
  }

  /// The media type of ``text``.
  static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

  /// A name of letters, digits and underscores.
  private static func identifier(_ label: String) -> String {
    let letters = label.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    return (letters.first?.isNumber == true ? "_" : "") + String(letters)
  }

  private static func escaped(_ value: String) -> String {
    value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}

/// One time series.
final class PrometheusSeries: Sendable {
  enum Kind: String {
    case counter, gauge, histogram, summary
  }

  private struct Values {
    /// The value of a counter or gauge, or the sum of all recorded values.
    var sum = 0.0
    var count = 0
    var buckets = [Int](repeating: 0, count: PrometheusSeries.bounds.count)
  }

  /// The upper bounds of the buckets of histograms, in seconds.
  private static let bounds = [
    0.000_03, 0.000_1, 0.000_3, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10,
  ]

  private let kind: Kind
  private let values = Mutex(Values())

  init(_ kind: Kind) { self.kind = kind }

  private func add(_ amount: Double) { values.withLock { $0.sum += amount } }

  private func replace(by value: Double) { values.withLock { $0.sum = value } }

  private func observe(_ value: Double) {
    let bucket = Self.bounds.firstIndex { value <= $0 }
    values.withLock { values in
      values.sum += value
      values.count += 1
      if let bucket { values.buckets[bucket] += 1 }
    }
  }

  fileprivate func lines(name: String, labels: String) -> String {
    let values = values.withLock { $0 }
    func line(_ suffix: String, _ value: String, extra: String = "") -> String {
      let all = [labels, extra].filter { !$0.isEmpty }.joined(separator: ",")
      return "\(name)\(suffix)\(all.isEmpty ? "" : "{\(all)}") \(value)\n"
    }
    switch kind {
    case .counter, .gauge: return line("", Self.text(values.sum))
    case .summary: return line("_sum", Self.text(values.sum)) + line("_count", "\(values.count)")
    case .histogram:
      var (lines, total) = ("", 0)
      for (bound, count) in zip(Self.bounds, values.buckets) {
        total += count
        lines += line("_bucket", "\(total)", extra: "le=\"\(Self.text(bound))\"")
      }
      return lines + line("_bucket", "\(values.count)", extra: "le=\"+Inf\"")
        + line("_sum", Self.text(values.sum)) + line("_count", "\(values.count)")
    }
  }

  private static func text(_ value: Double) -> String {
    value == value.rounded() && value.magnitude < 1e15 ? "\(Int(value))" : "\(value)"
  }
}

extension PrometheusSeries: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
  func increment(by amount: Int64) { add(Double(amount)) }
  func reset() { values.withLock { $0 = Values() } }
  func set(_ value: Int64) { replace(by: Double(value)) }
  func set(_ value: Double) { replace(by: value) }
  func increment(by amount: Double) { add(amount) }
  func decrement(by amount: Double) { add(-amount) }
  func record(_ value: Int64) { record(Double(value)) }
  func record(_ value: Double) { kind == .gauge ? replace(by: value) : observe(value) }
  func recordNanoseconds(_ duration: Int64) { observe(Double(duration) / 1e9) }
}
#endif
