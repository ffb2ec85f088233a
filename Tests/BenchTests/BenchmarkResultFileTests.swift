import Foundation
import Testing

@testable import PrefixBenchmark

@Suite struct BenchmarkResultFileTests {
  @Test func `a result is read as it was written`() throws {
    let result = SampleResult.make()
    let json = try result.json
    #expect(try BenchmarkResult(json: json, file: "a.json") == result)
    #expect(try result.json == json)
  }

  @Test func `a result from before there was a file or another search is read`() throws {
    var result = SampleResult.make()
    result.file = nil
    result.names = nil
    result.quality = nil
    result.instructions = nil
    for index in result.subjects.indices { result.subjects[index].sweep = nil }
    let json = try result.json
    let text = String(decoding: json, as: UTF8.self)
    #expect(!text.contains("inputByteCount") && !text.contains("sweep"))
    #expect(!text.contains("nameCount") && !text.contains("typos") && !text.contains("byKind"))
    #expect(try BenchmarkResult(json: json, file: "a.json") == result)
  }

  /// Replaces text in the JSON of a good result; it must occur there.
  private func damaged(_ old: String, _ new: String) throws -> Data {
    let text = String(decoding: try SampleResult.make().json, as: UTF8.self)
    try #require(text.contains(old))
    return Data(text.replacing(old, with: new, maxReplacements: 1).utf8)
  }

  @Test(arguments: [
    ("\"format\":\"city-search benchmark\"", "\"format\":\"other\"", "is not a result"),
    ("\"formatVersion\":1", "\"formatVersion\":2", "version 2 of the format"),
    ("\"seed\":1", "\"seed\":\"one\"", "method.seed is not of type UInt64"),
    ("\"seed\":1", "\"sead\":1", "method.seed is missing"),
    ("\"stage\":\"locate\"", "\"stage\":\"find\"", "has a value that is not allowed"),
    ("\"name\":\"baseline\"", "\"name\":\"RadixTree\"", "two subjects are called RadixTree"),
    (
      "\"byteCount\":1000", "\"byteCount\":-1",
      "the part \"nodes\" of RadixTree has a negative size"
    ),
    ("\"byteCount\":1000", "\"byteCount\":9223372036854775807", "a size beyond all measure"),
    ("\"cityCount\":100", "\"cityCount\":-1", "a size beyond all measure"),
    ("\"high\":2200000", "\"high\":1e300", "is not a median within its interval"),
    ("\"batch\":16", "\"batch\":0", "has no samples"),
    ("\"counts\":[1,1,1]", "\"counts\":[1,1]", "does not hold its samples"),
    ("\"counts\":[1,1,1]", "\"counts\":[1,1,7]", "does not hold its samples"),
    ("\"inputByteCount\":30000", "\"inputByteCount\":0", "a size beyond all measure"),
    ("\"queryCount\":300,", "\"queryCount\":-1,", "RadixTree has a count beyond all measure"),
    (
      "\"queriesPerSecond\":",
      "\"citiesPerSecond\":{\"high\":1e300,\"low\":1e300,\"median\":1e300,"
        + "\"processes\":[1e300]},\"queriesPerSecond\":",
      "RadixTree has a figure that is not a median"
    ),
    ("\"low\":90000,", "\"low\":96000,", "gazetteer file has a figure that is not a median"),
    ("\"nameCount\":400", "\"nameCount\":-1", "the number of names is beyond all measure"),
    ("\"typos\":\"never\"", "\"typos\":\"seldom\"", "has a value that is not allowed"),
    ("\"amongFive\":1", "\"amongFive\":3", "its quality has counts that cannot be"),
    ("\"perQuery\":800,", "\"perQuery\":0,", "are a count that cannot be"),
    ("\"perQuery\":800,", "\"perQuery\":1e300,", "are a count that cannot be"),
    ("\"queryCount\":400},", "\"queryCount\":0},", "are a count that cannot be"),
    ("\"reading\":\"read\"", "\"reading\":\"skimmed\"", "has a value that is not allowed"),
    ("\"role\":\"engine\"", "\"role\":\"baseline\"", "two baselines"),
    ("\"name\":\"typed\"", "\"name\":\"other\"", "no workload is called typed"),
  ])
  func `a damaged file is refused with a sentence`(
    old: String, new: String, message: String
  ) throws {
    let data = try damaged(old, new)
    let failure = try #require(throws: BenchFailure.self) {
      try BenchmarkResult(json: data, file: "a.json")
    }
    #expect(failure.description.contains(message))
    #expect(failure.description.hasPrefix("a.json "))
    #expect(failure.description.hasSuffix("."))
  }

  @Test(arguments: ["", "{", "[]", "{}", "null", "0", "\u{0}"])
  func `what is no result is refused`(text: String) {
    #expect(throws: BenchFailure.self) {
      try BenchmarkResult(json: Data(text.utf8), file: "a.json")
    }
  }

  @Test func `every truncation is refused`() throws {
    let json = try SampleResult.make().json
    for length in stride(from: 0, to: json.count - 2, by: 97) {
      #expect(throws: BenchFailure.self) {
        try BenchmarkResult(json: json.prefix(length), file: "a.json")
      }
    }
  }

  @Test func `percentiles must ascend`() throws {
    var result = SampleResult.make()
    result.subjects[0].latencies[0].p90 = Estimate(processes: [1, 1, 1])
    let json = try result.json
    #expect(throws: BenchFailure.self) { try BenchmarkResult(json: json, file: "a.json") }
  }

  @Test func `a file that is not there is named`() throws {
    let failure = try #require(throws: BenchFailure.self) {
      try BenchmarkResult(contentsOf: URL(filePath: "/nowhere/a.json"))
    }
    #expect(failure.description.hasPrefix("a.json cannot be read"))
  }
}
