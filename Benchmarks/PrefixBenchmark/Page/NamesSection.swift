extension ReportSource {
  /// The search over all names.
  var namesSection: Section? {
    Section(
      "Search over all names", id: "names",
      """
      What is behind a search field: cities by any of their names, with a region behind it or not, in \
      spite of small mistakes, the likeliest first. Single queries, warm caches.
      """,
      sideBySide { named in
        guard let names = named.result.names else { return [] }
        let tables = names.engines.flatMap { engine -> [Markup] in
          var table = FigureTable(
            caption: "All names, by \(engine.name)",
            columns: [
              .init("ten ids p50", .time, best: nil), .init("ten ids p99", .time, best: nil),
              .init("to baseline", .ratio, best: nil),
              .init("ten unread p50", .time, best: nil), .init("ten unread p99", .time, best: nil),
              .init("to baseline", .ratio, best: nil),
              .init("ten read p50", .time, best: nil), .init("ten read p99", .time, best: nil),
              .init("to baseline", .ratio, best: nil),
            ])
          for workload in names.workloads {
            let values = NamesMeasures(workload.name).all.flatMap { measure in
              let series = engine.typical(measure)
              return [
                series?.p50.median, engine.singleLatency(measure)?.p99.median,
                series.flatMap(names.timeInBaselines),
              ]
            }
            table.rows.append(
              FigureTable.Row(
                name: workload.name, style: nil, anotherQuestion: nil, values: values))
          }
          return table.markup
        }
        guard !tables.isEmpty else { return [] }
        let items = names.workloads.flatMap { workload in
          [
            tag("dt", text: workload.name),
            tag("dd", text: "\(workload.summary); \(workload.queryCount.grouped) queries."),
          ]
        }
        let unit = names.unit.first?.measure.workload ?? ""
        return [
          tag(
            "p",
            text: """
              \(names.nameCount.grouped) names. Ratios are to the median of the baseline, which \
              locates own names in the same processes. Mistakes are forgiven, but for "\(unit)".
              """)
        ] + tables + [
          tag(
            "details", [:],
            [tag("summary", text: "What the queries are"), tag("dl", ["class": "names"], items)])
        ]
      })
  }
}
