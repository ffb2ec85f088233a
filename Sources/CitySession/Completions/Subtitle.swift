internal import CitySearch

/// Where a city lies, in words: "Illinois, United States".
///
/// A class, since all cities of a division share one.
final class Subtitle: Sendable {
  /// The division, empty if it is not known.
  let division: String
  /// The country, empty if it is not known.
  let country: String
  /// Division and country, as far as they are known.
  let text: String

  private static let separator = ", "

  /// Takes the names of the regions of a city; codes stand in for those that are not known.
  ///
  /// The code of a division does so only if it is one that people use: "TX", but not "07".
  init(of city: City, division: String?, country: String?) {
    self.division = division ?? Self.readable(city.admin1Code)
    self.country = country ?? city.countryCode.description
    text = Self.joined(self.division, self.country, by: Self.separator)
  }

  private static func readable(_ code: DivisionCode) -> String {
    let text = code.description
    return text.contains(where: \.isLetter) ? text : ""
  }

  /// Two texts, of which one may be empty.
  private static func joined(_ one: String, _ two: String, by separator: String) -> String {
    if one.isEmpty || two.isEmpty { return one.isEmpty ? two : one }
    // In one allocation.
    var text = ""
    text.reserveCapacity(one.utf8.count + separator.utf8.count + two.utf8.count)
    text += one
    text += separator
    text += two
    return text
  }

  /// The text with what tells apart cities that agree in all else.
  func text(with addition: String?) -> String {
    guard let addition else { return text }
    return Self.joined(text, addition, by: " · ")
  }

  /// The beginnings of division and country that match a query; their place in `text` is counted in
  /// UTF-16.
  func highlights(of query: FoldedQuery) -> [HighlightRange] {
    marked(query.highlight(in: division), query.highlight(in: country))
  }

  /// The parts of regions that were typed behind a name; a region by another name has none.
  func highlights(of regions: [MatchedRegion]) -> [HighlightRange] {
    func highlight(isCountry: Bool, _ name: String) -> HighlightRange? {
      regions.first {
        ($0.admin1Code == nil) == isCountry && $0.name == name && $0.highlight.length > 0
      }?.highlight
    }
    return marked(
      highlight(isCountry: false, division), highlight(isCountry: true, country))
  }

  /// The ranges of `text` for those of its parts, without empty ones.
  private func marked(
    _ inDivision: HighlightRange?, _ inCountry: HighlightRange?
  ) -> [HighlightRange] {
    // An array is made only if there is something to mark, which is seldom.
    var ranges: [HighlightRange] = []
    if let inDivision, inDivision.length > 0 { ranges.append(inDivision) }
    if let inCountry, inCountry.length > 0 {
      let start = division.isEmpty ? 0 : division.utf16.count + Self.separator.utf16.count
      ranges.append(
        HighlightRange(validLocation: start + inCountry.location, length: inCountry.length))
    }
    return ranges
  }
}

extension Subtitle: Equatable {
  /// Whether both read the same, part by part.
  static func == (one: Subtitle, two: Subtitle) -> Bool {
    one === two || one.division == two.division && one.country == two.country
  }
}

extension Coordinate {
  /// The coordinate for people: "17.07° N, 96.72° W".
  func text(decimals: Int) -> String {
    func degrees(_ units: Int32, _ positive: String, _ negative: String) -> String {
      let digits = Self.unitsPerDegree.description.count - 1
      let step = (decimals..<digits).reduce(1) { step, _ in step * 10 }
      let scale = Self.unitsPerDegree / step
      let rounded = (Int(units.magnitude) + step / 2) / step
      let fraction = String(rounded % scale)
      let zeros = String(repeating: "0", count: decimals - fraction.count)
      return "\(rounded / scale).\(zeros)\(fraction)° \(units < 0 ? negative : positive)"
    }
    return "\(degrees(fixedLatitude, "N", "S")), \(degrees(fixedLongitude, "E", "W"))"
  }
}
