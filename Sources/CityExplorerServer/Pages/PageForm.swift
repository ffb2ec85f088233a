#if Server
import CitySearch
import CitySession
import Hummingbird

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
  var first: String?
  var lines: String?
  var engine: String?
  var order: String?
  /// The middle of the map, and how much of the world it shows, in degrees.
  var latitude: String?
  var longitude: String?
  var height: String?
  var width: String?
  /// The path to redirect to, without a script.
  var `return`: String?

  /// The action that the form describes.
  ///
  /// - Throws: `HTTPError` with 400 if a field is missing or malformed.
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
    case "favorites": return .favoritesShown(from: try Self.number(first, "first"))
    case "switch":
      // The page has no choice of engines unless the server offers them.
      guard let engine = engine.map({ Engine(rawValue: $0) }) ?? SearchSettings().engine,
        let order = SearchSettings.Order(rawValue: order ?? "")
      else { throw HTTPError(.badRequest, message: Self.unknownSettings) }
      return .switched(SearchSettings(engine: engine, order: order))
    case "here":
      guard
        let center = Coordinate(
          validatingLatitude: try Self.decimal(latitude, "latitude"),
          longitude: try Self.decimal(longitude, "longitude")),
        let span = CoordinateRegion.Span(
          validatingLatitudeDelta: try Self.decimal(height, "height"),
          longitudeDelta: try Self.decimal(width, "width"))
      else { throw HTTPError(.badRequest, message: "The region must be one of the earth.") }
      return .searchedHere(CoordinateRegion(center: center, span: span))
    case "star":
      return .kept(
        .starred(try Self.number(id, "id"), isFavorite: try Self.present(on, "on") == "true"))
    case "move":
      return .kept(.moved(try Self.number(id, "id"), to: try Self.number(to, "to")))
    case "addresses": return .kept(.addressesPasted(try Self.present(lines, "lines")))
    case "retry-addresses": return .kept(.addressesRetried)
    case "forget-addresses": return .kept(.addressesForgotten)
    default:
      throw HTTPError(
        .badRequest,
        message: "The field 'action' must have a value of the page, got '\(action.prefix(50))'.")
    }
  }

  /// Why settings are refused.
  static let unknownSettings = "The fields 'engine' and 'order' must have values of the page."

  /// The path to redirect to without a script; only addresses of the page are allowed.
  var returnPath: String {
    guard let path = `return`, path.hasPrefix("/?"),
      path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return "/" }
    return path
  }

  private func query(upTo limit: Int) throws -> String {
    try Self.checked(q ?? "", upTo: limit)
  }

  /// Checks the length of a text of the search field.
  ///
  /// - Throws: `HTTPError` with 400 if it is too long.
  static func checked(_ query: String, upTo limit: Int) throws -> String {
    // Code points, because a character can have any number of them.
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

  private static func decimal(_ text: String?, _ name: String) throws -> Double {
    let text = try present(text, name)
    guard text.utf8.allSatisfy({ "0123456789.-+e".utf8.contains($0) }), let number = Double(text)
    else { throw HTTPError(.badRequest, message: "The field '\(name)' must be a number.") }
    return number
  }

  private static func number<Number: LosslessStringConvertible>(
    _ text: String?, _ name: String
  ) throws -> Number {
    guard let number = Number(try present(text, name)) else {
      throw HTTPError(.badRequest, message: "The field '\(name)' must be a whole number.")
    }
    return number
  }
}
#endif
