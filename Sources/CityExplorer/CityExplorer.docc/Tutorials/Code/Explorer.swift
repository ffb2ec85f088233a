import CityExplorer
import CityFavorites
import CityGeocoding
import CitySearch
import CitySession
import Foundation

/// The model of the whole screen, and the queue that new addresses are added to.
struct Explorer: Sendable {
  let makeModel: @MainActor @Sendable () -> ExplorerModel
  let queue: GeocodingQueue
}

/// Opens the favorites and addresses in a folder.
func makeExplorer(of gazetteer: Gazetteer, in folder: URL) -> Explorer {
  let favorites = FavoriteCities(
    store: FavoritesFile(at: folder.appending(path: "favorites.jsonl")))
  let queue = GeocodingQueue(
    geocoder: LineGeocoder(gazetteer),
    store: GeocodingJournal(at: folder.appending(path: "addresses.jsonl")))
  return Explorer(
    makeModel: {
      ExplorerModel(
        search: .live(gazetteer), favorites: .live(favorites, places: gazetteer),
        geocoding: .live(queue))
    },
    queue: queue)
}
