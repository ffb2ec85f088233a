public import ArgumentParser
public import CitySearch
internal import Foundation
internal import GeoNamesCities
internal import PrefixBenchmark
internal import PrefixMeasuring

/// `bench search`: searches by an engine, for people and for programs.
struct SearchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Searches for the cities that match each text.",
    discussion: """
      By relevance, finds cities by any of their names, with or without a region after it, and corrects \
      small mistakes. Other orders search own names as typed, unless --names and --typos say \
      otherwise.

      Without a text, one query per line is read from standard input, with leading and trailing spaces. \
      A search field in the terminal is that of city-explorer.
      """)

  @Option(
    help: ArgumentHelp("The engine: \(EngineChoice.list).", valueName: "name"),
    transform: { try EngineChoice(argument: $0) })
  var engine = EngineChoice(engine: .radixTree)

  @Option(
    help: ArgumentHelp(
      "relevance (the default), name, population, or distance:LAT,LON.", valueName: "order"),
    transform: CityOrder.init(argument:))
  var order = CityOrder.relevance

  @Option(
    help: ArgumentHelp(
      "The names to search, own or all; by default all by relevance, own in other orders.",
      valueName: "scope"))
  var names: NameScope?

  @Option(
    help: ArgumentHelp(
      "Whether to correct mistakes, automatic or never; by default automatic for all names, never "
        + "for own names.", valueName: "tolerance"))
  var typos: TypoTolerance?

  @Option(help: "The maximum number of matches to print for each query.")
  var limit = 10

  @Option(help: .cities)
  var cities: String?

  @Option(
    help: ArgumentHelp(
      "Where the person is who searches, in degrees: nearer cities come earlier by relevance.",
      valueName: "lat,lon"),
    transform: { try Coordinate(argument: $0[...]) })
  var near: Coordinate?

  @Option(
    help: ArgumentHelp(
      "The country where the person is, whose cities come earlier by relevance.", valueName: "code")
  )
  var country: CountryCode?

  @OptionGroup var regionNames: RegionNameOptions

  @OptionGroup var loading: LoadingOptions

  @Flag
  var form: MatchPrinter.Form?

  @Argument(help: "The texts to search for.")
  var texts: [String] = []

  func validate() throws {
    guard limit >= 0 else {
      throw ValidationError("--limit must be at least 0, got \(limit)")
    }
    guard cities != LoadingOptions.standardInput || !texts.isEmpty else {
      throw ValidationError("--cities - reads standard input, so the queries must be arguments.")
    }
    guard !loading.lenient || cities != nil else {
      throw ValidationError("--lenient must come with --cities; the shipped cities are not parsed.")
    }
    guard regionNames.isEmpty || cities != nil else {
      throw ValidationError(
        "--no-names and files of names must come with --cities; the shipped cities have their names."
      )
    }
    guard engine != .linearScan || query(for: "").isOfOwnNames else {
      throw ValidationError(
        """
        LinearScan compares own names only: add --order name, population or distance, and no \
        other --names or --typos.
        """)
    }
  }

  func run() async throws {
    let gazetteer = try loadCities()
    let source = engine.makeSearch(over: gazetteer)
    let printer = MatchPrinter(gazetteer: gazetteer, form: form)
    if texts.isEmpty, isatty(STDIN_FILENO) == 1 {
      Progress().remark("Queries are read from the terminal, one a line; Ctrl-D ends.")
    }
    for text in QuerySource(texts) {
      try printer.print(try await source.search(query(for: text)), of: text)
    }
  }

  /// The query for a text with these options.
  func query(for text: String) -> SearchQuery {
    let names = names ?? (order == .relevance ? .all : .own)
    return SearchQuery(
      text, names: names, order: order,
      typos: typos ?? (names == .all ? .automatic : .never), limit: limit,
      bias: near == nil && country == nil
        ? nil : SearchBias(coordinate: near, countryCode: country))
  }

  private func loadCities() throws -> Gazetteer {
    guard let cities else { return try .geoNames() }
    let progress = Progress()
    defer { progress.clear() }
    return try loading.load(
      LoadingOptions.source(cities), by: regionNames.loader, progress,
      command: "search --cities \(LoadingOptions.standardInput) TEXT")
  }
}

/// The queries of the command line, or else the lines of standard input.
private struct QuerySource: Sequence, IteratorProtocol {
  private var arguments: IndexingIterator<[String]>?

