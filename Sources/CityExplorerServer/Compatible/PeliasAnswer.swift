#if Server
import CitySearch
import Hummingbird
import JSONText
import RemoteSearch

/// What Pelias repeats of a request in its answer.
struct PeliasQuery {
  var text: String?
  /// The fields of an address, by Pelias' names of its parsed parts.
  var fields: [(name: StaticString, text: String)] = []
  var ids: [City.ID]?
  var size: Int?
}

/// A place of an answer.
struct PeliasPlace {
  let city: City
  /// How certain it is; `nil` for a place that was asked for by its id.
  var found: FoundCity?
  /// How far it is from the coordinate of the request, in meters.
  var distance: Double?
}

/// Writes answers in the form of Pelias: GeoJSON with a member `geocoding`.
struct PeliasAnswer {
  let gazetteer: Gazetteer
  let reader: Reader?

  /// The answer with some places.
  func response(_ places: [PeliasPlace], to query: PeliasQuery) -> Response {
    Response(
      mediaType: "application/json",
      Self.collection(of: places.map(\.city.coordinate), query) {
        for place in places { write(place, to: &$0) }
      })
  }

  /// The answer with an error, which clients of Pelias read from `geocoding`.
  static func response(_ error: ServiceError) -> Response {
    Response(
      status: HTTPResponse.Status(code: error.status), mediaType: "application/json",
      collection(of: [], PeliasQuery(), errors: [error.message]) { _ in })
  }

  /// A collection of features at some points, which a closure writes.
  private static func collection(
    of points: [Coordinate], _ query: PeliasQuery, errors: [String] = [],
    _ features: (inout JSONText) -> Void
  ) -> [UInt8] {
    var text = JSONText()
    text.object {
      $0.key("geocoding")
      $0.object {
        $0.peliasVersion()
        $0.key("query")
        $0.object { $0.members(of: query) }
        if !errors.isEmpty {
          $0.key("errors")
          $0.array { for error in errors { $0.value(error) } }
        }
      }
      $0.member("type", "FeatureCollection")
      $0.key("features")
      $0.array(features)
      $0.boundingBox(of: points)
    }
    return text.bytes
  }

  private func write(_ place: PeliasPlace, to text: inout JSONText) {
    let city = place.city
    let feature = CityFeature(city, in: gazetteer, for: reader)
    let name = feature.localName ?? city.name
    text.object {
      $0.member("type", "Feature")
      $0.geometry(city.coordinate)
      $0.key("properties")
      $0.object {
        $0.member("id", String(city.id))
        $0.member("gid", "geonames:locality:\(city.id)")
        $0.member("layer", "locality")
        $0.member("source", "geonames")
        $0.member("source_id", String(city.id))
        $0.member("name", name)
        if let found = place.found {
          $0.member("confidence", found.confidence)
          $0.member("match_type", found.isExact ? "exact" : "fallback")
        }
        $0.member("accuracy", "centroid")
        // In kilometers.
        $0.member("distance", place.distance.map { ($0.rounded() / 1_000) })
        $0.member("country", feature.country)
        $0.member("country_a", city.countryCode.alpha3)
        if !city.countryCode.isEmpty {
          $0.member("country_code", city.countryCode.description)
        }
        $0.member("region", feature.division)
        $0.member("region_a", city.divisionAbbreviation)
        $0.member("county", feature.county)
        $0.member("locality", name)
        $0.member(
          "label",
          [name, feature.division, feature.country].compactMap { $0 }
            .joined(separator: ", "))
      }
    }
  }
}

extension JSONText {
  /// Writes the version of the form, and whose data it is.
  fileprivate mutating func peliasVersion() {
    member("version", "0.2")
    member("attribution", "Data by GeoNames, https://www.geonames.org, CC BY 4.0")
  }

  fileprivate mutating func members(of query: PeliasQuery) {
    member("text", query.text)
    if !query.fields.isEmpty {
      key("parsed_text")
      object { for field in query.fields { $0.member(field.name, field.text) } }
    }
    if let ids = query.ids {
      key("ids")
      array {
        for id in ids {
          $0.object {
            $0.member("source", "geonames")
            $0.member("layer", "locality")
            $0.member("id", String(id))
          }
        }
      }
    }
    if let size = query.size { member("size", size) }
  }

  /// Writes the edges of the area of some points, in the order of GeoJSON; nothing without a point.
  fileprivate mutating func boundingBox(of points: [Coordinate]) {
    guard let first = points.first else { return }
    var (south, west, north, east) = (
      first.latitude, first.longitude, first.latitude, first.longitude
    )
    for point in points.dropFirst() {
      (south, north) = (min(south, point.latitude), max(north, point.latitude))
      (west, east) = (min(west, point.longitude), max(east, point.longitude))
    }
    key("bbox")
    array { for edge in [west, south, east, north] { $0.value(edge) } }
  }
}
#endif
