#if Server
import CityExplorer
import CitySearch
import CitySession
import Foundation
import RemoteCitySearch

/// What a page shows at one moment, as values for templates.
struct PageView {
  let state: ExplorerState
  var settings = SearchSettings()
  /// How long the newest search took; `nil` before the first.
  var searchDuration: Duration?
  /// What is wrong with what a person did last.
  var complaint: String?
  /// Whether a script keeps the page up to date; else it has links in place of options.
  var isScripted = true
  /// Whether another engine is being made.
  var isSwitching = false
  var date = Date()

  /// The parts of a page that are replaced when they change.
  ///
  /// The raw value is the name of the template.
  enum Fragment: String, CaseIterable, Sendable {
    case results, card, map, favorites, progress, cost, switches
  }

  /// What the template of a part is given.
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

  /// What the template of the whole page is given.
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

  /// The most characters of the text in the field.
  static let queryLength = SearchRequestFields.textLength

  /// A short time, as people read it.
  static func text(_ duration: Duration) -> String {
    let microseconds = duration / .microseconds(1)
    return switch microseconds {
    case ..<10: String(format: "%.1f µs", microseconds)
    case ..<10_000: String(format: "%.0f µs", microseconds)
    default: String(format: "%.0f ms", microseconds / 1_000)
    }
  }

  /// A number with commas, as people read it.
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
  /// Where the place lies, in words.
  var regionText: String {
    [administrativeArea, countryName ?? countryCode].compactMap(\.self).joined(separator: ", ")
  }
}
#endif
