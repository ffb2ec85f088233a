package import PrefixMeasuring

/// A table for a terminal or in Markdown: the first column to the left, the others to the right.
package struct Table {
  /// The heads of the columns; a line feed starts a second line of the head.
  package var heads: [String]
  package var rows: [[String]] = []
  /// The best figure of each column that has only one.
  package private(set) var emphasized: Set<Place> = []
  /// The columns that belong to the one before.
  private var joined: Set<Int> = []
  /// The group of the last row, if it has one.
  private(set) var group: String?

  package struct Place: Hashable {
    let row: Int
    let column: Int

    package init(row: Int, column: Int) { (self.row, self.column) = (row, column) }
  }

  package init(heads: [String]) { self.heads = heads }

  /// A row for each element, with its name in the first column; rows and columns without any text are left
  /// out.
  package init<Row>(
    corner: String = "", rows: [Row], name: (Row) -> String, columns: [Column<Row>]
  ) {
    let filled = rows.map { row in (row: row, cells: columns.map { $0.cell(row) }) }
      .filter { $0.cells.contains { !$0.text.isEmpty } }
    let kept = columns.indices.filter { column in
      filled.contains { !$0.cells[column].text.isEmpty }
    }
    heads = [corner] + kept.map { columns[$0].head }
    self.rows = filled.map { row, cells in [name(row)] + kept.map { cells[$0].text } }
    for (number, column) in kept.enumerated() {
      if columns[column].isJoined { joined.insert(number + 1) }
      guard columns[column].marksLeast else { continue }
      if let row = Self.least(of: filled.map { $0.cells[column].rankedFigure }) {
        emphasized.insert(Place(row: row, column: number + 1))
      }
    }
  }

  /// Adds a row to a group, whose name has a row of its own above its first one.
  package mutating func append(_ cells: [String], to group: String) {
    if group != self.group {
      rows.append([group] + Array(repeating: "", count: cells.count - 1))
      self.group = group
    }
    rows.append(["  \(cells[0])"] + cells.dropFirst())
  }

  /// Removes the columns without any text, except for the first.
  mutating func removeEmptyColumns() {
    self = selecting(
      heads.indices.filter { column in column == 0 || rows.contains { !$0[column].isEmpty } })
  }

  /// The text of some columns, without the rows that have none there.
  private func selecting(_ columns: [Int]) -> Table {
    var table = Table(heads: columns.map { heads[$0] })
    table.rows = rows.compactMap { row in
      let cells = columns.map { row[$0] }
      let isLeftOut = cells.dropFirst().allSatisfy(\.isEmpty)
      return isLeftOut && !row.dropFirst().allSatisfy(\.isEmpty) ? nil : cells
    }
    return table
  }
}

// MARK: - On a terminal

extension Table {
  /// The most characters of a line.
  package static let width = terminalWidth

  /// The most characters of a cell in the first column, beyond which it is wrapped.
  private static let firstWidth = 34

  /// For a terminal of 80 columns: in blocks of columns, each of which begins with the first one, and
  /// with long cells of the first column in several lines.
  package var text: String {
    let widths = wrapped.widths
    var blocks: [[Int]] = []
    var groups: [[Int]] = []
    for column in heads.indices.dropFirst() {
      if joined.contains(column), !groups.isEmpty {
        groups[groups.count - 1].append(column)
      } else {
        groups.append([column])
      }
    }
    for columns in groups {
      let longer = (blocks.last ?? []) + columns
      if blocks.isEmpty || longer.map({ widths[$0] + 2 }).reduce(-2, +) > Self.width {
        blocks.append([0] + columns)
      } else {
        blocks[blocks.count - 1] = longer
      }
    }
    guard !blocks.isEmpty else { return wideText }
    return blocks.map { selecting($0).wrapped.wideText }.joined(separator: "\n\n")
  }

