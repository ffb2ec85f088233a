import Testing

@testable import PrefixBenchmark

@Suite("The plots of the page") struct ReportPlotTests {
  @Test(arguments: [
    (Figure.Unit.nanoseconds, 0, "0 ns"), (.nanoseconds, 31.27, "31.3 ns"),
    (.nanoseconds, 1_234, "1.23 µs"), (.nanoseconds, 999.6, "1 µs"), (.nanoseconds, 3e9, "3 s"),
    (.bytes, 2_780_000, "2.78 MB"), (.count, 87_490, "87,490"), (.count, 1_017_428, "1.02 M"),
    (.count, 1.54, "1.54"), (.perSecond, 2e7, "20 M/s"), (.checksum, 255, "ff"),
  ])
  func `figures have three digits and a unit`(unit: Figure.Unit, value: Double, text: String) {
    #expect(unit.text(value).replacing("\u{A0}", with: " ") == text)
  }

  @Test(arguments: [(1.25, "×1.25"), (4.6, "×4.6"), (1_234.5, "×1,235"), (.infinity, "×∞")])
  func `factors have a cross`(value: Double, text: String) { #expect(value.factor == text) }

  private static let columns = [("warm", 1.0), ("cold", 3.0)]

  /// A plot of a table in which the first row has all figures, and the last one has nothing to show.
  private static func plot(
    _ kind: Plot.Kind, atLeast least: Int = 1, names: [String]? = nil
  ) throws -> Plot? {
    let page = try ReportPage([("a", ReportSample.standard())])
    let figures: [String: [[Double]?]] = [
      "RadixTree": [[10, 12, 11], [30]], "baseline": [nil, [50]], "LinearScan": [[0], nil],
    ]
    let table = Table(
      rows: ["RadixTree", "baseline", "LinearScan"], name: \.self,
      columns: columns.enumerated().map { place, column in
        Column(column.0, .time) { name in
          figures[name]?[place].map { Figure(.init(name, .build), .nanoseconds, $0) }
        }
      } + [Column("power") { $0 == "RadixTree" ? "n^1" : "" }])
    let markup = page.plot(
      kind, id: "a", title: "b",
      columns.map { .init(table: table, head: $0.0, label: $0.0, position: $0.1) }, atLeast: least,
      names: names, remark: "power")
    return markup?.plots.first
  }

  @Test func `a plot has the cells of a table with their intervals`() throws {
    let plot = try #require(try Self.plot(.bars))
    #expect(plot.rows.map(\.name) == ["RadixTree", "baseline", "LinearScan"])
    #expect(
      plot.rows.map(\.cells) == [
        [[11, 10, 12], [30, 30, 30]], [nil, [50, 50, 50]], [[0, 0, 0], nil],
      ])
    #expect(
      plot.labels == ["warm", "cold"] && plot.positions == [1, 3] && plot.unit == .nanoseconds)
    #expect(plot.rows.map(\.remark) == ["n^1", "", ""])
    #expect(plot.rows.map(\.style.role) == [.engine, .baseline, .rival])
    #expect(plot.rows[0].style.color != plot.rows[2].style.color && plot.rows[1].style.color == 0)
  }

  @Test func `rows with too few figures are left out, and so is a plot without rows`() throws {
    #expect(try Self.plot(.scatter, atLeast: 2)?.rows.map(\.name) == ["RadixTree"])
    // What was too short to be measured has no place on a logarithmic axis.
    #expect(try Self.plot(.lines)?.rows.map(\.name) == ["RadixTree", "baseline"])
    #expect(try Self.plot(.bars, names: ["baseline"])?.rows.map(\.name) == ["baseline"])
    #expect(try Self.plot(.bars, names: ["nobody"]) == nil)
    #expect(try Self.plot(.bars, atLeast: 3) == nil)
  }
}
