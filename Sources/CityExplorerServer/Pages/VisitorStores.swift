#if Server
import CityFavorites
import CityGeocoding
import DurableStorage

/// The favorites of a visitor in a file that the first star creates.
struct VisitorFavorites: FavoritesStore {
  private let folder: VisitorFolder
  private let id: VisitorID
  private let file: FavoritesFile

  init(_ folder: VisitorFolder, _ id: VisitorID) {
    (self.folder, self.id) = (folder, id)
    file = FavoritesFile(at: folder.file(.favorites, of: id))
  }

  func load() async throws -> FavoriteList {
    try await folder.access(of: id, isWriting: false) { try await file.load() }
  }

  @discardableResult
  func update<Result: Sendable>(
    _ change: @Sendable (inout FavoriteList) throws -> Result
  ) async throws -> (list: FavoriteList, result: Result) {
    // An update creates a lock file, too, so there is none if nothing would be saved, or without space.
    if !folder.hasFile(.favorites, of: id) {
      var list = FavoriteList()
      let result = try change(&list)
      if list.cities.isEmpty { return (list, result) }
      try folder.reserve(Self.size, for: id)
    }
    return try await folder.access(of: id, isWriting: true) {
      try await file.update { [folder, id] list in
        let count = list.cities.count
        let result = try change(&list)
        let added = list.cities.count - count
        // Removing always succeeds, or a full folder could not be emptied.
        if added > 0 { try folder.reserve(added * Self.size, for: id) }
        return result
      }
    }
  }

  /// The size of a favorite in the file, in bytes, about twice the usual one.
  private static let size = 500
}

/// The addresses of a visitor in a file that the first address creates.
struct VisitorAddresses: GeocodingStore {
  private let folder: VisitorFolder
  private let id: VisitorID
  private let journal: GeocodingJournal

  init(_ folder: VisitorFolder, _ id: VisitorID) {
    (self.folder, self.id) = (folder, id)
    journal = GeocodingJournal(at: folder.file(.addresses, of: id))
  }

  func records() async throws -> [GeocodingRecord] {
    // A journal creates a lock file before it reads, so one that does not exist is not read.
    guard folder.hasFile(.addresses, of: id) else { return [] }
    return try await folder.access(of: id, isWriting: true) { try await journal.records() }
  }

  func apply(_ changes: [GeocodingChange]) async throws {
    try await folder.access(of: id, isWriting: true) { try await journal.apply(changes) }
  }

  var damage: StorageDamage? { get async { await journal.damage } }

  func close() async { await journal.close() }

  /// The largest size of addresses with their results in the file, in bytes.
  static func size(of addresses: [PostalAddress]) -> Int {
    addresses.reduce(0) { $0 + 2 * $1.description.utf8.count + resultSize }
  }

  /// The size of the lines of an address without its text, in bytes.
  private static let resultSize = 1_000
}
#endif
