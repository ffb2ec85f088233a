internal import CitySearch

/// The candidate cities of an address, and the most likely of them.
///
/// Of cities whose names fold to the same key, those with the spelling of the address are preferred:
/// Dohren and Döhren are two villages in Lower Saxony.
struct CityCandidates {
  /// How closely the name of a city matches the typed name.
  private enum Spelling: Int, Comparable {
    /// It matches only without accents and punctuation, or it is another name.
    case other
    /// It matches except for case.
    case caseless
    case exact

    static func < (one: Spelling, two: Spelling) -> Bool { one.rawValue < two.rawValue }
  }

  /// The typed name, normalized; `nil` if the name was not typed in this form.
  private let typed: String?
  private let caseless: String?
  /// The spelling of the best candidate.
  private var spelling = Spelling.other

  /// The most populous of those with the best spelling; of equally populous ones the first in canonical
  /// order.
  private(set) var best: City?
  /// The number of all candidates.
  private(set) var count = 0
  /// The number of candidates with the same spelling as the best.
  private(set) var spelledCount = 0
  private var population = 0
  private var spelledPopulation = 0

  /// The weight of the population of cities with another spelling: some people omit accents.
  private static let weightOfOtherSpellings = 0.1

  init(typed: String?) {
    self.typed = typed?.normalizedSpelling
    caseless = self.typed?.lowercased()
  }

  /// Adds a city; cities must be added in canonical order.
  mutating func add(_ city: City) {
    count += 1
    population += Self.weight(of: city)
    let spelling = spelling(of: city)
    guard spelling >= self.spelling else { return }
    if spelling > self.spelling {
      self.spelling = spelling
      (best, spelledCount, spelledPopulation) = (nil, 0, 0)
    }
    spelledCount += 1
    spelledPopulation += Self.weight(of: city)
    if best.map({ city.population > $0.population }) ?? true { best = city }
  }

  /// The share of the best candidate in the population of all candidates, from 0 to 1.
  ///
  /// The population of cities with another spelling counts a tenth.
  var share: Double {
    guard let best else { return 0 }
    let others = Double(population - spelledPopulation) * Self.weightOfOtherSpellings
    return Double(Self.weight(of: best)) / (Double(spelledPopulation) + others)
  }

  private func spelling(of city: City) -> Spelling {
    guard let typed else { return .other }
    // Equality of strings is canonical equivalence.
    if city.name == typed { return .exact }
    return city.name.lowercased() == caseless ? .caseless : .other
  }

  /// At least 1, because 0 often means that the population is unknown.
  private static func weight(of city: City) -> Int { max(city.population, 1) }
}

/// The evidence for a match, from which the confidence follows.
struct MatchEvidence {
  let city: City
  let candidates: CityCandidates
  let nameMatch: NameMatch
  let hints: [(hint: RegionHint, match: RegionMatch)]

  /// The confidence factor of each uncertainty.
  private enum Factor {
    /// Neither state nor country is known, and no gazetteer is complete.
    static let noRegion = 0.9
    static let misspelt = 0.8
    static let otherName = 0.9
    static let completed = 0.7
    static let unknownRegion = 0.5
  }

  /// The share of the city in the population of the candidates, times the factor of each uncertainty.
  var confidence: GeocodingConfidence {
    var score = candidates.share
    var reasons = [choice]
    switch nameMatch {
    case .whole: break
    case .alternate:
      score *= Factor.otherName
      reasons.append("This is another name of \"\(city.name)\".")
    case .firstWords:
      score *= Factor.completed
      reasons.append("Its name was completed to \"\(city.name)\".")
    }
    for (hint, match) in hints {
      switch match {
      case .exact: break
      case .similar:
        score *= Factor.misspelt
        let name = region(of: match)?.name ?? hint.text
        reasons.append("\"\(hint.text)\" was read as \"\(name)\".")
      case .unknown:
        score *= Factor.unknownRegion
        reasons.append("\"\(hint.text)\" is not known and was ignored.")
      }
    }
    if places.isEmpty { score *= Factor.noRegion }
    return GeocodingConfidence(score, reason: reasons.joined(separator: " "))
  }

  /// The reason why the city was chosen, as a sentence.
  private var choice: String {
    let place = places.isEmpty ? "" : " in \(places.joined(separator: ", "))"
    guard candidates.count > 1 else { return "It is the only city of this name\(place)." }
    let percent = Int((candidates.share * 100).rounded())
    guard candidates.spelledCount > 1 else {
      return "It is the only one of \(candidates.count) cities of this name\(place) spelled so."
    }
    let spelling = candidates.spelledCount < candidates.count ? " spelled so" : ""
    return
      "It is the largest of \(candidates.spelledCount) cities of this name\(place)\(spelling), "
      + "with \(percent) % of their people."
  }

  /// The names of the regions that the address gives.
  private var places: [String] { hints.compactMap { region(of: $0.match)?.name } }

  /// The region of the city, of those that a hint matched.
  private func region(of match: RegionMatch) -> Region? {
    switch match {
    case .exact(let regions), .similar(let regions): regions.first { $0.contains(city) }
    case .unknown: nil
    }
  }
}
