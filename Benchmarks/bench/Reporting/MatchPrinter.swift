import CitySearch
import Foundation

/// Prints the matches of a query, for people or for programs.
struct MatchPrinter {
  enum Form {
    /// Name with the match marked, division, country, population.
    case people
    /// Query, number of matches, ids of the first; tabs between them.
    case ids
    /// For each match query, name, and the length of the highlight in UTF-16 code units.
    case highlights
  }

  let gazetteer: Gazetteer
  let form: Form
  private let isTerminal = isatty(STDOUT_FILENO) == 1

  init(gazetteer: Gazetteer, form: Form) {
    self.gazetteer = gazetteer
    self.form = form
  }

  func print(_ matches: CityMatches, of query: String) {
    switch form {
    case .ids:
      let ids = matches.ids.map(String.init).joined(separator: ",")
      Swift.print("\(query)\t\(matches.totalCount)\t\(ids)")
    case .highlights:
      for match in matches {
        Swift.print("\(query)\t\(match.city.name)\t\(match.highlight.length)")
      }
    case .people:
      Swift.print("\(query): \(matches.count) of \(matches.totalCount)")
      for match in matches { Swift.print("  \(line(for: match))") }
    }
  }

  private func line(for match: CityMatch) -> String {
    let city = match.city
    let admin1 = gazetteer.admin1Name(of: city) ?? city.admin1Code
    let country = gazetteer.countryName(of: city) ?? city.countryCode
    let place = [marked(match), admin1, country].filter { !$0.isEmpty }.joined(separator: ", ")
    return city.population > 0 ? "\(place), \(city.population.grouped)" : place
  }

  /// The name with the match in bold on a terminal, in brackets elsewhere.
  private func marked(_ match: CityMatch) -> String {
    let name = match.city.name
    guard let range = match.highlight.range(in: name), !range.isEmpty else { return name }
    let (start, end) = isTerminal ? ("\u{1B}[1m", "\u{1B}[0m") : ("[", "]")
    return name[..<range.lowerBound] + start + name[range] + end + name[range.upperBound...]
  }
}
