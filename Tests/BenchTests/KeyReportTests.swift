import Foundation
import Testing

@testable import PrefixBenchmark

/// What is said of keys that are no names of cities.
@Suite struct KeyReportTests {
  /// A result as a run over keys has it.
  private var result: BenchmarkResult {
    var result = SampleResult.make()
    result.data = .init(
      file: "words", sha256: "00", distinctKeyCount: 1_200, keyCount: 1_234, emptyLineCount: 3)
    (result.file, result.names, result.quality, result.instructions) = (nil, nil, nil, nil)
    result.shared = []
    let rows = Measure(workload: "typed", stage: .rows, limit: 10)
    result.checksums = [.init(measure: rows, value: "0c")]
    for number in result.subjects.indices {
      result.subjects[number].latencies = result.subjects[number].latencies.map { series in
        var series = series
        series.measure = series.measure.overKeys ?? series.measure
        return series
      }
      result.subjects[number].throughput = []
      result.subjects[number].memory?.shortNames = nil
      result.subjects[number].memory?.queries = [
        .init(measure: rows, count: 0, byteCount: 0)
      ]
    }
    return result
  }

  @Test func `a stored result of keys is read again`() throws {
    let data = try result.json
    #expect(try BenchmarkResult(json: data, file: "words.json") == result)
    #expect(!String(decoding: data, as: UTF8.self).contains("cityCount"))
  }

  @Test func `data are cities or keys`() {
    var result = result
    result.data.cityCount = 5
    #expect(result.firstFlaw == "its data must be cities or keys, and not both")
    (result.data.cityCount, result.data.keyCount) = (nil, nil)
    #expect(result.firstFlaw == "its data must be cities or keys, and not both")
  }

  @Test func `tables speak of keys, and have no column that is empty`() throws {
    for text in [
      try OutputFormat.table.text(of: result, wide: true),
      try OutputFormat.markdown.text(of: result, wide: false),
    ] {
      #expect(text.contains("1,234 keys of words (1,200 different, 3 empty lines skipped)"))
      #expect(text.contains("10 ids"))
      for word in ["cities", "city", "unread", "234,908"] {
        #expect(!text.contains(word), "\(word)")
      }
    }
    let table = ResultTables(result, wide: false).main
    for column in table.heads.indices {
      #expect(table.rows.contains { !$0[column].isEmpty }, "\(table.heads[column])")
    }
  }

  @Test func `the page speaks of keys`() {
    let html = ReportPage([(file: "words.json", result: result)]).html
    #expect(html.contains("<title>Prefix search over 1,234 keys of words</title>"))
    #expect(html.contains("bytes / key") && html.contains("From bytes to ten ids"))
    for word in ["cities", " city"] { #expect(!html.contains(word), "\(word)") }
  }

  @Test func `results of other data are not compared`() throws {
    var other = result
    other.data.sha256 = "01"
    #expect(throws: BenchFailure.self) {
      try Comparison(result, with: other, limits: .init())
    }
  }
}
