import CityExplorer
import CityFavorites
import CityGeocoding
import CitySearch
import CitySession
import CityTestSupport
import TestSupport
import Testing

/// The examples of the article "The whole screen", compiled and run.
@Suite("The article about the whole screen", .againstHanging) @MainActor
struct WholeScreenArticleTests {
  private let gazetteer: Gazetteer

  init() throws {
    gazetteer = try World.cities.get().gazetteer
  }

  @Test func `take the whole screen`() async {
    let model = ExplorerModel(search: .live(gazetteer))
    model.send(.queryChanged("springf"))
    #expect(model.state.phase == .searching(query: "springf", previous: []))
    await model.wait { !$0.phase.isSearching }
    let completions = model.state.completions

    model.send(.completionTapped(completions[1]))
    model.send(.moreRequested)
    await model.wait { $0.selectedItem != nil && $0.completions.count > 10 }
    #expect(model.state.query == "Springfield")

    let preview = ExplorerModel(search: .preview)
    preview.send(.queryChanged("spr"))
    await preview.wait { !$0.phase.isSearching }
    #expect(preview.state.completions.first?.title == "Springfield")
  }

  @Test func `say where the person is`() async {
    let model = ExplorerModel(search: .live(gazetteer))
    model.send(.queryChanged("springfield"))
    let here = Coordinate(latitude: 39.80, longitude: -89.64)
    model.send(.userMoved(to: SearchBias(coordinate: here, countryCode: "US")))
    await model.wait { !$0.phase.isSearching }
    let subtitles = model.state.completions.map(\.subtitle)
    #expect(subtitles.prefix(2).contains("Illinois, United States"))

    let view = CoordinateRegion(center: here, span: .init(latitudeDelta: 2, longitudeDelta: 2))
    model.send(.regionChanged(view))
    #expect(model.state.visibleRegion == view)
  }

  @Test func `show names in the person's languages`() async throws {
    let german = ExplorerModel(search: .live(gazetteer, languages: ["de"]))
    german.send(.queryChanged("munich"))
    await german.wait { !$0.phase.isSearching }
    german.send(.completionTapped(try #require(german.state.completions.first)))
    await german.wait { $0.selectedItem != nil }
    #expect(german.state.query == "München")
    #expect(german.state.selectedItem?.placemark.name == "München")
    #expect(german.state.recentPlaces.map(\.placemark.name) == ["München"])
  }

  @Test func `put stars on the screen`() async throws {
    let favorites = FavoriteCities(store: FavoritesMemory([.numbered(-1)]))
    let model = ExplorerModel(
      search: .live(gazetteer), favorites: .live(favorites, places: gazetteer))
    model.send(.favorites(.appeared))
    await model.wait { !$0.favorites.cities.isEmpty }
    model.send(.favorites(.starred(2_950_159, isFavorite: true)))
    await model.wait { $0.favorites.cities.map(\.placemark.name) == ["City -1", "Berlin"] }
  }

  @Test func `put markers on the map`() async throws {
    let queue = GeocodingQueue(
      geocoder: LineGeocoder(gazetteer), store: GeocodingMemory(),
      rate: .unlimited)
    try await queue.enqueue([
      PostalAddress(city: "Paris", state: "TX"),
      PostalAddress(label: "Office", city: "Springfield", state: "IL", country: "USA"),
    ])
    let model = ExplorerModel(search: .live(gazetteer), geocoding: .live(queue))
    model.send(.geocoding(.appeared))
    await model.wait { $0.geocoding.markers.map(\.placemark.name) == ["Paris", "Office"] }
  }

  @Test func `every example of the article is in this file`() throws {
    try Example.expectAll(of: "CityExplorer.docc/TheWholeScreen.md", in: #filePath, count: 9)
  }
}
