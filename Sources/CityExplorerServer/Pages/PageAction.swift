#if Server
import CitySearch
import Hummingbird

/// What somebody did on a page, as a form or a script sends it.
enum PageAction: Sendable, Equatable {
  /// The text in the field is another; texts can overtake each other, so they are numbered.
  case typed(String, number: Int)
  /// The browser went back or forth to an address of this page.
  case visited(PageAddress, number: Int)
  /// A line of the list was chosen.
  case chosen(key: String)
  case markerSelected(id: String)
  case closed
  case more
  case retried
  case switched(SearchSettings)
  case favoriteSelected(City.ID)
  /// What can be done without a script, too.
  case kept(VisitorAction)

  /// The key of a line that stands for a place known from elsewhere.
  static func key(ofPlace id: City.ID) -> String { "place:\(id)" }
}

/// A change of what a visitor keeps.
enum VisitorAction: Sendable, Equatable {
  case starred(City.ID, isFavorite: Bool)
  case moved(City.ID, to: Int)
  case addressesPasted(String)
  case addressesRetried
  case addressesForgotten
}

/// The fields of the forms on a page.
struct PageForm: Decodable {
  var action: String
  /// The page that the form is on; absent without a script.
  var page: String?
  var id: String?
  var on: String?
  var to: String?
  var q: String?
  var place: String?
  var number: String?
  var key: String?
  var lines: String?
  var engine: String?
  var order: String?
  /// Where to go afterwards, without a script.
  var `return`: String?

  /// What was done.
  ///
  /// - Throws: 400 with a sentence, if a field is missing or makes no sense.
  func pageAction(queryLength: Int) throws -> PageAction {
    switch action {
    case "type":
      return .typed(try query(upTo: queryLength), number: try Self.number(number, "number"))
    case "visit":
      let address = PageAddress(
        query: try query(upTo: queryLength), place: try place.map { try Self.number($0, "place") })
      return .visited(address, number: try Self.number(number, "number"))
    case "choose": return .chosen(key: try Self.present(key, "key"))
    case "marker": return .markerSelected(id: try Self.present(id, "id"))
    case "close": return .closed
    case "more": return .more
    case "retry": return .retried
    case "favorite": return .favoriteSelected(try Self.number(id, "id"))
    case "switch":
      guard let engine = Engine(rawValue: engine ?? ""),
        let order = SearchSettings.Order(rawValue: order ?? "")
      else { throw HTTPError(.badRequest, message: "There is no such engine or order.") }
      return .switched(SearchSettings(engine: engine, order: order))
    case "star":
      return .kept(
        .starred(try Self.number(id, "id"), isFavorite: try Self.present(on, "on") == "true"))
    case "move":
      return .kept(.moved(try Self.number(id, "id"), to: try Self.number(to, "to")))
    case "addresses": return .kept(.addressesPasted(try Self.present(lines, "lines")))
    case "retry-addresses": return .kept(.addressesRetried)
    case "forget-addresses": return .kept(.addressesForgotten)
    default: throw HTTPError(.badRequest, message: "There is no action '\(action)'.")
    }
  }

  /// Where to go without a script: an address of the page, and nowhere else.
  var returnPath: String {
    guard let path = `return`, path.hasPrefix("/?"),
      path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return "/" }
    return path
  }

  private func query(upTo limit: Int) throws -> String {
    try Self.checked(q ?? "", upTo: limit)
  }

  /// A text of the search field.
  ///
  /// - Throws: 400, if it is too long.
  static func checked(_ query: String, upTo limit: Int) throws -> String {
    // Code points, since a character can have any number of them.
    let count = query.unicodeScalars.count
    guard count <= limit else {
      throw HTTPError(
        .badRequest, message: "The text must have at most \(limit) characters, got \(count).")
    }
    return query
  }

  private static func present(_ text: String?, _ name: String) throws -> String {
    guard let text else { throw HTTPError(.badRequest, message: "The field '\(name)' is missing.") }
    return text
  }

  private static func number(_ text: String?, _ name: String) throws -> Int {
    guard let number = Int(try present(text, name)) else {
      throw HTTPError(.badRequest, message: "The field '\(name)' must be a whole number.")
    }
    return number
  }
}
#endif
