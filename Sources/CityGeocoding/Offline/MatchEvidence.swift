internal import CitySearch

/// The likeliest reading of an address, and the evidence for it, from which the confidence follows.
struct MatchEvidence {
  private let line: AddressLine
  private let gazetteer: Gazetteer
  private let reading: TownReading
  private let city: City
  /// The likelihood that the city is meant, if the address is read rightly: its share among all that may be
  /// meant.
  private let share: Double
  /// The name of another city that other words of the address may mean.
  private let rival: String?
  /// The number of cities for which the same name and regions speak, whether this is the largest, and its share
  /// in their population in percent.
  private let count: Int
  private let isLargest: Bool
  private let percentage: Double

  /// The score at which a reading is as likely as that the address means a city that the gazetteer lacks.
  static let sufficientScore = 95
  /// Cities within this distance in meters are one place, such as a city and its districts.
  private static let greatestDistance = 30_000.0
  /// Cities of the same name are one place only within this distance, such as a city and its center.
  private static let namesakeDistance = 10_000.0
  /// The weight of a city that is not spelled as typed, beside one in the same division that is.
  ///
  /// It is more than 0, because some people omit accents; but it counts at most a third of the other one.
  private static let otherSpelling = 0.1
  /// Below this share, other cities are named.
  private static let clearShare = 0.8
  /// Results below this confidence are uncertain.
  private static let leastCertain = 0.5

  /// The confidence factor of each uncertainty.
  private enum Factor {
    /// Neither a region nor a postal code tells the country.
    static let noRegion = 0.8
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
  }

  /// Chooses the likeliest of some readings; `nil` if there is none.
  init?(_ readings: [TownReading], of line: AddressLine, in gazetteer: Gazetteer) {
    guard let likeliest = readings.max(by: { $0.isLessLikely(than: $1) }) else { return nil }
    let typed = line.text(of: likeliest.words).normalizedSpelling
    let namesakes = readings.filter { $0.words == likeliest.words && $0.match == likeliest.match }
    let best = Self.bestSpelled(typed, of: namesakes, beside: likeliest, in: gazetteer)
    self.line = line
    self.gazetteer = gazetteer
    reading = best
    city = gazetteer[best.city.row]

    var others =
      line.isExplained(by: best)
      ? 0 : power(10, Double(Self.sufficientScore - best.score) / 20) * best.size
    var rival: TownReading?
    let likeness = Self.likeness(of: city.name, to: typed)
    for (row, other) in Self.likeliestByCity(readings) where row != best.city.row {
      let isNamesake = other.words == best.words
      // The words for the region are no city.
      if best.regions.contains(where: { $0.hint.words.overlaps(other.words) }) { continue }
      let distance = gazetteer.coordinate(atRow: row).distance(to: city.coordinate)
      guard distance > (isNamesake ? Self.namesakeDistance : Self.greatestDistance) else {
        continue
      }
      if !isNamesake, rival.map({ $0.isLessLikely(than: other) }) ?? true { rival = other }
      var weight = other.size * power(10, Double(other.points - best.points) / 20)
      if isNamesake, best.hasDivision, likeness > 0,
        Self.likeness(of: gazetteer[row].name, to: typed) == 0
      {
        weight = min(weight * Self.otherSpelling, best.size / 3)
      }
      others += weight
    }
    share = best.size / (best.size + others)
    self.rival = share < Self.clearShare ? rival.map { gazetteer[$0.city.row].name } : nil

    let alike = Set(namesakes.lazy.filter { $0.hasSameEvidence(as: best) }.map { $0.city.row })
    (count, isLargest) = (
      alike.count, alike.allSatisfy { gazetteer.population(atRow: $0) <= best.city.population }
    )
    percentage =
      100 * Double(max(best.city.population, 1))
      / alike.reduce(0) { $0 + Double(max(gazetteer.population(atRow: $1), 1)) }
  }

  /// The likeliest reading of each city.
  private static func likeliestByCity(_ readings: [TownReading]) -> [CityRow: TownReading] {
    var likeliest: [CityRow: TownReading] = [:]
    for reading in readings
    where likeliest[reading.city.row].map({ $0.isLessLikely(than: reading) }) ?? true {
      likeliest[reading.city.row] = reading
    }
    return likeliest
  }

  /// The reading whose city is spelled as typed, of those in the division of the likeliest: Dohren and Döhren
  /// are two villages in Lower Saxony.
  private static func bestSpelled(
    _ typed: String, of namesakes: [TownReading], beside likeliest: TownReading,
    in gazetteer: Gazetteer
  ) -> TownReading {
    let division = gazetteer.divisionNumber(atRow: likeliest.city.row)
    let neighbors = namesakes.filter {
      $0.hasSameEvidence(as: likeliest) && gazetteer.divisionNumber(atRow: $0.city.row) == division
    }
    guard neighbors.count > 1 else { return likeliest }
    return neighbors.max {
      let (one, two) = (
        likeness(of: gazetteer[$0.city.row].name, to: typed),
        likeness(of: gazetteer[$1.city.row].name, to: typed)
      )
      return one == two ? $0.isLessLikely(than: $1) : one < two
    } ?? likeliest
  }
}

