#if Server
import CityExplorer
import CitySearch
import CitySession
import Foundation
import RemoteCitySearch

/// The state of a page as values for templates.
struct PageView {
  let state: ExplorerState
  var settings = SearchSettings()
  /// The duration of the latest search; `nil` before the first one.
  var searchDuration: Duration?
  /// Why the latest change of addresses failed.
  var addressError: String?
  /// Whether a script updates the page; without one, completions are links.
  var isScripted = true
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
      case .switches: settings.values
      }
    values["isScripted"] = isScripted
    values["return"] = PageAddress(of: state).path
    return values
  }

  /// The values for the template of the whole page.
  var values: [String: Any] {
    var values: [String: Any] = [
      "title": title, "query": state.query, "queryLength": Self.queryLength,
    ]
    for fragment in Fragment.allCases { values.merge(self.values(for: fragment)) { _, new in new } }
    return values
  }

  /// The title of the document.
  var title: String {
    let name = state.selectedItem?.placemark.name ?? state.query
    return name.isEmpty ? "City Explorer" : "\(name) – City Explorer"
  }

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
#endif
