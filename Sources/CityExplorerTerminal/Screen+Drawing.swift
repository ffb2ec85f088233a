import CityExplorer
import CityFavorites
import CityGeocoding
import CitySearch
import CitySession
import Foundation

extension Screen {
  private static let prompt = "Search: "
  /// The lines around the list: field, tabs, message; blank and keys below it.
  static let frameHeight = 5

  /// The column of the cursor, which is behind the text in the field.
  func cursor(in state: ExplorerState, columns: Int) -> Int {
    min((Self.prompt + state.query.withoutControls).displayWidth, columns - 1)
  }

  /// The screen of a state: at most as many lines as there are rows, none wider than the terminal.
  func lines(of state: ExplorerState, columns: Int, rows: Int) -> [StyledText] {
    let height = max(1, rows - Self.frameHeight)
    let content = content(of: state)
    let field = StyledText(Self.prompt) + StyledText(state.query, .strong)
    let lines =
      [
        field, tabs(state).with(right: StyledText(status(of: state), .faint), columns: columns),
        StyledText(state.message ?? "", .warning),
      ]
      + body(content, of: state, columns: columns, height: height).prefix(height)
      + [StyledText(), StyledText(keys(content, of: state), .faint)]
    return lines.prefix(rows).map { $0.truncated(to: columns) }
  }

  private func tabs(_ state: ExplorerState) -> StyledText {
    var line = StyledText()
    for pane in Pane.allCases {
      let (name, count) =
        switch pane {
        case .cities: ("Cities", 0)
        case .favorites: ("Favorites", state.favorites.cities.count)
        case .addresses: ("Addresses", state.geocoding.addresses.count)
        }
      line.append(pane == self.pane ? "[" : " ", .faint)
      line.append(
        count == 0 ? name : "\(name) \(count.grouped)", pane == self.pane ? .strong : .faint)
      line.append(pane == self.pane ? "]" : " ", .faint)
    }
    return line
  }

  private func status(of state: ExplorerState) -> String {
    switch pane {
    case .cities: state.searchStatus
    case .favorites: state.favorites.isSaving ? "saving" : ""
    case .addresses: state.geocoding.progress.words
    }
  }

  private func keys(_ content: Content, of state: ExplorerState) -> String {
    let move = "↑ ↓ move   Enter card   * star   Tab favorites, addresses   "
    return switch content {
    case .completions, .recentPlaces: move + "Esc leave"
    case .places: move + "Esc back"
    case .card: "* star   ↑ ↓ move   Enter nearby city   Esc back"
    case .favorites: "↑ ↓ move   Shift ↑ ↓ reorder   Enter card   * star   Esc back"
    case .addresses:
      switch state.geocoding.progress {
      case .locating: "↑ ↓ move   Enter card   Ctrl-R pause   Esc back"
      case .paused: "↑ ↓ move   Enter card   Ctrl-R continue   Esc back"
      default: "↑ ↓ move   Enter card   Ctrl-R repeat what failed   Esc back"
      }
    }
  }

  private func body(
    _ content: Content, of state: ExplorerState, columns: Int, height: Int
  ) -> [StyledText] {
    func list(_ height: Int, row: (Int) -> StyledText.Row) -> [StyledText] {
      let (count, mark) = (state.count(of: content), mark(in: state))
      let first = max(0, min(mark - height / 2, count - height))
      return (first..<min(count, first + height)).map { number in
        let row = row(number)
        let line = StyledText(number == mark ? "› " : "  ", .strong) + row.left
        return line.with(right: row.right, columns: columns)
      }
    }
    switch content {
    case .completions:
      guard !state.completions.isEmpty else {
        return state.query.isEmpty ? Self.help : []
      }
      return list(height) { state.row(of: state.completions[$0]) }
    case .recentPlaces: return list(height) { state.row(of: state.recentPlaces[$0]) }
    case .places: return list(height) { state.row(of: state.mapItems[$0]) }
    case .card:
      let card = state.card
      let title = [StyledText(), StyledText("  Nearby", .faint)]
      guard let here = state.cardPlacemark, !state.nearbyPlaces.isEmpty else { return card }
      // A low window has the card, and of the list the part around the mark.
      let rest = max(1, height - card.count - title.count)
      return card.prefix(max(0, height - title.count - 1)) + title
        + list(rest) { state.row(of: state.nearbyPlaces[$0], from: here.coordinate) }
    case .favorites:
      guard !state.favorites.cities.isEmpty else {
        return state.favorites.isEmpty
          ? [StyledText("  No favorites yet: * stars a city.", .faint)] : []
      }
      return list(height) { state.row(of: state.favorites.cities[$0]) }
    case .addresses:
      guard !state.geocoding.addresses.isEmpty else {
        return [
          StyledText("  Paste addresses, one a line, to find their cities.", .faint),
          StyledText("  Or start with a file of them: city-explorer --addresses list.txt", .faint),
        ]
      }
      let bar = StyledText(
        "  " + state.geocoding.bar(columns: max(1, min(columns - 4, 60))), .faint)
      return [bar, StyledText()]
        + list(max(1, height - 2)) { number in
          state.addressLine(number).map { state.row(of: $0) } ?? StyledText.Row()
        }
    }
  }

