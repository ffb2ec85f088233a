package import CitySearch
package import JSONText
internal import Foundation

/// A city in GeoJSON, with its match.
///
/// ```json
/// {"type":"Feature","id":2867714,
///  "geometry":{"type":"Point","coordinates":[11.57549,48.13743]},
///  "properties":{"id":2867714,"name":"Munich","matchedName":"München",…}}
/// ```
package struct CityFeature: Sendable, Hashable {
  package var city: City
  /// The name of the city in the language of the reader; `nil` if that is its own.
  package var localName: String?
  /// The name of the first-level division; `nil` if it is unknown.
  package var division: String?
  /// The name of the smallest division below the first level; `nil` if it is unknown.
  package var county: String?
  /// The name of the country, in the language of the reader if that is known; `nil` if there is none.
  package var country: String?
  /// The name of the time zone in the IANA database; `nil` if it is unknown.
  package var timeZone: String?
  /// The matched name, for a search by name.
  package var name: MatchedName?
  /// The matched regions behind the name.
  package var regions: [MatchedRegion] = []
  /// How well the matched name fits; `nil` for an exact match.
  package var grade: MatchGrade?
  /// The distance in meters, for a search by coordinate.
  package var distance: Double?
  /// The parts of an address that were not understood; `nil` if the text was read as no address.
  package var unmatchedParts: [String]?

  package init(
    _ city: City, localName: String? = nil, division: String?, country: String?,
    timeZone: String?, name: MatchedName? = nil, regions: [MatchedRegion] = [],
    distance: Double? = nil
  ) {
    self.city = city
    self.localName = localName
    self.division = division
    self.country = country
    self.timeZone = timeZone
    self.name = name
    self.regions = regions
    self.distance = distance
  }
}

extension CityFeature {
  /// Creates the feature of a city of a gazetteer.
  ///
  /// - Parameters:
  ///   - city: The city.
  ///   - gazetteer: The gazetteer.
  ///   - row: The row of the city; `nil` to look it up.
  ///   - reader: Whose languages the names are in; `nil` for the names of the gazetteer.
  package init(
    _ city: City, in gazetteer: Gazetteer, atRow row: CityRow? = nil, for reader: Reader? = nil
  ) {
    let row = row ?? gazetteer.row(ofID: city.id)
    self.init(
      city, localName: reader?.name(of: city, atRow: row),
      division: row.flatMap { gazetteer.divisionName(atRow: $0) },
      country: reader.map { $0.countryName(of: city.countryCode) }
        ?? row.flatMap { gazetteer.countryName(atRow: $0) },
      timeZone: row.flatMap { gazetteer.timeZone(atRow: $0) })
    county = row.flatMap { gazetteer.subdivisionName(atRow: $0) }
  }

  /// Takes over what a search found out about the name.
  package mutating func take(_ match: CityMatch) {
    name = match.matchedName
    regions = match.regions
    grade = match.grade == .exact ? nil : match.grade
    if let address = match.address {
      unmatchedParts = address.unmatchedParts
      distance = address.distance
    }
  }

  /// Writes the feature.
  package func write(to text: inout JSONText) {
    text.object {
      $0.member("type", "Feature")
      $0.member("id", city.id)
      $0.geometry(city.coordinate)
      $0.key("properties")
      $0.object { writeProperties(to: &$0) }
    }
  }

  private func writeProperties(to text: inout JSONText) {
    text.member("id", city.id)
    text.member("name", localName ?? city.name)
    // The own name identifies the city to clients that compare names.
    if localName != nil { text.member("ownName", city.name) }
    if let name {
      text.member("matchedName", name.text)
      text.member("isOwnName", name.isOwn)
      text.member("kind", name.kind.rawValue)
      text.member("edits", name.edits)
      text.member("grade", grade?.rawValue)
      text.highlight(name.highlight, in: name.text)
    }
    text.member("division", division)
    if !city.divisionCode.isEmpty { text.member("divisionCode", city.divisionCode.description) }
    text.member("county", county)
    text.member("country", country)
    if !city.countryCode.isEmpty { text.member("countryCode", city.countryCode.description) }
    text.member("population", city.population)
    text.member("timeZone", timeZone)
    text.member("distance", distance)
    if let unmatchedParts {
      text.key("unmatched")
      text.array { for part in unmatchedParts { $0.value(part) } }
    }
    guard !regions.isEmpty else { return }
    text.key("matchedRegions")
    text.array {
      for region in regions {
        $0.object {
          $0.member("name", region.name)
          $0.member("countryCode", region.countryCode.description)
          if let code = region.divisionCode { $0.member("divisionCode", code.description) }
          $0.highlight(region.highlight, in: region.name)
        }
      }
    }
  }
}

extension JSONText {
  /// Writes the geometry of a feature.
  package mutating func geometry(_ coordinate: Coordinate) {
    key("geometry")
    object {
      $0.member("type", "Point")
      $0.key("coordinates")
      $0.array {
        $0.value(coordinate.longitude)
        $0.value(coordinate.latitude)
      }
    }
  }

