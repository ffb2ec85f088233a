internal import CitySearch

/// Where a city lies, in words: "Illinois, United States".
struct Subtitle: Equatable {
  /// The division, empty if it is not known.
  let division: String
  /// The country, empty if it is not known.
  let country: String
  /// What tells apart cities that agree in all parts.
  let addition: String?

  /// Adds to a subtitle what tells it apart.
  init(_ subtitle: Subtitle, addition: String) {
    division = subtitle.division
    country = subtitle.country
    self.addition = addition
  }

  init(of city: City, in places: any PlaceResolving) {
    division = Self.division(of: city, in: places)
    country = places.countryName(of: city) ?? city.countryCode
    addition = nil
  }

  /// The name of the division, or its code if that is one that people use: "TX", but not "07".
  private static func division(of city: City, in places: any PlaceResolving) -> String {
    if let name = places.admin1Name(of: city) { return name }
    return city.admin1Code.contains(where: \.isLetter) ? city.admin1Code : ""
  }

  private static let separator = ", "

  /// Division and country, as far as they are known.
  private var parts: [String] { [division, country].filter { !$0.isEmpty } }

  var text: String {
    let place = parts.joined(separator: Self.separator)
    guard let addition else { return place }
    return place.isEmpty ? addition : "\(place) · \(addition)"
  }

  /// The beginnings of parts that match a query; its place in `text` is counted in UTF-16.
  func highlights(of query: FoldedQuery) -> [HighlightRange] {
    var location = 0
    return parts.compactMap { part in
      defer { location += part.utf16.count + Self.separator.utf16.count }
      guard let highlight = query.highlight(in: part), highlight.length > 0 else { return nil }
      return HighlightRange(location: location + highlight.location, length: highlight.length)
    }
  }

  /// The parts of regions that were typed behind a name; a region by another name has none.
  func highlights(of regions: [MatchedRegion]) -> [HighlightRange] {
    func highlight(isCountry: Bool, _ name: String) -> HighlightRange? {
      regions.first {
        ($0.admin1Code == nil) == isCountry && $0.name == name && $0.highlight.length > 0
      }?.highlight
    }
    let start = division.isEmpty ? 0 : division.utf16.count + Self.separator.utf16.count
    let inCountry = highlight(isCountry: true, country).map {
      HighlightRange(location: start + $0.location, length: $0.length)
    }
    return [highlight(isCountry: false, division), inCountry].compactMap(\.self)
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