  private static let help = [
    "  Type the beginning of a city, in any language, with or without a region:",
    "", "      münch   new yrok   東京   rome, it   springfield il   75001 paris", "",
    "  Paste addresses, one a line, to find the cities of all of them.",
  ].map { StyledText($0, .faint) }
}

// MARK: - Rows

extension StyledText {
  /// A line of a list, and what stands at the right end of it.
  struct Row {
    var left = StyledText()
    var right = StyledText()
  }
}

extension ExplorerState {
  private func star(of id: City.ID?) -> StyledText {
    guard let id, favorites.contains(id) else { return StyledText("  ") }
    return StyledText("★ ", .star)
  }

  /// The line of a completion: the name, the other name that matches, the region, and how well it fits.
  func row(of completion: SearchCompletion) -> StyledText.Row {
    var row = StyledText.Row(
      left: star(of: completion.cityIDs.count == 1 ? completion.cityIDs[0] : nil))
    row.left.append(completion.title, matches: completion.titleHighlightRanges)
    if let name = completion.matchedName {
      row.left.append(" (", .faint)
      row.left.append(name, matches: completion.matchedNameHighlightRanges)
      row.left.append(")", .faint)
    }
    row.left.append("  ")
    row.left.append(completion.subtitle, .faint, matches: completion.subtitleHighlightRanges)
    switch completion.grade {
    case .exact: break
    case .corrected: row.right.append("similar", .warning)
    case .partial: row.right.append("part of the text", .warning)
    case .phonetic: row.right.append("sounds alike", .warning)
    @unknown default: row.right.append("similar", .warning)
    }
    return row
  }

  /// The line of a place.
  func row(of item: MapItem) -> StyledText.Row {
    var row = StyledText.Row(left: star(of: item.id))
    row.left.append(item.placemark.name)
    row.left.append("  \(item.placemark.region)", .faint)
    row.right.append(item.placemark.population.map(\.grouped) ?? "", .faint)
    return row
  }

  /// The line of a place near another one.
  func row(of item: MapItem, from point: Coordinate) -> StyledText.Row {
    var row = row(of: item)
    row.right = StyledText(point.wayText(to: item.placemark.coordinate), .faint)
    return row
  }

  func row(of favorite: FavoriteCity) -> StyledText.Row {
    var row = row(of: favorite.mapItem)
    if favorite.isMissing { row.right = StyledText("not among the cities", .warning) }
    return row
  }

  func row(of line: AddressLine) -> StyledText.Row {
    switch line {
    case .found(let marker):
      var row = StyledText.Row(left: star(of: marker.result.match.cityID))
      row.left.append(marker.result.match.name)
      row.left.append("  \(marker.address.line)", .faint)
      row.right.append(marker.result.isUncertain ? "perhaps " : "", .warning)
      row.right.append("\(marker.result.confidence)", .faint)
      return row
    case .failed(let failure):
      return StyledText.Row(
        left: StyledText("  ") + StyledText(failure.address.line),
        right: StyledText(failure.error.map { "\($0)" } ?? "", .warning))
    }
  }

  // MARK: The card

  /// The place whose card is shown.
  var cardPlacemark: Placemark? {
    selectedItem?.placemark ?? geocoding.selectedMarker?.placemark
  }

