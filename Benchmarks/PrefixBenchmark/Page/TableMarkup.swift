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
    let swatch = tag(
      "svg", ["class": "swatch", "viewBox": "0 0 14 14", "aria-hidden": "true"],
      [style(of: subject).marker(Point(x: 7, y: 7))])
    return tag("span", ["class": "name"], [swatch, .text(subject)])
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
