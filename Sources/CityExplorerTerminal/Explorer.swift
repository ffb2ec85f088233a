import CityExplorer
import CityFavorites
import CityGeocoding
import CitySearch
import CitySession
import Foundation
import GeoNamesCities
import Observation
import RemoteSearch

/// City Explorer without a screen: the model over the clients that the options name.
@MainActor
struct Explorer {
  let model: ExplorerModel
  /// The addresses of the file on the command line.
  let addresses: [PostalAddress]

  /// Where the parts of the explorer are.
  struct Sources {
    /// A gazetteer file; `nil` for the shipped one.
    var cities: URL?
    /// A server that is asked before the cities in memory.
    var server: URL?
    /// The languages of names, the preferred one first.
    var languages: [String] = []
    /// The file of the favorites; `nil` for the person's own.
    var favorites: URL?
    /// A file of addresses, one a line.
    var addresses: URL?
    /// The table of the answers; `nil` for one beside the addresses, or for the person's own.
    var table: URL?
  }

  /// Opens the cities, and reads the list of addresses; nothing else is read before it is shown.
  init(_ sources: Sources) throws {
    let gazetteer = try sources.cities.map { try Gazetteer(mapping: $0) } ?? .geoNames()
    let index = CityIndex(gazetteer)
    let search: SearchClient
    let places: any PlaceResolving
    if let address = sources.server {
      let server = RemoteCitySearch(address, fallback: index)
      search = .live(server, languages: sources.languages, limit: Self.limit)
      places = server
    } else {
      search = .live(index, languages: sources.languages, limit: Self.limit)
      places = gazetteer
    }
    addresses = try sources.addresses.map(Self.addresses) ?? []
    let favorites = sources.favorites ?? Self.ownFolder.appending(path: "favorites.json")
    let table =
      sources.table ?? sources.addresses.map(GeocodingTable.url(beside:))
      ?? Self.ownFolder.appending(path: "addresses.geocoded.csv")
    model = ExplorerModel(
      search: search, favorites: .live(FavoritesFile(at: favorites), places: places),
      geocoding: .live(
        GeocodingQueue(geocoder: LineGeocoder(gazetteer), store: GeocodingTable(at: table))))
    model.send(.favorites(.appeared))
    if !addresses.isEmpty { model.send(.geocoding(.listed(addresses))) }
  }

  /// The number of completions that fill a window; more of them are fetched at its end.
  private static let limit = 20

  /// The folder of what a person keeps: `~/.local/share/city-explorer`, or where the system has such data.
  private static var ownFolder: URL {
    let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
    return (folders.first ?? .homeDirectory)
      .appending(path: "city-explorer", directoryHint: .isDirectory)
  }

  private static func addresses(in file: URL) throws -> [PostalAddress] {
    let name = file.relativePath
    let data: Data
    do { data = try Data(contentsOf: file) } catch {
      throw ProgramError("\(name) cannot be read: \(error.localizedDescription)")
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw ProgramError("\(name) cannot be read: it is not UTF-8.")
    }
    let addresses = PostalAddress.lines(of: text)
    guard !addresses.isEmpty else { throw ProgramError("\(name) has no addresses, one a line.") }
    return addresses
  }

  /// Waits until the state of the model is as wanted.
  func wait(until isDone: (ExplorerState) -> Bool) async {
    while !isDone(model.state) {
      await withCheckedContinuation { continuation in
        withObservationTracking {
          _ = model.state
        } onChange: {
          continuation.resume()
        }
      }
    }
  }
}

/// Why the program ends, as a sentence.
struct ProgramError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

// MARK: - At a terminal

/// City Explorer at a terminal, until a person or a signal ends it.
@MainActor
final class TerminalExplorer {
  private let explorer: Explorer
  private let terminal: Terminal
  private let events = TerminalEvents()
  private var screen: Screen
  private var reader = KeyReader()
  /// The number of times that bytes came.
  private var readCount = 0
  /// Whether drawing waits behind the events that have come.
  private var isDrawQueued = false
  private var model: ExplorerModel { explorer.model }

  init(_ explorer: Explorer) throws {
    self.explorer = explorer
    terminal = try Terminal()
    screen = Screen(pane: explorer.addresses.isEmpty ? .cities : .addresses)
  }

  /// Runs the explorer.
  ///
  /// - Returns: The status of the program: 0, or that of a program that a signal ended.
  func run() async throws -> Int32 {
    try terminal.enter()
    defer {
      model.stop()
      terminal.leave()
    }
    draw()
    for await event in events.events {
      switch event {
      case .bytes(let bytes):
        readCount += 1
        press(reader.keys(in: bytes))
        if reader.isEscapeWaiting { events.reportPause(after: readCount) }
      case .pause(let number):
        if number == readCount { press(reader.keysAfterPause()) }
      case .inputEnded: return EXIT_SUCCESS
      case .ended(let signal): return 128 + signal
      case .suspended: terminal.suspend()
      case .continued: try terminal.enter()
      case .resized, .changed: break
      case .draw:
        isDrawQueued = false
        draw()
      }
      // A star that was pressed last is saved first.
      if screen.isEnded, !model.state.favorites.isSaving { return EXIT_SUCCESS }
      if case .draw = event { continue }
      queueDraw()
    }
    return EXIT_SUCCESS
  }

  private func press(_ keys: [Key]) {
    for key in keys {
      if key == .suspend { terminal.suspend() }
      for action in screen.press(key, model.state) { model.send(action) }
      for action in screen.stateChanged(model.state) { model.send(action) }
    }
  }

  /// Draws when all events that have come by now were handled.
  private func queueDraw() {
    guard !isDrawQueued else { return }
    isDrawQueued = true
    events.continuation.yield(.draw)
  }

  private func draw() {
    for action in screen.stateChanged(model.state) { model.send(action) }
    let size = terminal.size
    let state = withObservationTracking {
      model.state
    } onChange: { [continuation = events.continuation] in
      continuation.yield(.changed)
    }
    terminal.draw(
      screen.lines(of: state, columns: size.columns, rows: size.rows),
      cursor: screen.cursor(in: state, columns: size.columns))
  }
}
