#if Server
import CityExplorer
import CityFavorites
import CityGeocoding
import CitySearch
import CitySession
import DurableStorage
import Foundation
import RemoteSearch

/// The state of a page as values for templates.
struct PageView {
  let state: ExplorerState
  /// The person who reads the page.
  let reader: PageReader
  /// The region that the map itself reported last.
  var reportedRegion: CoordinateRegion?
  /// The address of the pictures of the map.
  var tiles: String?
  var settings = SearchSettings()
  /// The engines to choose from.
  var engines: [Engine] = []
  /// The duration of the latest search; `nil` before the first one.
  var searchDuration: Duration?
  /// Why the latest change of addresses failed.
  var addressError: String?
  /// Whether a script updates the page; without one, completions are links.
  var isScripted = true
  /// The position of the first favorite that is shown.
  var firstFavorite = 0
  /// Whether an engine is being built.
  var isSwitching = false
  var date = Date()

  /// The parts of a page that are replaced when they change; the raw value names the template.
  enum Fragment: String, CaseIterable, Sendable {
    case results, card, map, favorites, progress, cost, switches
  }

  /// The values for the template of a part.
  func values(for fragment: Fragment) -> [String: Any] {
    var values: [String: Any] =
      switch fragment {
      case .results: resultsValues
      case .map: mapValues
      case .card: cardValues
      case .favorites: favoritesValues
      case .progress: progressValues
      case .cost: ["cost": searchDuration.map(Self.text) ?? "–"]
      case .switches: settings.values(engines, texts)
      }
    values["isScripted"] = isScripted
    values["t"] = texts.strings
    values["return"] = PageAddress(of: state).path
    return values
  }

  /// The values for the template of the whole page.
  var values: [String: Any] {
    var values: [String: Any] = [
      "title": title, "query": state.query, "queryLength": Self.queryLength,
      "language": texts.language,
    ]
    for fragment in Fragment.allCases { values.merge(self.values(for: fragment)) { _, new in new } }
    return values
  }

  /// The title of the document.
  var title: String {
    let name = state.selectedItem.map { reader.placemark(of: $0).name } ?? state.query
    return name.isEmpty ? texts["title"] : "\(name) – \(texts["title"])"
  }

  /// The largest number of lines in the list, because a long list takes long to render.
  static let longestList = 160

  /// The request for a longer list; `nil` if there is none, or if it would be too long.
  static func more(of completions: SearchCompletions) -> SearchRequest? {
    completions.more.flatMap { ($0.limit ?? .max) <= longestList ? $0 : nil }
  }

  /// The texts in the language of the reader.
  var texts: PageTexts { reader.texts }

  /// The largest number of characters in the search field.
  static let queryLength = SearchRequestFields.textLength

  /// A duration as text.
  static func text(_ duration: Duration) -> String {
    let microseconds = duration / .microseconds(1)
    return switch microseconds {
    case ..<10: String(format: "%.1f µs", microseconds)
    case ..<10_000: String(format: "%.0f µs", microseconds)
    default: String(format: "%.0f ms", microseconds / 1_000)
    }
  }

  /// A number with thousands separators.
  static func text(_ number: Int) -> String {
    var digits = String(number.magnitude)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
  }
}

extension Placemark {
  /// The region and the country, as text.
  var regionText: String {
    [administrativeArea, countryName ?? countryCode].compactMap(\.self).joined(separator: ", ")
  }
}

extension PageView {
  /// The card of a city or of an address.
  var cardValues: [String: Any] {
    var values: [String: Any] = ["query": listText]
    if let item = state.selectedItem {
      var card = card(of: reader.placemark(of: item))
      card["id"] = item.id
      card["place"] = "card"
      card["isFavorite"] = state.favorites.contains(item.id)
      values["card"] = card
    } else if let marker = state.geocoding.selectedMarker {
      var card = card(of: marker.placemark)
      var facts = card["facts"] as? [[String: Any]] ?? []
      facts.append(
        [
          "label": texts[marker.isUncertain ? "perhaps" : "found"],
          "text": marker.confidence.reason,
        ])
      if !marker.unmatchedParts.isEmpty {
        facts.append(
          ["label": texts["notUnderstood"], "text": marker.unmatchedParts.joined(separator: ", ")])
      }
      card["facts"] = facts
      values["card"] = card
    }
    switch state.lookup {
    case .missing(let completion):
      values["cardNote"] = texts["gone", ["name": completion.title]]
    case .failed(_, let error): values["cardFailure"] = "\(error)"
    case .idle, .loading: break
    }
    return values
  }

