internal import PrefixSearch

extension MatchEvidence {
  /// The confidence factor of each uncertainty.
  private enum Factor {
    /// Neither a region nor a postal code tells the country.
    static let noRegion = 0.7
    static let otherName = 0.95
    static let laterWords = 0.5
    static let firstWords = 0.7
    static let similarName = 0.5
    static let similarRegion = 0.8
    static let contradiction = 0.5
    static let unmatched = 0.7
    /// The same, if that part may distinguish several cities of the name.
    static let unmatchedAmongSeveral = 0.5
    static let unknownCode = 0.9
    static let noCountry = 0.45
    static let inStreet = 0.4
    static let behindUnknown = 0.45
    static let otherPostalArea = 0.6
    static let minorLanguage = 0.85
    static let mayBeOfStreet = 0.6
  }

  /// The reading with its confidence; `nil` for the name of a street without any.
  var result: AddressReading? {
    let (confidence, reason) = confidence
    if reading.street == .inside, confidence == 0 { return nil }
    return AddressReading(
      city: reading.city.row, confidence: confidence, reason: reason,
      unmatchedParts: line.unmatchedParts(of: reading),
      isUncertain: confidence < AddressReading.leastCertain)
  }

  /// The share of the city, times the factor of each uncertainty.
  private var confidence: (Double, reason: String) {
    var (score, reasons) = (share, choice)
    func doubt(_ factor: Double, _ text: String, _ reason: String, _ other: String? = nil) {
      score *= factor
      add(text, reason, other)
    }
    func add(_ text: String, _ reason: String, _ other: String? = nil) {
      reasons += Self.sentence(text, reason, other)
    }
    let name = line.text(of: reading.words)
    switch (reading.match, reading.city.kind) {
    case (.abbreviated, _): add(name, "was completed to", city.name)
    case (.firstWords, _): doubt(Factor.firstWords, name, "was completed to", city.name)
    case (.similar, _): doubt(Factor.similarName, name, "was read as", city.name)
    case (.whole, .own), (.region, _): break
    case (.whole, .later): doubt(Factor.laterWords, name, "is the end of", city.name)
    case (.whole, _): doubt(Factor.otherName, name, "is another name of", city.name)
    }
    for (hint, level) in reading.regions where hint.match == .similar {
      doubt(
        Factor.similarRegion, line.text(of: hint.words), "was read as", self.name(of: level) ?? "")
    }
    for part in reading.contradictions.numbers {
      doubt(Factor.contradiction, text(ofPart: part), "is elsewhere and was ignored.")
    }
    for part in reading.unknownCodes.numbers {
      doubt(Factor.unknownCode, text(ofPart: part), Self.ignored)
    }
    for part in reading.unmatched.numbers {
      doubt(
        count > 1 ? Factor.unmatchedAmongSeveral : Factor.unmatched, text(ofPart: part),
        Self.ignored)
    }
    switch reading.street {
    case .none: break
    case .inside, .beforeCode: doubt(Factor.inStreet, name, "may be the name of a street.")
    case .behind, .behindIncomplete:
      if city.population < leastPopulationBehindStreet {
        doubt(Factor.mayBeOfStreet, name, "may belong to the street.")
      }
    }
    if !line.streetCountries.isEmpty, line.streetCountries.first != city.countryCode,
      reading.regions.isEmpty, !reading.hasCodeForm
    {
      score *= Factor.minorLanguage
    }
    if reading.hasOtherPostalArea {
      doubt(Factor.otherPostalArea, name, "is not where the postal code is.")
    }
    if reading.isBehindUnknown {
      doubt(Factor.behindUnknown, name, "stands behind words that are not known.")
    }
    // It names two places.
    if reading.contradictions != 0 { score = min(score, AddressReading.leastCertain - 0.01) }
    if reading.lacksCountry { score = min(score, Factor.noCountry) }
    if reading.regions.isEmpty, !reading.hasPostalCode { score *= Factor.noRegion }
    if let rival { add(rival, "may be meant, too.") }
    // An uncertain score does not become a certain one by rounding.
    let rounded = (score * 100).rounded() / 100
    return (
      score < AddressReading.leastCertain
        ? min(rounded, AddressReading.leastCertain - 0.01) : rounded, reasons
    )
  }

  private static let ignored = "is not known and was ignored."

  /// A sentence about a part of the address, and perhaps another name, which are in quotes.
  private static func sentence(_ text: String, _ reason: String, _ other: String?) -> String {
    let sentence = " \"" + text + "\" " + reason
    return other.map { sentence + " \"" + $0 + "\"." } ?? sentence
  }

  /// The population from which a town is meant by the end of a street that may belong to its name, as "Hamel" in "3 rue
  /// Louis Hamel" does.
  private var leastPopulationBehindStreet: Int {
    if reading.regions.isEmpty, !line.streetCountries.isEmpty,
      line.streetCountries.first != city.countryCode
    {
      return 500_000
    }
    if reading.city.kind != .own { return 100_000 }
    // No person is called "Chennevières-sur-Marne".
    return reading.street == .behindIncomplete && reading.words.count < 3 ? 50_000 : 0
  }

  /// The reason why the city was chosen, as a sentence.
  private var choice: String {
    let places = [Gazetteer.RegionLevel.subdivision, .division, .country]
      .filter { level in reading.regions.contains { $0.level == level } }.compactMap(name(of:))
    let place = places.isEmpty ? "" : " in \(places.joined(separator: ", "))"
    if reading.match == .region { return "It is the largest city\(place)." }
    guard count > 1 else { return "It is the only city of this name\(place)." }
    guard isLargest else { return "It is the likeliest of \(count) cities of this name\(place)." }
    return "It is the largest of \(count) cities of this name\(place), with "
      + "\(Int(percentage.rounded())) % of their people."
  }

  /// The name or code of the city's division or country.
  private func name(of level: Gazetteer.RegionLevel) -> String? {
    switch level {
    case .subdivision:
      gazetteer.table.subdivision(atRow: reading.city.row).map {
        gazetteer.table.name(of: .subdivision($0))
      }
    case .division: gazetteer.divisionName(of: city) ?? city.divisionCode.description
    case .country: gazetteer.countryName(of: city) ?? city.countryCode.description
    }
  }

  private func text(ofPart number: Int) -> String {
    line.parts[number].trimmedText
  }
}

extension AddressLine {
  /// What a reading does not understand, as it was typed: whole parts, and words of the others; streets, numbers and
  /// words for kinds of places are not among them.
  func unmatchedParts(of reading: TownReading) -> [String] {
    parts.flatMap { part in
      let rest = part.mask & names & ~reading.explained
      // "10 Downing Street" is understood, though it says nothing of the city.
      if rest == 0 || part.isStreet { return [String]() }
      if rest == part.mask & names { return [part.trimmedText] }
      return part.words.split { !rest.contains($0) }.map { text(of: $0.startIndex..<$0.endIndex) }
    }
  }
}
