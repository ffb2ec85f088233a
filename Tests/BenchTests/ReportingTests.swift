import Foundation
import PrefixBenchmark
import PrefixMeasuring
import TestSupport
import Testing

@Suite("Samples") struct SamplesTests {
  @Test(
    arguments: [
      ([5], 50.0, 5), ([5], 99, 5), ([1, 2, 3, 4], 50, 2), ([4, 3, 2, 1], 51, 3),
      ([1, 2, 3, 4], 100, 4), ([1, 2, 3, 4], 0, 1), ([1, 1, 1, 9], 75, 1), ([1, 1, 1, 9], 76, 9),
      ([], 50, 0), (Array(1...1_000), 99, 990), (Array(1...1_000), 99.9, 999),
    ].named(by: { "\($0.1) % of \($0.0.count) values" }))
  func `a percentile is the nearest rank`(example: Named<([UInt64], Double, UInt64)>) {
    let (values, percent, expected) = example.value
    var samples = Samples()
    for value in values { samples.append(value) }
    #expect(samples.percentile(percent) == expected)
    #expect(samples.count == values.count)
  }

  @Test func `samples that come after a percentile was asked for count, too`() {
    var samples = Samples()
    samples.append(9)
    #expect(samples.percentile(50) == 9)
    samples.append(1)
    samples.append(2)
    #expect(samples.percentile(50) == 2)
  }
}

@Suite("Number formats") struct NumberFormatTests {
  @Test(arguments: [
    (0, "0"), (7, "7"), (999, "999"), (1_000, "1,000"), (234_908, "234,908"),
    (1_000_000, "1,000,000"), (-1, "-1"), (-999, "-999"), (-1_234, "-1,234"),
    (Int.max, "9,223,372,036,854,775,807"), (Int.min, "-9,223,372,036,854,775,808"),
  ])
  func `whole numbers have commas between groups of three digits`(number: Int, text: String) {
    #expect(number.grouped == text)
  }

  @Test(arguments: [
    (0.0, 1, "0.0"), (0.04, 1, "0.0"), (0.05, 1, "0.1"), (1.005, 2, "1.00"), (1.25, 1, "1.3"),
    (9.999, 2, "10.00"), (12.0, 0, "12"), (12.5, 0, "13"), (1_234.5, 1, "1,234.5"),
    (2.05, 2, "2.05"), (-0.5, 1, "-0.5"), (-1_234.56, 1, "-1,234.6"), (-0.01, 1, "0.0"),
    (1e300, 2, "–"), (.infinity, 0, "–"), (.nan, 1, "–"), (-1e19, 0, "–"),
    (9e15, 0, "9,000,000,000,000,000"),
  ])
  func `decimals are rounded and filled up`(number: Double, decimals: Int, text: String) {
    #expect(number.rounded(decimals: decimals) == text)
  }
}

@Suite("Tables") struct TableTests {
  static let table = {
    var table = Table(heads: ["engine", "build\nms", "p99"])
    table.rows = [["RadixTree", "12", "1,234"], ["x", "1,000", ""]]
    return table
  }()

  @Test func `the first column stands to the left, figures to the right, heads at the bottom`() {
    #expect(
      Self.table.text == """
                   build
        engine        ms    p99
        ───────────────────────
        RadixTree     12  1,234
        x          1,000
        """)
  }

  @Test func `the Markdown has one line of heads`() {
    #expect(
      Self.table.markdown == """
        | engine | build ms | p99 |
        | --- | ---: | ---: |
        | RadixTree | 12 | 1,234 |
        | x | 1,000 |  |
        """)
  }

  @Test func `a table without rows is its heads`() {
    #expect(Table(heads: ["a", "bc"]).text == "a  bc\n─────")
  }
}

/// Columns that say which figure of a row they show.
@Suite("Columns") struct ColumnTests {
  private static func table(_ figures: [[Double]?]) -> Table {
    Table(
      corner: "a", rows: figures, name: { $0.map { "\($0.count)" } ?? "none" },
      columns: [
        Column("best", .plain(), marksLeast: true) { processes in
          processes.map { Figure(Figure.Key("A", .build), .count, $0) }
        },
        Column("empty") { _ in "" },
      ])
  }

  @Test func `columns and rows without any cell are left out`() {
    let table = Self.table([[1], nil, [1, 2, 3]])
    #expect(table.heads == ["a", "best"])
    #expect(table.rows == [["1", "1"], ["3", "2"]])
    #expect(Self.table([nil]).rows.isEmpty)
  }

  @Test(
    arguments: [
      ([[1], [2]], 0), ([[3], [2]], 1), ([[5]], nil), ([[2], [2]], nil),
      // Each was the best in one process.
      ([[1, 3], [2, 4]], nil), ([[1, 2], [3, 4]], 0),
    ] as [([[Double]], Int?)])
  func `the smallest stands out, if its interval lies below all others`(
    figures: [[Double]], row: Int?
  ) {
    let places = row.map { [Table.Place(row: $0, column: 1)] } ?? []
    #expect(Self.table(figures).emphasized == Set(places))
  }
}

@Suite("Tables in Markdown") struct MarkdownTablesTests {
  @Test func `what stands between the comments is replaced, nothing else`() throws {
    let (begin, end) = ("<!-- bench: engines -->", "<!-- bench: end of engines -->")
    try withTemporaryFile("before\n\(begin)\nold\n\(end)\nafter é\n") { file in
      try MarkdownTables(path: file.path).write(SampleRecord.make())
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.hasPrefix("before\n\(begin)\n\n|") && !text.contains("old"))
      #expect(text.hasSuffix("|\n\n\(end)\nafter é\n"))
      try MarkdownTables(path: file.path).write(SampleRecord.make())
      try #expect(String(contentsOf: file, encoding: .utf8) == text)
    }
  }

  @Test func `progress without a terminal has a line for each step`() {
    let progress = Progress(isTerminal: false)
    func line(_ text: String, _ seconds: Int) -> String? {
      progress.line(for: text, at: .seconds(seconds))
    }
    #expect(line("loading cities", 1) == nil)
    #expect(line("pair 1 of 5", 2) == "pair 1 of 5 …")
    #expect(line("pair 2 of 5", 5) == nil)
    #expect(line("pair 2 of 5", 12) == "pair 2 of 5 …")
    #expect(line("writing", 13) == "writing …")
  }
}
