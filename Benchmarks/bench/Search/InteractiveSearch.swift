import ArgumentParser
package import CitySearch
import Foundation
import PrefixBenchmark

/// A search field on a terminal: the list below it changes with every key.
struct InteractiveSearch {
  private let gazetteer: Gazetteer
  private let command: SearchCommand
  private var screen: SearchScreen
  /// The search by the engine of the command line, which is made when it is first needed.
  private lazy var source = command.engine.makeSearch(over: gazetteer)

  /// The time to wait for a key before the size of the window is checked, and an Esc is taken for the key.
  private static let pause: Duration = .milliseconds(50)

  /// Prepares the search with the options of the command line.
  init(over gazetteer: Gazetteer, by command: SearchCommand) {
    self.gazetteer = gazetteer
    self.command = command
    var orders = [command.order]
    for order in [CityOrder.relevance, .population, .name] where order != command.order {
      if order != .relevance || command.engine != .linearScan { orders.append(order) }
    }
    screen = SearchScreen(orders: orders)
  }

  /// Shows the search until the user or a signal ends it.
  mutating func run() async throws {
    let interruption = Interruption()
    let terminal = try Terminal()
    defer { terminal.restore() }
    let printer = MatchPrinter(gazetteer: gazetteer, form: nil, isStyled: true)
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

  private mutating func look(rows: Int) async throws {
    var command = command
    command.order = screen.question.order
    command.limit = max(command.limit, rows - SearchScreen.frameHeight)
    let query = command.query(for: screen.question.text)
    let start = ContinuousClock.now
    let found = try await source.search(query)
    let matches = Array(found)
    let duration = start.duration(to: .now)
    screen.show(
      SearchScreen.Answer(
        matches: matches, count: MatchPrinter.count(of: found), names: query.names,
        duration: duration))
  }
}

/// The screen of `bench search` on a terminal, and its changes by keys.
package struct SearchScreen {
  /// The orders that the Tab key cycles through.
  let orders: [CityOrder]
  package private(set) var question: Question
  /// The number of the match that is marked.
  package private(set) var selection = 0
  package private(set) var isCardOpen = false
  package private(set) var isEnded = false
  /// The answer to the question, or to the previous one during a search.
  package private(set) var answer: Answer?

  package struct Question: Equatable {
    package var text = ""
    package var order: CityOrder

    package init(text: String = "", order: CityOrder) { (self.text, self.order) = (text, order) }
  }

  /// The result of a search, and its duration.
  package struct Answer {
    package let matches: [CityMatch]
    /// The number of matches as text.
    package let count: String
    let names: NameScope
    let duration: Duration

    package init(matches: [CityMatch], count: String, names: NameScope, duration: Duration) {
      self.matches = matches
      self.count = count
      self.names = names
      self.duration = duration
    }
  }

  /// Creates the screen with nothing typed, in the first of the orders that the Tab key cycles through.
  package init(orders: [CityOrder]) {
    precondition(!orders.isEmpty, "A search screen needs an order.")
    self.orders = orders
    question = Question(order: orders[0])
  }

  package mutating func press(_ key: Key) {
    let before = question
    switch key {
    case .text(let more): question.text += more
    case .backspace: _ = question.text.popLast()
    case .deleteWord: deleteWord()
    case .deleteAll: question.text = ""
    case .tab: turnOrder(by: 1)
    case .backTab: turnOrder(by: orders.count - 1)
    case .up: select(selection - 1)
    case .down: select(selection + 1)
    case .pageUp: select(selection - 10)
    case .pageDown: select(selection + 10)
    case .enter: isCardOpen = !isCardOpen && selected != nil
    case .escape:
      isEnded = !isCardOpen
      isCardOpen = false
    case .end: isEnded = true
    }
    if question != before { (selection, isCardOpen) = (0, false) }
  }

  package mutating func show(_ answer: Answer) {
    self.answer = answer
    select(selection)
  }

  /// The match that is marked.
  package var selected: CityMatch? {
    guard let matches = answer?.matches, matches.indices.contains(selection) else { return nil }
    return matches[selection]
  }

  private mutating func select(_ number: Int) {
    selection = max(0, min(number, (answer?.matches.count ?? 0) - 1))
  }

  private mutating func turnOrder(by count: Int) {
    let number = orders.firstIndex(of: question.order) ?? 0
    question.order = orders[(number + count) % orders.count]
  }

  private mutating func deleteWord() {
    while question.text.last?.isWhitespace == true { question.text.removeLast() }
    while let last = question.text.last, !last.isWhitespace { question.text.removeLast() }
  }
}

// MARK: - Drawing

extension SearchScreen {
  private static let prompt = "Search: "
  /// The lines around the list: field, count, blank; blank and keys below it.
  static let frameHeight = 5

