package import CitySearch
import Foundation
import PrefixBenchmark
import PrefixMeasuring

/// Prints the matches of a query, for people or for programs.
package struct MatchPrinter {
  /// The forms for programs.
  package enum Form: CaseIterable {
    /// Query, number of matches, ids of the first, each with the mark of its grade; tabs between them.
    case ids
    /// For each match query, id, kind and text of the name that matched, and the highlights.
    case explain
    /// For each match query, name, and the length of the highlight in UTF-16 code units.
    case highlights
  }

  package let gazetteer: Gazetteer
  /// `nil` for people: names with the match marked, division, country, population.
  let form: Form?
  /// Whether parts are marked by the style of the text, and not by brackets.
  private let isStyled: Bool

  package init(
    gazetteer: Gazetteer, form: Form?, isStyled: Bool = isatty(STDOUT_FILENO) == 1
  ) {
    (self.gazetteer, self.form, self.isStyled) = (gazetteer, form, isStyled)
  }

  func print(_ matches: CityMatches, of query: String) throws {
    let lines = lines(for: matches, of: query)
    if !lines.isEmpty { try StandardOutput.print(lines.joined(separator: "\n")) }
  }

  package func lines(for matches: CityMatches, of query: String) -> [String] {
    switch form {
    case .ids:
      let ids = matches.map { "\($0.id)\($0.grade.mark)" }.joined(separator: ",")
      return ["\(query.asColumn)\t\(matches.asTyped)\t\(ids)"]
    case .explain:
      return matches.map { match in
        "\(query.asColumn)\t\(match.id)\t\(match.matchedName.kind.rawValue)\t\(match.matchedName.text.asColumn)"
          + "\t\(match.highlightText)"
      }
    case .highlights:
      return matches.map {
        "\(query.asColumn)\t\($0.matchedName.text.asColumn)\t\($0.highlight.length)"
      }
    case nil:
      return [heading(of: matches, for: query)] + matches.map(line)
    }
  }
}

extension MatchGrade {
  /// What stands beside a match of the grade; nothing if it is exact.
  var mark: String {
    switch self {
    case .exact: ""
    case .corrected: "~"
    case .partial: "*"
    case .phonetic: "^"
    }
  }

  /// How a match of the grade fits, in a word.
  fileprivate var word: String {
    switch self {
    case .exact: "exact"
    case .corrected: "similar"
    case .partial: "by a part of the text"
    case .phonetic: "by sound"
    }
  }
}

extension CityMatch {
  /// The part of the name to be marked, as a program reads it.
  var highlightText: String {
    let highlight = highlight
    return "\(highlight.location)+\(highlight.length)"
  }
}

// MARK: - For people

extension MatchPrinter {
  /// The query, how many matches it has, and how many of them are shown.
  private func heading(of matches: CityMatches, for query: String) -> String {
    "\(styled(query.withoutControls, .bold)): \(Self.count(of: matches))"
  }

  /// How many matches there are, how many of them are in the list, and how many match in another way than as
  /// typed.
  package static func count(of matches: CityMatches) -> String {
    let others = matches.count { $0.grade != .exact }
    let total = matches.asTyped.count.grouped + (matches.asTyped.isExact ? "" : "+")
    // All others are of one grade.
    let word = matches.last?.grade.word ?? ""
    switch (matches.asTyped.count, others) {
    case (0, 0): return "nothing"
    case (_, 0): return "\(matches.count.grouped) of \(total)"
    case (0, _): return "nothing as typed, \(others.grouped) \(word)"
    default: return "\((matches.count - others).grouped) of \(total), \(others.grouped) \(word)"
    }
  }

  /// City, division, country, population, after the mark of the grade.
  package func line(for match: CityMatch) -> String {
    let city = match.city
    let name = marked(match.matchedName.text, match.matchedName.highlight)
    let title = match.matchedName.isOwn ? name : "\(city.name.withoutControls) (\(name))"
    let places = [
      regionName(gazetteer.divisionName(of: city) ?? city.divisionCode.description, in: match) {
        $0.divisionCode != nil
      },
      regionName(gazetteer.countryName(of: city) ?? city.countryCode.description, in: match) {
        $0.divisionCode == nil
      },
      city.population > 0 ? city.population.grouped : "",
    ].filter { !$0.isEmpty }
    let mark = match.grade == .exact ? " " : match.grade.mark
    return "\(mark) \(title)" + styled(places.map { ", \($0)" }.joined(), .faint)
  }

  /// The name of a division or country, with the part of it that was typed marked.
  private func regionName(
    _ name: String, in match: CityMatch, where isWanted: (MatchedRegion) -> Bool
  ) -> String {
    let typed = match.regions.first { isWanted($0) && $0.name == name }?.highlight ?? .empty
    return marked(name, typed, within: .faint)
  }

  /// A text with a part in bold on a terminal, in brackets elsewhere.
  private func marked(
    _ text: String, _ part: HighlightRange, within style: Style? = nil
  ) -> String {
    guard part.length > 0, let range = part.range(in: text) else { return text.withoutControls }
    let typed = text[range].withoutControls
    // Bold ends every other style, which begins again behind it.
    let bold = isStyled ? styled(typed, .bold) + (style?.start ?? "") : "[\(typed)]"
    return text[..<range.lowerBound].withoutControls + bold
      + text[range.upperBound...].withoutControls
  }

  func styled(_ text: String, _ style: Style) -> String {
    isStyled && !text.isEmpty ? style.start + text + Style.end : text
  }

  /// A style of text on a terminal.
  enum Style: Int {
    case bold = 1
    case faint = 2

    /// The sequence that sets this style alone.
    var start: String { "\u{1B}[0;\(rawValue)m" }
    static let end = "\u{1B}[0m"
  }
}
