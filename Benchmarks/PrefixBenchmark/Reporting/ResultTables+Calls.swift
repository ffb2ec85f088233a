/// Tables of the documented calls; a result without such calls has none.
extension ResultTables {
  /// A row for each scope of names, order and text.
  var calls: Section {
    func figure(_ row: CallRow, _ quantity: Figure.Quantity, _ statistic: String = "p50") -> Figure?
    {
      record[row.name, quantity, statistic: statistic]
    }
    func column(_ head: String, _ quantity: Figure.Quantity) -> Column<CallRow> {
      Column(head, .time) { figure($0, quantity) }
    }
    return Section(
      title: "Calls, ns",
      table: Table(
        corner: "calls", rows: CallRow.all(texts: record.callTexts), name: \.name,
        columns: [
          column("first\nread", .callOneRead), column("10\nread", .callTenRead),
          column("50\nread", .callFiftyRead), column("limit\n10", .callLimitTen),
          column("with\nfilter", .callSlowestFilter),
          Column("10 read\nratio") {
            figure($0, .callTenRead).flatMap(record.callTimeInBaselines)?.ratioText ?? ""
          },
          Column("p99", .time, isJoined: true) { figure($0, .callTenRead, "p99") },
          Column("any\np99", .time) { figure($0, .callAny, "p99") },
          Column("worst", .time, isJoined: true) {
            figure($0, .callAny, "max")?.ofSlowestProcess
          },
        ]),
      note: callsNote)
  }

  private var callsNote: String {
    let filters = CallFilter.allCases.dropFirst().map(\.rawValue).joined(separator: ", ")
    return """
      By RadixTree, over the mapped file: text in, ids of matches out. A row is a scope of names, an \
      order and a text. first, 10, 50 read: medians without a limit and a filter; limit 10: ten read. \
      with filter: ten read without a limit, by the slowest of these: \(filters). ratio: to the time in \
      which the baseline locates own names, workload "\(record.mainWorkload)", in the same processes. \
      any, worst: the calls of the row with no limit, 10 and 50, without a filter and with each, and \
      with the first match read, ten and fifty; the p99 is that of the calls with a filter, or without, \
      whichever is greater. typed: texts of the workload "\(record.mainWorkload)"; \
      \(CallText.greatestLength) letters: texts of many words, of many regions, and of one long name. \
      Single calls in random order, those with a filter apart; caches are as the call before left them. \
      Every answer is compared with that of the same search without a limit by sorted arrays.
      """
  }

  /// A row for each call as documentation writes it.
  var documentedCalls: Section {
    func figure(_ quantity: Figure.Quantity, _ statistic: String) -> (DocumentedCall) -> Figure? {
      { record[$0.name, quantity, statistic: statistic] }
    }
    return Section(
      title: "Calls as documented, ns",
      table: Table(
        corner: "calls as documented", rows: DocumentedCall.all, name: \.name,
        columns: [
          Column("typed\np50", .time, figure(.documentedCall, "p50")),
          Column("p99", .time, isJoined: true, figure(.documentedCall, "p99")),
          Column("slowest\ntext p50", .time, figure(.documentedCallSlowestText, "p50")),
          Column("any text\np99", .time, figure(.callAny, "p99")),
          Column("worst", .time, isJoined: true) {
            figure(.callAny, "max")($0)?.ofSlowestProcess
          },
        ]),
      note: """
        Ten matches are read, except for "first". Distances are from Paris, those of the service from a \
        point in the sea. service: the search of a request for ten cities, without HTTP and JSON; it \
        looks for one more, to know whether there is another page. slowest text: that of the texts of \
        the table above with the greatest median.
        """)
  }
}

// MARK: - All calls together

extension ResultTables {
  /// A row for each promise about calls: a time, or a ratio of times.
  var callsTogether: Section {
    let rows = record[CallFigures.count] == nil ? [] : record.callSummary
    func column(
      _ head: String, isJoined: Bool = false, _ path: KeyPath<CallSummary, Figure?>
    ) -> Column<CallSummary> {
      Column(head, isJoined: isJoined) { row in
        guard let figure = row[keyPath: path] else { return Column<CallSummary>.Cell(text: "") }
        return row.isRatio
          ? .init(text: figure.value.ratioText)
          : .init(text: Figure.Format.time.text(figure), figure: figure)
      }
    }
    let named = rows.compactMap { row in row.call.map { "\(row.name): \($0)." } }
    return Section(
      title: "All calls together, ns",
      table: Table(
        corner: "all calls together", rows: rows, name: \.name,
        columns: [
          column("p50", \.median), column("p99", isJoined: true, \.percentile),
          column("worst", isJoined: true, \.worst),
        ]),
      note: """
        \((record[CallFigures.count]?.value ?? 0).rounded(decimals: 0)) calls, those of the tables \
        below. slowest call: the greatest median of a call, the greatest p99 of a row or of a call as \
        documented, and the greatest single time, which includes interruptions by other programs. ten \
        by: without a limit and a filter, one word of three letters or more, the slowest row. no limit: \
        ten matches read, against a limit of ten, the row of one word or none with the greatest ratio. further \
        match: from the eleventh to the hundredth by relevance, workload "\(record.mainWorkload)", the \
        mean of each text; mean: of all matches of all texts. highlight: the first time that it is read \
        of a match of a page; again: the second time. once: what only \
        the first search of its kind in a process costs; no other figure includes it. \
        \(named.joined(separator: " "))
        """)
  }
}
