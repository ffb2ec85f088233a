extension TownReader {
  /// A reading with its evidence and score; `nil` if the address names another country.
  func rated(_ reading: consuming TownReading) -> TownReading? {
    for hint in hints where hint.mask & reading.explained == 0 {
      guard let (level, isInTerritory) = place(of: reading.city.row, in: hint.regions) else {
        continue
      }
      if !reading.regions.contains(where: { $0.level == level }) {
        reading.score += points(of: hint, level)
      }
      if isInTerritory { reading.score += Points.territory }
      reading.add(hint, level)
    }
    // "Ciudad de México" is in Mexico.
    let isNamedAfterRegion = hints.contains {
      $0.words.count < reading.words.count && reading.words.contains($0.words.lowerBound)
        && reading.words.contains($0.words.upperBound - 1) && !$0.isCode
        && level(of: $0.regions, containing: reading.city.row) == .country
    }
    if isNamedAfterRegion { reading.score += Points.ownRegion }
    rateCode(&reading)
    if line.isExplained(by: reading) { reading.score += Points.allUnderstood }
    guard rateOtherParts(&reading), rateName(&reading) else { return nil }
    rateOwnPart(&reading)
    ratePostalCodes(&reading)
    reading.lacksCountry =
      !reading.hasCountry && !reading.hasPostalCode && mayHoldCountry(reading.unmatched)
    return reading
  }

  private func points(of hint: RegionHint, _ level: Gazetteer.RegionLevel) -> Int {
    switch hint.match {
    case .whole: level == .subdivision ? Points.subdivision : Points.region
    case .similar: Points.similarRegion
    case .begun: Points.begunRegion
    }
  }

  /// The level of the smallest of some regions in which a city lies; a dependent territory lies in its country, too.
  private func place(
    of row: CityRow, in regions: Gazetteer.NamedRegions
  ) -> (level: Gazetteer.RegionLevel, isInTerritory: Bool)? {
    if let level = gazetteer.level(of: regions, containing: row) { return (level, false) }
    return gazetteer.table.territoryIsIn(regions, row) ? (.country, true) : nil
  }

  /// The same without saying whether it is a territory.
  func level(
    of regions: Gazetteer.NamedRegions, containing row: CityRow
  ) -> Gazetteer.RegionLevel? { place(of: row, in: regions)?.level }

  /// Whether words are a code of up to three letters.
  private func isCode(_ words: UInt128) -> Bool {
    guard words.nonzeroBitCount == 1 else { return false }
    let bytes = line.folded[line.words[words.trailingZeroBitCount].range]
    return bytes.count <= 3 && bytes.allSatisfy { $0 < 0x80 }
  }

  /// Finds the code of the city's division, which the table of regions may lack.
  private func rateCode(_ reading: inout TownReading) {
    for part in line.parts where part.role == .any || part.role == .state {
      let rest = part.mask & ~reading.explained
      guard rest.nonzeroBitCount == 1, reading.hasCountry || part.role == .state else { continue }
      let word = rest.trailingZeroBitCount
      let code = gazetteer.divisionCode(atRow: reading.city.row).description.utf8
      let typed = line.folded[line.words[word].range]
      guard typed.count == code.count, zip(typed, code).allSatisfy({ $0 == $1 | 0x20 || $0 == $1 })
      else { continue }
      if !reading.hasDivision { reading.score += Points.region }
      return reading.add(RegionHint(word..<word + 1, .none, in: line), .division)
    }
  }

  // MARK: - Other parts

  /// Rates the parts beside that of the name; returns `false` if one of them names another country.
  private func rateOtherParts(_ reading: inout TownReading) -> Bool {
    let known = reading.explained
    let own = line.words[reading.words.lowerBound].part
    let hasRegionBehind = reading.regions.contains {
      $0.hint.words.lowerBound >= reading.words.upperBound
    }
    let isFromLargeToSmall = !hasRegionBehind && reading.regions.contains { $0.hint.isWholePart }
    var points = 0
    for (number, part) in line.parts.enumerated()
    where number != own && !reading.words.overlaps(part.words) && !part.isInParentheses {
      let rest = part.mask & line.names & ~known
      guard rest != 0 else { continue }
      let isBehind = number > own
      let isLast = line.isLast(part)
      let others = hintsOfParts[number]
      let isElsewhere = others.contains { $0.mask & known == 0 }
      // A code may be that of a region which is not known, unless it is the country at the end.
      if isBehind, isElsewhere, isLast || !reading.hasCountry, line.end == .complete,
        others.contains(where: {
          $0.mask & known == 0 && $0.regions.areCountries && (isLast || !$0.isCode)
        })
      {
        return false
      }
      if reading.hasCountry, isCode(rest) {
        reading.score += Points.unknownCode
        reading.unknownCodes.insert(number)
        continue
      }
      if isElsewhere, isBehind || !hasRegionBehind {
        reading.contradictions.insert(number)
        reading.score += Points.contradiction
      }
      let isOfStreets = part.isStreet || part.words.contains { line.words[$0].isNumber }
      // Smaller places and streets stand on the other side.
      guard isBehind != isFromLargeToSmall else { continue }
      points += isBehind && isOfStreets ? Points.streetBehind : Points.unmatchedPart
      if !isOfStreets, !isElsewhere { reading.unmatched.insert(number) }
    }
    reading.score += max(points, Points.unmatchedParts)
    return true
  }

  /// Whether one of some parts is where the country is written: in its field, or at an end of the line.
  private func mayHoldCountry(_ parts: UInt128) -> Bool {
    parts.numbers.contains { number in
      let part = line.parts[number]
      return part.role == .country || number == 0 || line.isLast(part)
    }
  }

  // MARK: - The name and its part

  /// Rates the name; returns `false` if it is rather the name of the country of another city.
  private func rateName(_ reading: inout TownReading) -> Bool {
    let (words, kind) = (reading.words, reading.city.kind)
    reading.score += Points.word * (words.count - 1)
    switch reading.match {
    case .whole, .abbreviated: break
    case .firstWords: reading.score += Points.firstWords
    case .similar: reading.score += Points.similar
    case .region: break
    }
    if kind == .later, reading.match != .abbreviated { reading.score += Points.laterWords }
    let key = line.key(words)
    if reading.match != .abbreviated, key.count <= 3, line.folded[key.lowerBound] < 0x80,
      kind != .own || key.count <= 2
    {
      reading.score += Points.shortName
    }
    let country = hints.first { $0.words == words && $0.regions.haveCountry && !$0.isCode }
    guard let country else { return true }
    if level(of: country.regions, containing: reading.city.row) != nil {
      reading.score += Points.countryName
      return true
    }
    reading.score += Points.otherCountryName
    // "España" is a town in the Philippines, but not in "Wien, España".
    let hasOtherParts = line.names & ~line.part(of: words).mask != 0
    return !country.isWholePart || !hasOtherParts || !reading.regions.isEmpty
  }

  /// Rates the words around the name.
  private func rateOwnPart(_ reading: inout TownReading) {
    let (words, known) = (reading.words, reading.explained)
    let part = line.part(of: words)
    if part.isInParentheses { reading.score += Points.inParentheses }
    // The name may end in the next part.
    let end = max(words.upperBound, part.words.upperBound)
    let street =
      (words.upperBound..<end).first { line.words[$0].meaning.contains(.streetBefore) } ?? end
    let behind = UInt128(words: words.upperBound..<street) & line.names & ~known
    let last = words.lowerBound - 1
    let isBehindLetters =
      part.words.contains(last) && (line.names & ~known).contains(last)
      && !line.words[last].meaning.isAny(of: [.streetAfter, .streetName])
    reading.street = streetPlace(reading, of: part, known)
    switch reading.street {
    case .none: reading.score += isBehindLetters ? Points.behindLetters : Points.edge
    case .inside: reading.score += Points.inStreet + Points.behindLetters
    case .behind: reading.score += Points.behindStreet
    case .behindIncomplete, .beforeCode: reading.score += Points.behindIncompleteStreet
    }
    if !line.streetCountries.isEmpty {
      let country = gazetteer.countryCode(atRow: reading.city.row)
      reading.score +=
        line.streetCountries.first == country
        ? Points.streetLanguage
        : line.streetCountries.contains(country) ? Points.minorStreetLanguage : Points.otherLanguage
    }
    reading.isBehindUnknown =
      isBehindLetters && reading.street == .none
      && postalCodes.contains {
        // "1345 Broadway New York"
        let mayBeHouse = $0.words.lowerBound == part.words.lowerBound && $0.digitCount < 5
        return !mayBeHouse && part.words.contains($0.words.lowerBound)
          && $0.words.upperBound <= last
      }
    // In scripts without spaces, smaller places follow.
    if line.isWithoutSpaces(words.lowerBound) {
      reading.score += Points.edge
    } else {
      let isBeforeLetters = street > words.upperBound && behind.contains(words.upperBound)
      reading.score += isBeforeLetters ? Points.beforeLetters : Points.edge
      reading.score += Points.leftoverWord * min(behind.nonzeroBitCount, 5)
    }
    if isPartOfWord(words) { reading.score += Points.partOfWord }
    let next = words.upperBound
    if part.words.contains(next), line.words[next].isNumber,
      part.words.upperBound < line.words.count,
      !postalCodes.contains(where: { $0.words.lowerBound == next })
    {
      reading.score += Points.beforeHouseNumber
    }
  }

  /// Whether the first or the last of some words goes on with letters before or behind them: "Aix-les-Bains".
  private func isPartOfWord(_ words: Range<Int>) -> Bool {
    func areOneWord(_ one: Int, _ two: Int) -> Bool {
      guard line.words.indices.contains(one), line.words.indices.contains(two) else { return false }
      let (one, two) = (line.words[one], line.words[two])
      return one.part == two.part && one.source.startIndex == two.source.startIndex
        && !one.isNumber && !two.isNumber
    }
    guard !line.isWithoutSpaces(words.lowerBound) else { return false }
    return areOneWord(words.lowerBound - 1, words.lowerBound)
      || areOneWord(words.upperBound - 1, words.upperBound)
  }
}
