import Foundation
import Testing

@testable import PrefixBenchmark

@Suite struct OutputFormatTests {
  @Test func `the default tables fit 100 columns`() throws {
    var result = SampleResult.make(latency: 2_345, bytes: 345_678_901)
    result.data.cityCount = 234_908
    for name in ["SortedArray", "PointerTrie"] {
      result.subjects.insert(
        SampleResult.subject(name, role: .engine, latency: 1_999, bytes: 1_000_000), at: 1)
    }
    result.workloads.append(
      .init(name: "prefix-5-8", summary: "beginnings", queryCount: 1, checksum: "0e"))
    let text = try OutputFormat.table.text(of: result, wide: false)
    for line in text.split(separator: "\n") {
      #expect(line.count <= 100, Comment(rawValue: String(line)))
    }
  }

  @Test func `a subject with another question is listed apart`() throws {
    var result = SampleResult.make()
    var rival = SampleResult.subject("AnyWord", role: .rival, latency: 10, bytes: 1)
    rival.anotherQuestion = "finds words in the middle."
    result.subjects.append(rival)
    let text = try OutputFormat.table.text(of: result, wide: false)
    let parts = text.split(separator: "These answer another question")
    #expect(parts.count == 2)
    #expect(!parts[0].contains("AnyWord"))
    #expect(parts[1].contains("AnyWord: finds words in the middle."))
  }