extension MatchEvidence {
  /// How far a name is spelled as typed: 2 for exactly, 1 but for case, 0 if letters differ.
  private static func likeness(of name: String, to typed: String) -> Int {
    // Equality of strings is canonical equivalence.
    name == typed ? 2 : name.lowercased() == typed.lowercased() ? 1 : 0
  }
}

extension TownReading {
  /// The order of readings: by score, then by population, then the first in canonical order.
  func isLessLikely(than other: TownReading) -> Bool {
    (score, city.population, other.city.row.rawValue)
      < (other.score, other.city.population, city.row.rawValue)
  }

  /// Whether the same regions and postal codes speak for another city.
  fileprivate func hasSameEvidence(as other: TownReading) -> Bool {
    hasPostalCode == other.hasPostalCode && regions.count == other.regions.count
      && zip(regions, other.regions).allSatisfy {
        $0.hint.words == $1.hint.words && $0.level == $1.level
      }
  }

  /// The points beside the population.
  fileprivate var points: Int { score - city.score + city.bonus }

  /// The population, and 100 because it is often unknown.
  fileprivate var size: Double { Double(city.population) + 100 }
}

extension AddressLine {
  /// Whether a reading leaves no word that may be a name.
  fileprivate func isExplained(by reading: TownReading) -> Bool {
    words.indices.allSatisfy { number in
      reading.words.contains(number) || !names.contains(number)
        || reading.regions.contains { $0.hint.words.contains(number) }
    }
  }
}

// MARK: - The result

extension MatchEvidence {
  /// The result, with its confidence; `nil` if that is 0.
  var result: GeocodingResult? {
    let confidence = confidence
    guard confidence.score > 0 else { return nil }
    return GeocodingResult(
      coordinate: city.coordinate, confidence: confidence,
      match: GeocodingMatch(name: city.name, precision: .city, cityID: city.id),
      unmatchedParts: (reading.contradictions + reading.unmatched + reading.unknownCodes).sorted()
        .map(text(ofPart:)),
      isUncertain: confidence.score < Self.leastCertain)
  }

  /// The share of the city, times the factor of each uncertainty.
  private var confidence: GeocodingConfidence {
    var (score, reasons) = (share, [choice])
    func doubt(_ factor: Double, _ reason: String? = nil) {
      score *= factor
      if let reason { reasons.append(reason) }
    }
    switch (reading.match, reading.city.kind) {
    case (.firstWords, _): doubt(Factor.firstWords, "Its name was completed to \"\(city.name)\".")
    case (.similar, _):
      doubt(Factor.similarName, "\"\(line.text(of: reading.words))\" was read as \"\(city.name)\".")
    case (.whole, .own): break
    case (.whole, .later):
      doubt(Factor.laterWords, "This is the end of the name \"\(city.name)\".")
    case (.whole, _): doubt(Factor.otherName, "This is another name of \"\(city.name)\".")
    }
    for (hint, level) in reading.regions where hint.isSimilar {
      let name = name(of: level) ?? ""
      doubt(Factor.similarRegion, "\"\(line.text(of: hint.words))\" was read as \"\(name)\".")
    }
    for part in reading.contradictions {
      doubt(Factor.contradiction, "\"\(text(ofPart: part))\" is elsewhere and was ignored.")
    }
    for part in reading.unknownCodes {
      doubt(Factor.unknownCode, "\"\(text(ofPart: part))\" is not known and was ignored.")
    }
    for part in reading.unmatched {
      doubt(
        count > 1 ? Factor.unmatchedAmongSeveral : Factor.unmatched,
        "\"\(text(ofPart: part))\" is not known and was ignored.")
    }
    if reading.lacksCountry { score = min(score, Factor.noCountry) }
    if reading.regions.isEmpty, !reading.hasPostalCode { score *= Factor.noRegion }
    if let rival { reasons.append("\"\(rival)\" may be meant, too.") }
    // An uncertain score does not become a certain one by rounding.
    let rounded = (score * 100).rounded() / 100
    return GeocodingConfidence(
      score < Self.leastCertain ? min(rounded, Self.leastCertain - 0.01) : rounded,
      reason: reasons.joined(separator: " "))
  }

  /// The reason why the city was chosen, as a sentence.
  private var choice: String {
    let places = [Gazetteer.RegionLevel.division, .country]
      .filter { level in reading.regions.contains { $0.level == level } }.compactMap(name(of:))
    let place = places.isEmpty ? "" : " in \(places.joined(separator: ", "))"
    guard count > 1 else { return "It is the only city of this name\(place)." }
    guard isLargest else { return "It is the likeliest of \(count) cities of this name\(place)." }
    return "It is the largest of \(count) cities of this name\(place), with "
      + "\(Int(percentage.rounded())) % of their people."
  }

  /// The name or code of the city's division or country.
  private func name(of level: Gazetteer.RegionLevel) -> String? {
    switch level {
    case .division: gazetteer.admin1Name(of: city) ?? city.admin1Code.description
    case .country: gazetteer.countryName(of: city) ?? city.countryCode.description
    }
  }

  private func text(ofPart number: Int) -> String {
    line.parts[number].trimmedText
  }
}
