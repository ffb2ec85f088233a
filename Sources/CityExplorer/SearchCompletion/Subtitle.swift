internal import CitySearch

/// Where a city lies, in words: "Illinois, United States".
struct Subtitle: Equatable {
  /// Division and country, as far as they are known.
  let parts: [String]
  /// What tells apart cities that agree in all parts.
  let addition: String?

  init(parts: [String], addition: String? = nil) {
    self.parts = parts
    self.addition = addition
  }

  init(of city: City, in places: any PlaceResolving) {
    let country = places.countryName(of: city) ?? city.countryCode
    self.init(parts: [Self.division(of: city, in: places), country].filter { !$0.isEmpty })
  }

  /// The name of the division, or its code if that is one that people use: "TX", but not "07".
  private static func division(of city: City, in places: any PlaceResolving) -> String {
    if let name = places.admin1Name(of: city) { return name }
    return city.admin1Code.contains(where: \.isLetter) ? city.admin1Code : ""
  }

  private static let separator = ", "

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
