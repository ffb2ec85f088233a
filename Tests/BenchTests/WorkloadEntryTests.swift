import CitySearch
import Fixtures
import Testing

@testable import bench

@Suite struct WorkloadEntryTests {
  private let source: QueryMaker

  init() throws {
    source = QueryMaker(
      try Gazetteer(contentsOf: Fixtures.sample), file: Fixtures.sample, count: 200)
  }

  @Test(arguments: WorkloadEntry.all.map(\.name))
  func `the same seed gives the same queries, another seed others`(name: String) throws {
    let entry = try #require(WorkloadEntry.all.first { $0.name == name })
    let texts = try entry.workload(from: source, seed: 1).texts
    #expect(!texts.isEmpty)
    #expect(try entry.workload(from: source, seed: 1).texts == texts)
    if name != "worst" { #expect(try entry.workload(from: source, seed: 2).texts != texts) }
  }

  private func texts(_ name: String) throws -> [String] {
    let entry = try #require(WorkloadEntry.all.first { $0.name == name })
    return try entry.workload(from: source, seed: 1).texts
  }

  @Test func `misses find nothing`() throws {
    for text in try texts("miss") { #expect(!source.hasMatches(text), "\(text)") }
  }

  @Test func `sessions have every prefix, slips and deletions`() throws {
    let texts = try texts("typed")
    #expect(texts.contains { $0.count == 1 })
    #expect(texts.allSatisfy { $0.count <= 8 })
    let deletions = zip(texts, texts.dropFirst()).filter { $0.count == $1.count + 1 && !$1.isEmpty }
    #expect(deletions.contains { $0.hasPrefix($1) })
  }

  @Test func `prefixes have the length that the name says`() throws {
    for length in 1...4 {
      #expect(try texts("prefix-\(length)").allSatisfy { $0.count == length })
    }
    #expect(try texts("prefix-5-8").allSatisfy { (5...8).contains($0.count) })
  }

  @Test func `non-ASCII queries are not ASCII`() throws {
    for name in ["non-ascii", "non-latin"] {
      #expect(try texts(name).allSatisfy { !$0.utf8.allSatisfy { $0 < 0x80 } })
    }
  }

  @Test func `the worst cases include nothing and 10 kB`() throws {
    let texts = try texts("worst")
    #expect(texts.contains(""))
    #expect(texts.contains { $0.utf8.count > 10_000 })
  }
}
