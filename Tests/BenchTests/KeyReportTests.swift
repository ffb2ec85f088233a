import Foundation
import PrefixBenchmark
import PrefixMeasuring
import Testing

/// What is said of keys that are no names of cities.
@Suite("Reports about keys") struct KeyReportTests {
  private let record = SampleRecord.ofKeys

  @Test func `a stored result of keys is read again`() throws {
    #expect(try RunRecord(json: record.json, file: "words.json") == record)
  }

  @Test func `tables speak of keys, and have no column that is empty`() {
    for text in [
      OutputFormat.table.text(of: record), OutputFormat.markdown.text(of: record),
    ] {
      #expect(text.contains("1,234 keys of words (1,200 different, 3 empty lines skipped)"))
      #expect(text.contains("10 ids"))
      for word in ["cities", "city", "unread", "234,908"] {
        #expect(!text.contains(word), "\(word)")
      }
    }
  }

  @Test func `results of other data are not compared`() {
    var other = record
    other.header.data.sha256 = "01"
    #expect(Comparison.obstacle(Comparison.Pair(before: other, now: record)) != nil)
  }
}
