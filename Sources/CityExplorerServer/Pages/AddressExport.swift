#if Server
import CityExplorer
import CityGeocoding
import CitySearch
import CitySession
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The found addresses of a visitor as a file: `GET /addresses.csv` and `GET /addresses.geojson`.
enum AddressExport: String, CaseIterable, Sendable {
  case csv, geojson

  var type: String {
    switch self {
    case .csv: "text/csv; charset=utf-8"
    case .geojson: "application/geo+json"
    }
  }

  /// The answer with the file.
  func response(_ addresses: ExplorerState.Geocoding) -> Response {
    let text =
      switch self {
      case .csv: Self.csv(addresses)
      case .geojson: PageView.json(Collection(addresses))
      }
    return Response(
      status: .ok,
      headers: [
        .contentType: type, .cacheControl: "private, no-store",
        .contentDisposition: "attachment; filename=\"addresses.\(rawValue)\"",
        .xContentTypeOptions: "nosniff",
      ], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  /// A table with a line for each address, those that were not found at the end.
  private static func csv(_ addresses: ExplorerState.Geocoding) -> String {
    var lines = ["address,latitude,longitude,confidence,uncertain,not_understood,error"]
    for marker in addresses.markers {
      let coordinate = marker.placemark.coordinate
      lines.append(
        [
          cell(marker.placemark.name), "\(coordinate.latitude)", "\(coordinate.longitude)",
          "\(marker.confidence)", "\(marker.isUncertain)",
          cell(marker.unmatchedParts.joined(separator: ", ")), "",
        ].joined(separator: ","))
    }
    for failure in addresses.failures {
      lines.append("\(cell("\(failure.address)")),,,,,,\(cell("\(failure.error)"))")
    }
    // A byte order mark, without which spreadsheets take UTF-8 for another encoding.
    return "\u{FEFF}" + lines.map { $0 + "\r\n" }.joined()
  }

  /// A text as a cell; spreadsheets must not take it for a formula.
  static func cell(_ text: String) -> String {
    let isFormula =
      text.unicodeScalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
    return "\"" + (isFormula ? "'" : "") + text.replacing("\"", with: "\"\"") + "\""
  }

  /// GeoJSON, by RFC 7946.
  private struct Collection: Encodable {
    let type = "FeatureCollection"
    let features: [Feature]

    init(_ addresses: ExplorerState.Geocoding) {
      features = addresses.markers.map { marker in
        let coordinate = marker.placemark.coordinate
        return Feature(
          geometry: Geometry(coordinates: [coordinate.longitude, coordinate.latitude]),
          properties: Properties(
            address: marker.placemark.name, confidence: marker.confidence.score,
            uncertain: marker.isUncertain, notUnderstood: marker.unmatchedParts))
      }
    }
  }

  private struct Feature: Encodable {
    let type = "Feature"
    let geometry: Geometry
    let properties: Properties
  }

  private struct Geometry: Encodable {
    let type = "Point"
    let coordinates: [Double]
  }

  private struct Properties: Encodable {
    let address: String
    let confidence: Double
    let uncertain: Bool
    let notUnderstood: [String]
  }
}
#endif
