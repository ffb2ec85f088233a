internal import PrefixSearch

extension MatchEvidence {
  /// The reading with its confidence; `nil` for the name of a street without any.
  var result: AddressReading? {
    let (confidence, reason) = confidence
    if reading.street == .inside, confidence == 0 { return nil }
    return AddressReading(
      city: reading.city.row, confidence: confidence, reason: reason,
      unmatchedParts: line.unmatchedParts(of: reading),
      isUncertain: confidence < AddressReading.leastCertain)
  }

  /// The share of the city, less the points of each uncertainty.
  private var confidence: (Double, reason: String) {
    var (doubts, reasons) = (0, choice)
    func doubt(_ points: Int, _ text: String, _ reason: String, _ other: String? = nil) {
      doubts += points
      add(text, reason, other)
    }
    func add(_ text: String, _ reason: String, _ other: String? = nil) {
      reasons += Self.sentence(text, reason, other)
    }
    let name = line.text(of: reading.words)
    switch (reading.match, reading.city.kind) {
    case (.abbreviated, _): add(name, "was completed to", city.name)
    case (.firstWords, _): doubt(Points.Doubt.firstWords, name, "was completed to", city.name)
    case (.similar, _): doubt(Points.Doubt.similarName, name, "was read as", city.name)
    case (.whole, .own), (.region, _): break
    case (.whole, .later): doubt(Points.Doubt.laterWords, name, "is the end of", city.name)
    case (.whole, _): add(name, "is another name of", city.name)
    }
    for (hint, level) in reading.regions where hint.match == .similar {
      doubt(
        Points.Doubt.similarRegion, line.text(of: hint.words), "was read as",
        self.name(of: level) ?? "")
    }
    for part in reading.contradictions.numbers {
      doubt(Points.Doubt.contradiction, text(ofPart: part), "is elsewhere and was ignored.")
    }
    for part in reading.unknownCodes.numbers {
      doubt(Points.Doubt.unknownCode, text(ofPart: part), Self.ignored)
    }
    for part in reading.unmatched.numbers {
      doubt(
        count > 1 ? Points.Doubt.unmatchedAmongSeveral : Points.Doubt.unmatched, text(ofPart: part),
        Self.ignored)
    }
    switch reading.street {
    case .none: break
    case .inside, .beforeCode: doubt(Points.Doubt.inStreet, name, "may be the name of a street.")
    case .behind, .behindIncomplete:
      if city.population < leastPopulationBehindStreet {
        doubt(Points.Doubt.mayBeOfStreet, name, "may belong to the street.")
      }
    }
    if !line.streetCountries.isEmpty, line.streetCountries.first != city.countryCode,
      reading.regions.isEmpty, !reading.hasCodeForm
    {
      doubts += Points.Doubt.minorLanguage
    }
    if reading.hasOtherPostalArea {
      doubt(Points.Doubt.otherPostalArea, name, "is not where the postal code is.")
    }
    if reading.isBehindUnknown {
      doubt(Points.Doubt.behindUnknown, name, "stands behind words that are not known.")
    }
    if reading.regions.isEmpty, !reading.hasPostalCode { doubts += Points.Doubt.noRegion }
    var score = Self.calibrated(share * powerOfTen(twentieths: doubts))
    // It names two places, or the country is one of the words that are not known.
    if reading.contradictions != 0 || reading.lacksCountry {
      score = min(score, AddressReading.leastCertain - 0.01)
    }
    if let rival { add(rival, "may be meant, too.") }
    // An uncertain score does not become a certain one by rounding.
    let rounded = (score * 100).rounded() / 100
    return (
      score < AddressReading.leastCertain
        ? min(rounded, AddressReading.leastCertain - 0.01) : rounded, reasons
    )
  }

  /// The confidence of a share from which all doubts are taken off.
  ///
  /// Of the answers to 9,000 lines and addresses with a share of a half or more, 92 to 99 % are right; of those below, four in
  /// five, so that half of all wrong answers are among the few that are uncertain; with a share of a hundredth, one in four.
  private static func calibrated(_ share: Double) -> Double {
    let certain = AddressReading.leastCertain
    return share >= certain ? 1 - (1 - share) / 5 : (certain - 0.01) * share / (share + 0.01)
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