  package func cursor(columns: Int) -> Int {
    min((Self.prompt + question.text.withoutControls).displayWidth, columns - 1)
  }

  /// The screen as at most as many lines as there are rows, none wider than the terminal.
  package func lines(columns: Int, rows: Int, printer: MatchPrinter) -> [String] {
    let height = max(1, rows - Self.frameHeight)
    let body: [String]
    if isCardOpen, let selected {
      body = Self.card(of: selected, printer: printer)
    } else {
      body = list(height: height, printer: printer)
    }
    let keys =
      isCardOpen
      ? "Enter or Esc: back to the list"
      : "Tab: order   ↑ ↓: move   Enter: card   Esc: end"
    let lines =
      [
        Self.prompt + printer.styled(question.text.withoutControls, .bold),
        printer.styled(status, .faint),
        "",
      ]
      + body.prefix(height) + ["", printer.styled(keys, .faint)]
    return lines.prefix(rows).map { $0.truncated(toWidth: columns) }
  }

  private var status: String {
    let words = "by \(question.order.argument)"
    guard let answer else { return words }
    let scope = answer.names == .own ? ", own names only" : ""
    return "\(answer.count), \(answer.duration.text), \(words)\(scope)"
  }

  /// The part of the list around the marked match.
  private func list(height: Int, printer: MatchPrinter) -> [String] {
    let matches = answer?.matches ?? []
    let first = max(0, min(selection - height / 2, matches.count - height))
    return matches.enumerated().dropFirst(first).prefix(height).map { number, match in
      (number == selection ? "›" : " ") + printer.line(for: match)
    }
  }

  /// All about a city.
  private static func card(of match: CityMatch, printer: MatchPrinter) -> [String] {
    let (city, gazetteer) = (match.city, printer.gazetteer)
    let matched = match.name.isOwn ? nil : "\(match.name.text) (\(match.name.kind.rawValue))"
    let rows: [(String, String?)] = [
      ("name", city.name), ("found by", matched),
      ("division", gazetteer.divisionName(of: city) ?? city.divisionCode.description),
      ("country", gazetteer.countryName(of: city) ?? city.countryCode.description),
      ("population", city.population > 0 ? city.population.grouped : "unknown"),
      ("coordinate", "\(city.coordinate.latitude), \(city.coordinate.longitude)"),
      ("time zone", gazetteer.timeZone(ofCityWithID: city.id)), ("id", "\(city.id)"),
    ]
    return rows.compactMap { title, value in
      guard let value, !value.isEmpty else { return nil }
      let padded = title.padding(toLength: 12, withPad: " ", startingAt: 0)
      return "  \(printer.styled(padded, .faint))\(value.withoutControls)"
    }
  }
}

extension Duration {
  /// Microseconds, or milliseconds if there are many.
  fileprivate var text: String {
    let microseconds = self / .microseconds(1)
    return microseconds < 1_000
      ? "\(microseconds.rounded(decimals: microseconds < 10 ? 1 : 0)) µs"
      : "\((microseconds / 1_000).rounded(decimals: 1)) ms"
  }
}
