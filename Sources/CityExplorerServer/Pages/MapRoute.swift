#if Server
import CitySearch
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The cities of the map, by tiles of Mercator's projection: `GET /map/ZOOM/COLUMN/ROW?lang=`.
///
/// The answer of a tile has its most populous cities, so a map shows more cities when it is zoomed in.
struct MapRoute: Sendable {
  private let context: PageContext
  private let tag: EntityTag

  /// The largest number of cities in a tile.
  static let tileCapacity = 14
  /// The zoom of the smallest tiles.
  static let largestZoom = 16

  /// A city in the JSON of a tile.
  private struct Place: Encodable {
    let id: City.ID
    let name: String
    let latitude: Double
    let longitude: Double
    let population: Int
  }

  private struct Query: Decodable {
    var lang: String?
  }

  static func add(to router: Router<ServerRequestContext>, context: PageContext) {
    let route = MapRoute(context: context, tag: EntityTag(of: context.gazetteer))
    router.get("/map/:zoom/:column/:row") { request, requestContext in
      func number(_ name: String) throws -> Int {
        let text = try requestContext.parameters.require(name)
        guard text.utf8.count <= 8, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
          let number = Int(text)
        else { throw HTTPError(.badRequest, message: "A tile must have three whole numbers.") }
        return number
      }
      let tile = (try number("zoom"), try number("column"), try number("row"))
      guard let area = rectangle(zoom: tile.0, column: tile.1, row: tile.2) else {
        throw HTTPError(
          .badRequest,
          message:
            "There is no tile \(tile.0)/\(tile.1)/\(tile.2); the largest zoom is \(largestZoom).")
      }
      return try route.answer(to: request, area)
    }
  }

  private func answer(to request: Request, _ area: CoordinateRectangle) throws -> Response {
    let query = try? URLEncodedFormDecoder().decode(Query.self, from: request.uri.query ?? "")
    let languages = (query?.lang ?? "").prefix(200).split(separator: ",").prefix(8).map(String.init)
    // The languages are part of the address, so the tag need not have them.
    return tag.answer(request, for: nil) {
      let places = context.gazetteer.cities(in: area, limit: Self.tileCapacity).map { city in
        Place(
          id: city.id, name: context.gazetteer.name(of: city, in: languages),
          latitude: city.coordinate.latitude, longitude: city.coordinate.longitude,
          population: city.population)
      }
      return Response(
        status: .ok, headers: [.contentType: "application/json; charset=utf-8"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: PageView.json(places))))
    }
  }

  /// The rectangle of a tile; `nil` if there is no such tile.
  static func rectangle(zoom: Int, column: Int, row: Int) -> CoordinateRectangle? {
    guard 0...largestZoom ~= zoom, 0..<(1 << zoom) ~= column, 0..<(1 << zoom) ~= row else {
      return nil
    }
    let count = Double(1 << zoom)
    func latitude(_ row: Int) -> Double {
      atan(sinh(.pi * (1 - 2 * Double(row) / count))) * 180 / .pi
    }
    func longitude(_ column: Int) -> Double { Double(column) / count * 360 - 180 }
    // What lies beyond Mercator's edges is drawn at them.
    return CoordinateRectangle(
      validatingSouth: row + 1 == 1 << zoom ? -90 : latitude(row + 1), west: longitude(column),
      north: row == 0 ? 90 : latitude(row), east: longitude(column + 1))
  }
}
#endif
