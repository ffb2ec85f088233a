import CityExplorer
import CityGeocoding
import CitySearch
import CitySession
import Foundation
import TestSupport
import Testing

@testable import CityExplorerTerminal

/// The screen as lines, and its keys as actions, over the model and without a terminal.
@MainActor
@Suite("The screen of City Explorer") struct ScreenTests {
  /// An explorer with a screen, in a folder of its own.
  @MainActor
  private final class Person {
    let explorer: Explorer
    var screen = Screen()
    var state: ExplorerState { explorer.model.state }

    init(_ folder: URL) throws {
      explorer = try Explorer(
        Explorer.Sources(
          favorites: folder.appending(path: "favorites.json"),
          table: folder.appending(path: "answers.csv")))
    }

    /// Presses keys, and waits until all that they began is done.
    func press(_ keys: Key...) async {
      for key in keys {
        for action in screen.press(key, state) { explorer.model.send(action) }
        await explorer.wait { state in
          if case .loading = state.lookup { return false }
          return !state.phase.isSearching && !state.favorites.isSaving
            && state.geocoding.progress.isAtRest
        }
        for action in screen.stateChanged(state) {
          explorer.model.send(action)
          await explorer.wait { !$0.nearbyPlaces.isEmpty }
        }
      }
    }

    func lines(columns: Int = 80, rows: Int = 24) -> [String] {
      screen.lines(of: state, columns: columns, rows: rows).map(\.plain)
    }

    /// The marked line.
    var marked: String? { lines().first { $0.hasPrefix("›") } }
  }

  private func visit(_ body: @MainActor (Person) async throws -> Void) async throws {
    try await withTemporaryFolder { try await body(try Person($0)) }
  }

  @Test func `the screen has the field, the tabs, the number, the list and the keys`() async throws
  {
    try await visit { person in
      await person.press(.text("münch"))
      let lines = person.lines()
      #expect(lines.count == 24)
      #expect(lines[0] == "Search: münch")
      #expect(person.screen.cursor(in: person.state, columns: 80) == 13)
      #expect(lines[1].hasPrefix("[Cities] Favorites  Addresses ") && lines[1].contains(" of "))
      #expect(lines[3].hasPrefix("›   Munich ([Münch]en)  Bavaria, Germany"))
      #expect(lines[23].hasPrefix("↑ ↓ move   Enter card"))
      await person.press(.text("wn"))
      #expect(person.lines().contains { $0.hasSuffix("similar") })
    }
  }

  @Test func `the mark stays in the list, which grows at its end`() async throws {
    try await visit { person in
      await person.press(.text("s"), .up)
      #expect(person.screen.mark(in: person.state) == 0)
      let count = person.state.completions.count
      await person.press(.pageDown, .pageDown, .down)
      #expect(person.state.completions.count > count)
      await person.press(.pageDown, .pageDown)
      let list = person.lines()[3..<22]
      #expect(list.count { $0.hasPrefix("›") } == 1)
      // Another text begins at the first line.
      await person.press(.text("a"))
      #expect(person.screen.mark(in: person.state) == 0)
    }
  }

  @Test func `Enter opens a card with the cities near it, and Esc goes back`() async throws {
    try await visit { person in
      await person.press(.text("london"), .enter)
      let card = person.lines().joined(separator: "\n")
      for part in ["London", "England, United Kingdom", "Europe/London", "2643743", "Nearby"] {
        #expect(card.contains(part), "\(part)")
      }
      let nearest = try #require(person.state.nearbyPlaces.first)
      #expect(person.marked?.contains(nearest.placemark.name) == true)
      #expect(person.marked?.contains(" km ") == true)
      await person.press(.enter)
      #expect(person.state.selectedItem?.id == nearest.id)
      await person.press(.escape)
      #expect(person.state.selectedItem == nil && !person.screen.isEnded)
      // The list is still there.
      #expect(person.marked?.contains("London") == true)
      await person.press(.escape)
      #expect(person.screen.isEnded)
    }
  }

