import CitySearch
import Fixtures
import Foundation
import GazetteerBuilding
import TestSupport
import Testing

/// What the arguments of `bench search` mean, and which it refuses.
@Suite("Arguments of a search") struct SearchArgumentTests {
  @Test func `texts are kept as they are`() throws {
    let run = try BenchProcess.search(["--ids", " a ", "", "--limit", "3", "--", "-x"])
    let lines = run.text.split(separator: "\n").map { $0.split(separator: "\t") }
    #expect(run.text.split(separator: "\n").map { $0.prefix { $0 != "\t" } } == [" a ", "", "-x"])
    #expect(lines[0][2].split(separator: ",").count == 3)
  }

  @Test(
    arguments: [
      ([], SearchQuery("", order: .relevance, limit: 10)),
      (["--typos", "never"], SearchQuery("", order: .relevance, typos: .never, limit: 10)),
      (
        ["--names", "own"],
        SearchQuery("", names: .own, order: .relevance, typos: .never, limit: 10)
      ),
      (["--order", "name"], SearchQuery("", names: .own, order: .name, typos: .never, limit: 10)),
      (
        ["--order", "population", "--names", "all"],
        SearchQuery("", order: .population, limit: 10)
      ),
      (
        ["--order", "name", "--typos", "automatic", "--limit", "2"],
        SearchQuery("", names: .own, order: .name, limit: 2)
      ),
    ].named(by: \.0))
  func `names and typos follow the order, unless they are given`(
    example: Named<([String], SearchQuery)>
  ) throws {
    let (arguments, query) = example.value
    // A beginning, a name that is not a city's own, and a name with a mistake.
    let texts = ["sa", "londres", "lodnon", "saint hleens"]
    let run = try BenchProcess.search(arguments + ["--ids"] + texts)
    let cities = CityIndex(try Gazetteer(contentsOf: Fixtures.sample))
    let expected = texts.map { text -> [City.ID] in
      var query = query
      query.text = text
      return cities.search(query).ids
    }
    let found = run.text.split(separator: "\n").map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false)[2].split(separator: ",")
        .compactMap { City.ID($0.filter(\.isNumber)) }
    }
    #expect(found == expected)
  }

  @Test(arguments: [
    [], ["--names", "own"], ["--order", "name", "--names", "all"],
    ["--order", "population", "--typos", "automatic"],
  ])
  func `the linear scan is refused what it cannot find`(arguments: [String]) throws {
    let run = try BenchProcess.search(["--engine", "LinearScan", "a"] + arguments)
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.errors.contains("LinearScan compares own names only"))
  }

  @Test(arguments: [
    "radix": "Did you mean 'RadixTree'?", "RadixTrees": "Did you mean 'RadixTree'?",
    "sortedaray": "Did you mean 'SortedArray'?", "p": "Did you mean 'PointerTrie'?",
    "trie": "There are RadixTree, SortedArray, PointerTrie, LinearScan.",
  ])
  func `other engines are unknown, and the one that may be meant is named`(
    argument: String, advice: String
  ) throws {
    let run = try BenchProcess.search(["--engine", argument, "a"])
    #expect(run.status == 64)
    #expect(run.errors.contains("There is no engine '\(argument)'. \(advice)"))
  }

  @Test(arguments: [
    "", "Name", "Relevance", "distance:", "distance:1,", "distance:,1", "distance: 1,2",
    "distance:inf,0", "distance:a,b", "distance:1,2:3", "far:1,2", "1,2",
  ])
  func `other orders are unknown`(argument: String) throws {
    let run = try BenchProcess.search(["--order", argument, "a"])
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.errors.contains("--order <order>"))
  }
}
