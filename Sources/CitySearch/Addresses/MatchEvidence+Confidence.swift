internal import PrefixSearch

extension MatchEvidence {
  /// The reading with its confidence; `nil` for the name of a street without any.
  var result: AddressReading? {
    let (confidence, reasons) = confidence
    if reading.street == .inside, confidence == 0 { return nil }
    return AddressReading(
      city: reading.city.row, confidence: confidence, reasons: reasons,
      unmatchedParts: line.unmatchedParts(of: reading),
      isUncertain: confidence < AddressReading.leastCertain)
  }

  /// The share of the city, less the points of each uncertainty.
  private var confidence: (Double, reasons: [ReadingReason]) {
    var (doubts, reasons) = (0, [choice])
    func add(
      _ kind: ReadingReason.Kind, _ text: String, _ other: String? = nil, less points: Int = 0
    ) {
      doubts += points
      reasons.append(ReadingReason(kind, text, other))
    }
    let name = line.text(of: reading.words)
    switch (reading.match, reading.city.kind) {
    case (.abbreviated, _): add(.completed, name, city.name)
    case (.firstWords, _): add(.completed, name, city.name, less: Points.Doubt.firstWords)
    case (.similar, _): add(.similar, name, city.name, less: Points.Doubt.similarName)
    case (.whole, .own), (.region, _): break
    case (.whole, .later): add(.ending, name, city.name, less: Points.Doubt.laterWords)
    case (.whole, _): add(.otherName, name, city.name)
    }
    for (hint, level) in reading.regions where hint.match == .similar {
      add(
        .similar, line.text(of: hint.words), self.name(of: level) ?? "",
        less: Points.Doubt.similarRegion)
    }
    for part in reading.contradictions.numbers {
      add(.elsewhere, text(ofPart: part), less: Points.Doubt.contradiction)
    }
    for part in reading.unknownCodes.numbers {
      add(.ignored, text(ofPart: part), less: Points.Doubt.unknownCode)
    }
    for part in reading.unmatched.numbers {
      add(
        .ignored, text(ofPart: part),
        less: count > 1 ? Points.Doubt.unmatchedAmongSeveral : Points.Doubt.unmatched)
    }
    switch reading.street {
    case .none: break
    case .inside, .beforeCode: add(.street, name, less: Points.Doubt.inStreet)
    case .behind, .behindIncomplete:
      if city.population < leastPopulationBehindStreet {
        add(.ofStreet, name, less: Points.Doubt.mayBeOfStreet)
      }
    }
    if !line.streetCountries.isEmpty, line.streetCountries.first != city.countryCode,
      reading.regions.isEmpty, !reading.hasCodeForm
    {
      doubts += Points.Doubt.minorLanguage
    }
    if reading.hasOtherPostalArea {
      add(.otherPostalCode, name, less: Points.Doubt.otherPostalArea)
    }
    if reading.isBehindUnknown {
      add(.behindUnknown, name, less: Points.Doubt.behindUnknown)
    }
    if reading.regions.isEmpty, !reading.hasPostalCode { doubts += Points.Doubt.noRegion }
    var score = Self.calibrated(share * powerOfTen(twentieths: doubts))
    // It names two places, or the country is one of the words that are not known.
    if reading.contradictions != 0 || reading.lacksCountry {
      score = min(score, AddressReading.leastCertain - 0.01)
    }
    if let rival { add(.rival, rival) }
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

  /// Why the city was chosen.
  private var choice: ReadingReason {
    let places = [Gazetteer.RegionLevel.subdivision, .division, .country]
      .filter { level in reading.regions.contains { $0.level == level } }.compactMap(name(of:))
    let place = places.isEmpty ? nil : places.joined(separator: ", ")
    if reading.match == .region { return ReadingReason(.largestOfRegion, place) }
    guard count > 1 else { return ReadingReason(.only, place) }
    guard isLargest else { return ReadingReason(.likeliest, place, count: count) }
    return ReadingReason(
      .largest, place, count: count, percentage: Int(percentage.rounded()))
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
