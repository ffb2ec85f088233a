internal import CitySearch

/// Why a city is taken for that of an address.
struct MatchGrounds {
  let city: City
  let candidates: CityCandidates
  let comparison: CityNames.Comparison
  let hints: [(hint: RegionHint, reading: HintReading)]

  /// How much is left of a confidence of 1 for each doubt.
  private enum Factor {
    /// Neither state nor country is known, and there are more places than any table has.
    static let noRegion = 0.9
    static let misspelled = 0.8
    static let otherName = 0.9
    static let completed = 0.7
    static let unknownRegion = 0.5
  }

  /// The share of the city in the people of the candidates, less what doubts there are.
  var confidence: GeocodingConfidence {
    var score = candidates.share
    var reasons = [choice]
    switch comparison {
    case .whole: break
    case .other:
      score *= Factor.otherName
      reasons.append("This is another name of \"\(city.name)\".")
    case .firstWords:
      score *= Factor.completed
      reasons.append("Its name was completed to \"\(city.name)\".")
    }
    for (hint, reading) in hints {
      switch reading {
      case .exact: break
      case .similar:
        score *= Factor.misspelled
        let name = region(of: reading)?.name ?? hint.text
        reasons.append("\"\(hint.text)\" was read as \"\(name)\".")
      case .unknown:
        score *= Factor.unknownRegion
        reasons.append("\"\(hint.text)\" is not known and was ignored.")
      }
    }
    if places.isEmpty { score *= Factor.noRegion }
    return GeocodingConfidence(score, reason: reasons.joined(separator: " "))
  }

  /// How the city was chosen, as a sentence.
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
  private var places: [String] { hints.compactMap { region(of: $0.reading)?.name } }

  /// The region that the city lies in, of those that a hint may mean.
  private func region(of reading: HintReading) -> Region? {
    switch reading {
    case .exact(let regions), .similar(let regions): regions.first { $0.contains(city) }
    case .unknown: nil
    }
  }
}
