/// A part of the page under a heading.
struct Section: Sendable {
  let id: String
  let title: String
  let content: [Markup]

  /// A section; `nil` if there is nothing to show.
  init?(_ title: String, id: String, lead: String = "", _ content: [Markup]) {
    guard !content.isEmpty else { return nil }
    (self.id, self.title) = (id, title)
    self.content = (lead.isEmpty ? [] : [tag("p", text: lead)]) + content
  }

  /// The section with its content in view.
  var open: Markup { tag("section", ["id": id], [tag("h2", text: title)] + content) }

  /// The section with its content hidden until it is opened; it is printed in full.
  var closed: Markup {
    let summary = tag("summary", [:], [tag("h2", text: title)])
    return tag("details", [:], [summary, tag("section", ["id": id], content)])
  }
}

extension ReportPage {
  /// A section with one piece for each result that has it; `nil` if none has.
  func section(
    _ title: String, id: String, lead: String = "", _ piece: (PageRun) -> [Markup]
  ) -> Section? {
    Section(title, id: id, lead: lead, eachRun(piece))
  }

  /// One piece for each result that has it, with its letter above if there are several.
  func eachRun(_ piece: (PageRun) -> [Markup]) -> [Markup] {
    runs.flatMap { run in
      let content = piece(run)
      guard isComparison, !content.isEmpty else { return content }
      return [tag("h3", text: "\(run.letter): \(run.file)")] + content
    }
  }

  /// A title with the letter of a result behind it if there are several.
  func title(_ title: String, _ run: PageRun) -> String {
    isComparison ? "\(title), \(run.letter)" : title
  }
}

/// Plots side by side: the style sets how many stand in a row; one on a phone.
func grid(_ style: String, _ plots: [Markup]) -> [Markup] {
  plots.isEmpty ? [] : [tag("div", ["class": style], plots)]
}

/// A list of facts with titles; those without text are left out.
func factList(_ facts: some Sequence<(String, String)>) -> [Markup] {
  let items = facts.filter { !$0.1.isEmpty }.flatMap { [tag("dt", text: $0), tag("dd", text: $1)] }
  return items.isEmpty ? [] : [tag("dl", [:], items)]
}

/// A table in a box that scrolls horizontally on narrow screens; nothing if it has no rows.
///
/// A row is its head and its other cells, each a cell or the content of one. `others` are rows that
/// stand apart under a title.
func table(
  _ caption: String, heads: [String], rows: [[Markup]],
  others: (title: String, rows: [[Markup]])? = nil
) -> [Markup] {
  func row(_ cells: [Markup]) -> Markup {
    let more = cells.dropFirst().map { cell in
      if case .element("td", _, _) = cell { cell } else { tag("td", [:], [cell]) }
    }
    return tag("tr", [:], [tag("th", ["scope": "row"], Array(cells.prefix(1)))] + more)
  }
  guard !rows.isEmpty || others?.rows.isEmpty == false else { return [] }
  var content = [
    tag("caption", text: caption),
    tag(
      "thead", [:],
      // A corner without a text is the head of nothing.
      [tag("tr", [:], heads.map { $0.isEmpty ? tag("td") : tag("th", ["scope": "col"], text: $0) })]
    ),
    tag("tbody", [:], rows.map(row)),
  ]
  if let others, !others.rows.isEmpty {
    let head = tag(
      "th", ["scope": "rowgroup", "colspan": "\(heads.count)", "class": "group"],
      [tag("span", text: others.title)])
    content.append(tag("tbody", [:], [tag("tr", [:], [head])] + others.rows.map(row)))
  }
  return [
    tag(
      "div", ["class": "scroll", "role": "region", "tabindex": "0", "aria-label": caption],
      [tag("table", [:], content)])
  ]
}

extension ReportPage {
  /// A table of a run: the marks of subjects beside their names, figures with three digits, in bold those
  /// whose intervals overlap that of the best of a column, and factors to the best below the others.
  ///
  /// Subjects that answer another question stand apart.
  func markup(_ caption: String, _ table: Table, of run: PageRun) -> [Markup] {
    let subjects = Dictionary(uniqueKeysWithValues: run.header.subjects.map { ($0.name, $0) })
    func isApart(_ row: Int) -> Bool { subjects[table.rows[row][0]]?.anotherQuestion != nil }
    func row(_ row: Int) -> [Markup] {
      let name = table.rows[row][0]
      let head = subjects[name].map { self.head(of: $0.name) } ?? .text(name)
      return [head]
        + table.heads.indices.dropFirst().map { cell(table, Table.Place(row: row, column: $0)) }
    }
    return PrefixBenchmark.table(
      title(caption, run), heads: table.heads.map { $0.replacing("\n", with: " ") },
      rows: table.rows.indices.filter { !isApart($0) }.map(row),
      others: (
        "Answer another question, so not compared", table.rows.indices.filter(isApart).map(row)
      ))
  }

  /// The table of a section and its note; nothing without rows.
  func markup(_ caption: String, _ section: ResultTables.Section, of run: PageRun) -> [Markup] {
    let table = markup(caption, section.table, of: run)
    let note = section.note.map { [tag("p", ["class": "soft"], text: $0)] } ?? []
    return table.isEmpty ? [] : table + note
  }

  private func head(of subject: String) -> Markup {
    tag("span", ["class": "name"], [style(of: subject).swatch, tag("bdi", text: subject)])
  }

  private func cell(_ table: Table, _ place: Table.Place) -> Markup {
    guard let figure = table.figures[place] else {
      return .text(table.rows[place.row][place.column])
    }
    switch table.ranks[place] {
    case .best: return tag("td", [:], [tag("b", text: figure.brief)])
    case .factor(let factor):
      return tag("td", [:], [.text(figure.brief), tag("small", text: factor.factor)])
    case nil:
      let estimate = figure.estimate
      guard table.ranks.isEmpty, estimate.low < estimate.high else { return .text(figure.brief) }
      let ends = [estimate.low, estimate.high].map(figure.unit.text).joined(separator: " to ")
      return tag("td", [:], [.text(figure.brief), tag("small", text: ends)])
    }
  }
}
