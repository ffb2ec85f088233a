import CityExplorer
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
    #expect(!isSettable(\ExplorerState.selection))
    #expect(!isSettable(\ExplorerState.requestCount))
    #expect(!isSettable(\ExplorerState.searchNumber))
    #expect(!isSettable(\ExplorerState.request))
    #expect(!isSettable(\ExplorerState.completedText))
    #expect(!isSettable(\ExplorerState.favorites.phase))
    #expect(!isSettable(\ExplorerState.favorites.isListShown))
    #expect(!isSettable(\ExplorerState.favorites.failure))
    #expect(!isSettable(\ExplorerState.favorites.observationNumber))
    #expect(!isSettable(\ExplorerState.geocoding.progress))
    #expect(!isSettable(\ExplorerState.geocoding.selection))
    #expect(!isSettable(\ExplorerState.geocoding.failure))
    #expect(!isSettable(\ExplorerState.geocoding.observationNumber))
    // The compiler tells one from the other.
    #expect(isSettable(\MapItem.id))
  }
}

private func isSettable<Root, Value>(_ path: WritableKeyPath<Root, Value>) -> Bool { true }

private func isSettable<Root, Value>(_ path: KeyPath<Root, Value>) -> Bool { false }
