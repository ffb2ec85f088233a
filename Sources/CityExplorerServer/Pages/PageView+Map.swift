#if Server
import CityGeocoding
import CityFavorites
import CityExplorer
import CitySearch
import CitySession
import Foundation

extension PageView {
  /// A marker in the JSON of the map.
  private struct Marker: Encodable {
    let id: String
    let latitude: Double
    let longitude: Double
    var label: String
    let kind: String
    var isFavorite: Bool?
  }

  private struct Region: Encodable {
    let south: Double
    let west: Double
    let north: Double
    let east: Double

    init(_ region: CoordinateRegion) {
      let (center, span) = (region.center, region.span)
      south = max(center.latitude - span.latitudeDelta / 2, -90)
      north = min(center.latitude + span.latitudeDelta / 2, 90)
      func wrapped(_ longitude: Double) -> Double {
        longitude < -180 ? longitude + 360 : longitude > 180 ? longitude - 360 : longitude
      }
      // West is greater than east where the region crosses the antimeridian.
      let isWhole = span.longitudeDelta >= 360
      west = isWhole ? -180 : wrapped(center.longitude - span.longitudeDelta / 2)
      east = isWhole ? 180 : wrapped(center.longitude + span.longitudeDelta / 2)
    }
  }

  /// The attributes of the map.
  var mapValues: [String: Any] {
    var values: [String: Any] = ["markers": Self.json(markers)]
    // A region that the map itself reported needs no flight.
    if let region = state.region, region != reportedRegion {
      values["region"] = Self.json(Region(region))
    }
    values["selected"] = state.selection.map { "\($0)" } ?? state.geocoding.selection
    values["tiles"] = tiles
    values["mapTexts"] = Self.json(texts.mapValues)
    values["mapLanguages"] = reader.languages.joined(separator: ",")
    if !isScripted { values["still"] = stillValues }
    return values
  }

  /// The map of a page without script: a part of the drawing, with a dot for the chosen place.
  private var stillValues: [String: Any] {
    let placemark =
      state.selectedItem.map { reader.placemark(of: $0) }
      ?? state.geocoding.selectedMarker?.placemark
    guard let placemark else { return ["box": "0 0 7200 3600", "label": texts["map"]] }
    // The units of world.svg; see world.md.
    let x = Int((placemark.coordinate.longitude + 180) * 20)
    let y = Int((90 - placemark.coordinate.latitude) * 20)
    let (width, height) = (900, 450)
    let left = min(max(x - width / 2, 0), 7_200 - width)
    let top = min(max(y - height / 2, 0), 3_600 - height)
    return [
      "box": "\(left) \(top) \(width) \(height)", "label": "\(texts["map"]): \(placemark.name)",
      "place": ["x": x, "y": y, "textY": y - 16, "name": placemark.name] as [String: Any],
    ]
  }

  /// The markers: first those of the search, then favorites and addresses.
  private var markers: [Marker] {
    let items = state.mapItems
    let ids = Set(items.map(\.id))
    func marker(_ item: MapItem, kind: String) -> (marker: Marker, placemark: Placemark) {
      let placemark = reader.placemark(of: item)
      let coordinate = placemark.coordinate
      return (
        Marker(
          id: "\(item.id)", latitude: coordinate.latitude, longitude: coordinate.longitude,
          label: placemark.name, kind: kind, isFavorite: state.favorites.contains(item.id)),
        placemark
      )
    }
    let favorites = shownFavorites.filter { !ids.contains($0.id) }
    let addresses = state.geocoding.markers.map { marker in
      let coordinate = marker.placemark.coordinate
      return Marker(
        id: marker.id, latitude: coordinate.latitude, longitude: coordinate.longitude,
        label: marker.placemark.name, kind: "address")
    }
    let cities =
      items.map { marker($0, kind: "city") }
      + favorites.map { marker($0.mapItem, kind: "favorite") }
    return toldApart(cities) + addresses
  }

  /// Markers with labels of their own: equal names get the region behind them, and if that is not enough,
  /// the coordinate.
  private func toldApart(_ cities: [(marker: Marker, placemark: Placemark)]) -> [Marker] {
    var markers = cities.map(\.marker)
    for addition in [
      { (placemark: Placemark) in placemark.administrativeArea ?? placemark.countryName },
      { (placemark: Placemark) in text(placemark.coordinate, decimals: 2) },
    ] {
      let counts = Dictionary(markers.map { ($0.label, 1) }, uniquingKeysWith: +)
      for position in markers.indices where counts[markers[position].label, default: 0] > 1 {
        guard let text = addition(cities[position].placemark) else { continue }
        markers[position].label += ", \(text)"
      }
    }
    return markers
  }

  static func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
      preconditionFailure("coordinates and texts must be encodable")
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// The progress of the queue, and the addresses that were not found.
  var progressValues: [String: Any] {
    let geocoding = state.geocoding
    let shown = geocoding.failures.prefix(Self.shownFailureCount)
    var values: [String: Any] = [
      "hasFailures": !shown.isEmpty,
      "failures": shown.map { ["address": "\($0.address)", "reason": reason($0.error)] },
      "hasAddresses": !geocoding.markers.isEmpty || !shown.isEmpty,
    ]
    let hidden = geocoding.failures.count - shown.count
    if hidden > 0 { values["moreFailures"] = texts["andMore", ["count": Self.text(hidden)]] }
    let found = geocoding.markers.prefix(Self.shownFailureCount)
    values["hasFound"] = !found.isEmpty
    values["found"] = found.map { marker -> [String: Any] in
      var line: [String: Any] = [
        "id": marker.id, "address": marker.placemark.name,
        "confidence": texts["confidence", ["score": marker.confidence]],
        "isUncertain": marker.isUncertain,
      ]
      if !marker.unmatchedParts.isEmpty {
        line["unmatched"] = marker.unmatchedParts.joined(separator: ", ")
      }
      return line
    }
    if geocoding.markers.count > found.count {
      let count = geocoding.markers.count - found.count
      values["moreFound"] = texts["andMore", ["count": Self.text(count)]]
    }
    switch geocoding.progress {
    case .locating(let current, let total):
      values["progress"] =
        [
          "current": current, "total": total,
          "text": texts["progress", ["count": Self.text(current), "total": Self.text(total)]],
        ] as [String: Any]
    case .finished(let found, let uncertain, let failed):
      let counts = [(found, "countFound"), (uncertain, "countUncertain"), (failed, "countFailed")]
      let parts = counts.filter { $0.0 > 0 }.map { texts[$0.1, ["count": Self.text($0.0)]] }
      if !parts.isEmpty { values["addressesNote"] = parts.joined(separator: ", ") }
    case .waiting(let reason, let remaining):
      values["addressesNote"] = "\(reason) \(texts["left", ["count": Self.text(remaining)]])"
    case .refused(let reason, _), .interrupted(let reason): values["addressesFailure"] = reason
    case .paused(let remaining):
      values["addressesNote"] = texts["left", ["count": Self.text(remaining)]]
    case .notStarted: break
    }
    if let failure = addressError ?? geocoding.failure?.description {
      values["addressesFailure"] = failure
    }
    return values
  }

  private func reason(_ error: GeocodingError) -> String {
    if case .noResult = error { texts["noResult"] } else { "\(error)" }
  }

  private static let shownFailureCount = 100
}
#endif
