import CityExplorer
import CityFavorites
import CityGeocoding
import CitySearch
import CitySession
import CityTestSupport
import Observation
import TestSupport
import Testing

@Suite("The model of the explorer", .againstHanging) @MainActor
struct ExplorerModelTests {
  @Test func `from a text field to a map`() async {
    let model = ExplorerModel(search: .preview)
    model.send(.queryChanged("springf"))
    // Cities in memory answer at once.
    #expect(!model.state.phase.isSearching)
    #expect(model.state.completions.count == 6)

    model.send(.completionTapped(model.state.completions[0]))
    await model.wait { $0.lookup == .idle }
    #expect(model.state.query == "Springfield")
    #expect(model.state.mapItems.count == 5)
    model.send(.citySelected(model.state.mapItems[0].id))
    #expect(model.state.selectedItem?.placemark.division == "Missouri")
    #expect(
      model.state.mapItems.allSatisfy {
        model.state.region?.contains($0.placemark.coordinate) == true
      })
  }

  @Test func `the names on the screen are those in the person's languages`() async throws {
    let gazetteer = try World.cities.get().gazetteer
    let model = ExplorerModel(search: .live(gazetteer, languages: ["de"]))
    model.send(.queryChanged("munich"))
    await model.wait { !$0.phase.isSearching }
    model.send(.completionTapped(try #require(model.state.completions.first)))
    await model.wait { $0.selectedItem != nil }
    #expect(model.state.query == "München")
    #expect(model.state.selectedItem?.placemark.name == "München")
    #expect(model.state.recentPlaces.map(\.placemark.name) == ["München"])
  }

  @Test func `a late response to an older tap is dropped`() async {
    let source = ScriptedSource(.ignoresCancellation)
    let places = ScriptedPlaces()
    let model = ExplorerModel(search: .live(source, places: places))
    model.send(.completionTapped(SearchCompletion(kind: .city(1), title: "Old")))
    await places.requestCount.wait(for: 1)
    model.send(.completionTapped(SearchCompletion(kind: .city(2), title: "New")))
    await places.requestCount.wait(for: 2)
    places.answer(1)
    await model.wait { $0.lookup == .idle }
    let state = model.state
    #expect(state.mapItems.map(\.id) == [2])
    places.answer(0)
    await places.answerCount.wait(for: 2)
    #expect(model.state == state)
  }

  @Test func `two screens share a client, and each shows its own newest text`() async {
    let source = ScriptedSource(.ignoresCancellation)
    let client = SearchClient.live(source, pause: .zero)
    let (one, two) = (ExplorerModel(search: client), ExplorerModel(search: client))
    one.send(.queryChanged("paris"))
    await source.requestCount.wait(for: 1)
    two.send(.queryChanged("london"))
    await source.requestCount.wait(for: 2)
    source.answer(0, with: ["Paris"])
    source.answer(1, with: ["London"])
    await one.wait { !$0.phase.isSearching }
    await two.wait { !$0.phase.isSearching }
    #expect(one.state.completions.map(\.title) == ["Paris"])
    #expect(two.state.completions.map(\.title) == ["London"])
  }

  @Test func `a tap on a single city opens its card, and the list goes on`() async throws {
    let model = ExplorerModel(search: .live(SampleCities.gazetteer, limit: 2))
    model.send(.queryChanged("springf"))
    await model.wait { !$0.phase.isSearching }
    #expect(model.state.completions.total == .exactly(5))
    let line = try #require(model.state.completions.last)
    model.send(.completionTapped(line))
    model.send(.moreRequested)
    await model.wait { $0.lookup == .idle && !$0.phase.isSearching }
    #expect(model.state.selectedItem?.id == line.cityIDs[0])
    #expect(model.state.query == "Springfield")
    #expect(model.state.completions.count == 4)
    model.send(.moreRequested)
    await model.wait { !$0.phase.isSearching }
    #expect(model.state.completions.cityCount == 5)
    #expect(model.state.completions.more == nil)
  }

  @Test func `a line that was kept while the cities changed says so`() async {
    let model = ExplorerModel(search: .preview)
    let gone = SearchCompletion(kind: .city(7), title: "Atlantis")
    model.send(.completionTapped(gone))
    await model.wait { $0.lookup == .missing(gone) }
    #expect(model.state.mapItems.isEmpty && model.state.selection == nil)
  }

  @Test func `a stopped model keeps its state`() async {
    let lookups = Milestone()
    let client = SearchClient(
      search: { _ in [] },
      mapItems: { _ in
        lookups.reach()
        try await ManualClock().sleep(for: .seconds(1))
        throw ScriptedSource.Failure()
      })
    let geocoder = ScriptedGeocoder(["b": [.never]])
    let model = ExplorerModel(
      search: client,
      geocoding: .live(GeocodingQueue(geocoder: geocoder, store: GeocodingMemory())))
    model.send(.geocoding(.listed(["a", "b"].map { PostalAddress(city: $0) })))
    await model.wait { $0.geocoding.markers.count == 1 }
    let line = SearchCompletion(kind: .city(7), title: "Atlantis")
    model.send(.completionTapped(line))
    await lookups.wait(for: 1)
    model.stop()
    await model.wait { $0.geocoding.progress == .paused(remaining: 1) }
    #expect(model.state.geocoding.failure == nil)
    #expect(model.state.lookup == .loading(line))
  }

  @Test func `errors that are no errors of a session become such`() async {
    let model = ExplorerModel(search: .failing(ScriptedSource.Failure()))
    model.send(.queryChanged("par"))
    await model.wait { !$0.phase.isSearching }
    let error = LocationSearchError.searchCompletionFailed(
      UnderlyingError(ScriptedSource.Failure()))
    #expect(model.state.phase == .failed(query: "par", error: error, previous: []))
  }

  @Test(arguments: [true, false])
  func `the newest of many texts wins, typed as fast as possible`(isInMemory: Bool) async {
    let cities = SearchClient.preview
    let model = ExplorerModel(
      search: isInMemory ? cities : SearchClient(search: cities.search, mapItems: cities.mapItems))
    for round in 0..<200 {
      for text in ["s", "sp", "spr", "par", "pari", round.isMultiple(of: 2) ? "ber" : "lon"] {
        model.send(.queryChanged(text))
      }
      await model.wait { !$0.phase.isSearching }
      #expect(model.state.phase.query == model.state.query)
      #expect(model.state.completions.map(\.title) == (round.isMultiple(of: 2) ? ["Berlin"] : []))
    }
  }

  /// A test that is cancelled at its time limit must end, and not evaluate its condition without end.
  @Test func `who waits for a state goes on when cancelled`() async {
    let model = ExplorerModel(search: .preview)
    let looks = Milestone()
    let waiting = Task {
      await model.wait { _ in
        looks.reach()
        return false
      }
    }
    await looks.wait(for: 1)
    waiting.cancel()
    await waiting.value
    #expect(looks.count == 1)
  }

  @Test func `observers hear of changes only`() {
    let model = ExplorerModel(search: .failing(ScriptedSource.Failure()))
    let changes = Milestone()
    withObservationTracking {
      _ = model.state
    } onChange: {
      changes.reach()
    }
    model.send(.appeared)
    model.send(.selectionCleared)
    #expect(changes.count == 0)
    model.send(.queryChanged(" "))
    #expect(changes.count == 1)
  }

  @Test func `a model that goes away takes its effects with it`() async {
    let source = ScriptedSource()
    weak let weakModel: ExplorerModel?
    do {
      let model = ExplorerModel(search: .live(source, pause: .zero))
      weakModel = model
      model.send(.queryChanged("paris"))
      await source.requestCount.wait(for: 1)
    }
    await source.waitForCancellation(of: 0)
    #expect(weakModel == nil)
  }
}
