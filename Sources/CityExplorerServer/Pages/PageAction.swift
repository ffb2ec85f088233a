#if Server
import CityExplorer
import CitySearch
import CitySession
import Foundation

/// An action on a page, sent by a form or by the script.
enum PageAction: Sendable, Equatable {
  /// The text in the field changed; texts are numbered, because requests can arrive out of order.
  case typed(String, number: Int)
  /// The browser navigated back or forward to an address of this page.
  case visited(PageAddress, number: Int)
  /// A completion was chosen.
  case chosen(key: String)
  case markerSelected(id: String)
  case closed
  case more
  case retried
  case switched(SearchSettings)
  /// "Search here" was tapped: the search prefers cities near the middle of the region of the map.
  case searchedHere(CoordinateRegion)
  case favoriteSelected(City.ID)
  /// Another part of a long list of favorites is shown.
  case favoritesShown(from: Int)
  /// A change of favorites or addresses, which also works without a script.
  case kept(VisitorAction)

  /// The key of a recent place or a favorite in the list.
  static func key(ofPlace id: City.ID) -> String { "place:\(id)" }
}

/// A change of a visitor's favorites or addresses.
enum VisitorAction: Sendable, Equatable {
  case starred(City.ID, isFavorite: Bool)
  case moved(City.ID, to: Int)
  case addressesPasted(String)
  case addressesRetried
  case addressesForgotten
}

/// The address of a page: the text in the field, and the place whose card is shown.
struct PageAddress: Sendable, Hashable {
  var query = ""
  var place: City.ID?

  init(query: String = "", place: City.ID? = nil) {
    self.query = query
    self.place = place
  }

  /// The address of a state.
  init(of state: ExplorerState) {
    self.init(query: state.query, place: state.selection)
  }

  /// The path with its query: `/?q=rome&place=3169070`.
  var path: String {
    var items: [String] = []
    if !query.isEmpty { items.append("q=\(Self.encoded(query))") }
    if let place { items.append("place=\(place)") }
    return items.isEmpty ? "/" : "/?" + items.joined(separator: "&")
  }

  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  /// The characters that browsers leave unencoded in forms.
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._*")
}
#endif
