import Foundation

/// One line of `bench run --format csv`: a figure and what it is a figure of.
///
/// Lines are read by the names of their columns, so that builds of different commits can be compared
/// as long as the columns that both have mean the same.
struct FigureRow: Equatable {
  /// What the figure is of, without the figure itself.
  let key: Key
  let value: Double

  /// A figure's name in all columns that tell figures apart.
  struct Key: Hashable {
    /// The cells by the names of their columns; empty ones are left out.
    let cells: [String: String]

    subscript(column: String) -> String { cells[column] ?? "" }

    /// For people, with the subject: "RadixTree: typed, locate, p50".
    var text: String { "\(self["subject"]): \(name)" }

    /// For people, without the subject: "typed, locate, p50".
    var name: String {
      var parts = [self["figure"] == "latency ns" ? "" : self["figure"], self["workload"]]
      parts.append(self["stage"])
      if !self["limit"].isEmpty { parts.append("first \(self["limit"])") }
      parts.append(self["reading"])
      if !["", "name"].contains(self["order"]) { parts.append("by \(self["order"])") }
      if self["caches"] == "cold" { parts.append("cold") }
      if !["total", "mean", "median"].contains(self["statistic"]) {
        parts.append(self["statistic"])
      }
      if (Int(self["batch"]) ?? 1) > 1 { parts.append("in batches") }
      return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// A figure of this name as text; times with many digits in another unit, which it names.
    func text(of value: Double) -> String {
      if self["figure"].hasSuffix(" ns"), value >= 100_000 {
        return Estimate(processes: [value]).text
      }
      return value.rounded(decimals: value == value.rounded() || value >= 1_000 ? 0 : 2)
    }

    /// The columns that tell figures apart, in the order in which they are read out.
    static let columns = [
      "subject", "figure", "workload", "stage", "order", "limit", "reading", "caches", "batch",
      "statistic",
    ]
  }

  /// Reads the lines of a result.
  ///
  /// - Throws: ``BenchFailure`` if they are not what `bench run --format csv` prints.
  static func all(in text: String) throws -> [FigureRow] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: true)
      .map { cells(of: $0) }
    guard !lines.isEmpty, let value = lines[0].firstIndex(of: "value"),
      lines[0].contains("subject"), lines[0].contains("figure")
    else {
      throw BenchFailure("a run printed no figures, but: \(text.prefix(200))")
    }
    let names = lines.removeFirst()
    return try lines.map { cells in
      guard cells.count == names.count, let number = Double(cells[value]) else {
        throw BenchFailure(
          "a run printed a line that is no figure: \(cells.joined(separator: ","))")
      }
      let known = zip(names, cells).filter { Key.columns.contains($0) && !$1.isEmpty }
      return FigureRow(
        key: Key(cells: Dictionary(known) { first, _ in first }), value: number)
    }
  }

  /// The cells of a line by RFC 4180; no figure has a line feed in its name.
  private static func cells(of line: Substring) -> [String] {
    var cells = [""]
    var isQuoted = false
    var wasQuote = false
    for character in line {
      if character == "\"" {
        // Two in a row within quotes are one.
        if !isQuoted, wasQuote { cells[cells.count - 1].append("\"") }
        isQuoted.toggle()
        wasQuote = true
        continue
      }
      wasQuote = false
      if character == ",", !isQuoted {
        cells.append("")
      } else {
        cells[cells.count - 1].append(character)
      }
    }
    return cells
  }
}
