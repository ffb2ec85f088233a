import CityExplorer
import CitySearch
import CitySession
import Testing

/// What an app can do with the state: this file imports the module as an app does, and the compiler
/// chooses the function for settable properties where it can.
@Suite("Access to the state of the explorer")
struct ExplorerAccessTests {
  @Test func `the state changes by actions only`() {
    #expect(!isSettable(\ExplorerState.query))
    #expect(!isSettable(\ExplorerState.phase))
    #expect(!isSettable(\ExplorerState.lookup))
    #expect(!isSettable(\ExplorerState.mapItems))
    #expect(!isSettable(\ExplorerState.region))
    #expect(!isSettable(\ExplorerState.visibleRegion))
    #expect(!isSettable(\ExplorerState.selection))
    #expect(!isSettable(\ExplorerState.completedText))
    #expect(!isSettable(\ExplorerState.favorites.phase))
    #expect(!isSettable(\ExplorerState.favorites.failure))
    #expect(!isSettable(\ExplorerState.geocoding.progress))
    #expect(!isSettable(\ExplorerState.geocoding.selection))
    #expect(!isSettable(\ExplorerState.geocoding.failure))
    // `isSettable` is true for a property that can be set.
    #expect(isSettable(\MapItem.id))
  }

  @Test func `an app can send what a person does, and nothing else`() {
    #expect(part(of: .queryChanged("a")) == "search")
    #expect(part(of: .favorites(.starred(1, isFavorite: true))) == "favorites")
    #expect(part(of: .geocoding(.paused)) == "addresses")
  }
}

/// The part of the screen that an action is for.
///
/// The compiler rejects a case that is missing here, so no action can be added that no view may send.
private func part(of action: ExplorerAction) -> String {
  switch action {
  case .appeared: "screen"
  case .queryChanged, .submitted, .firstCompletionChosen, .moreRequested, .completionTapped,
    .cleared, .retried:
    "search"
  case .placeChosen, .citySelected, .selectionCleared, .nearbyRequested, .regionChanged, .userMoved:
    "map"
  case .favorites(let action):
    switch action {
    case .appeared, .starred, .moved, .selected, .failureDismissed: "favorites"
    }
  case .geocoding(let action):
    switch action {
    case .listed, .paused, .resumed, .failuresRetried, .cleared, .selected: "addresses"
    }
  }
}

private func isSettable<Root, Value>(_ path: WritableKeyPath<Root, Value>) -> Bool { true }

private func isSettable<Root, Value>(_ path: KeyPath<Root, Value>) -> Bool { false }
