#if Server
import CityFavorites
import CityGeocoding
import CitySearch
import Foundation

/// What one person keeps here: favorites and addresses, the same on all pages that are open.
final class Visitor: Sendable {
  let id: VisitorID
  let favorites: FavoritesClient
  let geocoding: GeocodingClient
  private let queue: GeocodingQueue
  private let addressLimit: Int

  /// Opens what a person keeps; nothing is read yet.
  ///
  /// - Parameters:
  ///   - id: Who it is.
  ///   - folder: Where the files are; `nil` for memory only.
  ///   - places: What knows the cities.
  ///   - geocoder: What finds addresses.
  ///   - addressLimit: The most addresses to keep.
  init(
    id: VisitorID, folder: URL?, places: Gazetteer, geocoder: any Geocoder, addressLimit: Int
  ) {
    self.id = id
    self.addressLimit = addressLimit
    let file = folder?.appending(path: id.text)
    let favoritesStore: any FavoritesStore =
      file.map { FavoritesFile(at: $0.appendingPathExtension("favorites")) } ?? FavoritesMemory()
    let addressStore: any GeocodingStore =
      file.map { GeocodingJournal(at: $0.appendingPathExtension("addresses")) }
      ?? GeocodingMemory()
    favorites = .live(FavoriteCities(store: favoritesStore), places: places)
    queue = GeocodingQueue(geocoder: geocoder, store: addressStore, rate: Self.rate)
    geocoding = .live(queue)
  }

  /// So fast that nobody waits, and so slow that one visitor leaves time for others.
  private static let rate = GeocodingRate(
    interval: .milliseconds(5), intervalAfterFailure: .milliseconds(5))

  /// Looks for addresses.
  ///
  /// - Parameter text: The addresses, one a line.
  /// - Throws: `AddressComplaint` with a sentence if they are too many, or what the store throws.
  private func locate(lines text: String) async throws {
    let lines = text.split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    let known = try await queue.geocodedAddresses().count + queue.failures().count
    guard known + lines.count <= addressLimit else {
      throw AddressComplaint.tooMany(limit: addressLimit, count: known + lines.count)
    }
    if let line = lines.first(where: { $0.count > Self.lineLength }) {
      throw AddressComplaint.tooLong(limit: Self.lineLength, count: line.count)
    }
    try await queue.scan(lines.map { PostalAddress(label: $0, city: $0) })
    try await queue.resume()
  }

  /// Changes what is kept, and returns when that is saved.
  ///
  /// - Throws: `AddressComplaint`, or what a store throws.
  func perform(_ action: VisitorAction) async throws {
    switch action {
    case .starred(let id, let isFavorite): _ = try await favorites.set(id, isFavorite)
    case .moved(let id, let position): try await favorites.move(id, position)
    case .addressesPasted(let lines): try await locate(lines: lines)
    case .addressesRetried: try await queue.retryFailed()
    case .addressesForgotten: try await queue.sync([])
    }
  }

  /// Saves what was found, and gives the files to whoever opens them next.
  func close() async { await queue.close() }

  private static let lineLength = 500
}

/// What is wrong with the addresses that somebody pasted.
enum AddressComplaint: Error, CustomStringConvertible {
  case tooMany(limit: Int, count: Int)
  case tooLong(limit: Int, count: Int)

  var description: String {
    switch self {
    case .tooMany(let limit, let count):
      "There must be at most \(limit) addresses in all, got \(count)."
    case .tooLong(let limit, let count):
      "An address must have at most \(limit) characters, got \(count)."
    }
  }
}

/// Finds the city of an address that is one line, with a street or a name before the city or not.
struct LineGeocoder: Geocoder {
  let base: any Geocoder

  /// Finds the city by the whole line, or else by what stands behind the first comma.
  func geocode(_ address: PostalAddress) async throws -> GeocodingResult {
    do {
      return try await base.geocode(address)
    } catch GeocodingError.noResult {
      guard let comma = address.city.firstIndex(of: ",") else { throw GeocodingError.noResult }
      var shorter = address
      shorter.street = String(address.city[..<comma])
      shorter.city = address.city[address.city.index(after: comma)...]
        .trimmingCharacters(in: .whitespaces)
      guard !shorter.city.isEmpty else { throw GeocodingError.noResult }
      return try await base.geocode(shorter)
    }
  }
}
#endif