  private func card(of placemark: Placemark) -> [String: Any] {
    var facts: [[String: Any]] = []
    func add(_ label: String, _ text: String?) {
      if let text { facts.append(["label": label, "text": text]) }
    }
    add(texts["region"], placemark.administrativeArea)
    add(texts["country"], placemark.countryName ?? placemark.countryCode)
    add(texts["population"], placemark.population.map(Self.text))
    add(texts["coordinate"], text(placemark.coordinate))
    var card: [String: Any] = ["name": placemark.name, "facts": facts]
    if let zone = placemark.timeZone, let time = Self.time(in: zone, at: date) {
      card["localTime"] = ["zone": zone, "time": time]
    }
    return card
  }

  /// A coordinate as text.
  func text(_ coordinate: Coordinate, decimals: Int = 4) -> String {
    func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
      texts[
        value < 0 ? negative : positive,
        ["degrees": String(format: "%.\(decimals)f", value.magnitude)]]
    }
    return degrees(coordinate.latitude, "north", "south") + ", "
      + degrees(coordinate.longitude, "east", "west")
  }

  /// The time of day; `nil` if there is no such time zone.
  static func time(in zone: String, at date: Date) -> String? {
    guard let zone = TimeZone(identifier: zone) else { return nil }
    let seconds = Int(date.timeIntervalSince1970.rounded(.down)) + zone.secondsFromGMT(for: date)
    let minutes = (seconds % 86_400 + 86_400) % 86_400 / 60
    return String(format: "%02d:%02d", minutes / 60, minutes % 60)
  }

  /// The largest number of favorites that are shown at once, because a long list takes long to render.
  static let shownFavoriteCount = 100

  /// The favorites that are shown in the list and on the map, at their positions among all of them.
  var shownFavorites: ArraySlice<FavoriteCity> {
    let cities = state.favorites.cities.filter { state.favorites.contains($0.id) }
    // The list may have become shorter.
    let last = max(0, cities.count - 1) / Self.shownFavoriteCount * Self.shownFavoriteCount
    let start = max(0, min(firstFavorite / Self.shownFavoriteCount * Self.shownFavoriteCount, last))
    return cities[start..<min(start + Self.shownFavoriteCount, cities.count)]
  }

  /// The list of favorites, a part at a time.
  var favoritesValues: [String: Any] {
    let shown = shownFavorites
    let (start, end) = (shown.startIndex, shown.endIndex)
    let count = state.favorites.cities.count { state.favorites.contains($0.id) }
    var values: [String: Any] = [
      "hasFavorites": count > 0,
      "favorites": zip(shown.indices, shown).map { position, favorite in
        let isGone = favorite.status == .missing
        let placemark = reader.placemark(of: favorite.mapItem)
        return [
          "id": favorite.id, "name": placemark.name, "place": "favorites",
          "subtitle": placemark.regionText + (isGone ? " · \(texts["noLongerThere"])" : ""),
          "link": PageAddress(query: placemark.name, place: favorite.id).path,
          "moveUp": texts["moveUp", ["name": placemark.name]],
          "moveDown": texts["moveDown", ["name": placemark.name]],
          "isFavorite": true, "canMove": count > 1, "before": position - 1,
          "after": position + 1, "isFirst": position == 0, "isLast": position == count - 1,
        ] as [String: Any]
      },
    ]
    if count > Self.shownFavoriteCount {
      values["isLong"] = true
      values["favoritesRange"] =
        texts[
          "favoritesRange",
          ["first": Self.text(start + 1), "last": Self.text(end), "count": Self.text(count)]]
      if start > 0 { values["earlier"] = ["first": start - Self.shownFavoriteCount] }
      if end < count { values["later"] = ["first": end] }
    }
    switch state.favorites.phase {
    case .failed(let error): values["favoritesFailure"] = "\(error)"
    case .loaded where count == 0:
      values["favoritesNote"] = texts["noFavorites"]
    case .unknown, .loading, .loaded: break
    }
    switch state.favorites.failure {
    case .full(let limit)?:
      values["favoritesFailure"] = texts["favoritesFull", ["count": Self.text(limit)]]
    case let failure?: values["favoritesFailure"] = "\(failure)"
    case nil: break
    }
    if let damage = state.favorites.list?.damage {
      values["favoritesDamage"] =
        damage.lostCount.map { texts["lost", ["lost": $0, "kept": damage.keptCount]] }
        ?? texts["someLost", ["kept": damage.keptCount]]
    }
    return values
  }
}
#endif