  init(_ texts: [String]) { arguments = texts.isEmpty ? nil : texts.makeIterator() }

  mutating func next() -> String? {
    if arguments != nil { return arguments?.next() }
    guard let line = readLine(strippingNewline: false) else { return nil }
    // Only the line feed is removed. A carriage return before it belongs to the line; as characters, both
    // would be one, so scalars are compared.
    guard line.unicodeScalars.last == "\n" else { return line }
    return String(line.unicodeScalars.dropLast())
  }
}

/// An engine by its name on the command line; case and hyphens do not matter.
struct EngineChoice: Equatable {
  /// The engine; `nil` for a linear scan.
  let engine: Engine?

  static let linearScan = EngineChoice(engine: nil)
  private static let all = Engine.allCases.map { EngineChoice(engine: $0) } + [linearScan]
  static let list = all.map(\.name).joined(separator: ", ")

  private var name: String { engine?.rawValue ?? "LinearScan" }

  /// The search that answers queries by this engine; a scan answers those about own names only.
  func makeSearch(over gazetteer: Gazetteer) -> any CitySearchable {
    guard let engine else { return OwnNamesScan(scan: LinearScan(gazetteer)) }
    return CityIndex(gazetteer, engine: engine)
  }
}

/// The linear scan as a source of queries about own names.
private struct OwnNamesScan: CitySearchable {
  let scan: LinearScan

  func search(_ query: SearchQuery) -> CityMatches {
    scan.ownNames(beginningWith: query.text).filtered(by: query.filter)
      .ordered(by: query.order ?? .name, limit: query.limit)
  }

  func search(for text: String, limit: Int?) -> CityMatches {
    search(SearchQuery(text, names: .own, order: .name, typos: .never, limit: limit))
  }
}

extension EngineChoice {
  /// The engine with a name; case and hyphens do not matter.
  ///
  /// - Throws: A `ValidationError` that suggests the name that may be meant.
  init(argument: String) throws {
    func letters(_ name: String) -> String { name.lowercased().filter(\.isLetter) }
    guard let choice = Self.all.first(where: { letters($0.name) == letters(argument) }) else {
      let advice = Self.all.map(\.name).advice(for: argument)
      throw ValidationError("There is no engine '\(argument)'. \(advice)")
    }
    self = choice
  }
}

extension SearchQuery {
  /// Whether it is about own names as they are typed, in an order that does not depend on the query; all
  /// other queries need an index over all names.
  var isOfOwnNames: Bool { names == .own && order != .relevance && typos == .never }
}

extension MatchPrinter.Form: EnumerableFlag {
  package static func help(for value: Self) -> ArgumentHelp? {
    switch value {
    case .ids:
      """
      Print one line per query: query, number of matches (with a plus if there may be more), ids; \
      separated by tabs. After an id, ~ means that a mistake was corrected, * that a part of the query \
      was ignored, ^ that the name sounds alike.
      """
    case .explain:
      """
      Print one line per match: query, id, kind of the name that matched, the name, its marked parts \
      as location+length in UTF-16.
      """
    case .highlights:
      "Print one line per match: query, name, UTF-16 length of its marked part."
    }
  }
}

extension NameScope: ExpressibleByArgument {}

extension TypoTolerance: ExpressibleByArgument {}

extension CityOrder {
  /// An order by its name on the command line.
  init(argument: String) throws {
    switch argument {
    case "relevance": self = .relevance
    case "name": self = .name
    case "population": self = .population
    default:
      let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0] == "distance" else {
        throw ValidationError("order must be relevance, name, population or distance:LAT,LON")
      }
      self = .distance(from: try Coordinate(argument: parts[1]))
    }
  }
}

extension Coordinate {
  /// A point as latitude, comma, longitude.
  fileprivate init(argument: Substring) throws {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false)
    guard numbers.count == 2, let latitude = Double(numbers[0]), let longitude = Double(numbers[1])
    else {
      throw ValidationError(
        "a point must be latitude, comma, longitude in degrees, as in 48.85,2.35")
    }
    guard let point = Coordinate(validatingLatitude: latitude, longitude: longitude) else {
      throw ValidationError(
        latitude.magnitude <= 90
          ? "longitude must be from -180 to 180 degrees, got \(numbers[1])"
          : "latitude must be from -90 to 90 degrees, got \(numbers[0])")
    }
    self = point
  }
}
