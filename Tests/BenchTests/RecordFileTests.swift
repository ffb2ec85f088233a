import CitySearch
import Foundation
import PrefixBenchmark
import PrefixMeasuring
import TestSupport
import Testing

/// Results in files, and what is refused there.
@Suite("Files of results") struct RecordFileTests {
  @Test func `a result is read as it was written`() throws {
    let record = SampleRecord.make()
    let json = try record.json
    #expect(try RunRecord(json: json, file: "a.json") == record)
    #expect(try record.json == json)
    // A line for each row, so that what differs are lines.
    let lines = String(decoding: json, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == record.figures.rows.count + 4)
  }

  @Test func `every part of a key is read again`() throws {
    let measure = Measure(
      workload: "typed", stage: .cities, order: .relevance, limit: 10, caches: .cold,
      typos: .never, reading: .unread)
    let figure = Figure(
      Figure.Key("A", .latency, measure, statistic: "p99", batch: 16), .nanoseconds,
      [1.5, 2])
    let data = try JSONEncoder().encode([figure])
    #expect(try JSONDecoder().decode([Figure].self, from: data) == [figure])
  }

  @Test(arguments: [0, 1, 0x0123_4567_89AB_CDEF, .max] as [UInt64])
  func `a checksum is a number that a Double holds exactly`(sum: UInt64) throws {
    let figure = Figure(checksum: sum, of: Figure.Key("all", .answers))
    #expect(figure.value < 0x1p52 && figure.value.rounded() == figure.value)
    let data = try JSONEncoder().encode(figure)
    #expect(try JSONDecoder().decode(Figure.self, from: data) == figure)
    #expect(figure.value != Figure(checksum: sum ^ 1 << 63, of: figure.key).value)
  }

  @Test func `a row that another version measured is left out`() throws {
    for (old, new) in [
      ("\"quantity\":\"step\"", "\"quantity\":\"speed\""),
      ("\"stage\":\"locate\"", "\"stage\":\"find\""),
    ] {
      let record = try RunRecord(json: damaged(old, new), file: "a.json")
      #expect(record.figures.rows.count == SampleRecord.make().figures.rows.count - 1)
    }
  }

  @Test func `the results of this package are read, and have tables`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Benchmarks/Results").standardized
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "json" }
    try #require(!files.isEmpty)
    for file in files {
      let record = try RunRecord(contentsOf: file)
      #expect(ResultTables(record).engines.table.rows.count == 4, "\(file.path)")
      #expect(try RunRecord(json: record.json, file: file.path) == record)
    }
  }

  /// Replaces text in the JSON of a good result; it must occur there.
  private func damaged(_ old: String, _ new: String) throws -> Data {
    let text = String(decoding: try SampleRecord.make().json, as: UTF8.self)
    try #require(text.contains(old))
    return Data(text.replacing(old, with: new, maxReplacements: 1).utf8)
  }

  @Test(
    arguments: [
      ("\"format\":\"city-search benchmark\"", "\"format\":\"other\"", "is not a result"),
      ("\"formatVersion\":2", "\"formatVersion\":1", "version 1 of the format"),
      ("\"seed\":1", "\"seed\":\"one\"", "method.seed is not of type UInt64"),
      ("\"seed\":1", "\"sead\":1", "method.seed is missing"),
      ("\"reading\":\"read\"", "\"reading\":\"skimmed\"", "has a value that is not allowed"),
      ("\"typos\":\"never\"", "\"typos\":\"seldom\"", "has a value that is not allowed"),
      ("\"unit\":\"ns\"", "\"unit\":\"s\"", "has a value that is not allowed"),
      ("\"unit\":\"ns\",", "", "unit is missing"),
      ("\"name\":\"baseline\"", "\"name\":\"RadixTree\"", "two subjects are called RadixTree"),
      ("\"role\":\"engine\"", "\"role\":\"baseline\"", "two baselines"),
      ("\"name\":\"typos\"", "\"name\":\"typed\"", "two workloads are called typed"),
      ("\"name\":\"typed\"", "\"name\":\"other\"", "no workload is called typed"),
      ("\"distinctKeyCount\":90", "\"distinctKeyCount\":-1", "an implausible size"),
      ("\"queryCount\":4000", "\"queryCount\":9223372036854775807", "an implausible size"),
      ("\"processes\":[20,20,20]", "\"processes\":[]", "clock: cost has no figures"),
      ("\"processes\":[20,20,20]", "\"processes\":[-1]", "clock: cost has an implausible figure"),
      (
        "\"processes\":[20,20,20]", "\"processes\":[1e300]", "clock: cost has an implausible figure"
      ),
      ("\"batch\":16", "\"batch\":0", "has an impossible size"),
      ("\"quantity\":\"step\"", "\"quantity\":\"cost\"", "two rows are of clock: cost"),
      (
        "\"processes\":[100,110.00000000000001,90]", "\"processes\":[1,1,1]",
        "RadixTree: typed, locate, p90, in batches is less than p50"
      ),
    ].named(by: \.1))
  func `a damaged file is refused with a sentence`(example: Named<(String, String, String)>) throws
  {
    let (old, new, message) = example.value
    let data = try damaged(old, new)
    let failure = try #require(throws: BenchFailure.self) {
      try RunRecord(json: data, file: "a.json")
    }
    #expect(failure.description.contains(message), "\(failure)")
    #expect(failure.description.hasPrefix("a.json "))
    #expect(failure.description.hasSuffix("."))
  }

  @Test(arguments: ["", "{", "[]", "{}", "null", "0", "\u{0}"].named(by: \.self))
  func `what is no result is refused`(example: Named<String>) {
    let text = example.value
    #expect(throws: BenchFailure.self) {
      try RunRecord(json: Data(text.utf8), file: "a.json")
    }
  }

  @Test func `every truncation is refused`() throws {
    let json = try SampleRecord.make().json
    for length in stride(from: 0, to: json.count - 3, by: 97) {
      #expect(throws: BenchFailure.self) {
        try RunRecord(json: json.prefix(length), file: "a.json")
      }
    }
  }

  @Test func `a file that is not there is named`() throws {
    let failure = try #require(throws: BenchFailure.self) {
      try RunRecord(contentsOf: URL(filePath: "/nowhere/a.json"))
    }
    #expect(failure.description.hasPrefix("/nowhere/a.json cannot be read"))
  }

  @Test func `processes become one row, unless their answers differ`() throws {
    let (time, sum) = (Figure.Key("A", .build), Figure.Key("all", .answers))
    func rows(_ value: Double, _ checksum: UInt64) -> [Figure] {
      [Figure(time, .nanoseconds, [value]), Figure(checksum: checksum, of: sum)]
    }
    var list = FigureList()
    try list.merge(rows(3, 7))
    try list.merge(rows(5, 7))
    #expect(list[time]?.processes == [3, 5] && list[time]?.value == 4)
    #expect(list[sum]?.processes == [7] && list.rows.count == 2)
    let different = #expect(throws: FigureList.DifferentAnswer.self) { try list.merge(rows(5, 8)) }
    #expect(different?.key == sum)
  }
}