  /// Writes the highlight of a name, in UTF-16 code units and in characters (grapheme clusters),
  /// each as location and length.
  fileprivate mutating func highlight(_ range: HighlightRange, in name: String) {
    key("highlight")
    object {
      $0.member("utf16", range.location, range.length)
      if name.isPrintableASCII, range.length <= name.utf8.count - range.location {
        // Each character is one code unit, and finding their limits takes longer than all else here.
        $0.member("characters", range.location, range.length)
      } else if let marked = range.range(in: name) {
        $0.member(
          "characters", name.distance(from: name.startIndex, to: marked.lowerBound),
          name[marked].count)
      } else {
        // A range outside of its name marks nothing.
        $0.member("characters", 0, 0)
      }
    }
  }

  private mutating func member(_ key: StaticString, _ one: Int, _ two: Int) {
    self.key(key)
    array {
      $0.value(one)
      $0.value(two)
    }
  }
}

extension String {
  /// Whether all characters are of ASCII, and none is a control character, which may join another one.
  fileprivate var isPrintableASCII: Bool {
    let bytes = utf8.span
    for position in bytes.indices where !(0x20..<0x7F).contains(bytes[position]) { return false }
    return true
  }
}

extension CityFeature: Decodable {
  private struct Geometry: Decodable {
    let coordinates: [Double]
  }

  private struct Highlight: Decodable {
    let utf16: [Int]

    func range() throws(InvalidMatch) -> HighlightRange {
      guard utf16.count == 2,
        let range = HighlightRange(validatingLocation: utf16[0], length: utf16[1])
      else { throw InvalidMatch("highlight", mustBe: "two numbers of at least 0", got: utf16) }
      return range
    }
  }

  /// A code, which is a text in JSON.
  private struct Code<Value: LosslessStringConvertible>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
      value = try CityFeature.value(from: decoder, Value.init)
    }
  }

  /// One of some words, which is a text in JSON.
  private struct Word<Value: RawRepresentable<String>>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
      value = try CityFeature.value(from: decoder, Value.init(rawValue:))
    }
  }

  /// The value that a text in JSON stands for.
  private static func value<Value>(
    from decoder: any Decoder, _ make: (String) -> Value?
  ) throws -> Value {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = make(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "must be a \(Value.self), got \(text.debugDescription)")
    }
    return value
  }

  private struct Region: Decodable {
    let name: String
    let countryCode: Code<CountryCode>
    let divisionCode: Code<DivisionCode>?
    let highlight: Highlight
  }

  private struct Properties: Decodable {
    let id: City.ID
    let name: String
    let ownName: String?
    let matchedName: String?
    let isOwnName: Bool?
    let kind: Word<NameKind>?
    let edits: Int?
    let grade: Word<MatchGrade>?
    let highlight: Highlight?
    let division: String?
    let divisionCode: Code<DivisionCode>?
    let county: String?
    let country: String?
    let countryCode: Code<CountryCode>?
    let population: Int
    let timeZone: String?
    let distance: Double?
    let unmatched: [String]?
    let matchedRegions: [Region]?
  }

  private enum CodingKeys: CodingKey { case geometry, properties }

  /// Decodes a feature; unknown members are ignored.
  ///
  /// - Throws: `DecodingError`, or `InvalidMatch` for a number that no server of this service sends.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let place = try container.decode(Geometry.self, forKey: .geometry).coordinates
    guard place.count == 2,
      let coordinate = Coordinate(validatingLatitude: place[1], longitude: place[0])
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .geometry, in: container,
        debugDescription: "coordinates must be a longitude and a latitude in degrees, got \(place)")
    }
    let properties = try container.decode(Properties.self, forKey: .properties)
    guard SearchRequestFields.ids.contains(properties.id) else {
      throw InvalidMatch("id", mustBe: "from 0 to \(UInt32.max)", got: properties.id)
    }
    if let distance = properties.distance, distance < 0 {
      throw InvalidMatch("distance", mustBe: "at least 0", got: distance)
    }
    self.init(
      City(
        id: properties.id, name: properties.ownName ?? properties.name,
        countryCode: properties.countryCode?.value ?? .none,
        divisionCode: properties.divisionCode?.value ?? .none, coordinate: coordinate,
        population: properties.population),
      localName: properties.ownName.map { _ in properties.name },
      division: properties.division, country: properties.country, timeZone: properties.timeZone,
      name: try properties.matchedName.map { text in
        MatchedName(
          text, kind: properties.kind?.value ?? .own, isOwn: properties.isOwnName ?? true,
          highlight: try properties.highlight?.range() ?? .empty, edits: properties.edits ?? 0)
      },
      regions: try (properties.matchedRegions ?? []).map { region in
        MatchedRegion(
          name: region.name, countryCode: region.countryCode.value,
          divisionCode: region.divisionCode?.value, highlight: try region.highlight.range())
      },
      distance: properties.distance)
    county = properties.county
    grade = properties.grade?.value
    unmatchedParts = properties.unmatched
    try CityMatch(self).validate()
  }
}

extension CityMatch {
  /// The match that a server has answered.
  init(_ feature: CityFeature) {
    self.init(
      city: feature.city, matchedName: feature.name ?? MatchedName(feature.city.name),
      regions: feature.regions, grade: feature.grade,
      address: feature.unmatchedParts.map {
        MatchedAddress(unmatchedParts: $0, distance: feature.distance)
      })
  }
}
