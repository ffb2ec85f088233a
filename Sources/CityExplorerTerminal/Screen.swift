import CityExplorer
import CityFavorites
import CityGeocoding
import CitySearch
import CitySession

/// What a screen of text has beside the state of the explorer: which list is shown, and which line is marked.
///
/// Keys are pure transitions: they change this value, and say what the explorer is to do.
struct Screen {
  /// The lists that the Tab key goes through.
  enum Pane: CaseIterable {
    case cities, favorites, addresses
  }

  /// What is shown below the field.
  enum Content: Hashable {
    /// The completions of the text in the field.
    case completions
    /// The places that were shown before, while the field is empty.
    case recentPlaces
    /// The cities of a shared name.
    case places
    /// The card of a city or of an address, with the cities near it.
    case card
    case favorites
    case addresses
  }

  private(set) var pane = Pane.cities
  private(set) var isEnded = false
  /// Whether the cities of a shared name were chosen.
  private var showsPlaces = false
  /// The number of the line that was marked in each list.
  private var marks: [Content: Int] = [:]
  /// What the marks belong to: the text of the list, and the place of the card.
  private var markedText = ""
  private var markedPlace = ""

  init(pane: Pane = .cities) { self.pane = pane }

  /// What is shown in a state.
  func content(of state: ExplorerState) -> Content {
    if state.selectedItem != nil || state.geocoding.selectedMarker != nil { return .card }
    switch pane {
    case .favorites: return .favorites
    case .addresses: return .addresses
    case .cities:
      if showsPlaces, state.lookup == .idle, state.mapItems.count > 1 { return .places }
      return state.query.isEmpty && !state.recentPlaces.isEmpty ? .recentPlaces : .completions
    }
  }

  /// The number of the marked line.
  func mark(in state: ExplorerState) -> Int {
    let content = content(of: state)
    return max(0, min(marks[content] ?? 0, state.count(of: content) - 1))
  }

  /// Forgets the marks in a list and in a card that another one has replaced.
  ///
  /// - Returns: What the explorer is to do for a new card.
  mutating func stateChanged(_ state: ExplorerState) -> [ExplorerAction] {
    if state.query != markedText {
      markedText = state.query
      if content(of: state) != .card { marks[.completions] = 0 }
    }
    let place =
      state.selectedItem.map { "\($0.id)" } ?? state.geocoding.selectedMarker?.id ?? ""
    guard place != markedPlace else { return [] }
    markedPlace = place
    marks[.card] = 0
    return place.isEmpty ? [] : [.nearbyRequested]
  }
}

// MARK: - Keys

extension Screen {
  /// Handles a key.
  ///
  /// - Returns: What the explorer is to do.
  mutating func press(_ key: Key, _ state: ExplorerState) -> [ExplorerAction] {
    switch key {
    case .text("*"): return star(state)
    case .text(let more): return type(state.query + more, state)
    case .paste(let text): return paste(text, state)
    case .backspace: return type(String(state.query.dropLast()), state)
    case .deleteWord: return type(state.query.withoutLastWord, state)
    case .deleteAll: return type("", state)
    case .tab: return turn(by: 1, state)
    case .backTab: return turn(by: Pane.allCases.count - 1, state)
    case .up: return move(by: -1, state)
    case .down: return move(by: 1, state)
    case .pageUp: return move(by: -10, state)
    case .pageDown: return move(by: 10, state)
    case .moveUp: return moveFavorite(by: -1, state)
    case .moveDown: return moveFavorite(by: 1, state)
    case .enter: return choose(state)
    case .escape: return goBack(state)
    case .run: return run(state)
    case .redraw, .suspend: return []
    case .end:
      isEnded = true
      return []
    }
  }

  private mutating func type(_ text: String, _ state: ExplorerState) -> [ExplorerAction] {
    (pane, showsPlaces) = (.cities, false)
    let text = String(text.drop { $0.isWhitespace })
    return text.isEmpty ? [.cleared] : [.selectionCleared, .queryChanged(text)]
  }

  /// Lines are addresses; a single one is typed text.
  private mutating func paste(_ text: String, _ state: ExplorerState) -> [ExplorerAction] {
    let lines = PostalAddress.lines(of: text)
    guard lines.count > 1 else {
      return type(state.query + text.filter { !$0.isNewline }, state)
    }
    pane = .addresses
    return [.selectionCleared, .geocoding(.listed(lines))]
  }

  private mutating func turn(by count: Int, _ state: ExplorerState) -> [ExplorerAction] {
    let number = Pane.allCases.firstIndex(of: pane) ?? 0
    pane = Pane.allCases[(number + count) % Pane.allCases.count]
    // What other programs have starred since is there, too.
    return [.selectionCleared] + (pane == .favorites ? [.favorites(.appeared)] : [])
  }

  private mutating func move(by count: Int, _ state: ExplorerState) -> [ExplorerAction] {
    let content = content(of: state)
    let goal = mark(in: state) + count
    let last = state.count(of: content) - 1
    marks[content] = max(0, min(goal, last))
    return content == .completions && goal > last ? [.moreRequested] : []
  }

