import ArgumentParser
import CitySearch
import Foundation

/// A search field on a terminal: the list below it changes with every key.
struct InteractiveSearch {
  private let gazetteer: Gazetteer
  private let command: SearchCommand
  private var screen: SearchScreen
  private var sources: [EngineChoice.QueryKind: any CitySearchable] = [:]

  /// The time to wait for a key before checking the window's size and taking an Esc as the key.
  private static let pause: Duration = .milliseconds(50)

  /// Prepares the search.
  ///
  /// - Parameters:
  ///   - gazetteer: The cities.
  ///   - command: The options of the command line.
  init(over gazetteer: Gazetteer, by command: SearchCommand) {
    self.gazetteer = gazetteer
    self.command = command
    var orders = [command.order]
    for order in [CityOrder.relevance, .population, .name] where order != command.order {
      if order != .relevance || command.engine != .linearScan { orders.append(order) }
    }
    screen = SearchScreen(orders: orders)
  }

  /// Shows the search until the user ends it.
  ///
  /// - Throws: ``BenchFailure`` if there is no terminal; an `ExitCode` if a signal ended it.
  mutating func run() async throws {
    let interruption = Interruption()
    let terminal = try Terminal()
    defer { terminal.restore() }
    let printer = MatchPrinter(gazetteer: gazetteer, form: .people, isStyled: true)
    var reader = KeyReader()
    var size = terminal.size
    try await look(rows: size.rows)
    while !screen.isEnded {
      terminal.draw(
        screen.lines(columns: size.columns, rows: size.rows, printer: printer),
        cursor: screen.cursor(columns: size.columns))
      var keys: [Key] = []
      // The screen changes only with a key or the size of the window.
      while keys.isEmpty, size == terminal.size, !interruption.isInterrupted {
        guard let bytes = terminal.read(waiting: Self.pause) else { return }
        keys = bytes.isEmpty ? reader.keysAfterPause() : reader.keys(in: bytes)
      }
      guard !interruption.isInterrupted else { throw ExitCode(Interruption.exitCode) }
      let isLarger = terminal.size.rows > size.rows
      size = terminal.size
      // All keys are handled, but only the last text is searched for.
      let before = screen.question
      for key in keys { screen.press(key) }
      if screen.question != before || isLarger { try await look(rows: size.rows) }
    }
  }

  /// Searches for the typed text.
  private mutating func look(rows: Int) async throws {
    var command = command
    command.order = screen.question.order
    command.limit = max(command.limit, rows - SearchScreen.frameHeight)
    let query = command.query(for: screen.question.text)
    let source = source(for: EngineChoice.QueryKind(query))
    let start = ContinuousClock.now
    let found = try await source.search(query)
    let matches = Array(found)
    let duration = start.duration(to: .now)
    screen.show(
      SearchScreen.Answer(
        matches: matches, count: MatchPrinter.count(of: found), names: query.names,
        duration: duration))
  }

  /// The search for a kind of query, which is made when it is first needed.
  private mutating func source(for kind: EngineChoice.QueryKind) -> any CitySearchable {
    if let source = sources[kind] { return source }
    let source = command.engine.makeSearch(over: gazetteer, for: kind)
    sources[kind] = source
    return source
  }
}
