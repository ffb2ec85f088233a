/// A table of figures: a row for each subject, the best of each column in bold, and below the others
/// how many times as much they are.
struct FigureTable: Sendable {
  let caption: String
  let columns: [Column]
  var rows: [Row] = []

  struct Column: Sendable {
    let title: String
    let quantity: Quantity
    /// Which figure is the best; `nil` if none is.
    var best: Best? = .least

    init(_ title: String, _ quantity: Quantity, best: Best? = .least) {
      self.title = title
      self.quantity = quantity
      self.best = best
    }
  }

  enum Best: Sendable {
    case least, most
  }

  struct Row: Sendable {
    let name: String
    let style: SeriesStyle?
    /// What the subject answers instead, if that is not the question of the others.
    let anotherQuestion: String?
    let values: [Double?]
  }

  /// Appends a subject; `nil` stands for what was not measured.
  mutating func append(_ subject: SubjectResult, _ style: SeriesStyle, _ values: [Double?]) {
    guard values.contains(where: { $0 != nil }) else { return }
    rows.append(
      Row(
        name: subject.name, style: style, anotherQuestion: subject.anotherQuestion, values: values))
  }

  /// The best figure of each column, among those that answer the same question.
  private var best: [Double?] {
    columns.indices.map { index in
      let values = rows.filter { $0.anotherQuestion == nil }.compactMap { $0.values[index] }
      return switch columns[index].best {
      case .least: values.min()
      case .most: values.max()
      case nil: nil
      }
    }
  }

  /// The table in a box of its own that scrolls sideways where there is no room; nothing if it has no
  /// rows.
  var markup: [Markup] {
    guard !rows.isEmpty else { return [] }
    let best = best
    let used = columns.indices.filter { index in rows.contains { $0.values[index] != nil } }
    let heads =
      [tag("th", ["scope": "col"], text: "subject")]
      + used.map { tag("th", ["scope": "col"], text: columns[$0].title) }
    let same = rows.filter { $0.anotherQuestion == nil }
    let other = rows.filter { $0.anotherQuestion != nil }
    var bodies = [tag("tbody", [:], same.map { row($0, used, best) })]
    if !other.isEmpty {
      let head = tag(
        "tr", ["class": "group"],
        [
          tag(
            "th", ["scope": "colgroup", "colspan": "\(used.count + 1)"],
            [tag("span", [:], text: "Answer another question, so not compared")])
        ])
      bodies.append(tag("tbody", [:], [head] + other.map { row($0, used, best) }))
    }
    return [
      tag(
        "div", ["class": "scroll", "role": "region", "tabindex": "0", "aria-label": caption],
        [
          tag(
            "table", [:],
            [tag("caption", text: caption), tag("thead", [:], [tag("tr", [:], heads)])] + bodies)
        ])
    ]
  }

  private func row(_ row: Row, _ used: [Int], _ best: [Double?]) -> Markup {
    var head: [Markup] = []
    if let style = row.style {
      head.append(
        tag(
          "svg", ["class": "swatch", "viewBox": "0 0 14 14", "aria-hidden": "true"],
          [style.marker(x: 7, y: 7, radius: 5)]))
    }
    head.append(.text(row.name))
    let cells = used.map { index in
      cell(
        row.values[index], columns[index], best: best[index], competes: row.anotherQuestion == nil)
    }
    return tag("tr", [:], [tag("th", ["scope": "row"], head)] + cells)
  }

  private func cell(_ value: Double?, _ column: Column, best: Double?, competes: Bool) -> Markup {
    guard let value else { return tag("td", ["class": "none"], text: "–") }
    let text = column.quantity.text(value)
    // Figures that are written alike are equally good, whatever stands behind the last digit.
    if competes, let best, text == column.quantity.text(best) {
      return tag("td", ["class": "best"], [tag("strong", text: text)])
    }
    var content: [Markup] = [.text(text)]
    if let best, best > 0, value > 0, column.quantity != .ratio {
      content.append(tag("small", text: Quantity.ratio.text(value / best)))
    }
    return tag("td", [:], content)
  }
}
