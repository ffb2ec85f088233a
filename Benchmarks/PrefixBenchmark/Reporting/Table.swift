/// A table of text: the first column to the left, the others to the right.
struct Table {
  /// The heads of the columns; a line feed starts a second line of the head.
  var heads: [String]
  var rows: [[String]] = []
  /// The cells that stand out in Markdown.
  var emphasized: Set<Place> = []

  /// The group of the last row, if it has one.
  private(set) var group: String?

  /// Adds a row to a group, whose name has a row of its own above its first one.
  mutating func append(_ cells: [String], to group: String) {
    if group != self.group {
      rows.append([group] + Array(repeating: "", count: cells.count - 1))
      self.group = group
    }
    rows.append(["  \(cells[0])"] + cells.dropFirst())
  }

  /// A row for each element, with its cells in the columns; rows and columns without any cell are
  /// left out.
  ///
  /// In each column that says what is the best, the smallest figure stands out, if its interval lies
  /// below all others.
  init<Row>(corner: String = "", rows: [Row], name: (Row) -> String, columns: [Column<Row>]) {
    self.init(heads: [corner] + columns.map(\.head))
    let filled = rows.map { row in (row: row, cells: columns.map { $0.text(row) }) }
      .filter { $0.cells.contains { !$0.isEmpty } }
    self.rows = filled.map { [name($0.row)] + $0.cells }
    for (number, column) in columns.enumerated() {
      guard let best = column.best(filled.map(\.row)) else { continue }
      emphasized.insert(Place(row: best, column: number + 1))
    }
    removeEmptyColumns()
  }

  init(heads: [String]) { self.heads = heads }

  /// Where a cell is.
  struct Place: Hashable {
    let row: Int
    let column: Int
  }

  /// Removes the columns without anything in any row.
  mutating func removeEmptyColumns() {
    let kept = heads.indices.filter { column in
      column == 0 || rows.contains { !$0[column].isEmpty }
    }
    emphasized = Set(
      emphasized.compactMap { place in
        kept.firstIndex(of: place.column).map { Place(row: place.row, column: $0) }
      })
    heads = kept.map { heads[$0] }
    rows = rows.map { row in kept.map { row[$0] } }
  }

  /// The most characters of a line on a terminal of 80 columns, since some wrap a full line.
  static let width = 79

  /// For a terminal of any width: columns with two blanks between them, a rule below the heads.
  var wideText: String { block(Array(heads.indices)) }

  /// For a terminal of 80 columns: in blocks of columns, each of which begins with the first one, and
  /// with long cells of the first column in several lines.
  var text: String {
    var table = self
    table.wrapFirstColumn()
    return table.blocks
  }

  /// The most characters of a cell in the first column, beyond which it is wrapped.
  private static let firstWidth = 34

  /// Puts long cells of the first column in lines, of which the last has the other cells beside it.
  private mutating func wrapFirstColumn() {
    rows = rows.flatMap { row -> [[String]] in
      guard row[0].count > Self.firstWidth else { return [row] }
      let indent = String(row[0].prefix { $0 == " " })
      let lines = row[0].wrapped(to: Self.firstWidth - indent.count - 2).split(separator: "\n")
        .enumerated().map { indent + ($0 > 0 ? "  " : "") + $1 }
      let blank = Array(repeating: "", count: row.count - 1)
      return lines.dropLast().map { [$0] + blank } + [[lines[lines.count - 1]] + row.dropFirst()]
    }
  }

  private var blocks: String {
    let widths = heads.indices.map(width)
    var blocks: [[Int]] = []
    for column in heads.indices.dropFirst() {
      let taken = ([0] + (blocks.last ?? []).dropFirst()).map { widths[$0] + 2 }.reduce(-2, +)
      if blocks.isEmpty || taken + 2 + widths[column] > Self.width {
        blocks.append([0, column])
      } else {
        blocks[blocks.count - 1].append(column)
      }
    }
    return blocks.isEmpty ? wideText : blocks.map(block).joined(separator: "\n\n")
  }

  /// The characters of the widest cell of a column.
  private func width(ofColumn column: Int) -> Int {
    let lines = heads[column].split(separator: "\n").map(\.count)
    return (lines + rows.map { $0[column].count }).max() ?? 0
  }

  /// Some of the columns.
  private func block(_ columns: [Int]) -> String {
    let heads = columns.map { self.heads[$0] }
    let rows = self.rows.map { row in columns.map { row[$0] } }
    let headLines = heads.map { $0.split(separator: "\n").map(String.init) }
    let headHeight = headLines.map(\.count).max() ?? 0
    let lines = (0..<headHeight).map { line in
      headLines.map { cell in
        // Heads stand at the bottom, next to their figures.
        let index = line - (headHeight - cell.count)
        return index < 0 ? "" : cell[index]
      }
    }
    let widths = columns.map(width)
    let rule = String(repeating: "─", count: widths.reduce(0, +) + 2 * (widths.count - 1))
    let all = lines.map { aligned($0, widths) } + [rule] + rows.map { aligned($0, widths) }
    return all.joined(separator: "\n")
  }

  /// For Markdown.
  var markdown: String {
    func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
    let rule = heads.indices.map { $0 == 0 ? "---" : "---:" }
    let titles = heads.map { head in
      head.split(separator: "\n").joined(separator: " ").replacing("/ ", with: "/")
    }
    return ([line(titles), line(rule)] + emphasizedRows.map(line)).joined(separator: "\n")
  }

  private var emphasizedRows: [[String]] {
    var rows = rows
    for place in emphasized where !rows[place.row][place.column].isEmpty {
      rows[place.row][place.column] = "**\(rows[place.row][place.column])**"
    }
    return rows
  }

  private func aligned(_ cells: [String], _ widths: [Int]) -> String {
    let padded = cells.indices.map { column in
      let padding = String(repeating: " ", count: widths[column] - cells[column].count)
      return column == 0 ? cells[column] + padding : padding + cells[column]
    }
    var line = padded.joined(separator: "  ")
    while line.last == " " { line.removeLast() }
    return line
  }
}

/// A column of a table: its head, and how the cell of a row is found.
struct Column<Row> {
  /// A line feed starts a second line.
  let head: String
  /// The cell of a row; empty if there is none.
  let text: (Row) -> String
  /// What tells which row is the best, if the smallest is.
  private var figure: (Row) -> Figure? = { _ in nil }

  /// A column of figures.
  ///
  /// - Parameters:
  ///   - head: The head.
  ///   - format: How figures are written.
  ///   - best: Whether the smallest stands out.
  ///   - figure: The figure of a row.
  init(
    _ head: String, _ format: Figure.Format, best: Bool = false,
    _ figure: @escaping (Row) -> Figure?
  ) {
    self.head = head
    text = { figure($0).map(format.text) ?? "" }
    if best { self.figure = figure }
  }

  /// A column of anything.
  init(
    _ head: String, best: @escaping (Row) -> Figure? = { _ in nil },
    text: @escaping (Row) -> String
  ) {
    (self.head, self.text, figure) = (head, text, best)
  }

  /// The place of the smallest figure, if its interval lies below all others.
  fileprivate func best(_ rows: [Row]) -> Int? {
    let known = rows.enumerated().compactMap { place, row in
      figure(row).map { (place: place, estimate: $0.estimate) }
    }
    guard known.count > 1, let best = known.min(by: { $0.estimate.median < $1.estimate.median })
    else { return nil }
    return known.allSatisfy { $0.place == best.place || $0.estimate.low > best.estimate.high }
      ? best.place : nil
  }
}
