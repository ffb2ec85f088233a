import CityTestSupport
import DurableStorage
import Foundation
import Testing

@testable import CityFavorites

/// The kinds of stores of favorites.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible {
  case memory
  case file = "favorites.jsonl"
  #if SQLite
  case database = "favorites.sqlite"
  #endif

  /// Those that promise that an acknowledged change survives: all others.
  static let onDisk = allCases.filter { $0 != .memory }

  var testDescription: String { rawValue }

  /// The place of the store of this kind in a folder.
  func url(in folder: URL) -> URL {
    folder.appending(path: rawValue, directoryHint: .notDirectory)
  }

  /// The store of this kind in a folder.
  func store(in folder: URL, timeout: LockTimeout = .againstHanging) -> any FavoritesStore {
    store(at: url(in: folder), timeout: timeout)
  }

  /// The store of this kind at a URL.
  func store(at url: URL, timeout: LockTimeout = .againstHanging) -> any FavoritesStore {
    switch self {
    case .memory: FavoritesMemory()
    case .file: FavoritesFile(at: url, timeout: timeout)
    #if SQLite
    case .database: FavoritesDatabase(at: url, timeout: timeout)
    #endif
    }
  }
}

extension FavoritesStore {
  /// Adds cities, all at once.
  func fill(with cities: [FavoriteCity]) async throws {
    try await update { list in for city in cities { list.add(city) } }
  }

  /// The cities that are stored.
  var cities: [FavoriteCity] {
    get async throws { try await load().cities }
  }
}
