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

    /// For people: "RadixTree: latency ns, typed, locate, warm, p50".
    var text: String {
      let parts = Self.columns.dropFirst().compactMap { cells[$0] }
      return "\(self["subject"]): \(parts.joined(separator: ", "))"
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
