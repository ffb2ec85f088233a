#if Server
import CityFavorites
import CityGeocoding
import CitySearch
import Foundation

/// A visitor: the favorites and addresses of one browser, shared by all of its open pages.
final class Visitor: Sendable {
  let id: VisitorID
  let favorites: FavoritesClient
  let geocoding: GeocodingClient
  private let queue: GeocodingQueue
  private let addressLimit: Int
  private let folder: VisitorFolder?

  /// Creates a visitor; the files are read on demand.
  ///
  /// - Parameters:
  ///   - id: The id of the visitor.
  ///   - folder: The folder of the files; `nil` for memory only.
  ///   - places: The cities.
  ///   - geocoder: The geocoder of the queue.
  ///   - addressLimit: The largest number of addresses.
  init(
    id: VisitorID, folder: VisitorFolder?, places: Gazetteer, geocoder: any Geocoder,
    addressLimit: Int
  ) {
    self.id = id
    self.addressLimit = addressLimit
    self.folder = folder
    folder?.touch(id)
    let favoritesStore: any FavoritesStore =
      folder.map { VisitorFavorites($0, id) } ?? FavoritesMemory()
    let addressStore: any GeocodingStore =
      folder.map { VisitorAddresses($0, id) } ?? GeocodingMemory()
    favorites = .live(FavoriteCities(store: favoritesStore), places: places)
    queue = GeocodingQueue(geocoder: geocoder, store: addressStore, rate: Self.rate)
    geocoding = .live(queue)
  }

  /// Fast enough for a person, slow enough that one visitor does not use a whole core.
  private static let rate = GeocodingRate(
    interval: .milliseconds(5), intervalAfterFailure: .milliseconds(5))

  /// Adds addresses to the queue, and returns when they are saved.
  ///
  /// - Parameter text: The addresses, one per line.
  /// - Throws: `AddressError` if they exceed a limit, `VisitorStorageError` if there is no space for them,
  ///   or the errors of the store.
  private func locate(lines text: String) async throws {
    let lines = text.split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    guard lines.count <= addressLimit else {
      throw AddressError.tooMany(limit: addressLimit, count: lines.count)
    }
    if let line = lines.first(where: { $0.count > Self.lineLength }) {
      throw AddressError.tooLong(limit: Self.lineLength, count: line.count)
    }
    let addresses = lines.map { PostalAddress(label: $0, city: $0) }
    // The results are written later, so the reservation lasts until the visitor is closed.
    try folder?.reserve(VisitorAddresses.size(of: addresses), for: id, isLasting: true)
    do {
      if let count = try await queue.enqueue(addresses, upTo: addressLimit) {
        throw AddressError.tooMany(limit: addressLimit, count: count)
      }
    } catch {
      folder?.settle(id)
      throw error
    }
    try await queue.resume()
  }

  /// Performs a change of the addresses, and returns when it is saved.
  ///
  /// - Parameter action: The change; those of favorites are made through ``favorites``.
  /// - Throws: `AddressError`, `VisitorStorageError`, or the errors of the store.
  func performOnAddresses(_ action: VisitorAction) async throws {
    switch action {
    case .addressesPasted(let lines): try await locate(lines: lines)
    case .addressesRetried: try await queue.retryAll()
    case .addressesForgotten: try await queue.replaceAddresses(with: [])
    case .starred, .moved: preconditionFailure("\(action) is no change of addresses")
    }
  }

  /// Saves all results, and closes the files.
  func close() async {
    await queue.close()
    folder?.settle(id)
  }

  private static let lineLength = 500
}

/// Why pasted addresses were rejected.
enum AddressError: Error, CustomStringConvertible {
  case tooMany(limit: Int, count: Int)
  case tooLong(limit: Int, count: Int)

  var description: String {
    switch self {
    case .tooMany(let limit, let count):
      "The list must have at most \(limit) addresses, got \(count)."
    case .tooLong(let limit, let count):
      "An address must have at most \(limit) characters, got \(count)."
    }
  }
}
#endif
