package import Foundation
import SystemFiles
package import PrefixMeasuring

/// How much each figure may grow from one build to another, by a file.
package struct Limits {
  private let rules: [Rule]

  private struct Rule {
    /// `nil` for all.
    let quantity: Figure.Quantity?
    let statistic: String
    let caches: String
    let limit: Limit

    func fits(_ key: Figure.Key) -> Bool {
      func fits(_ wanted: String, _ cell: String) -> Bool { wanted == "*" || wanted == cell }
      return key.quantity == quantity ?? key.quantity && fits(statistic, key.statistic)
        && fits(caches, key.measure?.caches.rawValue ?? "")
    }
  }

  /// How much one figure may grow.
  package struct Limit: Equatable {
    /// The factor beyond which the median of all pairs is worse, at least 1.
    package let growth: Double
    /// The share of pairs that must be slower by at least half of the growth, too; `nil` for an
    /// exact figure, which one pair decides.
    let agreement: Double?
    /// The properties that both runs must share for the figure to be comparable.
    var condition = Condition.none

    package var isExact: Bool { agreement == nil }
  }

  /// Properties other than the source that figures depend on.
  enum Condition: String {
    case none = "-"
    /// Allocators differ in what they count and in how they round the capacity of arrays.
    case allocator
    /// The instructions of a program depend on instruction set, compiler and allocator.
    case code
    /// Answers are judged by the queries that were asked.
    case cases

    /// The properties that must be equal, as text.
    func text(of header: RunHeader) -> String {
      let build = header.build
      return switch self {
      case .none: ""
      case .allocator: "\(build.allocator) malloc"
      case .code:
        "\(header.machine.architecture), Swift \(build.swiftVersion), \(build.allocator) malloc"
      case .cases: header.data.cases.map { "\($0.file) with \($0.sha256.prefix(12))" } ?? "no cases"
      }
    }
  }

  package static func shipped() throws -> Limits {
    try Limits(contentsOf: ResourceBundle(ofTarget: "PrefixBenchmark").url(named: "limits.tsv"))
  }

  package init(contentsOf file: URL) throws {
    let name = file.relativePath
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      throw BenchFailure("\(name) cannot be read as a file of limits")
    }
    try self.init(text, name: name)
  }

  /// Reads limits from a text; an error names the line.
  package init(_ text: String, name: String) throws {
    var rules: [Rule] = []
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.isEmpty && !line.hasPrefix("#") {
      let place = "\(name):\(number + 1)"
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 6 else {
        throw BenchFailure("\(place): a line must have 6 columns, got \(cells.count)")
      }
      let quantity = Figure.Quantity(rawValue: cells[0])
      guard quantity != nil || cells[0] == "*" else {
        throw BenchFailure("\(place): no quantity is called \(cells[0])")
      }
      guard let growth = Double(cells[3]), growth >= 1, growth < 1_000 else {
        throw BenchFailure("\(place): growth must be from 1 to 1000, got \(cells[3])")
      }
      let agreement = Double(cells[4])
      guard cells[4] == "exact" || agreement.map((0...1).contains) == true else {
        throw BenchFailure("\(place): agreement must be exact, or from 0 to 1, got \(cells[4])")
      }
      guard let condition = Condition(rawValue: cells[5]) else {
        throw BenchFailure("\(place): same must be -, allocator, code or cases, got \(cells[5])")
      }
      rules.append(
        Rule(
          quantity: quantity, statistic: cells[1], caches: cells[2],
          limit: Limit(growth: growth, agreement: agreement, condition: condition)))
    }
    guard !rules.isEmpty else { throw BenchFailure("\(name) has no limits") }
    self.rules = rules
  }

  /// The limit of a figure; `nil` if it is not judged.
  package func limit(for key: Figure.Key) -> Limit? {
    guard key.subject != RunRecord.baselineBesideNames else { return nil }
    return rules.first { $0.fits(key) }?.limit
  }
}
