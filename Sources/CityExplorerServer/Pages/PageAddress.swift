#if Server
import CityExplorer
import CitySearch
import Foundation

/// What the address of a page says: the text in the field, and the place whose card is shown.
struct PageAddress: Sendable, Hashable {
  var query = ""
  var place: City.ID?

  init(query: String = "", place: City.ID? = nil) {
    self.query = query
    self.place = place
  }

  /// The address of what a page shows.
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

  /// As browsers encode the values of a form, but for blanks.
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._*")
}
#endif
