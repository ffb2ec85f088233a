#if Server
import CityExplorer
import CityGeocoding
import CitySearch
import Foundation
import HTTPTypes
import Hummingbird

/// The id of a visitor in a cookie: 32 random hexadecimal digits.
struct VisitorID: Sendable, Hashable {
  let text: String

  /// Parses an id; `nil` if it is malformed, because the id becomes the name of a file.
  init?(_ text: String) {
    guard text.utf8.count == 32,
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    self.text = text
  }

  private init(random text: String) { self.text = text }

  /// A new, random id.
  static func new() -> VisitorID { VisitorID(random: randomToken()) }
}

/// 128 bits of a secure random generator, as hexadecimal digits.
func randomToken() -> String {
  var generator = SystemRandomNumberGenerator()
  return (0..<2).map { _ in
    let digits = String(generator.next() as UInt64, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }.joined()
}

/// The visitors with an open page, and a cache of recent ones.
///
/// All pages of a visitor share one `Visitor`, so they observe the same list, and each file is open
/// once.
actor Visitors {
  private let places: Gazetteer
  private let geocoder: any Geocoder
  private let folder: VisitorFolder?
  private let addressLimit: Int
  private let cacheLimit: Int
  private var entries: [VisitorID: Entry] = [:]
  /// The visitors without a page, the least recently used first.
  private var unused: [VisitorID] = []
  /// The visitors whose files are being closed.
  private var closing: [VisitorID: Task<Void, Never>] = [:]

  private struct Entry {
    let visitor: Visitor
    var useCount = 0
  }

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - places: The cities.
  ///   - geocoder: The geocoder of the queues.
  ///   - folder: The folder of the files; `nil` for memory only.
  ///   - addressLimit: The largest number of addresses of one visitor.
  ///   - cacheLimit: The largest number of visitors without an open page in memory.
  init(
    places: Gazetteer, geocoder: any Geocoder, folder: VisitorFolder?, addressLimit: Int,
    cacheLimit: Int = 100
  ) {
    self.places = places
    self.geocoder = geocoder
    self.folder = folder
    self.addressLimit = addressLimit
    self.cacheLimit = cacheLimit
  }

  /// The number of visitors in memory.
  var count: Int { entries.count }

  /// The visitor with an id, retained until `release(_:)`.
  ///
  /// - Complexity: O(*k*), where *k* is the number of visitors without a page.
  func take(_ id: VisitorID) async -> Visitor {
    while let task = closing[id] { await task.value }
    unused.removeAll { $0 == id }
    let visitor =
      entries[id]?.visitor
      ?? Visitor(
        id: id, folder: folder, places: places, geocoder: geocoder, addressLimit: addressLimit)
    entries[id, default: Entry(visitor: visitor)].useCount += 1
    return visitor
  }

  /// Releases a visitor that `take(_:)` returned.
  func release(_ visitor: Visitor) {
    let id = visitor.id
    entries[id]?.useCount -= 1
    guard entries[id]?.useCount == 0 else { return }
    unused.append(id)
    if unused.count > cacheLimit { close(unused.removeFirst()) }
  }

  /// Closes the files of all visitors without an open page.
  func close() async {
    for id in unused { close(id) }
    unused = []
    for task in closing.values { await task.value }
  }

  /// Removes the files of visitors who did not come back for too long.
  ///
  /// - Complexity: O(*n*), where *n* is the number of files of all visitors.
  nonisolated func removeExpired() async {
    guard let folder, let expired = await Self.expired(in: folder) else { return }
    for files in expired { await remove(files, from: folder) }
  }

  @concurrent private static func expired(in folder: VisitorFolder) async -> [VisitorFolder.Files]?
  {
    try? folder.scan()
  }

  private func remove(_ files: VisitorFolder.Files, from folder: VisitorFolder) {
    // A visitor may have come back since the scan.
    guard entries[files.id] == nil, closing[files.id] == nil, folder.isUnchanged(files) else {
      return
    }
    folder.remove(files)
  }

  private func close(_ id: VisitorID) {
    guard let visitor = entries.removeValue(forKey: id)?.visitor else { return }
    closing[id] = Task {
      await visitor.close()
      closing[id] = nil
    }
  }
}
#endif
