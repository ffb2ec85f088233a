import ArgumentParser
import CitySearch
import Fixtures
import Foundation

/// `bench search`: ask an engine, by hand or from another program.
struct SearchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Searches for cities whose name begins with each prefix.",
    discussion: """
      Without a prefix, reads one query per line from standard input; lines are kept as they are, \
      so leading and trailing spaces count.
      """)

  @Option(help: ArgumentHelp("The engine: \(EngineChoice.list).", valueName: "name"))
  var engine = EngineChoice.engine(.radixTree)

  @Option(help: ArgumentHelp("name, population, or distance:LAT,LON.", valueName: "order"))
  var order = OrderChoice(order: .name)

  @Option(help: "The most matches to print for each query.")
  var limit = 10

  @Option(
    help: ArgumentHelp(
      "A GeoNames file, the JSON of the city challenge, or a gazetteer, instead of the cities shipped.",
      valueName: "file"))
  var cities: String?

  @Flag(help: "Print one line per query: query, number of matches, ids; tabs between them.")
  var ids = false

  @Flag(help: "Print one line per match: query, name, UTF-16 length of its marked part.")
  var highlights = false

  @Argument(help: "What the name of a city may begin with.")
  var prefixes: [String] = []

  func validate() throws {
    guard limit >= 0 else {
      throw ValidationError("--limit takes a number from 0, not \(limit).")
    }
    guard !(ids && highlights) else {
      throw ValidationError("--ids and --highlights exclude each other.")
    }
  }

  func run() async throws {
    let gazetteer =
      try cities.map { try Gazetteer(contentsOf: URL(filePath: $0)) }
      ?? Gazetteer(
        contentsOf: Fixtures.cities, admin1Codes: Fixtures.admin1Codes,
        countryInfo: Fixtures.countryInfo)
    let source = engine.makeSearch(over: gazetteer)
    let printer = MatchPrinter(
      gazetteer: gazetteer, form: ids ? .ids : highlights ? .highlights : .people)
    for query in QuerySource(prefixes) {
      // The engines' matches are ordered as `SortedCitySearch` does it.
      let matches = try await source.search(for: query, limit: nil)
      printer.print(matches.ordered(by: order.order, limit: limit), of: query)
    }
  }
}

/// The queries of the command line, or else the lines of standard input.
private struct QuerySource: Sequence, IteratorProtocol {
  private var arguments: IndexingIterator<[String]>?

  init(_ prefixes: [String]) { arguments = prefixes.isEmpty ? nil : prefixes.makeIterator() }

  mutating func next() -> String? {
    if arguments != nil { return arguments?.next() }
    guard let line = readLine(strippingNewline: false) else { return nil }
    // Only the line feed goes. A carriage return before it belongs to the line: it would be one
    // character with the line feed, hence the scalars.
    guard line.unicodeScalars.last == "\n" else { return line }
    return String(line.unicodeScalars.dropLast())
  }
}
