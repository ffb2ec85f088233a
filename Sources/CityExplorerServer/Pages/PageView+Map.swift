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
    let label: String
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
    if let region = state.region { values["region"] = Self.json(Region(region)) }
    values["selected"] = state.selection.map { "\($0)" } ?? state.geocoding.selection
    return values
  }

  /// The markers: first those of the search, then favorites and addresses.
  private var markers: [Marker] {
    let items = state.mapItems
    let ids = Set(items.map(\.id))
    func marker(_ item: MapItem, kind: String) -> Marker {
      let coordinate = item.placemark.coordinate
      return Marker(
        id: "\(item.id)", latitude: coordinate.latitude, longitude: coordinate.longitude,
        label: item.placemark.name, kind: kind, isFavorite: state.favorites.contains(item.id))
    }
    let favorites = shownFavorites.filter { !ids.contains($0.id) }
    let addresses = state.geocoding.markers.map { marker in
      let coordinate = marker.placemark.coordinate
      return Marker(
        id: marker.id, latitude: coordinate.latitude, longitude: coordinate.longitude,
        label: marker.placemark.name, kind: "address")
    }
    return items.map { marker($0, kind: "city") }
      + favorites.map { marker($0.mapItem, kind: "favorite") } + addresses
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
      "failures": shown.map { ["address": "\($0.address)", "reason": "\($0.error)"] },
      "hasAddresses": !geocoding.markers.isEmpty || !shown.isEmpty,
    ]
    let hidden = geocoding.failures.count - shown.count
    if hidden > 0 { values["moreFailures"] = "and \(Self.text(hidden)) more" }
    switch geocoding.progress {
    case .locating(let current, let total):
      values["progress"] = ["current": current, "total": total]
    case .finished(let found, let uncertain, let failed):
      let counts = [(found, "found"), (uncertain, "uncertain"), (failed, "not found")]
      let parts = counts.filter { $0.0 > 0 }.map { "\(Self.text($0.0)) \($0.1)" }
      if !parts.isEmpty { values["addressesNote"] = parts.joined(separator: ", ") }
    case .waiting(let reason, let remaining):
      values["addressesNote"] = "\(reason) \(Self.text(remaining)) left in the queue"
    case .refused(let reason, _), .interrupted(let reason): values["addressesFailure"] = reason
    case .paused(let remaining):
      values["addressesNote"] = "\(Self.text(remaining)) left in the queue"
    case .notStarted: break
    }
    if let failure = addressError ?? geocoding.failure?.description {
      values["addressesFailure"] = failure
    }
    return values
  }

  private static let shownFailureCount = 100
}
#endif
