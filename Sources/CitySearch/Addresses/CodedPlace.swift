internal import PrefixSearch

/// The city of a postal code in a line, by the gazetteer's table of codes.
struct CodedPlace {
  /// The numbers of the words of the code.
  let words: Range<Int>
  let country: CountryCode
  let city: CityRow
  /// Whether the city has the name of the code's place; else it is the nearest one.
  let isNamed: Bool
}

extension AddressLine {
  /// The cities of all postal codes; none if the gazetteer has no table of codes.
  ///
  /// - Complexity: O(*w* *c* log *n*) for *w* words with digits, *c* countries with codes and *n* codes.
  func codedPlaces(in gazetteer: Gazetteer) -> [CodedPlace] {
    guard let codes = gazetteer.table.postalCodes else { return [] }
    var places: [CodedPlace] = []
    for part in parts {
      var start = part.words.lowerBound
      while start < part.words.upperBound {
        let longest = min(Self.longestCode, part.words.upperBound - start)
        var next = start + 1
        // "1012 JS" is tried before "1012", which some tables have alone.
        for count in (1...longest).reversed() where places.last?.words.upperBound != next {
          let words = start..<start + count
          guard mayBeCode(words, of: part) else { continue }
          let found = codes.places(of: folded[key(words)].span)
          guard !found.isEmpty else { continue }
          places += found.map {
            CodedPlace(words: words, country: $0, city: $1.city, isNamed: $1.isNamed)
          }
          next = words.upperBound
          break
        }
        start = next
      }
    }
    return places
  }

  /// Whether some words may be a postal code: they have a digit, but are not the number of a house before a street.
  private func mayBeCode(_ words: Range<Int>, of part: Part) -> Bool {
    guard words.contains(where: { self.words[$0].isNumber }) else { return false }
    if words == part.words { return true }
    let length = key(words).count
    guard length >= 3, length <= PostalCodeTable.longestCode + Self.longestCode else {
      return false
    }
    // "1600 Pennsylvania Avenue"
    return !(part.isStreet && words.lowerBound == part.words.lowerBound && length < 5)
  }

  /// The greatest number of words of a postal code.
  private static let longestCode = 3
}

extension TownReader {
  /// The reading of a line by its postal codes; `nil` if the gazetteer knows none of them.
  ///
  /// The country is that of the line or of the language of its street; else several may be meant.
  func readingOfCode() -> AddressReading? {
    var places = codedPlaces
    let named = hints.filter { $0.regions.haveCountry && $0.isWholePart }
    if !named.isEmpty {
      places = places.filter { place in
        named.contains { gazetteer.contains($0.regions, place.country) }
      }
    }
    let spoken = places.filter { line.streetCountries.contains($0.country) }
    if !spoken.isEmpty { places = spoken }
    let main = places.filter { $0.country == line.streetCountries.first }
    if !main.isEmpty { places = main }
    places = places.sortedByPlace {
      let (one, two) = (
        gazetteer.population(atRow: $0.city), gazetteer.population(atRow: $1.city)
      )
      return one == two ? $0.city < $1.city : one > two
    }
    guard let first = places.first else { return nil }
    let isKnown = places.allSatisfy { $0.country == first.country }
    let code = line.text(of: first.words)
    let country = gazetteer.countryName(atRow: first.city) ?? first.country.description
    var reading = AddressReading(
      city: first.city, confidence: isKnown ? Self.confidenceOfCode : Self.confidenceOfCodeAlone,
      reasons: [ReadingReason(first.isNamed ? .ofPostalCode : .nearestToPostalCode, code, country)],
      isUncertain: !isKnown, isByPostalCode: true)
    for place in places
    where !reading.places.contains(where: { $0.city == place.city })
      && reading.places.count < NameTable.listLength
    {
      reading.places.append(AddressPlace(city: place.city))
    }
    return reading
  }

  private static let (confidenceOfCode, confidenceOfCodeAlone) = (0.9, 0.4)

  /// Whether a city has a postal code of the line, or lies near to one that has, so that the code is its own.
  ///
  /// - Returns: `nil` if no code of its country is in the line.
  func hasCode(_ city: CityRow) -> Bool? {
    let country = gazetteer.countryCode(atRow: city)
    let own = codedPlaces.filter { $0.country == country }
    guard !own.isEmpty else { return nil }
    let place = gazetteer.coordinate(atRow: city)
    return own.contains {
      $0.city == city
        || gazetteer.coordinate(atRow: $0.city).distance(to: place) < Self.distanceOfCodes
    }
  }

  /// A postal code of a large city belongs to one of its districts, which are cities of their own: in meters.
  private static let distanceOfCodes = 20_000.0
}
