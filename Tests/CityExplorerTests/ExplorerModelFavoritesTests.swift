import CityExplorer
import CityFavorites
import CitySearch
import CitySession
import CityTestSupport
import DurableStorage
import GazetteerBuilding
import Observation
import TestSupport
import Testing

@Suite("The favorites of the explorer's model", .againstHanging) @MainActor
struct ExplorerModelFavoritesTests {
  private static let berlin: City.ID = 2_950_159

  /// Sends what a star button does: the opposite of what it shows.
  private static func tapStar(of model: ExplorerModel) {
    let isFavorite = model.state.favorites.contains(berlin)
    model.send(.favorites(.starred(berlin, isFavorite: !isFavorite)))
  }

  @Test func `from a star in the list to the favorites and back to the map`() async throws {
    let model = ExplorerModel(search: .preview, favorites: .preview)
    model.send(.favorites(.appeared))
    await model.wait { !$0.favorites.cities.isEmpty }
    model.send(.queryChanged("berl"))
    await model.wait { !$0.phase.isSearching }
    let completion = try #require(model.state.completions.first)
    #expect(!model.state.favorites.contains(completion.cityIDs[0]))
    model.send(.favorites(.starred(completion.cityIDs[0], isFavorite: true)))
    #expect(model.state.favorites.contains(completion.cityIDs[0]))
    await model.wait { $0.favorites.cities.count == 3 && !$0.favorites.isSaving }
    model.send(.favorites(.moved(Self.berlin, to: 0)))
    await model.wait { $0.favorites.cities.first?.id == Self.berlin }
    model.send(.favorites(.selected(-1)))
    #expect(model.state.selectedItem?.placemark.name == "Atlantis")
    model.send(.favorites(.starred(-1, isFavorite: false)))
    await model.wait { $0.favorites.cities.count == 2 }
    // The place stays on the map without its star.
    #expect(model.state.selectedItem?.placemark.name == "Atlantis")
    #expect(model.state.favorites.failure == nil)
  }

  @Test func `many taps as fast as possible end as the last one says`() async {
    let model = ExplorerModel(search: .preview, favorites: .preview)
    model.send(.favorites(.appeared))
    await model.wait { !$0.favorites.cities.isEmpty }
    for taps in 1...20 {
      let wanted = model.state.favorites.contains(Self.berlin) != !taps.isMultiple(of: 2)
      for _ in 0..<taps { Self.tapStar(of: model) }
      #expect(model.state.favorites.contains(Self.berlin) == wanted)
      // Lists of the taps in between may still arrive; the last one stays.
      await model.wait { state in
        !state.favorites.isSaving
          && state.favorites.cities.contains { $0.id == Self.berlin } == wanted
      }
    }
  }

  @Test func `what cannot be saved is told, and the star falls back`() async {
    var client = FavoritesClient.preview
    client.setFavorite = { _, _ in throw ScriptedSource.Failure() }
    let model = ExplorerModel(search: .preview, favorites: client)
    model.send(.favorites(.appeared))
    await model.wait { !$0.favorites.cities.isEmpty }
    Self.tapStar(of: model)
    await model.wait { $0.favorites.failure != nil }
    #expect(model.state.favorites.failure == .failed(UnderlyingError(ScriptedSource.Failure())))
    #expect(!model.state.favorites.contains(Self.berlin))
  }

  @Test func `a star that was not saved is saved when tried again`() async {
    let isFailing = Locked(true)
    let preview = FavoritesClient.preview
    var client = preview
    client.setFavorite = { id, isFavorite in
      if isFailing.withLock(\.self) { throw ScriptedSource.Failure() }
      return try await preview.setFavorite(id, isFavorite)
    }
    let model = ExplorerModel(search: .preview, favorites: client)
    Self.tapStar(of: model)
    await model.wait { $0.favorites.failure != nil }
    isFailing.withLock { $0 = false }
    model.send(.retried)
    #expect(model.state.favorites.contains(Self.berlin))
    await model.wait { $0.favorites.cities.map(\.id).contains(Self.berlin) }
    #expect(model.state.favorites.failure == nil)
  }

  @Test func `the star of many taps is never another than it was tapped`() async {
    for taps in 1...6 {
      let model = ExplorerModel(search: .preview, favorites: .preview)
      for _ in 0..<taps { Self.tapStar(of: model) }
      let wanted = !taps.isMultiple(of: 2)
      // The condition is evaluated after every change of the state.
      var stars: Set<Bool> = []
      await model.wait { state in
        stars.insert(state.favorites.contains(Self.berlin))
        let isListed = state.favorites.list?.contains(Self.berlin)
        return !state.favorites.isSaving && isListed == wanted
      }
      #expect(stars == [wanted], "\(taps) taps")
    }
  }

  @Test func `what cannot be read is told, and read when tried again`() async {
    let error = StorageError.damaged(file: "/favorites", reason: "it is empty")
    let isDamaged = Locked(true)
    let preview = FavoritesClient.preview
    var client = preview
    client.updates = {
      if isDamaged.withLock(\.self) { throw error }
      return try await preview.updates()
    }
    let model = ExplorerModel(search: .preview, favorites: client)
    model.send(.favorites(.appeared))
    await model.wait { $0.favorites.phase == .failed(.storage(error)) }
    isDamaged.withLock { $0 = false }
    model.send(.retried)
    await model.wait { $0.favorites.cities.count == 2 }
  }

  @Test func `a screen without favorites is empty`() async {
    let model = ExplorerModel(search: .preview)
    model.send(.favorites(.appeared))
    await model.wait { $0.favorites.isEmpty }
    model.send(.favorites(.starred(1, isFavorite: true)))
    await model.wait { $0.favorites.failure == .unavailable }
  }

  @Test func `a model that goes away listens no more, but its changes are saved`() async throws {
    let favorites = FavoriteCities(store: FavoritesMemory([.numbered(1)]))
    let places = try Gazetteer([
      City(
        id: 2, name: "Two", countryCode: "", coordinate: Coordinate(latitude: 0, longitude: 0))
    ])
    weak let weakModel: ExplorerModel?
    do {
      let model = ExplorerModel(
        search: .preview, favorites: .live(favorites, places: places))
      weakModel = model
      model.send(.favorites(.appeared))
      await model.wait { !$0.favorites.cities.isEmpty }
      model.send(.favorites(.starred(2, isFavorite: true)))
    }
    try await waitUntil("the star is saved") { try await favorites.contains(2) }
    try await waitUntil("nobody observes") { await favorites.observersCount == 0 }
    #expect(weakModel == nil)
  }
}
