import CityTestSupport
import DurableStorage
import Foundation
import TestSupport
import Testing

@testable import CityGeocoding

/// The kinds of stores.
enum GeocodingStoreKind: String, CaseIterable, CustomTestStringConvertible {
  case memory = "memory"
  case journal = "addresses.jsonl"
  #if SQLite
  case database = "addresses.sqlite"
  #endif

  /// The kinds of stores that keep addresses on a disk.
  static let durable = allCases.filter { $0 != .memory }

  /// The stores in memory, by the places that files would have.
  private static let memories = Locked<[String: GeocodingMemory]>([:])

  var testDescription: String { rawValue }

  /// The place of the store of this kind in a folder.
  func url(in folder: URL) -> URL {
    folder.appending(path: rawValue, directoryHint: .notDirectory)
  }

  /// The store of this kind in a file.
  func store(
    at url: URL, timeout: LockTimeout = .againstHanging
  ) -> any GeocodingStore {
    switch self {
    case .memory:
      Self.memories.withLock { memories in
        let memory = memories[url.path] ?? GeocodingMemory()
        memories[url.path] = memory
        return memory
      }
    case .journal: GeocodingJournal(at: url, timeout: timeout)
    #if SQLite
    case .database: GeocodingDatabase(at: url, timeout: timeout)
    #endif
    }
  }

  /// Lets go of the file now, and not when the last reference is gone.
  func close(_ store: any GeocodingStore) async {
    await store.close()
  }

  /// Gives the file another name.
  func setAside(_ store: any GeocodingStore) async throws -> URL? {
    #if SQLite
    if let database = store as? GeocodingDatabase { return try await database.setAside() }
    #endif
    return try await (store as? GeocodingJournal)?.setAside()
  }
}
