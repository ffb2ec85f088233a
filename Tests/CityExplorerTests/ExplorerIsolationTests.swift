import CityExplorer
import CityFavorites
import CityGeocoding
import CitySearch
import CitySession
import CityTestSupport
import TestSupport
import Testing

/// A page of a server: an actor of its own around a model.
private actor Page {
  private let model: ExplorerModel

  init(
    client: SearchClient = .preview,
    favorites: FavoritesClient = .live(FavoritesMemory(), places: TestPlaces.gazetteer),
    geocoding: GeocodingClient = .failing
  ) {
    model = ExplorerModel(search: client, favorites: favorites, geocoding: geocoding)
  }

  var state: ExplorerState { model.state }

  func send(_ action: ExplorerAction) { model.send(action) }

  func close() { model.stop() }

  func wait(until condition: @Sendable (ExplorerState) -> Bool) async {
    await model.wait(until: condition)
  }
}

@Suite("The model of the explorer in an actor of its own", .againstHanging)
struct ExplorerIsolationTests {
  @Test func `searches, looks up and saves there, as on the main actor`() async throws {
    let page = Page()
    await page.send(.queryChanged("berl"))
    await page.wait { !$0.phase.isSearching }
    let line = try #require(await page.state.completions.first)
    await page.send(.completionTapped(line))
    await page.wait { $0.lookup == .idle }
    let berlin = try #require(await page.state.selectedItem)
    await page.send(.favorites(.starred(berlin.id, isFavorite: true)))
    await page.wait { $0.favorites.cities.last?.id == berlin.id }
  }

  @Test func `looks up addresses there`() async {
    let geocoder = ScriptedGeocoder(["b": [.error(.noResult)], "c": [.never]])
    let page = Page(
      geocoding: .live(GeocodingQueue(geocoder: geocoder, store: GeocodingMemory())))
    await page.send(.geocoding(.listed(["a", "b", "c"].map { PostalAddress(city: $0) })))
    await page.wait { $0.geocoding.failures.count == 1 && $0.geocoding.markers.count == 1 }
    await page.send(.geocoding(.paused))
    await geocoder.cancellationCount.wait(for: 1)
    await page.wait { $0.geocoding.progress == .paused(remaining: 1) }
  }

  /// Under the thread sanitizer this shows that each model stays on its actor.
  @Test func `many pages share a client and do not disturb each other`() async {
    let client = SearchClient.live(SampleCities.gazetteer)
    let titles = await withTaskGroup(of: (Int, [String]).self) { group in
      for number in 0..<50 {
        group.addTask {
          let page = Page(client: client)
          for text in ["s", "spr", number.isMultiple(of: 2) ? "berl" : "springf"] {
            await page.send(.queryChanged(text))
          }
          await page.wait { !$0.phase.isSearching }
          return (number, await page.state.completions.map(\.title))
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(titles.count == 50)
    for (number, titles) in titles {
      #expect(Set(titles) == [number.isMultiple(of: 2) ? "Berlin" : "Springfield"])
    }
  }

  /// Answers that come back on another actor lose changes, or stop the test.
  @Test func `stars and searches at once lose nothing`() async {
    let client = SearchClient.live(SampleCities.gazetteer)
    await withDiscardingTaskGroup { group in
      for _ in 0..<500 {
        group.addTask {
          let page = Page(client: client)
          await page.send(.favorites(.appeared))
          await page.send(.queryChanged("berl"))
          await page.send(.favorites(.starred(2_950_159, isFavorite: true)))
          await page.send(.queryChanged("par"))
          await page.wait { $0.favorites.cities.count == 1 && !$0.favorites.isSaving }
          await page.wait { !$0.phase.isSearching }
          await page.close()
        }
      }
    }
  }

  @Test func `a page that is closed takes its effects with it, and goes`() async throws {
    let source = ScriptedSource()
    weak let weakPage: Page?
    do {
      let page = Page(client: .live(source, pause: .zero))
      weakPage = page
      await page.send(.favorites(.appeared))
      await page.send(.queryChanged("paris"))
      await source.requestCount.wait(for: 1)
      await page.close()
    }
    await source.waitForCancellation(of: 0)
    try await waitUntil("the page is gone") { weakPage == nil }
  }
}
