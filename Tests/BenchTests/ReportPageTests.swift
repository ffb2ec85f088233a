import Foundation
#if canImport(FoundationXML)
import FoundationXML
#endif
import PrefixSearch
import SystemFiles
import TestSupport
import Testing

@testable import PrefixBenchmark

/// A page that does not print itself where an expectation fails.
struct RenderedPage: CustomTestStringConvertible {
  let html: String
  var testDescription: String { "page of \(html.utf8.count) bytes" }

  func contains(_ words: some StringProtocol) -> Bool { html.contains(words) }
  func contains(_ pattern: Regex<Substring>) -> Bool { html.contains(pattern) }
  func count(of words: String) -> Int { html.ranges(of: words).count }

  /// The page without what is the same on every page: script and style sheet.
  var own: RenderedPage {
    let parts = [
      script.map(String.init), html.firstMatch(of: /<style>([^<]*)/).map { String($0.1) },
    ]
    return RenderedPage(html: parts.compactMap(\.self).reduce(html) { $0.replacing($1, with: "") })
  }

  /// What the browser runs.
  var script: Substring? { html.firstMatch(of: /<script>(.*?)<\/script>/.dotMatchesNewlines())?.1 }

  /// What the script draws.
  var plots: [DecodedPlot] {
    get throws {
      let data = try #require(
        html.firstMatch(of: /<script id="data" type="application\/json">([^<]*)/))
      return try JSONDecoder().decode([DecodedPlot].self, from: Data(data.1.utf8))
    }
  }

  /// The rows of tables of a subject.
  func rows(of subject: String) -> [Substring] {
    html.matches(of: /<tr><th scope="row"><span class="name">.*?<\/tr>/.dotMatchesNewlines())
      .map(\.0).filter { $0.contains("<bdi>\(subject.escaped)</bdi>") }
  }

  /// The sections in their order.
  var sections: [String] { html.matches(of: /<section id="([a-z]+)">/).map { String($0.1) } }

  /// Why the page without its script is no well-formed XML; `nil` if it is.
  var fault: String? {
    let parser = XMLParser(data: Data(own.html.utf8))
    guard !parser.parse() else { return nil }
    return "line \(parser.lineNumber): \(parser.parserError.map { "\($0)" } ?? "no reason")"
  }
}

/// A plot, as the script reads it.
struct DecodedPlot: Decodable, Equatable {
  struct Axis: Decodable, Equatable {
    let title: String
    let scale: String
    let unit: Figure.Unit
  }

  struct Style: Decodable, Equatable {
    let color: Int
    let role: SubjectRole
    let isHollow: Bool
  }

  struct Row: Decodable, Equatable {
    let name: String
    let style: Style
    let remark: String
    let cells: [[Double]?]
  }

  let id: String
  let kind: String
  let title: String
  let axis: Axis?
  let unit: Figure.Unit
  let labels: [String]
  let positions: [Double]
  let rows: [Row]

  /// The unit of a column: the first of a scatter plot is along the lower axis.
  func unit(of column: Int) -> Figure.Unit {
    kind == "scatter" && column == 0 ? axis?.unit ?? unit : unit
  }
}

@Suite("The report as a page") struct ReportPageTests {
  static let nasty = "Radix <&\"Tree\"'>"
  static let other: ReportSample.Subject = (nasty, .rival, 10, 4_000)

  /// A page of a standard run, and of two, the second of which is slower and larger.
  static func page(_ records: RunRecord...) throws -> RenderedPage {
    let files = ["one & only.json", "two.json", "three.json"]
    return RenderedPage(html: try ReportPage(zip(files, records).map { ($0, $1) }).html)
  }

  static var slower: RunRecord {
    ReportSample.standard(other: other).mapped { figure in
      let factor = figure.key.quantity == .latency && figure.key.subject == "SortedArray" ? 1.5 : 1
      let more = figure.key.subject == "RadixTree" && figure.key.quantity == .structure ? 1.0 : 0
      return Figure(figure.key, figure.unit, figure.processes.map { $0 * factor + more })
    }
  }

  /// Pages of a run with a subject that answers another question, of two runs, and of a run over keys.
  static let pages = Result {
    let record = ReportSample.standard(other: other)
    return [try page(record), try page(record, slower), try page(ReportSample.keys)]
  }

