extension ReportSource {
  /// Instructions a query.
  var instructionsSection: Section? {
    Section(
      "Instructions", id: "instructions",
      """
      The instructions of a query by the default engine over the mapped file, counted by an emulator: \
      the same on every run, whatever else the machine does. They say what changed from one version \
      to the next, not how long a query takes.
      """,
      sideBySide { named in
        guard let instructions = named.result.instructions else {
          return [tag("p", text: InstructionsTable.absence)]
        }
        var table = FigureTable(
          caption: "Instructions a query, counted by \(instructions.tool)",
          columns: [.init("instructions", .count, best: nil), .init("queries", .count, best: nil)])
        for count in instructions.counts {
          table.rows.append(
            FigureTable.Row(
              name: count.measure.description, style: nil, anotherQuestion: nil,
              values: [count.perQuery.rounded(), Double(count.queryCount)]))
        }
        return table.markup
      })
  }
}
