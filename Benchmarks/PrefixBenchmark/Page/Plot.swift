import Algorithms
import Foundation

/// A plot of the page: columns of tables, which the script draws.
///
/// Whatever a plot shows is in a table of the page, too, for readers without a script.
struct Plot: Encodable, Sendable {
  enum Kind: String, Encodable {
    /// A bar for each cell, below the name of the row.
    case bars
    /// A mark for each row, at its first cell and its second.
    case scatter
    /// A line for each row, through its cells.
    case lines
  }

  /// The scale of the lower axis; on that of `nines`, 90, 99 and 99.9 percent are equally far apart.
  enum Scale: String, Encodable { case logarithmic, nines, places }

  struct Axis: Encodable {
    let title: String
    var scale = Scale.logarithmic
    var unit = Figure.Unit.bytes
  }

  /// A column of a table that the plot shows.
  struct Column {
    let table: Table
    let head: String
    /// The text of its bar or place, and its position along the axis.
    var label = ""
    var position = 0.0
  }

  struct Row: Encodable {
    let name: String
    let style: SeriesStyle
    /// The text behind the name.
    let remark: String
    /// The median of each column, and the ends of its interval.
    let cells: [[Double]?]
  }

  let id: String
  let kind: Kind
  let title: String
  let axis: Axis?
  let unit: Figure.Unit
  let labels: [String]
  let positions: [Double]
  let rows: [Row]
}

/// The style of a subject in every plot and table of a page.
struct SeriesStyle: Encodable, Equatable, Sendable {
  /// The number of colors in the style sheet, without the baseline's.
  static let colorCount = 13

  /// The place in the list of colors, in which the baseline's is the first.
  let color: Int
  /// The role, which the shape of the mark shows without color.
  let role: SubjectRole
  /// Whether the mark is drawn as an outline: the subject answers another question.
  var isHollow = false

  /// The mark beside a name.
  var swatch: Markup {
    let mark = tag(
      "use", ["href": "#\(role.rawValue)", "class": "marker\(isHollow ? " hollow" : "") s\(color)"])
    return tag("svg", ["class": "swatch", "viewBox": "-7 -7 14 14", "aria-hidden": "true"], [mark])
  }
}

extension ReportPage {
  /// A plot of columns of tables; `nil` if no row can be shown.
  ///
  /// It shows the rows that have a figure in at least `least` columns, and of these only those in `names`,
  /// if given. The text of the column `remark` follows the name of a row.
  func plot(
    _ kind: Plot.Kind, id: String, title: String, axis: Plot.Axis? = nil, _ columns: [Plot.Column],
    atLeast least: Int = 1, names: [String]? = nil, remark: String = ""
  ) -> Markup? {
    let all = columns.flatMap { $0.table.rows.map { $0[0] } }.uniqued()
    let rows = (names ?? Array(all)).compactMap { name -> (row: Plot.Row, unit: Figure.Unit)? in
      let figures = columns.map { column in
        // What was too short to be measured has no place on a logarithmic axis.
        column.table.cell(name, column.head)?.figure
          .flatMap { kind == .lines && $0.value <= 0 ? nil : $0 }
      }
      let known = figures.compactMap(\.self)
      guard let last = known.last, known.count >= least else { return nil }
      let cells = figures.map { figure in
        figure.map { [$0.estimate.median, $0.estimate.low, $0.estimate.high] }
      }
      let words = columns.first?.table.cell(name, remark)?.text ?? ""
      return (Plot.Row(name: name, style: style(of: name), remark: words, cells: cells), last.unit)
    }
    guard let unit = rows.first?.unit else { return nil }
    return .plot(
      Plot(
        id: id, kind: kind, title: title, axis: axis, unit: unit, labels: columns.map(\.label),
        positions: columns.map(\.position), rows: rows.map(\.row)))
  }
}

extension Table {
  /// The text of a cell and the figure behind it, by the name of its row and the head of its column.
  fileprivate func cell(_ name: String, _ head: String) -> (text: String, figure: Figure?)? {
    guard let row = rows.firstIndex(where: { $0[0] == name }),
      let column = heads.dropFirst().firstIndex(of: head)
    else { return nil }
    return (rows[row][column], figures[Place(row: row, column: column)])
  }
}
