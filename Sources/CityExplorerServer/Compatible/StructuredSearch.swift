#if Server
import CityGeocoding
import CitySearch

/// A city that was found, and how certain it is.
struct FoundCity {
  let city: City
  /// The confidence from 0 to 1 that the city is meant.
  let confidence: Double
  /// Whether the city is all that was asked for.
  let isExact: Bool
}

extension FoundCity {
  /// The city of a match of a search by name.
  init(_ match: CityMatch) {
    self.init(city: match.city, confidence: match.confidence, isExact: match.grade == .exact)
  }
}

extension CityMatch {
  /// The confidence from 0 to 1 that the city is what was typed.
  fileprivate var confidence: Double {
    switch grade {
    case .exact: 1
    case .corrected: edits > 1 ? 0.7 : 0.8
    case .partial: 0.6
    case .phonetic: 0.5
    }
  }
}

/// A search for the city of an address that comes in fields.
///
/// The geocoder reads the address, because it understands regions in all spellings and the forms of postal
/// codes, and never leaves a country that it understands. Its answer is one city; the search adds the other
/// cities of that name, in the same country and division if the address names these.
struct StructuredSearch {
  /// The address.
  ///
  /// Without a city, nothing is found: the gazetteer has neither streets nor regions.
  var address: PostalAddress
  /// Which cities may be found.
  var filter = CityFilter()
  /// Where the person is; of several cities of the name, those nearby come first.
  var bias: SearchBias?
  /// Which cities may be found, beside the filter.
  var isIncluded: (City) -> Bool = { _ in true }

  /// Finds cities, the likeliest first.
  ///
  /// - Parameters:
  ///   - limit: The largest number of cities.
  ///   - context: The cities of the server.
  /// - Returns: The cities.
  func cities(limit: Int, in context: ServerContext) -> [FoundCity] {
    var address = address
    if address.country.isEmpty, let countries = filter.countries, countries.count == 1 {
      address.country = countries.first?.description ?? ""
    }
    guard let reading = try? context.geocoder.geocode(address),
      let id = reading.match.cityID, let row = context.gazetteer.row(ofID: id)
    else { return [] }
    let gazetteer = context.gazetteer
    // A country that is known and has no such city has none: a city elsewhere is never meant.
    if reading.unmatchedParts.contains(address.country.trimmedOfWhiteSpace),
      !gazetteer.regions(withKey: address.country.key).isEmpty
    {
      return []
    }
    let best = gazetteer[row]
    let score = reading.confidence.score
    var query = SearchQuery("")
    query.limit = SearchQuery.candidateLimit
    query.bias = bias
    query.filter = filter
    query.filter.formIntersection(region(of: best, at: row, in: address, reading, gazetteer))
    var matches = matches(named: address.city, query, context)
    // A street, or a part that was not understood, is more than the city.
    let isExact = !matches.isEmpty && address.street.isEmpty && reading.unmatchedParts.isEmpty
    if matches.isEmpty { matches = self.matches(named: best.name, query, context) }
    var found = matches.map { match in
      FoundCity(
        city: match.city, confidence: min(FoundCity(match).confidence, score), isExact: isExact)
    }
    let position = found.firstIndex { $0.city.id == id }
    if filter.contains(best, in: context.gazetteer), isIncluded(best) {
      let first = FoundCity(city: best, confidence: score, isExact: isExact && position != nil)
      // The geocoder does not know where the person is, the search does.
      if bias != nil, let position {
        found[position] = first
      } else {
        if let position { found.remove(at: position) }
        found.insert(first, at: 0)
      }
    }
    return Array(found.prefix(limit))
  }

  /// The cities that have a whole name.
  private func matches(
    named name: String, _ query: SearchQuery, _ context: ServerContext
  ) -> [CityMatch] {
    var query = query
    // A separator ends the name, so that it is no prefix of a longer word.
    query.text = "\(name) "
    let key = FoldedQuery(query.text)
    return context.search.search(query).filter { match in
      isIncluded(match.city) && FoldedQuery("\(match.matchedName.text) ") == key
    }
  }

  /// The country and the division of a city, as far as the address names them.
  private func region(
    of best: City, at row: CityRow, in address: PostalAddress, _ reading: GeocodingResult,
    _ gazetteer: Gazetteer
  ) -> CityFilter {
    var region = CityFilter()
    let fields = [
      (address.country, Gazetteer.RegionLevel.country), (address.state, .division),
    ]
    for (text, usual) in fields {
      guard !text.key.isEmpty, !reading.unmatchedParts.contains(text.trimmedOfWhiteSpace) else {
        continue
      }
      // Some write a country as the state, and England as the country.
      let named = gazetteer.regions(withKey: text.key)
      switch gazetteer.level(of: named, containing: row) ?? usual {
      case .country: region.countries = [best.countryCode]
      case .division, .subdivision: region.divisions = [best.division]
      }
    }
    return region
  }
}

extension String {
  /// The folded text, as names of regions are found.
  fileprivate var key: ArraySlice<UInt8> { FoldedQuery(trimmedOfWhiteSpace).bytes[...] }
}
#endif
