import Foundation

/// How much each figure may grow from one build to another, as a file says.
struct PairLimits {
  private let rules: [Rule]

  private struct Rule {
    let figure: String
    let statistic: String
    let caches: String
    let limit: Limit

    func fits(_ key: FigureRow.Key) -> Bool {
      func fits(_ wanted: String, _ cell: String) -> Bool { wanted == "*" || wanted == cell }
      return fits(figure, key["figure"]) && fits(statistic, key["statistic"])
        && fits(caches, key["caches"])
    }
  }

  /// How much one figure may grow.
  struct Limit: Equatable {
    /// The factor beyond which the median of all pairs is worse, at least 1.
    let growth: Double
    /// The share of pairs that must be slower by at least half of the growth, too; `nil` for an
    /// exact figure, of which one pair tells everything.
    let agreement: Double?

    var isExact: Bool { agreement == nil }
  }

  /// The limits of a file that somebody chose, else those that are shipped.
  ///
  /// - Throws: ``BenchFailure`` if they cannot be read.
  static func at(_ path: String?) throws -> PairLimits {
    try path.map { try PairLimits(contentsOf: URL(filePath: $0)) } ?? .shipped()
  }

  /// The limits that are shipped.
  static func shipped() throws -> PairLimits {
    guard let file = Bundle.module.url(forResource: "limits", withExtension: "tsv") else {
      throw BenchFailure("limits.tsv is missing from the resource bundle")
    }
    return try PairLimits(contentsOf: file)
  }

  /// Reads a file of limits.
  ///
  /// - Throws: ``BenchFailure`` if it cannot be read, with the line if one is wrong.
  init(contentsOf file: URL) throws {
    let name = file.lastPathComponent
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      throw BenchFailure("\(name) cannot be read as a file of limits")
    }
    try self.init(text, name: name)
  }

  /// Reads limits from a text.
  ///
  /// - Throws: ``BenchFailure`` with the line that is wrong.
  init(_ text: String, name: String) throws {
    var rules: [Rule] = []
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.isEmpty && !line.hasPrefix("#") {
      let place = "\(name):\(number + 1)"
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 5 else {
        throw BenchFailure("\(place): a line must have 5 columns, got \(cells.count)")
      }
      guard let growth = Double(cells[3]), growth >= 1, growth < 1_000 else {
        throw BenchFailure("\(place): growth must be from 1 to 1000, got \(cells[3])")
      }
      let agreement = Double(cells[4])
      guard cells[4] == "exact" || agreement.map((0...1).contains) == true else {
        throw BenchFailure("\(place): agreement must be exact, or from 0 to 1, got \(cells[4])")
      }
      rules.append(
        Rule(
          figure: cells[0], statistic: cells[1], caches: cells[2],
          limit: Limit(growth: growth, agreement: agreement)))
    }
    guard !rules.isEmpty else { throw BenchFailure("\(name) has no limits") }
    self.rules = rules
  }

  /// The limit of a figure; `nil` if it is not judged.
  func limit(for key: FigureRow.Key) -> Limit? { rules.first { $0.fits(key) }?.limit }
}
