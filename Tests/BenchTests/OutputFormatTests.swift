import Foundation
import PrefixBenchmark
import PrefixMeasuring
import TestSupport
import Testing

@Suite("Output formats") struct OutputFormatTests {
  /// The lines of a Markdown table that begin with a text.
  private func rows(_ record: RunRecord, _ start: String = "") -> [String] {
    OutputFormat.markdown.text(of: record).split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("| \(start)") }
  }

  @Test func `the default tables fit 80 columns`() throws {
    var record = SampleRecord.make(latency: 2_345, bytes: 345_678_901)
    record.header.data.count = 234_908
    for name in ["SortedArray", "PointerTrie"] {
      record.add(name, role: .engine, latency: 1_999, bytes: 1_000_000)
    }
    record.add("SQLiteFullText", role: .program, latency: 30_000_000, bytes: 0)
    let text = OutputFormat.table.text(of: record)
    for line in text.split(separator: "\n") {
      #expect(line.count <= Table.width, Comment(rawValue: String(line)))
    }
  }

  @Test func `Markdown has the best of each column in bold`() throws {
    let record = SampleRecord.make()
    let row = try #require(rows(record, "RadixTree").first)
    #expect(row.contains("| **0.25** |"))
    #expect(row.contains("| **50** |"))
    #expect(try #require(rows(record, "baseline").first).contains("| 1.00 |"))
  }

  @Test func `what one process could turn around is not in bold`() throws {
    var record = SampleRecord.make()
    // In one process of three, this engine is slower than the other.
    record.set(SampleRecord.latency("RadixTree", SampleRecord.locate, [50, 40, 210], batch: 16))
    #expect(try #require(rows(record, "RadixTree").first).contains("| 50 |"))
  }

  @Test func `the file has a table of its own, and none where there was none`() throws {
    var record = SampleRecord.make(bytes: 1_000_000)
    for format in [OutputFormat.table, .markdown] {
      let text = format.text(of: record).replacing("\n", with: " ")
      #expect(text.contains("gazetteer: cities, names and radix tree in one mapped file."))
      #expect(text.contains("45 MB were allocated at most, 1.50 times the input"))
    }
    #expect(
      rows(record, "gazetteer") == [
        "| gazetteer | 3.00 | 30,000.0 | 700 | 75 | 2.50 | 95 | 31 | 93 | 16 | 3.00 |"
      ])
    record.remove { $0.subject == FileBuildJob.subject }
    #expect(!OutputFormat.table.text(of: record).contains("gazetteer"))
  }

  @Test func `the search over all names has a table of its own`() throws {
    var record = SampleRecord.make()
    let figures = "100 | 300 | 0.50 | 1,000 | 3,000 | 5.00 | 2,000 | 6,000 | 10 |"
    #expect(rows(record).contains("| typed | 4,000 | \(figures)"))
    #expect(rows(record).contains("| typos | 3,000 | \(figures)"))
    let text = OutputFormat.markdown.text(of: record)
    #expect(text.contains("400 names, by RadixTree, the likeliest city first."))
    record.remove { $0.measure?.order == .relevance }
    #expect(!OutputFormat.table.text(of: record).contains("Search over all names"))
  }

  @Test func `the quality of answers has a table of its own`() throws {
    let text = OutputFormat.table.text(of: SampleRecord.make())
    #expect(
      text.contains(
        """
                             first  among  among  no answer
        quality                  %    5 %   10 %          %
        ───────────────────────────────────────────────────
        search by name        50.0   50.0   50.0       50.0
        search by relevance  100.0  100.0  100.0        0.0
        """))
    #expect(text.replacing("\n", with: " ").contains("Of 2 queries of own.tsv"))
  }

  @Test func `every format has instructions, or says that there are none`() throws {
    var record = SampleRecord.make()
    for format in [OutputFormat.table, .markdown] {
      let text = format.text(of: record).replacing("\n", with: " ")
      #expect(text.contains("17,000") && text.contains("counted by valgrind-3.19.0"))
    }
    record.remove { $0.quantity == .instructions }
    let words = OutputFormat.table.text(of: record).replacing("\n", with: " ")
    #expect(words.contains("Instructions a query were not counted in this run."))
  }

  @Test func `a Markdown file gets the tables that it has comments for`() throws {
    let markers = ["table", "quality"].map {
      "<!-- bench: \($0) -->\n<!-- bench: end of \($0) -->\n"
    }
    try withTemporaryFile(markers.joined(separator: "by hand\n")) { file in
      try MarkdownTables(path: file.path).write(SampleRecord.make())
      let text = try String(contentsOf: file, encoding: .utf8)
      let parts = text.split(separator: "by hand")
      try #require(parts.count == 2)
      #expect(parts[0].contains("| typos | 3,000 | 100 | 300 | 0.50 | 1,000 | 3,000 |"))
      #expect(parts[0].contains("| 10 cities, read | 1.25 | 3.75 | 5.00 | 15 |"))
      #expect(parts[1].contains("| search by relevance | 100.0 | 100.0 | 100.0 | 0.0 |"))
      var older = SampleRecord.make()
      older.remove { $0.subject.hasPrefix("search") }
      try MarkdownTables(path: file.path).write(older)
      try #expect(String(contentsOf: file, encoding: .utf8) == text)
    }
    let engines = "<!-- bench: engines -->\n<!-- bench: end of engines -->\n"
    try withTemporaryFile(engines) { file in
      try MarkdownTables(path: file.path).write(SampleRecord.make())
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(
        text.contains("|  | ten cities, ns | locate, ns | index, MB | bytes a city | build, ms |"))
      #expect(text.contains("| RadixTree | ") && !text.contains("typos"))
    }
  }

  @Test(
    arguments: [
      ("by hand\n", "must have lines for a table"),
      ("<!-- bench: table -->\n", "and no \"<!-- bench: end of table -->\" after it"),
      ("<!-- bench: end of table -->\n<!-- bench: table -->\n", "after it"),
    ].named(by: \.0))
  func `a Markdown file without room for a table stays as it is`(example: Named<(String, String)>)
    throws
  {
    let (content, reason) = example.value
    try withTemporaryFile(content) { file in
      let failure = #expect(throws: BenchFailure.self) {
        try MarkdownTables(path: file.path).write(SampleRecord.make())
      }
      #expect(failure?.description.contains(reason) == true)
      try #expect(String(contentsOf: file, encoding: .utf8) == content)
    }
  }

  @Test func `the interval stands beside the median, unless there was one process`() throws {
    var record = SampleRecord.make()
    #expect(try #require(rows(record).first).contains("| locate p50 ns | ± % | p99 |"))
    #expect(try #require(rows(record, "RadixTree").first).contains("| **50** | 10 |"))
    #expect(ResultTables(record).mainNote.contains("in 75 of 100 cases"))
    record.figures = FigureList(
      record.figures.rows.map { Figure($0.key, $0.unit, Array($0.processes.prefix(1))) })
    #expect(try !#require(rows(record).first).contains("±"))
    #expect(!ResultTables(record).mainNote.contains("±"))
  }

  @Test func `ratios are to the baseline's median of locate`() throws {
    var record = SampleRecord.make()
    record.add("Program", role: .program, latency: 10, bytes: 1)
    let cold = Measure.tenCities("typed", .read, caches: .cold)
    for (subject, median) in [("RadixTree", 300.0), ("baseline", 1_200)] {
      record.set(SampleRecord.latency(subject, cold, [median]))
    }
    let all = rows(record)
    let start = try #require(
      all.firstIndex(of: "|  | RadixTree p50 | p99 | baseline p50 | p99 | Program p50 | p99 |"))
    // The engine takes 50, 150, 250 and 750 of 200 ns; with cold caches 300 of 1,200.
    #expect(
      all[start...].dropFirst(2).prefix(3) == [
        "| locate | 0.25 | 0.75 | 1.00 | 3.00 | 0.05 | 0.15 |",
        "| 10 cities, read | 1.25 | 3.75 | 5.00 | 15 | 0.25 | 0.75 |",
        "| 10 cities, read, cold | 0.25 |  | 1.00 |  |  |  |",
      ])
  }

  @Test func `subjects are in blocks of columns, without rows that they have nothing in`() throws {
    var record = SampleRecord.make()
    for number in 1...3 {
      record.add("SortedStrings\(number)", role: .program, latency: 10, bytes: 1)
    }
    let cold = Measure.tenCities("typed", .read, caches: .cold)
    record.set(SampleRecord.latency("baseline", cold, [1_200]))
    let text = OutputFormat.table.text(of: record)
    let blocks = text.components(separatedBy: "\n\n").filter { $0.contains("SortedStrings3\n") }
    let ratios = try #require(
      blocks.first { $0.contains("10 cities, read ") && $0.contains("locate ") })
    #expect(ratios.contains("10 cities, read ") && !ratios.contains("cold"))
    // A percentile stays beside the median of its subject.
    for block in text.components(separatedBy: "\n\n") {
      let heads = block.split(separator: "\n").prefix { !$0.contains("─") }.last ?? ""
      #expect(heads.split(separator: " ").first != "p99", Comment(rawValue: block))
    }
  }

  @Test func `an interrupted run says so`() throws {
    var record = SampleRecord.make()
    record.header.method.isComplete = false
    #expect(OutputFormat.table.text(of: record).contains("was interrupted"))
  }

  @Test func `slow subjects are said to get to fewer queries`() {
    #expect(ResultTables(SampleRecord.make()).mainNote.contains("RadixTree 3, baseline 3"))
  }

}
