internal import CitySearch

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
