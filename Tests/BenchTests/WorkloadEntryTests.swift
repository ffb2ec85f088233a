import CitySearch
import Fixtures
import Foundation
import GazetteerBuilding
import PrefixBenchmark
import PrefixMeasuring
import Testing

extension QueryMaker {
  /// Draws from cities.
  init(_ gazetteer: Gazetteer, otherNames: URL?, count: Int) {
    self.init(
      .cities(gazetteer), keys: gazetteer.sortedKeys(), otherNames: otherNames, count: count)
  }
}

@Suite("Workloads by name") struct WorkloadEntryTests {
  private let source: QueryMaker

  init() throws {
    source = QueryMaker(
      try Gazetteer(contentsOf: Fixtures.sample), otherNames: Fixtures.sample, count: 200)
  }

  @Test(arguments: WorkloadEntry.named.map(\.name))
  func `the same seed gives the same queries, another seed others`(name: String) throws {
    let entry = try #require(WorkloadEntry.named.first { $0.name == name })
    let texts = try entry.workload(from: source, seed: 1).texts
    #expect(!texts.isEmpty)
    #expect(try entry.workload(from: source, seed: 1).texts == texts)
    // These two are the same for all seeds.
    if !["worst", "lines"].contains(name) {
      #expect(try entry.workload(from: source, seed: 2).texts != texts)
    }
  }

  private func texts(_ name: String) throws -> [String] {
    let entry = try #require(WorkloadEntry.named.first { $0.name == name })
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

  @Test func `other names are typed from their first letter on, in several scripts`() throws {
    let texts = try texts("names")
    #expect(texts.allSatisfy { (1...8).contains($0.count) })
    for (text, next) in zip(texts, texts.dropFirst()) {
      #expect(next.count == 1 || next.dropLast() == text)
    }
    let blocks = Set(texts.flatMap { $0.unicodeScalars.map { $0.value >> 8 } })
    #expect(blocks.count > 3)
    #expect(texts.contains { $0.unicodeScalars.allSatisfy { $0.value > 0x36F } })
  }

  @Test func `a region is typed behind a whole name`() throws {
    let gazetteer = try Gazetteer(
      contentsOf: Fixtures.sample, admin1Codes: Fixtures.admin1Codes,
      countryInfo: Fixtures.countryInfo)
    let source = QueryMaker(gazetteer, otherNames: Fixtures.sample, count: 200)
    let entry = try #require(WorkloadEntry.named.first { $0.name == "regions" })
    let texts = try entry.workload(from: source, seed: 1).texts
    #expect(texts.contains { $0.contains(", ") })
    #expect(texts.contains { !$0.contains(",") })
    let names = Set(gazetteer.map(\.name))
    for text in texts {
      let heads = text.indices.filter { text[$0] == " " }.map { text[..<$0] }
        .map { $0.last == "," ? $0.dropLast() : $0 }
      #expect(heads.contains { names.contains(String($0)) }, "\(text)")
    }
    // The region behind a name is typed letter by letter.
    #expect(zip(texts, texts.dropFirst()).contains { $1.count == $0.count + 1 })
  }

  @Test(arguments: [("typos", 4, 1), ("two-typos", 8, 2)])
  func `a slip changes a name of enough letters`(
    name: String, length: Int, edits: Int
  ) throws {
    let names = Dictionary(
      grouping: (0..<source.records.count).map(source.records.text), by: \.first)
    for text in try texts(name) {
      #expect(text.count >= length - edits)
      // The first letter is right, and the length is off by an edit each at most.
      let nearest = names[text.first, default: []].contains {
        abs($0.count - text.count) <= edits && $0.count >= length && $0 != text
      }
      #expect(nearest, "\(text)")
    }
  }
}
