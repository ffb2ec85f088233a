import CityExplorer
import Foundation
import Testing

/// The kinds of stores that keep favorites on a disk.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible {
  case file = "favorites.json"
  #if SQLite
  case database = "favorites.sqlite"
  #endif

  var testDescription: String { rawValue }

  /// The place of the store of this kind in a folder.
  func url(in folder: URL) -> URL {
    folder.appending(path: rawValue, directoryHint: .notDirectory)
  }

  /// The store of this kind in a folder.
  func store(in folder: URL) -> any FavoritesStore {
    let url = url(in: folder)
    return switch self {
    case .file: FavoritesFile(url)
    #if SQLite
    case .database: FavoritesDatabase(url)
    #endif
    }
  }
}
