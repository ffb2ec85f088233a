// What streets and postal codes say about a reading.

extension TownReader {
  /// Where a name stands beside the streets of its part.
  func streetPlace(
    _ reading: TownReading, of part: AddressLine.Part, _ known: UInt128
  ) -> StreetPlace {
    let words = reading.words
    let next = words.upperBound
    if part.words.contains(next) {
      let meaning = line.words[next].meaning
      if meaning.isAny(of: [.streetAfter, .streetName]) { return .inside }
      // "Grand-Rue"
      if meaning.contains(.streetBefore), line.words[next - 1].meaning.contains(.adjective) {
        return .inside
      }
    }
    // "Kerkstraat 149 Halfweg": the first is a street, the last a town.
    if words.count == 1, line.words[words.lowerBound].meaning.contains(.streetName),
      part.words.contains(next), line.words[next].isNumber
    {
      return .inside
    }
    guard let street = part.streets.first(where: { $0.words.overlaps(words) }) else { return .none }
    guard words.lowerBound >= street.end else { return .inside }
    let before = line.words[words.lowerBound - 1].meaning
    let rest = UInt128(words: min(next, street.words.upperBound)..<street.words.upperBound)
    guard !before.isAny(of: [.connective, .title, .article, .saint]), rest & ~known == 0
    else {
      return .inside
    }
    // A street of a language is in its countries.
    let country = gazetteer.countryCode(atRow: reading.city.row)
    if !reading.hasCountry, !line.streetCountries.isEmpty, !line.streetCountries.contains(country) {
      return .inside
    }
    // "12 rue Jean Moulin 59000 Lille": the town stands behind the postal code.
    let isBeforeTown = postalCodes.contains { code in
      code.words.lowerBound >= street.words.upperBound && part.words.contains(code.words.upperBound)
        && (line.names & ~known).contains(code.words.upperBound)
    }
    if isBeforeTown { return .inside }
    // "12 rue de la Grange Vimont 27600": in most countries, a town follows its postal code.
    let isBeforeCode = postalCodes.contains {
      $0.words.lowerBound == street.words.upperBound && !$0.isShort
    }
    if isBeforeCode, reading.regions.isEmpty { return .beforeCode }
    return words.lowerBound == street.end && street.isIncomplete ? .behindIncomplete : .behind
  }

  /// Rates the postal codes, which may be those of the city's country.
  func ratePostalCodes(_ reading: inout TownReading) {
    let country = gazetteer.countryCode(atRow: reading.city.row)
    let own = line.part(of: reading.words).words
    var points = 0
    for code in postalCodes {
      if code.words.upperBound == reading.words.lowerBound
        || code.words.lowerBound == reading.words.upperBound
      {
        points = max(points, Points.besidePostalCode)
      }
      let isBehindName =
        own.contains(code.words.lowerBound) || code.words.lowerBound >= own.upperBound
      guard code.countries.contains(country) else {
        if own.contains(code.words.lowerBound), !code.isShort {
          points = min(points, Points.otherPostalCode)
        }
        continue
      }
      if !code.isShort, code.isDistinctive || isBehindName { reading.hasCodeForm = true }
      if code.isDistinctive {
        points = max(points, Points.distinctivePostalCode)
        reading.hasPostalCode = true
      } else if isBehindName {
        points = max(points, Points.postalCode)
        if let digits = code.area, PostalArea.isKnown(country) {
          let division = gazetteer.divisionCode(atRow: reading.city.row)
          let isInside = PostalArea.contains(digits, division, of: country)
          points += isInside ? Points.postalArea : Points.otherPostalCode
          reading.hasPostalCode = reading.hasPostalCode || isInside
          reading.hasOtherPostalArea = !isInside
        }
      }
    }
    if !codedPlaces.isEmpty, let isOwn = hasCode(reading.city.row) {
      if isOwn {
        points = max(points, Points.region)
        reading.hasPostalCode = true
      }
      reading.hasOtherPostalArea = !isOwn
    }
    reading.score += points
  }
}
