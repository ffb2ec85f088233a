extension ReportSource {
  /// The main figures of all results in one table for each figure, with ratios to the first result.
  var comparisonSection: Section? {
    guard isComparison else { return nil }
    let figures: [(String, Quantity, @Sendable (NamedResult, SubjectResult) -> Double?)] = [
      ("Locating a prefix, median", .time, { $1.median($0.locate()) }),
      ("\(tenTitle), median", .time, { $1.median($0.topTen()) }),
      ("Structure, bytes for each \(noun)", .bytes, { $0.bytesPerRow($1)?.value }),
      ("Building", .time, { $1.buildTime?.median }),
    ]
    var names: [String] = []
    for name in results.flatMap({ $0.subjects.map(\.name) }) where !names.contains(name) {
      names.append(name)
    }
    let tables = figures.flatMap { title, quantity, figure in
      table(title, names) { named, subject in
        figure(named, subject).map { ($0, quantity.text($0)) }
      }
    }
    let differences = differences
    return Section(
      "Side by side", id: "comparison",
      """
      Each result has a letter: \(results.map { "\($0.letter) is \($0.file)" }.joined(separator: ", ")). \
      Ratios are to \(results.first?.letter ?? "the first"). Absolute times of different machines, or \
      of one machine on different days, say little; ratios to the baseline of the same run say more.
      """,
      (differences.isEmpty ? [] : [tag("p", ["class": "warning"], text: differences)])
        + [tag("div", ["class": "pair"], tables)])
  }

  /// What makes the results hard to compare, as sentences.
  private var differences: String {
    guard let first = results.first?.result else { return "" }
    let others = results.dropFirst().map(\.result)
    var words: [String] = []
    if others.contains(where: { $0.machine != first.machine }) {
      words.append("The machines differ.")
    }
    if others.contains(where: { $0.data.sha256 != first.data.sha256 }) {
      words.append("The data differ.")
    }
    if others.contains(where: { $0.method.seed != first.method.seed }) {
      words.append("The queries were made from different seeds.")
    }
    if others.contains(where: { $0.build.allocator != first.build.allocator }) {
      words.append("The allocators differ.")
    }
    return words.joined(separator: " ")
  }

  private func table(
    _ title: String, _ names: [String],
    _ figure: (NamedResult, SubjectResult) -> (value: Double, text: String)?
  ) -> [Markup] {
    let rows = names.compactMap { name -> Markup? in
      let found = results.map { named in
        named.result.subjects.first { $0.name == name }.flatMap { figure(named, $0) }
      }
      guard found.contains(where: { $0 != nil }) else { return nil }
      let unit = found[0]?.value
      let cells = found.enumerated().map { index, figure -> Markup in
        guard let figure else { return tag("td", ["class": "none"], text: "–") }
        var content: [Markup] = [.text(figure.text)]
        if index > 0, let unit, unit > 0 {
          content.append(tag("small", text: Quantity.ratio.text(figure.value / unit)))
        }
        return tag("td", [:], content)
      }
      return tag("tr", [:], [tag("th", ["scope": "row"], text: name)] + cells)
    }
    guard !rows.isEmpty else { return [] }
    let heads = ["subject"] + results.map(\.letter)
    return [
      tag(
        "div", ["class": "scroll", "role": "region", "tabindex": "0", "aria-label": title],
        [
          tag(
            "table", [:],
            [
              tag("caption", text: title),
              tag(
                "thead", [:], [tag("tr", [:], heads.map { tag("th", ["scope": "col"], text: $0) })]),
              tag("tbody", [:], rows),
            ])
        ])
    ]
  }
}
