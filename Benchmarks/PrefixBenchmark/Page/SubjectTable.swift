import Algorithms

/// A column of a table that has a row for each subject.
struct SubjectColumn {
  let title: String
  /// Whether less or more is better; `nil` if neither is.
  var best: Best? = .least
  /// The figure of a subject; `nil` for what was not measured.
  let figure: (String) -> Figure?

  enum Best { case least, most }

  fileprivate func best(of figures: [Figure]) -> Figure? {
    let figures = figures.filter { $0.value > 0 }
    return switch best {
    case .least: figures.min { $0.value < $1.value }
    case .most: figures.max { $0.value < $1.value }
    case nil: nil
    }
  }
}

extension PageRun {
  /// A column for each kind of figure that is wanted, in the order of the rows: so what a run comes to
  /// measure is in the tables.
  func columns(
    best: SubjectColumn.Best? = nil, where isWanted: (Figure.Key) -> Bool,
    title: (Figure.Key) -> String
  ) -> [SubjectColumn] {
    let keys = record.figures.rows.map(\.key).filter { $0.size == nil && isWanted($0) }.map { key in
      var key = key
      key.subject = ""
      return key
    }
    return keys.uniqued().map { key in
      SubjectColumn(title: title(key), best: best) { subject in
        var key = key
        key.subject = subject
        return record[key]
      }
    }
  }
}

extension ReportPage {
  /// A table with a row for each subject of a run: what cannot be told from the best of a column in
  /// bold, and below the others how many times as much they are.
  ///
  /// Columns and rows without figures are left out. Subjects that answer another question stand apart,
  /// without factors.
  func subjectTable(_ caption: String, of run: PageRun, _ columns: [SubjectColumn]) -> [Markup] {
    let columns = columns.filter { column in run.subjects.contains { column.figure($0.name) != nil }
    }
    let best = columns.map { $0.best(of: run.record.comparable.map(\.name).compactMap($0.figure)) }
    func rows(_ subjects: [RunHeader.SubjectDescription]) -> [[Markup]] {
      subjects.compactMap { subject in
        let figures = columns.map { $0.figure(subject.name) }
        guard figures.contains(where: { $0 != nil }) else { return nil }
        let swatch = tag(
          "svg", ["class": "swatch", "viewBox": "0 0 14 14", "aria-hidden": "true"],
          [style(of: subject.name).marker(Point(x: 7, y: 7))])
        let head = tag("span", ["class": "name"], [swatch, .text(subject.name)])
        let competes = subject.anotherQuestion == nil
        return [head] + zip(figures, best).map { cell($0, best: competes ? $1 : nil) }
      }
    }
    return table(
      title(caption, run), heads: ["subject"] + columns.map(\.title),
      rows: rows(run.record.comparable),
      others: (
        "Answer another question, so not compared",
        rows(run.subjects.filter { $0.anotherQuestion != nil })
      ))
  }

  private func cell(_ figure: Figure?, best: Figure?) -> Markup {
    guard let figure else { return .text("") }
    guard let best, figure.value > 0 else { return .text(figure.brief) }
    let (estimate, other) = (figure.estimate, best.estimate)
    if estimate.low <= other.high, other.low <= estimate.high {
      return tag("td", [:], [tag("b", text: figure.brief)])
    }
    let factor = tag("small", text: (figure.value / best.value).factor)
    return tag("td", [:], [.text(figure.brief), factor])
  }
}