  /// For a terminal of any width: columns with two blanks between them, a rule below the heads.
  package var wideText: String {
    let headLines = heads.map { $0.split(separator: "\n").map(String.init) }
    let headHeight = headLines.map(\.count).max() ?? 0
    let lines = (0..<headHeight).map { line in
      headLines.map { cell in
        // Heads stand at the bottom, next to their figures.
        let index = line - (headHeight - cell.count)
        return index < 0 ? "" : cell[index]
      }
    }
    let widths = widths
    let rule = String(repeating: "─", count: widths.reduce(0, +) + 2 * (widths.count - 1))
    let all = lines.map { aligned($0, widths) } + [rule] + rows.map { aligned($0, widths) }
    return all.joined(separator: "\n")
  }

  /// The characters of the widest cell of each column.
  private var widths: [Int] {
    heads.indices.map { column in
      let lines = heads[column].split(separator: "\n").map(\.count)
      return (lines + rows.map { $0[column].count }).max() ?? 0
    }
  }

  /// Long cells of the first column in lines, of which the last has the other cells beside it.
  private var wrapped: Table {
    var table = self
    table.rows = rows.flatMap { row -> [[String]] in
      guard row[0].count > Self.firstWidth else { return [row] }
      let indent = String(row[0].prefix { $0 == " " })
      let lines = row[0].wrapped(to: Self.firstWidth - indent.count - 2).split(separator: "\n")
        .enumerated().map { indent + ($0 > 0 ? "  " : "") + $1 }
      let blank = Array(repeating: "", count: row.count - 1)
      return lines.dropLast().map { [$0] + blank } + [[lines[lines.count - 1]] + row.dropFirst()]
    }
    return table
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

// MARK: - In Markdown

extension Table {
  package var markdown: String {
    func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
    let rule = heads.indices.map { $0 == 0 ? "---" : "---:" }
    let titles = heads.map { head in
      head.split(separator: "\n").joined(separator: " ").replacing("/ ", with: "/")
    }
    var rows = rows
    for place in emphasized {
      rows[place.row][place.column] = "**\(rows[place.row][place.column])**"
    }
    return ([line(titles), line(rule)] + rows.map(line)).joined(separator: "\n")
  }

  /// The place of the least figure whose interval lies below those of all others; `nil` if there is none, or nothing
  /// to compare with.
  private static func least(of figures: [Figure?]) -> Int? {
    let known = figures.enumerated().compactMap { row, figure in
      figure.flatMap { $0.value > 0 ? (row: row, interval: $0.estimate) : nil }
    }
    guard known.count > 1, let best = known.min(by: { $0.interval.median < $1.interval.median })
    else { return nil }
    let isAlone = known.allSatisfy { $0.row == best.row || $0.interval.low > best.interval.high }
    return isAlone ? best.row : nil
  }
}

/// A column of a table: its head, and how the cell of a row is found.
package struct Column<Row> {
  /// A line feed starts a second line.
  let head: String
  /// Whether the least figure stands out.
  let marksLeast: Bool
  /// Whether the column stays beside the one before where a table is divided.
  let isJoined: Bool
  let cell: (Row) -> Cell

  struct Cell {
    /// Empty if there is none.
    var text: String
    var figure: Figure?
    /// Whether the figure is compared with others.
    var isRanked = true

    fileprivate var rankedFigure: Figure? { isRanked ? figure : nil }
  }

  package init(
    _ head: String, _ format: Figure.Format, marksLeast: Bool = false, isJoined: Bool = false,
    _ figure: @escaping (Row) -> Figure?
  ) {
    self.init(head, marksLeast: marksLeast, isJoined: isJoined) {
      let figure = figure($0)
      return Cell(text: figure.map(format.text) ?? "", figure: figure)
    }
  }

  package init(_ head: String, isJoined: Bool = false, text: @escaping (Row) -> String) {
    self.init(head, isJoined: isJoined) { Cell(text: text($0)) }
  }

  init(
    _ head: String, marksLeast: Bool = false, isJoined: Bool = false,
    cell: @escaping (Row) -> Cell
  ) {
    (self.head, self.marksLeast) = (head, marksLeast)
    (self.isJoined, self.cell) = (isJoined, cell)
  }
}
