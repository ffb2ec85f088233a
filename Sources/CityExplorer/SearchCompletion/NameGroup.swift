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

  /// The line that stands for all of them; `nil` if there is only one.
  func completion(for query: FoldedQuery) -> SearchCompletion? {
    guard cities.count > 1 else { return nil }
    let title = cities[0].name
    let highlight = query.highlight(in: title)
    let ids = cities.sorted { ($1.population, $0.id) < ($0.population, $1.id) }.map(\.id)
    return SearchCompletion(
      kind: .sharedName(ids), title: title, subtitle: "\(cities.count) places",
      titleHighlightRanges: [highlight].compactMap(\.self).filter { $0.length > 0 })
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
    return Subtitle(parts: subtitle.parts, addition: distinct?.1 ?? "no. \(city.id)")
  }
}
