package import CitySearch
internal import JSONText

/// Cities in GeoJSON: one answer of the service, with the number of matches and the offset of the next page.
package struct CityFeatures: Sendable, Hashable {
  package var features: [CityFeature]
  /// The number of cities that match as typed; `nil` for other requests than a search by name.
  package var asTyped: MatchTotal?
  /// The offset of the next page; `nil` for the last one.
  package var nextOffset: Int?

  package init(
    _ features: [CityFeature], asTyped: MatchTotal? = nil, nextOffset: Int? = nil
  ) {
    self.features = features
    self.asTyped = asTyped
    self.nextOffset = nextOffset
  }

  /// The media type of the body.
  package static let mediaType = "application/geo+json"

  /// The body of the answer.
  package var json: [UInt8] {
    var text = JSONText(capacity: 64 + 640 * features.count)
    text.object {
      $0.member("type", "FeatureCollection")
      if let asTyped {
        $0.key("asTyped")
        $0.object {
          $0.member("count", asTyped.count)
          $0.member("isExact", asTyped.isExact)
        }
      }
      if let nextOffset { $0.member("nextOffset", nextOffset) }
      $0.key("features")
      $0.array { for feature in features { feature.write(to: &$0) } }
    }
    return text.bytes
  }
}

extension CityFeatures {
  /// Answers a search by name.
  ///
  /// - Parameters:
  ///   - fields: The fields of the request.
  ///   - search: The cities of the server.
  ///   - reader: Whose languages the names are in; `nil` for the names of the gazetteer.
  package init(
    answering fields: SearchRequestFields, by search: CityIndex, for reader: Reader? = nil
  ) {
    var query = fields.query
    let end = fields.offset + (query.limit ?? SearchRequestFields.usualPageSize)
    // One more than is read shows whether there is another page.
    query.limit = end + 1
    let matches = search.search(query)
    let page = matches.page(fields.offset..<end)
    let hasMore = page.count == end - fields.offset && matches.count > end
    self.init(
      page.map { match in
        var feature = CityFeature(
          match.city, in: search.gazetteer, atRow: match.row, for: reader)
        feature.take(match)
        return feature
      },
      asTyped: matches.asTyped,
      nextOffset: hasMore && end <= SearchRequestFields.largestOffset ? end : nil)
  }
}

extension CityFeatures: Decodable {
  private struct Count: Decodable {
    let count: Int
    let isExact: Bool
  }

  private enum CodingKeys: CodingKey { case features, asTyped, nextOffset }

  /// Decodes an answer; unknown members are ignored.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let asTyped = try container.decodeIfPresent(Count.self, forKey: .asTyped)
    if let asTyped, asTyped.count < 0 {
      throw InvalidMatch("asTyped.count", mustBe: "at least 0", got: asTyped.count)
    }
    self.init(
      try container.decode([CityFeature].self, forKey: .features),
      asTyped: asTyped.map { $0.isExact ? .exactly($0.count) : .atLeast($0.count) },
      nextOffset: try container.decodeIfPresent(Int.self, forKey: .nextOffset))
  }
}