  @Test func `every line of CSV has as many cells as the first`() throws {
    let lines = try OutputFormat.csv.text(of: SampleResult.make(), wide: false)
      .split(separator: "\n")
    let count = try #require(lines.first).split(separator: ",").count
    #expect(lines.count > 30)
    for line in lines {
      #expect(line.split(separator: ",", omittingEmptySubsequences: false).count == count)
    }
    #expect(lines.contains("RadixTree,engine,structure bytes,,,,,,,,total,1100,,"))
    #expect(
      lines.contains(
        "RadixTree,engine,latency ns,typed,locate,name,,,warm,16,p50,50,45,\(50 * 1.1)"))
  }

  @Test func `Markdown has the best of each column in bold`() throws {
    let text = try OutputFormat.markdown.text(of: SampleResult.make(), wide: false)
    let row = try #require(text.split(separator: "\n").first { $0.hasPrefix("| RadixTree") })
    #expect(row.contains("| **0.25** |"))
    #expect(row.contains("| **50** |"))
    let baseline = try #require(text.split(separator: "\n").first { $0.hasPrefix("| baseline") })
    #expect(baseline.contains("| 1.00 |"))
  }

  @Test func `what one process could turn around is not in bold`() throws {
    var result = SampleResult.make()
    // Each as fast as the other in one process of three.
    result.subjects[0].latencies[0] = SampleResult.series(
      SampleResult.locate, medians: [50, 40, 210], batch: 16)
    let row = try #require(
      try OutputFormat.markdown.text(of: result, wide: false)
        .split(separator: "\n").first { $0.hasPrefix("| RadixTree") })
    #expect(row.contains("| 50 |"))
  }

  @Test func `what may be asked by one thread only has no gain by a second`() throws {
    var result = SampleResult.make()
    result.subjects[1].throughput.append(
      .init(
        measure: SampleResult.cities, threadCount: 2,
        queriesPerSecond: Estimate(processes: [6_000_000])))
    let rows = ThroughputTable(result).table.rows
    #expect(rows[0] == ["RadixTree", "3.00", "", ""])
    #expect(rows[1] == ["baseline", "3.00", "6.00", "2.00"])
  }

  @Test func `the file has a table of its own, and none where there was none`() throws {
    var result = SampleResult.make(bytes: 1_000_000)
    for format in [OutputFormat.table, .markdown] {
      let text = try format.text(of: result, wide: false).replacing("\n", with: " ")
      #expect(text.contains("gazetteer: cities, names and radix tree in one mapped file."))
      #expect(text.contains("45 MB were allocated at most, 1.50 times the input"))
    }
    let lines = try OutputFormat.csv.text(of: result, wide: false).split(separator: "\n")
    #expect(lines.contains("gazetteer file,file,file bytes,,,,,,,,total,3000000,,"))
    #expect(
      lines.contains(
        "gazetteer file,file,first opening ns,,,,,,,,median,95000,90000,99000"))
    let row = try #require(FileTable(result)?.table.rows.first)
    #expect(row.prefix(6) == ["gazetteer", "3.00", "30,000.0", "700", "75", "2.50"])
    #expect(row.dropFirst(6) == ["95", "31", "93", "16", "3.00"])
    result.file = nil
    #expect(try !OutputFormat.table.text(of: result, wide: true).contains("gazetteer"))
  }

  @Test func `the search over all names has a table of its own`() throws {
    var result = SampleResult.make()
    let names = try #require(ResultTables(result, wide: false).names)
    let ids = ["100", "300", "0.50"]
    let figures = ids + ["1,000", "3,000", "5.00", "2,000", "6,000", "10"]
    #expect(
      names.table.rows == [
        ["typed", "4,000"] + figures,
        ["typos", "3,000"] + figures,
      ])
    #expect(names.note.hasPrefix("400 names, by RadixTree, the likeliest city first."))
    let lines = try OutputFormat.csv.text(of: result, wide: false).split(separator: "\n")
    #expect(
      lines.contains(
        "RadixTree over all names,engine,latency ns,typos,rows,relevance,10,,warm,1,p50,100,100,100"
      ))
    let tree = try #require(result.names?.engines.first)
    result.names?.engines.append(.init(name: "SortedArray", latencies: tree.latencies))
    let wide = try #require(ResultTables(result, wide: true).names)
    #expect(
      wide.table.rows.map(\.first) == [
        "typed, RadixTree", "typed, SortedArray", "typos, RadixTree", "typos, SortedArray",
      ])
    result.names = nil
    #expect(ResultTables(result, wide: true).names == nil)
  }

  @Test func `the quality of answers has a table of its own`() throws {
    let result = SampleResult.make()
    let text = try OutputFormat.table.text(of: result, wide: false)
    #expect(
      text.contains(
        """
                   first  among  among  no answer
        quality        %    5 %   10 %          %
        ─────────────────────────────────────────
        name        50.0   50.0   50.0       50.0
        relevance  100.0  100.0  100.0        0.0
        """))
    let lines = try OutputFormat.csv.text(of: result, wide: false).split(separator: "\n")
    #expect(lines.contains("name,quality,first,,,,,,,,all,1,,"))
  }

  @Test func `a README gets the tables between its markers, both or none`() throws {
    let markers = ["table", "quality"].map {
      "<!-- bench: \($0) -->\n<!-- bench: end of \($0) -->\n"
    }
    try withTemporaryFile(markers.joined(separator: "by hand\n")) { file in
      try ReadmeTable(path: file.path).write(SampleResult.make())
      let text = try String(contentsOf: file, encoding: .utf8)
      let parts = text.split(separator: "by hand")
      try #require(parts.count == 2)
      #expect(parts[0].contains("| typos | 3,000 | 100 | 300 | 0.50 | 1,000 | 3,000 |"))
      #expect(parts[0].contains("| 10 cities, read | 1.25 | 3.75 | 5.00 | 15 |"))
      #expect(parts[1].contains("| relevance | 100.0 | 100.0 | 100.0 | 0.0 |"))
      var older = SampleResult.make()
      older.quality = nil
      try ReadmeTable(path: file.path).write(older)
      try #expect(String(contentsOf: file, encoding: .utf8) == text)
    }
    try withTemporaryFile(markers[0]) { file in
      #expect(throws: BenchFailure.self) {
        try ReadmeTable(path: file.path).write(SampleResult.make())
      }
      try #expect(String(contentsOf: file, encoding: .utf8) == markers[0])
    }
  }

  @Test func `the interval stands beside the median, unless there was one process`() throws {
    var result = SampleResult.make()
    let table = MainTable(result).table(of: result.subjects)
    let column = try #require(table.heads.firstIndex(of: "±\n%"))
    #expect(table.rows.map { $0[column] } == ["10", "10"])
    let note = ResultNotes(result).text
    #expect(note.contains("in 75 of 100 cases"))
    for index in result.subjects.indices {
      result.subjects[index].latencies = [SampleResult.series(SampleResult.locate, medians: [50])]
    }
    result.method.processCount = 1
    #expect(!MainTable(result).table(of: result.subjects).heads.contains("±\n%"))
    #expect(!ResultNotes(result).text.contains("±"))
  }

  @Test func `ratios are to the baseline's median of locate`() throws {
    var result = SampleResult.make()
    result.subjects.append(SampleResult.subject("Rival", role: .rival, latency: 10, bytes: 1))
    let cold = Measure.tenCities("typed", .read, caches: .cold)
    for (index, median) in [300.0, 1_200].enumerated() {
      result.subjects[index].latencies.append(SampleResult.series(cold, medians: [median]))
    }
    let table = RatioTable(result, includingRivals: false).table
    #expect(table.heads == ["", "RadixTree\np50", "p99", "baseline\np50", "p99"])
    // The engine takes 50, 150, 250 and 750 of 200 ns; with cold caches 300 of 1,200.
    #expect(
      table.rows == [
        ["locate", "0.25", "0.75", "1.00", "3.00"],
        ["10 cities, read", "1.25", "3.75", "5.00", "15"],
        ["10 cities, read, cold", "0.25", "", "1.00", ""],
        ["all ids, ms", "0.1", "", "0.2", ""],
      ])
    #expect(RatioTable(result, includingRivals: true).table.heads.count == 7)
  }

  @Test func `an interrupted run says so`() throws {
    var result = SampleResult.make()
    result.method.isComplete = false
    #expect(try OutputFormat.table.text(of: result, wide: false).contains("was interrupted"))
  }

  @Test func `the wide tables have every stage`() throws {
    let text = try OutputFormat.table.text(of: SampleResult.make(), wide: true)
    for words in ["by 16", "cities, first 10", "allocator", "1 thread"] {
      #expect(text.contains(words), Comment(rawValue: words))
    }
  }
}
