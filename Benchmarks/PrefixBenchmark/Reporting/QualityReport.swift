package import PrefixMeasuring

/// Rows of quality as tables.
package struct QualityReport {
  private let figures: FigureList
  private let file: String
  private let subjects: [String]
  private let hasKeystrokes: Bool

  package init(_ figures: FigureList, file: String) {
    self.figures = figures
    self.file = file
    let judged = figures.rows.filter { $0.key.quantity == .cases }
    subjects = judged.map(\.key.subject).uniqued()
    hasKeystrokes = figures.rows.contains { $0.key.quantity == .draws }
  }

  /// The percentage of queries that are not counted by a quantity such as `notFirst`, with one decimal; a
  /// dash if there are no queries.
  package func percent(_ subject: String, without quantity: Figure.Quantity, kind: String = "all")
    -> String
  {
    share(subject, quantity, of: .cases, kind: kind) { 1 - $0 }
  }

  private func share(
    _ subject: String, _ quantity: Figure.Quantity, of whole: Figure.Quantity, kind: String = "all",
    _ shown: (Double) -> Double = { $0 }
  ) -> String {
    func value(_ quantity: Figure.Quantity) -> Double? {
      figures[Figure.Key(subject, quantity, statistic: kind)]?.value
    }
    guard let part = value(quantity), let all = value(whole), all > 0 else { return "–" }
    return (shown(part / all) * 100).rounded(decimals: 1)
  }

  private func count(_ kind: String) -> String {
    (subjects.first.flatMap { figures[Figure.Key($0, .cases, statistic: kind)]?.value } ?? 0)
      .rounded(decimals: 0)
  }

  private var keystrokeColumns: [Column<String>] {
    guard hasKeystrokes else { return [] }
    func letters(_ subject: String, _ quantity: Figure.Quantity) -> String {
      figures[Figure.Key(subject, quantity, statistic: "mean")]?.value.rounded(decimals: 2) ?? ""
    }
    return [
      Column("letters until\nfirst") { letters($0, .lettersUntilFirst) },
      Column("until\namong 3") { letters($0, .lettersUntilAmongThree) },
      Column("never\nfirst %") { share($0, .neverFirst, of: .draws, kind: "total") },
      Column("never\namong 3 %") { share($0, .neverAmongThree, of: .draws, kind: "total") },
    ]
  }

  /// Times and sizes, which are figures only beside other programs.
  private var costs: Table {
    func value(
      _ quantity: Figure.Quantity, _ unit: Double, _ decimals: Int, _ statistic: String = "total"
    ) -> (String) -> String {
      { subject in
        let figure = figures[Figure.Key(subject, quantity, statistic: statistic)]
        return figure.map { ($0.value / unit).rounded(decimals: decimals) } ?? ""
      }
    }
    return Table(
      corner: "costs", rows: subjects, name: \.self,
      columns: [
        Column("p50\nµs", text: value(.searchTime, 1e3, 1, "p50")),
        Column("p99\nµs", text: value(.searchTime, 1e3, 1, "p99")),
        Column("index\nMB", text: value(.structure, 1e6, 1)),
        Column("build\ns", text: value(.build, 1e9, 1)),
      ])
  }

  /// The searches in a row each, with shares of all queries, and keystrokes if they were counted.
  var summary: Table {
    Table(
      corner: "quality", rows: subjects, name: \.self,
      columns: [
        Column("first\n%") { percent($0, without: .notFirst) },
        Column("among\n5 %") { percent($0, without: .notAmongFive) },
        Column("among\n10 %") { percent($0, without: .notAmongTen) },
        Column("no answer\n%") { share($0, .noAnswer, of: .cases) },
      ] + keystrokeColumns)
  }

  var summaryNote: String {
    let typed =
      !hasKeystrokes
      ? ""
      : """
       letters: of a city's own name until it is in view; means over cities drawn by population. A \
      city that never is counts with its whole name and one more.
      """
    return """
      by name: own names in alphabetical order; by population: own names, the largest city first; by \
      relevance: all names, the likeliest first. Of \(count("all")) queries of \(file), those with a \
      right city as the first answer, among the first five, among ten, and those without any \
      answer.\(typed)
      """
  }

  /// The shares of queries whose first answer is right, by kind.
  var first: Table { shares("first") { percent($0, without: .notFirst, kind: $1) } }

  /// The shares of each kind of queries, a column for each search.
  private func shares(_ title: String, _ text: @escaping (String, String) -> String) -> Table {
    let kinds = QualityCase.Kind.allCases.map(\.rawValue).filter { kind in
      subjects.contains { figures[Figure.Key($0, .cases, statistic: kind)] != nil }
    }
    return Table(
      corner: "queries", rows: subjects.isEmpty ? [] : kinds + ["all"], name: \.self,
      columns: [Column("cases") { count($0) }]
        + subjects.map { subject in Column("\(title)\n\(subject)") { text(subject, $0) } })
  }

  /// Tables for a terminal, with explanations.
  package var text: String {
    // Two shares in one table would be wider than a terminal.
    var parts = [
      first.text,
      shares("among 5") { percent($0, without: .notAmongFive, kind: $1) }.text,
      shares("among 10") { percent($0, without: .notAmongTen, kind: $1) }.text,
      shares("no answer") { share($0, .noAnswer, of: .cases, kind: $1) }.text,
      """
      Queries of \(file), in percent: those with a right city as the first answer, among the first \
      five, among the first ten, and those without any answer. Only search by relevance knows where \
      the person is who types a query of the kind nearby.
      """.wrapped(),
    ]
    if hasKeystrokes {
      parts += [
        Table(corner: "keystrokes", rows: subjects, name: \.self, columns: keystrokeColumns).text,
        """
        Characters of a city's own name until it is first, and until it is among the first three; \
        means over cities drawn by population. A city that never is counts with its whole name and \
        one more.
        """.wrapped(),
      ]
    }
    if !costs.rows.isEmpty {
      parts += [
        costs.text,
        """
        The time of a query of \(file), from its text to the ids of ten cities; a program in another \
        language reads the clock itself. index: what the program says that it keeps; build: from \
        the files to an index that answers.
        """.wrapped(),
      ]
    }
    return parts.joined(separator: "\n\n")
  }
}