  @Test func `the cities of a shared name are a list of their own`() async throws {
    try await visit { person in
      await person.press(.text("springfield"))
      #expect(person.marked?.contains("places") == true)
      await person.press(.enter)
      #expect(person.state.mapItems.count > 10)
      #expect(person.screen.content(of: person.state) == .places)
      await person.press(.down, .enter)
      #expect(person.state.selectedItem?.id == person.state.mapItems[1].id)
      await person.press(.escape, .escape)
      #expect(person.screen.content(of: person.state) == .completions)
      #expect(!person.screen.isEnded)
    }
  }

  @Test func `a star shows in all lists, and favorites are reordered`() async throws {
    try await visit { person in
      for city in ["london", "paris, fr"] {
        await person.press(.deleteAll, .text(city), .text("*"))
        #expect(person.marked?.contains("★") == true)
      }
      await person.press(.tab)
      let favorites = { person.lines()[3...4].map { String($0.dropFirst(4).prefix(5)) } }
      #expect(favorites() == ["Londo", "Paris"])
      await person.press(.down, .moveUp)
      #expect(favorites() == ["Paris", "Londo"])
      #expect(person.marked?.contains("Paris") == true)
      await person.press(.text("*"))
      #expect(person.marked?.contains("London") == true)
      #expect(!person.lines().contains { $0.contains("Paris") })
      await person.press(.enter)
      #expect(person.state.selectedItem?.placemark.name == "London")
    }
  }

  @Test func `pasted lines are addresses, with their places and failures`() async throws {
    try await visit { person in
      await person.press(.paste("10 Downing Street, London\nxqzzx\nMain St, Springfield, IL\n"))
      let lines = person.lines()
      #expect(lines[1].contains("[Addresses 3]") && lines[1].contains("1 not found"))
      #expect(lines[3].contains("━"))
      #expect(person.marked?.contains("xqzzx") == true)
      #expect(person.marked?.hasSuffix("No place was found for the address.") == true)
      await person.press(.down)
      #expect(person.marked?.contains("London  10 Downing Street, London") == true)
      await person.press(.enter)
      #expect(person.lines().contains { $0.contains("confidence") })
      await person.press(.escape)
      #expect(person.screen.content(of: person.state) == .addresses)
      // One line that is pasted is a text.
      await person.press(.paste("Rome\n"))
      #expect(person.state.query == "Rome" && person.screen.pane == .cities)
    }
  }

  @Test func `nothing to open, mark or take away is no harm`() async throws {
    try await visit { person in
      await person.press(
        .enter, .up, .down, .pageDown, .moveUp, .backspace, .deleteWord, .text("*"), .run, .backTab,
        .enter, .run, .backTab, .enter, .moveDown, .tab, .tab)
      #expect(person.state.query.isEmpty && !person.screen.isEnded)
      #expect(person.lines()[3].hasPrefix("  Type the beginning of a city"))
      await person.press(.text("new york  "), .deleteWord)
      #expect(person.state.query == "new ")
    }
  }

  @Test func `places that were shown are offered while the field is empty`() async throws {
    try await visit { person in
      await person.press(.text("tokyo"), .enter, .escape, .deleteAll)
      #expect(person.screen.content(of: person.state) == .recentPlaces)
      #expect(person.marked?.contains("Tokyo") == true)
      await person.press(.enter)
      #expect(person.state.selectedItem?.placemark.name == "Tokyo")
    }
  }

  @Test(arguments: [1, 5, 20, 79]) func `no line is wider than the window`(columns: Int)
    async throws
  {
    try await visit { person in
      await person.press(.text("北京"))
      for keys in [[], [Key.enter], [.escape, .tab], [.tab]] {
        for key in keys { await person.press(key) }
        for rows in [1, 2, 6, 30] {
          let lines = person.screen.lines(of: person.state, columns: columns, rows: rows)
          #expect(lines.count <= rows)
          for line in lines { #expect(line.width <= columns) }
        }
      }
      #expect(person.screen.cursor(in: person.state, columns: columns) < columns)
    }
  }
}

extension GeocodingProgress {
  /// Whether no address is being looked up.
  fileprivate var isAtRest: Bool {
    if case .locating = self { false } else { true }
  }
}
