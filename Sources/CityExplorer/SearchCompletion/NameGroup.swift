internal import CitySearch

/// The cities that share a name, and what each is told apart by.
struct NameGroup {
  private let cities: [City]
  private let places: any PlaceResolving

  /// Takes the cities, of which there is at least one.
  init(_ cities: [City], places: any PlaceResolving) {
    self.cities = cities
    self.places = places
  }

  /// Whether more people live in `city` than in all others together.
  func isDominated(by city: City) -> Bool {
    city.population > cities.reduce(-city.population) { $0 + $1.population }
  }

  /// Makes the line that stands for all of them.
  ///
  /// - Parameter match: The match of one of them, by its own name, which becomes the title: those of
  ///   the others may differ in accents.
  /// - Returns: The line; `nil` if there is only one city.
  func completion(for match: CityMatch) -> SearchCompletion? {
    guard cities.count > 1 else { return nil }
    let ids = cities.sorted { ($1.population, $0.id) < ($0.population, $1.id) }.map(\.id)
    return SearchCompletion(
      kind: .sharedName(ids), title: match.name.text, subtitle: "\(cities.count) places",
      titleHighlightRanges: Array(match.highlights), edits: match.edits)
  }

  /// Where `city` lies, in so many words that no other of the group looks like it.
  func subtitle(of city: City) -> Subtitle {
    let subtitle = Subtitle(of: city, in: places)
    let lookalikes = cities.filter {
      $0.id != city.id && $0.name == city.name && $0.countryCode == city.countryCode
        && Subtitle(of: $0, in: places) == subtitle
    }
    guard !lookalikes.isEmpty else { return subtitle }
    let position = [2, 4, 7].lazy.map { decimals in city.coordinate.text(decimals: decimals) }
    let distinct = zip([2, 4, 7], position).first { decimals, text in
      lookalikes.allSatisfy { $0.coordinate.text(decimals: decimals) != text }
    }
    return Subtitle(subtitle, addition: distinct?.1 ?? "no. \(city.id)")
  }
}