  /// All about the place whose card is shown.
  fileprivate var card: [StyledText] {
    guard let place = cardPlacemark else { return [] }
    let marker = selectedItem == nil ? geocoding.selectedMarker : nil
    let id = selectedItem?.id ?? marker?.result.match.cityID
    let title =
      StyledText("  ") + star(of: id) + StyledText(marker?.result.match.name ?? place.name, .strong)
    let rows: [(String, String?)] = [
      ("address", marker?.address.line), ("region", place.region),
      ("population", place.population.map(\.grouped)),
      ("coordinate", "\(place.coordinate.latitude), \(place.coordinate.longitude)"),
      ("time zone", place.timeZone), ("confidence", marker.map { "\($0.result.confidence)" }),
      ("because", marker?.result.confidence.reason),
      ("not read", marker?.result.unmatchedParts.joined(separator: ", ")),
      ("id", id.map { "\($0)" }),
    ]
    return [title, StyledText()]
      + rows.compactMap { name, value in
        guard let value, !value.isEmpty else { return nil }
        let padded = name.padding(toLength: 12, withPad: " ", startingAt: 0)
        return StyledText("    \(padded)", .faint) + StyledText(value)
      }
  }
}

// MARK: - Words

extension ExplorerState {
  /// How many cities there are for the text in the field.
  var searchStatus: String {
    switch phase {
    case .idle: ""
    case .tooShort(_, let minimum): "\(minimum) letters at least, or Enter"
    case .searching: completions.isEmpty ? "searching" : count
    case .results: count
    case .noResults: "nothing found"
    case .failed: "not found out"
    }
  }

  private var count: String {
    let total = completions.total
    return "\(completions.cityCount.grouped) of \(total.count.grouped)\(total.isExact ? "" : "+")"
  }

  /// What a person should know, as a sentence.
  var message: String? {
    if case .failed(_, let error, _) = phase { return "\(error) Ctrl-R tries again." }
    switch lookup {
    case .failed(_, let error): return "\(error) Ctrl-R tries again."
    case .missing(let completion): return "\(completion.title) is not among the cities any more."
    case .idle, .loading: break
    }
    if case .failed(let error) = favorites.phase { return "\(error)" }
    if let failure = favorites.failure { return "\(failure) Ctrl-R tries again." }
    if let failure = geocoding.failure { return "\(failure) Ctrl-R continues." }
    return nil
  }
}

extension GeocodingProgress {
  /// How far the addresses are.
  var words: String {
    switch self {
    case .notStarted: ""
    case .locating(let current, let total): "\(current.grouped) of \(total.grouped)"
    case .paused(let remaining): "paused, \(remaining.grouped) left"
    case .finished(let found, let uncertain, let failed):
      "\(found.grouped) found, \(uncertain.grouped) uncertain, \(failed.grouped) not found"
    @unknown default: ""
    }
  }
}

extension ExplorerState.Geocoding {
  /// A bar as long as the part of the addresses that was answered.
  fileprivate func bar(columns: Int) -> String {
    let answered = markers.count + failures.count
    let full = addresses.isEmpty ? 0 : min(columns, columns * answered / addresses.count)
    return String(repeating: "━", count: full) + String(repeating: "┄", count: columns - full)
  }
}

extension Placemark {
  /// Division and country.
  fileprivate var region: String {
    [division, countryName ?? countryCode].compactMap { $0 }.joined(separator: ", ")
  }
}

extension PostalAddress {
  /// The address as it was typed.
  var line: String { label.isEmpty ? description : label }
}

extension Coordinate {
  /// The distance to another point, and its direction: "12 km NE".
  fileprivate func wayText(to other: Coordinate) -> String {
    let (here, there) = (latitude * .pi / 180, other.latitude * .pi / 180)
    let turn = (other.longitude - longitude) * .pi / 180
    let bearing = atan2(
      sin(turn) * cos(there), cos(here) * sin(there) - sin(here) * cos(there) * cos(turn))
    let winds = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    let wind = winds[(Int((bearing / .pi * 4).rounded()) + 8) % 8]
    let kilometers = distance(to: other) / 1_000
    let number = kilometers < 10 ? (kilometers * 10).rounded() / 10 : kilometers.rounded()
    return "\(kilometers < 10 ? "\(number)" : Int(number).grouped) km \(wind)"
  }
}

extension Int {
  /// The number with a comma between each three digits.
  var grouped: String {
    let digits = Array(String(magnitude))
    let groups = stride(from: digits.count % 3 - 3, to: digits.count, by: 3)
      .map { String(digits[Swift.max(0, $0)..<Swift.max(0, $0 + 3)]) }.filter { !$0.isEmpty }
    return (self < 0 ? "-" : "") + groups.joined(separator: ",")
  }
}