  private mutating func moveFavorite(by count: Int, _ state: ExplorerState) -> [ExplorerAction] {
    guard content(of: state) == .favorites else { return move(by: count, state) }
    let (position, cities) = (mark(in: state), state.favorites.cities)
    guard cities.indices.contains(position), cities.indices.contains(position + count) else {
      return []
    }
    marks[.favorites] = position + count
    return [.favorites(.moved(cities[position].id, to: position + count))]
  }

  private mutating func star(_ state: ExplorerState) -> [ExplorerAction] {
    guard let id = markedCity(state) else { return [] }
    return [.favorites(.starred(id, isFavorite: !state.favorites.contains(id)))]
  }

  /// The city of the card, or else that of the marked line; a name that several cities share has none.
  private func markedCity(_ state: ExplorerState) -> City.ID? {
    let number = mark(in: state)
    switch content(of: state) {
    case .card:
      return state.selectedItem?.id ?? state.geocoding.selectedMarker?.result.match.cityID
    case .completions:
      guard let line = state.completions.line(number) else { return nil }
      return line.cityIDs.count == 1 ? line.cityIDs.first : nil
    case .recentPlaces: return state.recentPlaces.line(number)?.id
    case .places: return state.mapItems.line(number)?.id
    case .favorites: return state.favorites.cities.line(number)?.id
    case .addresses: return state.addressLine(number)?.marker?.result.match.cityID
    }
  }

  private mutating func choose(_ state: ExplorerState) -> [ExplorerAction] {
    let number = mark(in: state)
    switch content(of: state) {
    case .completions:
      // The first line of a list that is still under way is that of the text in the field.
      guard !state.phase.isSearching, let line = state.completions.line(number) else {
        return state.query.isEmpty ? [] : [.firstCompletionChosen]
      }
      showsPlaces = line.cityIDs.count > 1
      marks[.places] = 0
      return [.completionTapped(line)]
    case .recentPlaces: return state.recentPlaces.line(number).map { [.placeChosen($0)] } ?? []
    case .places: return state.mapItems.line(number).map { [.citySelected($0.id)] } ?? []
    case .card:
      // The list stays behind the card of the next city.
      guard let item = state.nearbyPlaces.line(number) else { return [] }
      showsPlaces = false
      return [
        .completionTapped(SearchCompletion(kind: .city(item.id), title: item.placemark.name))
      ]
    case .favorites:
      return state.favorites.cities.line(number).map { [.favorites(.selected($0.id))] } ?? []
    case .addresses:
      return state.addressLine(number)?.marker.map { [.geocoding(.selected($0.id))] } ?? []
    }
  }

  private mutating func goBack(_ state: ExplorerState) -> [ExplorerAction] {
    switch content(of: state) {
    case .card: return [.selectionCleared]
    case .places:
      showsPlaces = false
      return []
    case .favorites, .addresses: pane = .cities
    case .completions, .recentPlaces: isEnded = true
    }
    return []
  }

  /// Pauses or continues the addresses, or repeats what failed.
  private mutating func run(_ state: ExplorerState) -> [ExplorerAction] {
    guard pane == .addresses else { return [.retried] }
    switch state.geocoding.progress {
    case .locating: return [.geocoding(.paused)]
    case .paused: return [.geocoding(.resumed)]
    case .finished: return [.geocoding(.failuresRetried)]
    default: return []
    }
  }
}

// MARK: - The lines of the state

extension ExplorerState {
  /// The number of lines that can be marked.
  func count(of content: Screen.Content) -> Int {
    switch content {
    case .completions: completions.count
    case .recentPlaces: recentPlaces.count
    case .places: mapItems.count
    case .card: nearbyPlaces.count
    case .favorites: favorites.cities.count
    case .addresses: geocoding.markers.count + geocoding.failures.count
    }
  }

  /// An address that was asked for: its place, or why there is none.
  enum AddressLine {
    case found(AddressMarker)
    case failed(GeocodedAddress)

    var marker: AddressMarker? {
      if case .found(let marker) = self { marker } else { nil }
    }
  }

  /// The line of an address, of which those without a place come first.
  func addressLine(_ number: Int) -> AddressLine? {
    let failures = geocoding.failures
    if let failure = failures.line(number) { return .failed(failure) }
    return geocoding.markers.line(number - failures.count).map { .found($0) }
  }
}

extension RandomAccessCollection where Index == Int {
  /// The element at an index; `nil` if there is none.
  func line(_ number: Int) -> Element? { indices.contains(number) ? self[number] : nil }
}

extension String {
  /// This text without its last word, and without the white space behind that.
  fileprivate var withoutLastWord: String {
    var text = self
    while text.last?.isWhitespace == true { text.removeLast() }
    while let last = text.last, !last.isWhitespace { text.removeLast() }
    return text
  }
}