  @Test func `the page is well-formed, loads nothing and runs only its own script`() throws {
    for html in try Self.pages.get() {
      #expect(html.fault == nil)
      for word in ["http:", "https:", "src=", "url(", "@import", "<link", "//", "onclick"] {
        #expect(!html.own.html.replacing(/sha256-[^']*/, with: "").contains(word), "\(word)")
      }
      let script = try #require(html.script)
      #expect(
        script.ranges(of: "http").count == 1 && script.contains("http://www.w3.org/2000/svg\""))
      for word in ["</", "<!--", "fetch", "import", "eval", "innerHTML"] {
        #expect(!script.contains(word), "\(word)")
      }
      #expect(html.count(of: "<script") == 2)
      var digest = SHA256()
      digest.update([UInt8](script.utf8).span)
      let sum = Data(digest.finish()).base64EncodedString()
      #expect(
        html.contains(
          "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-\(sum)'".escaped))
    }
  }

  @Test func `equal results are equal pages`() throws {
    let record = ReportSample.standard(other: Self.other)
    #expect(try Self.page(record, Self.slower).html == Self.page(record, Self.slower).html)
  }

  @Test func `names cannot become markup`() throws {
    let html = try Self.page(ReportSample.standard(other: Self.other), Self.slower)
    #expect(html.contains("Radix &lt;&amp;&quot;Tree&quot;'&gt;") && !html.own.contains("<&"))
    #expect(html.contains("one &amp; only.json"))
    #expect(
      tag("a", ["b": "<\"&'>"], text: "\u{0}\u{8}\u{FFFE}").html
        == "<a b=\"&lt;&quot;&amp;'&gt;\">\u{FFFD}\u{FFFD}\u{FFFD}</a>\n")
    // An accent behind it makes another character of a quotation mark, but not for a browser.
    #expect(tag("td", ["a": "\"\u{301} b=\"c"]).html == "<td a=\"&quot;\u{301} b=&quot;c\"></td>")
    #expect("<\u{301}script>".escaped == "&lt;\u{301}script&gt;")
    // Nothing turns around the text behind it.
    #expect("a\u{202E}b\u{2067}c".escaped == "a\u{FFFD}b\u{FFFD}c")
  }

  @Test(arguments: [
    "</script><script>alert(1)</script>", "<!--<script>", "]]>", "{{script}}{{data}}", "__proto__",
    "\u{2028}\u{2029}\u{0}", "<\u{301}/script>", "\"\\", "שלום עולם",
    String(repeating: "W", count: 5_000),
  ])
  func `data are what they were, and end no script`(name: String) throws {
    let page = try Self.page(ReportSample.standard(other: (name, .rival, 10, 4_000)))
    #expect(page.fault == nil && page.count(of: "<script") == 2 && page.count(of: "</script") == 2)
    let names = Set(try page.plots.flatMap { $0.rows.map(\.name) })
    #expect(names.contains(name.replacing("\u{0}", with: "\u{0}")))
    #expect(page.rows(of: name).count > 5)
  }

  @Test func `tables have captions, ids one place, plots a figure, and all is reached by keys`()
    throws
  {
    for html in try Self.pages.get() {
      #expect(html.count(of: "<caption>") == html.count(of: "<table>"))
      #expect(html.count(of: "tabindex=\"0\"") == html.count(of: "<table>"))
      #expect(html.count(of: "<details") == html.count(of: "<summary>"))
      // A head without words says nothing to those who hear it.
      #expect(!html.contains("<th scope=\"col\"></th>"))
      let regions = html.html.matches(of: /role="region"[^>]*aria-label="([^"]*)"/).map { $0.1 }
      #expect(Set(regions).count == regions.count && !regions.isEmpty)
      let ids = html.html.matches(of: /\bid="([^"]*)"/).map { String($0.1) }
      #expect(Set(ids).count == ids.count)
      let figures = html.html.matches(of: /<figure id="([^"]*)"><\/figure>/).map { String($0.1) }
      #expect(try html.plots.map(\.id) == figures && !figures.isEmpty)
      for role in SubjectRole.allCases { #expect(ids.contains(role.rawValue)) }
    }
  }

  @Test func `every figure of a plot is in a table beside the name`() throws {
    for html in try Self.pages.get() {
      for plot in try html.plots {
        for row in plot.rows {
          let rows = html.rows(of: row.name)
          #expect(!rows.isEmpty && row.cells.count == plot.labels.count)
          for (column, cell) in row.cells.enumerated() {
            guard let value = cell?.first else { continue }
            let text = plot.unit(of: column).text(value)
            #expect(rows.contains { $0.contains(text) }, "\(plot.id), \(row.name): \(text)")
          }
        }
      }
    }
  }

  @Test func `a standard run is a page of at most 300 kB, and no part is missing`() throws {
    let html = try Self.page(ReportSample.standard())
    #expect(html.html.utf8.count <= 300_000)
    #expect(
      html.sections == [
        "answer", "tradeoff", "subjects", "stages", "orders", "workloads", "distribution",
        "caches", "throughput", "names", "quality", "memory", "file", "growth", "instructions",
        "method", "machine",
      ])
  }

  @Test func `published results are pages of at most 300 kB`() throws {
    let results = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Benchmarks/Results").standardizedFileURL
    let files = try FileManager.default.contentsOfDirectory(
      at: results, includingPropertiesForKeys: nil
    ).filter { $0.lastPathComponent.hasPrefix("20") }
    #expect(!files.isEmpty)
    for file in files {
      let page = try Self.page(RunRecord(contentsOf: file))
      #expect(page.html.utf8.count <= 300_000 && page.fault == nil, "\(file.lastPathComponent)")
    }
  }

  @Test func `the answer is the smallest of those that are as fast as the fastest`() throws {
    let run = PageRun(letter: "A", file: "", record: ReportSample.standard(other: Self.other))
    let choice = try #require(Choice(run))
    #expect(
      choice.candidates.map(\.name)
        == ["RadixTree", "SortedArray", "PointerTrie", "baseline", "PrefixHash"])
    // PrefixHash is faster beyond the intervals; what answers another question is no candidate.
    #expect(choice.pick.name == "PrefixHash" && choice.asFast.isEmpty)
    let near = PageRun(
      letter: "A", file: "",
      record: run.record.mapped { figure in
        figure.key.subject == "PrefixHash" && figure.key.quantity == .latency
          ? Figure(figure.key, figure.unit, figure.processes.map { $0 * 1.35 }) : figure
      })
    let other = try #require(Choice(near))
    #expect(other.pick.name == "RadixTree" && other.asFast.map(\.name) == ["PrefixHash"])
    let sentences = other.sentences(ten: "ten cities", noun: "city")
    #expect(
      sentences.map { $0.replacing("\u{A0}", with: " ") } == [
        "Take RadixTree: ten cities in 180 ns, 8 B of memory for each city, built in 8 ms.",
        "PrefixHash is as fast within 10 % or the intervals, but takes ×10.8 the memory.",
      ])
    #expect(try Self.page(near.record).contains("<strong>Take RadixTree: "))
  }

  @Test func `a candidate that is better in one thing is named with its price`() throws {
    let record = ReportSample.standard().mapped { figure in
      switch (figure.key.subject, figure.key.quantity) {
      case ("baseline", .build): Figure(figure.key, figure.unit, [1e6])
      case ("PrefixHash", .latency): nil
      default: figure
      }
    }
    let choice = try #require(Choice(PageRun(letter: "A", file: "", record: record)))
    let words = choice.sentences(ten: "ten cities", noun: "city").map {
      $0.replacing("\u{A0}", with: " ")
    }
    #expect(
      words.last
        == "If building counts more: baseline, 1 ms, but ×4.8 the time for ten cities and ×1.88 the "
        + "memory.")
  }

  @Test func `a subject that answers another question stands apart and carries no factors`() throws
  {
    let html = try Self.page(ReportSample.standard(other: Self.other))
    #expect(html.contains("Answers another question: it merges twins"))
    let own = html.rows(of: Self.nasty)
    #expect(own.count > 5)
    for row in own { #expect(!row.contains("×") && !row.contains("<b>")) }
    #expect(html.rows(of: "SortedArray").contains { $0.contains("<small>×") })
    let styles = try html.plots.flatMap(\.rows).filter { $0.name == Self.nasty }.map(\.style)
    #expect(!styles.isEmpty && styles.allSatisfy(\.isHollow))
  }

  @Test func `bold is what cannot be told from the best`() throws {
    let page = try ReportPage([("a", ReportSample.standard())])
    func figure(_ values: [Double]) -> Figure { Figure(.init("", .build), .nanoseconds, values) }
    let column = Column<RunHeader.SubjectDescription>("time", .time, best: .least) { subject in
      switch subject.name {
      case "RadixTree": figure([10, 11, 12])
      case "SortedArray": figure([12, 13, 14])
      case "baseline": figure([22, 22, 22])
      default: nil
      }
    }
    let nothing = Column<RunHeader.SubjectDescription>("nothing") { _ in "" }
    let run = page.runs[0]
    let table = run.tables.subjectTable([column, nothing])
    let html = page.markup("", table, of: run).map(\.html).joined()
    #expect(html.contains("<b>11\u{A0}ns</b>") && html.contains("<b>13\u{A0}ns</b>"))
    #expect(html.contains("22\u{A0}ns<small>×2</small>"))
    #expect(!html.contains("nothing") && !html.contains("PointerTrie"))
  }

  @Test func `cold means one thing, and is explained once`() throws {
    for html in try Self.pages.get() {
      #expect(html.count(of: "Cold means one thing") == 1)
      #expect(!html.contains(/[Cc]old start/))
      let first = html.html.firstRange(of: /\b[Cc]old\b/).map {
        html.html[$0.lowerBound...].prefix(10)
      }
      #expect(first == "Cold means")
    }
    let warm = ReportSample.standard().mapped { $0.key.measure?.caches == .cold ? nil : $0 }
    let html = try Self.page(warm)
    #expect(!html.contains(/\b[Cc]old\b/) && html.contains("The start"))
  }

  @Test func `what was not measured is absent`() throws {
    var record = RunRecord(header: ReportSample.standard().header, figures: FigureList())
    record.header.method.isComplete = false
    let empty = try Self.page(record)
    #expect(empty.fault == nil)
    #expect(empty.contains("was interrupted: the page has what was finished"))
    #expect(empty.sections == ["subjects", "method", "machine"])
    #expect(empty.contains("Instructions were not counted"))

    // A run that was interrupted may lack any quantity.
    let small = ReportSample.standard().mapped { figure in
      let isLeftOut = ["SortedArray", "PointerTrie", "SortedStrings"].contains(figure.key.subject)
      return isLeftOut || figure.key.measure.map { $0.workload != "typed" } ?? false ? nil : figure
    }
    for quantity in Set(small.figures.rows.map(\.key.quantity)) {
      let html = try Self.page(small.mapped { $0.key.quantity == quantity ? nil : $0 })
      #expect(html.fault == nil, "\(quantity)")
      let own = html.own
      #expect(!own.contains("nil") && !own.contains("nan") && !own.contains("<tbody></tbody>"))
    }
  }

  @Test func `the page of keys speaks of keys`() throws {
    let html = try Self.page(ReportSample.keys)
    #expect(html.contains("<title>Prefix search over 1,000 keys of words</title>"))
    #expect(html.contains("Memory for each key") && html.contains("Time for ten ids"))
    for word in [" city", "ities "] { #expect(!html.own.contains(word), "\(word)") }
  }
}

@Suite("Comparisons on the page") struct ReportComparisonTests {
  @Test func `two results have verdicts by intervals and limits, exact ones exactly`() throws {
    let before = ReportSample.standard(other: ReportPageTests.other)
    let html = try ReportPageTests.page(before, ReportPageTests.slower)
    #expect(html.contains("<section id=\"comparison\">"))
    #expect(html.contains(/B against A: 0 figures better, \d+ equal, \d+ worse\./))
    // 8,000 bytes and one more, where three digits would look the same.
    let structure = try #require(
      html.html.firstMatch(of: /RadixTree: structure<\/th><td>8,000<\/td><td class="worse">8,001/))
    #expect(structure.0.hasSuffix("8,001"))
    #expect(html.contains(/SortedArray: typed, locate, p99<\/th><td>[^<]*<\/td><td class="worse">/))
    #expect(html.contains(/<small>×1\.5, worse<\/small>/))
    #expect(html.contains("A: Take ") && html.contains("B: Take "))

    // The same factor is no verdict where the intervals have something in common.
    let unsure = before.mapped { figure in
      guard figure.key.quantity == .latency, figure.processes.count == 3 else { return figure }
      let value = figure.value
      return Figure(figure.key, figure.unit, [value * 0.9, value * 1.5, value * 1.6])
    }
    #expect(try ReportPageTests.page(before, unsure).contains(" equal, 0 worse."))
  }

  @Test func `times of other machines are not judged, and nothing is of other data`() throws {
    let before = ReportSample.standard()
    var machine = ReportPageTests.slower
    machine.header.machine.processor = "Another 1"
    let other = try ReportPageTests.page(before, machine)
    #expect(other.contains("The machines differ: times are not judged."))
    #expect(other.contains("RadixTree: structure</th><td>8,000"))
    #expect(!other.contains("×1.5, worse"))

    var data = before
    data.header.data.sha256 = "01"
    let different = try ReportPageTests.page(before, data)
    #expect(different.contains("B against A: nothing is judged."))
    #expect(!different.contains("equal, 0 worse"))
  }

  @Test func `other answers to the same queries are said, whatever their times`() throws {
    let record = ReportSample.standard()
    let locate = Measure(workload: "typed", stage: .locate)
    let other = record.mapped { figure in
      figure.key.quantity == .answers && figure.key.measure == locate
        ? Figure(checksum: 12, of: figure.key) : figure
    }
    let html = try ReportPageTests.page(record, other)
    #expect(html.contains("<ul class=\"warning\"><li>The answers differ (typed, locate).</li>"))
    #expect(try !ReportPageTests.page(record, record).contains("The answers differ"))
  }

  @Test func `each result of three stands beside the first`() throws {
    let record = ReportSample.standard()
    let html = try ReportPageTests.page(record, ReportPageTests.slower, record)
    #expect(html.contains("B against A: ") && html.contains("C against A: 0 figures better"))
    #expect(html.contains("C is three.json"))
  }
}
