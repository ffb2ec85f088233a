import ArgumentParser
import CitySearch
import TestSupport
import Testing

@testable import PrefixBenchmark

@Suite("Parsing arguments") struct ParsingTests {
  private func parse<Command: ParsableCommand>(
    _ arguments: [String], as type: Command.Type
  ) throws -> Command {
    try #require(try Bench.parseAsRoot(arguments) as? Command)
  }

  @Test func `without arguments the engines are measured`() throws {
    let command = try parse([], as: RunCommand.self)
    #expect(command.extent == .standard && command.rounds == nil)
    #expect(command.seed == 1 && command.reporting.readme.isEmpty)
    _ = try parse(["verify"], as: VerifyCommand.self)
  }

  @Test func `a search has defaults`() throws {
    let command = try parse(["search"], as: SearchCommand.self)
    #expect(command.engine == .init(engine: .radixTree))
    #expect(command.order == .relevance)
    #expect(command.names == nil && command.typos == nil)
    #expect(command.limit == 10)
    #expect(command.cities == nil)
    #expect(command.form == nil)
    #expect(command.texts == [])
  }

  @Test func `texts are kept as they are`() throws {
    let command = try parse(
      ["search", "--ids", " a ", "", "--limit", "3", "--", "-x"], as: SearchCommand.self)
    #expect(command.texts == [" a ", "", "-x"])
    #expect(command.form == .ids && command.limit == 3)
  }

  @Test(
    arguments: [
      ([], SearchQuery("a", order: .relevance, limit: 10)),
      (["--typos", "never"], SearchQuery("a", order: .relevance, typos: .never, limit: 10)),
      (
        ["--names", "own"],
        SearchQuery("a", names: .own, order: .relevance, typos: .never, limit: 10)
      ),
      (["--order", "name"], SearchQuery("a", names: .own, order: .name, typos: .never, limit: 10)),
      (
        ["--order", "population", "--names", "all"],
        SearchQuery("a", order: .population, limit: 10)
      ),
      (
        ["--order", "name", "--typos", "automatic", "--limit", "2"],
        SearchQuery("a", names: .own, order: .name, limit: 2)
      ),
    ].named(by: \.0))
  func `names and typos follow the order, unless they are given`(
    example: Named<([String], SearchQuery)>
  ) throws {
    let (arguments, query) = example.value
    let command = try parse(["search"] + arguments, as: SearchCommand.self)
    #expect(command.query(for: "a") == query)
  }

  @Test(arguments: [
    [], ["--names", "own"], ["--order", "name", "--names", "all"],
    ["--order", "population", "--typos", "automatic"],
  ])
  func `the linear scan is refused what it cannot find`(arguments: [String]) {
    #expect(throws: (any Error).self) {
      try Bench.parseAsRoot(["search", "--engine", "LinearScan"] + arguments)
    }
  }

  @Test func `a file has the names of all cities, or of large ones`() throws {
    let command = try parse(["build", "--output", "x"], as: BuildCommand.self)
    #expect(command.namesOf == 0 && command.regionNames.regions == nil)
    let other = try parse(
      ["build", "in", "--output", "x", "--names-of", "15000", "--regions", "r"],
      as: BuildCommand.self)
    #expect(other.namesOf == 15_000 && other.regionNames.regions == "r")
    #expect(try parse(["quality", "--ablation"], as: QualityCommand.self).ablation)
  }

  @Test(
    arguments: [
      ("RadixTree", EngineChoice(engine: .radixTree)), ("radixtree", .init(engine: .radixTree)),
      ("radix-tree", .init(engine: .radixTree)), ("SORTED-ARRAY", .init(engine: .sortedArray)),
      ("PointerTrie", .init(engine: .pointerTrie)), ("LinearScan", .linearScan),
      ("linear-scan", .linearScan),
    ].named(by: \.0))
  func `engines are known by name, whatever case and hyphens`(
    example: Named<(String, EngineChoice)>
  ) throws {
    let (argument, choice) = example.value
    #expect(try EngineChoice(argument: argument) == choice)
  }

  @Test(arguments: [
    "radix": "Did you mean 'RadixTree'?", "RadixTrees": "Did you mean 'RadixTree'?",
    "sortedaray": "Did you mean 'SortedArray'?", "p": "Did you mean 'PointerTrie'?",
    "": "There are RadixTree, SortedArray, PointerTrie, LinearScan.",
    "trie": "There are RadixTree, SortedArray, PointerTrie, LinearScan.",
  ])
  func `other engines are unknown, and the one that may be meant is named`(
    argument: String, advice: String
  ) throws {
    let error = try #require(throws: ValidationError.self) { try EngineChoice(argument: argument) }
    #expect(error.message == "There is no engine '\(argument)'. \(advice)")
  }

  @Test(arguments: [
    ("relevance", CityOrder.relevance), ("name", .name), ("population", .population),
    ("distance:0,0", .distance(from: Coordinate(validLatitude: 0, longitude: 0))),
    ("distance:-90,180", .distance(from: Coordinate(validLatitude: -90, longitude: 180))),
    (
      "distance:44.5,-34.25", .distance(from: Coordinate(validLatitude: 44.5, longitude: -34.25))
    ),
  ])
  func `orders are known by name`(argument: String, order: CityOrder) throws {
    #expect(try CityOrder(argument: argument) == order)
    #expect(try CityOrder(argument: order.argument) == order)
  }

  @Test(arguments: [
    "", "Name", "size", "Relevance", "distance", "distance:", "distance:1", "distance:1,2,3",
    "distance:1,", "distance:,1", "distance: 1,2", "distance:91,0", "distance:0,-181",
    "distance:nan,0", "distance:inf,0", "distance:a,b", "distance:1,2:3", "far:1,2", "1,2",
  ])
  func `other orders are unknown`(argument: String) {
    #expect(throws: ValidationError.self) { try CityOrder(argument: argument) }
  }
}
