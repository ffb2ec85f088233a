import ArgumentParser
import Foundation
#if canImport(FoundationXML)
import FoundationXML
#endif
import Testing

@testable import PrefixBenchmark

@Suite("Report: page")
struct ReportPageTests {
  private let single = ReportPage([(file: "one.json", result: .sample())]).html
  private let double = ReportPage([
    (file: "one & only.json", result: .sample()),
    (file: "two.json", result: .sample(scale: 2)),
  ]).html

  @Test("the page is well-formed")
  func wellFormed() throws {
    for html in [single, double] {
      let parser = XMLParser(data: Data(html.utf8))
      let isWellFormed = parser.parse()
      let error = parser.parserError.map { "\($0)" } ?? "no error"
      #expect(isWellFormed, "line \(parser.lineNumber): \(error)")
    }
  }

  @Test("the page loads nothing")
  func loadsNothing() {
    for word in ["http", "src=", "url(", "@import", "<script", "<link", "//"] {
      #expect(!single.contains(word), "\(word)")
      #expect(!double.contains(word), "\(word)")
    }
  }

  @Test("names cannot become markup")
  func escaping() {
    #expect(!single.contains("<&"))
    #expect(single.contains("Radix &lt;&amp;\"Tree\"'&gt;"))
    #expect(double.contains("one &amp; only.json"))
    #expect(
      tag("a", ["b": "<\"&'>"], text: "\u{0}\u{8}").html
        == "<a b=\"&lt;&quot;&amp;'&gt;\">\u{FFFD}\u{FFFD}</a>")
  }

  @Test("every drawing has words, and every id is unique")
  func accessible() throws {
    for html in [single, double] {
      let drawings = html.ranges(of: "role=\"img\"").count
      #expect(drawings > 0)
      #expect(html.ranges(of: "<desc id=").count == drawings)
      let ids = html.matches(of: /\bid="([^"]*)"/).map { String($0.1) }
      #expect(Set(ids).count == ids.count)
      for label in html.matches(of: /aria-labelledby="([^"]*)"/) {
        for id in label.1.split(separator: " ") { #expect(ids.contains(String(id))) }
      }
    }
  }

  @Test("a search that answers another question stands apart and is on no front")
  func anotherQuestion() throws {
    #expect(single.contains("Answer another question, so not compared"))
    #expect(single.contains("it merges twins"))
    let front = try #require(single.firstMatch(of: /On the front: ([^.]*)\./))
    #expect(!front.1.contains("Other"))
    #expect(front.1.contains("Scan"))
  }

  @Test("the best of a column is bold, and the other question never is")
  func best() {
    let measure = Measure(workload: "w", stage: .locate)
    var table = FigureTable(caption: "", columns: [.init("time", .time), .init("none", .time)])
    let style = SeriesStyle(colorClass: "e0", shape: .circle, dashes: nil, isHollow: false)
    for subject in BenchmarkResult.sample().subjects {
      table.append(
        subject, style, [subject.latency(measure)?.p50.median ?? Double(subject.name.count), nil])
    }
    let html = table.markup.map(\.html).joined()
    #expect(html.ranges(of: "<strong>").count == 1)
    #expect(html.contains("<strong>4\u{A0}ns</strong>"))
    #expect(!html.contains("<th scope=\"col\">none</th>"))
  }

  @Test("several results stand side by side, with ratios to the first")
  func sideBySide() {
    #expect(double.contains("Side by side"))
    #expect(double.contains("<small>×2</small>"))
    #expect(!single.contains("Side by side"))
  }

  @Test("the search over all names and its quality have sections")
  func names() {
    let html = ReportPage([(file: "one.json", result: SampleResult.make())]).html
    #expect(XMLParser(data: Data(html.utf8)).parse())
    for words in ["id=\"names\"", "All names, by RadixTree", "id=\"quality\"", "By kind of query"] {
      #expect(html.contains(words), "\(words)")
    }
    #expect(!single.contains("id=\"names\"") && !single.contains("id=\"quality\""))
  }

  @Test("a result with next to nothing in it makes a page")
  func sparse() {
    var result = BenchmarkResult.sample()
    result.subjects = [
      SubjectResult(
        name: "alone", role: .engine, summary: "", latencies: [], throughput: [])
    ]
    result.workloads = []
    result.checksums = []
    result.method.isComplete = false
    let html = ReportPage([(file: "sparse.json", result: result)]).html
    #expect(XMLParser(data: Data(html.utf8)).parse())
    #expect(html.contains("interrupted"))
    #expect(!html.contains("Latency against memory"))
  }

  @Test(
    "a malformed result gives a sentence and no page",
    arguments: ["{}", "not JSON", #"{"format":"city-search benchmark","formatVersion":99}"#])
  func malformed(content: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let good = folder.appending(path: "good.json")
    let bad = folder.appending(path: "bad.json")
    let page = folder.appending(path: "page.html")
    try BenchmarkResult.sample().json.write(to: good)
    try Data(content.utf8).write(to: bad)

    let command = try ReportCommand.parse([good.path, bad.path, "--output", page.path])
    let failure = #expect(throws: BenchFailure.self) { try command.run() }
    let sentence = try #require(failure).description
    #expect(sentence.hasPrefix("bad.json "))
    #expect(sentence.hasSuffix("."))
    #expect(!FileManager.default.fileExists(atPath: page.path))

    try ReportCommand.parse([good.path, "--output", page.path]).run()
    #expect(FileManager.default.fileExists(atPath: page.path))
  }

  @Test("more results than letters are refused")
  func tooMany() {
    let files = Array(repeating: "a.json", count: ReportPage.mostResults + 1)
    #expect(throws: (any Error).self) { try ReportCommand.parse(files + ["-o", "page.html"]) }
  }
}
