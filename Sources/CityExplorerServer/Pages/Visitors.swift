#if Server
import CityExplorer
import CityGeocoding
import CitySearch
import Foundation
import HTTPTypes
import Hummingbird

/// Who a person is, as far as a cookie says: 32 random hexadecimal digits.
struct VisitorID: Sendable, Hashable {
  let text: String

  /// Takes what a cookie says; `nil` if it is none of ours, which must not become the name of a file.
  init?(_ text: String) {
    guard text.utf8.count == 32,
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    self.text = text
  }

  private init(random text: String) { self.text = text }

  /// Somebody who was never here.
  static func new() -> VisitorID { VisitorID(random: randomToken()) }
}

/// 128 random bits that nobody can guess, as hexadecimal digits.
func randomToken() -> String {
  var generator = SystemRandomNumberGenerator()
  return (0..<2).map { _ in
    let digits = String(generator.next() as UInt64, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }.joined()
}

/// All who have a page open, and those who had one most recently.
///
/// Two pages of one person have one `Visitor`, so both follow the same list, and a file is open once.
actor Visitors {
  private let places: Gazetteer
  private let geocoder: any Geocoder
  private let folder: URL?
  private let addressLimit: Int
  private let keptCount: Int
  private var entries: [VisitorID: Entry] = [:]
  /// Those without a page, the one who has been away longest first.
  private var unused: [VisitorID] = []
  /// Those whose files are being closed.
  private var closing: [VisitorID: Task<Void, Never>] = [:]

  private struct Entry {
    let visitor: Visitor
    var useCount = 0
  }

  /// Knows nobody yet.
  ///
  /// - Parameters:
  ///   - places: What knows the cities.
  ///   - geocoder: What finds addresses.
  ///   - folder: Where the files are; `nil` for memory only.
  ///   - addressLimit: The most addresses of one visitor.
  ///   - keptCount: The most visitors to keep in memory who have no page open.
  init(
    places: Gazetteer, geocoder: any Geocoder, folder: URL?, addressLimit: Int,
    keptCount: Int = 100
  ) {
    self.places = places
    self.geocoder = geocoder
    self.folder = folder
    self.addressLimit = addressLimit
    self.keptCount = keptCount
  }

  /// The number of visitors in memory.
  var count: Int { entries.count }

  /// What a person keeps, until it is given back by `release(_:)`.
  ///
  /// - Complexity: O(*k*), where *k* is the number of visitors that are kept without a page.
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

  /// Takes back what was given by `take(_:)`.
  func release(_ visitor: Visitor) {
    let id = visitor.id
    entries[id]?.useCount -= 1
    guard entries[id]?.useCount == 0 else { return }
    unused.append(id)
    if unused.count > keptCount { close(unused.removeFirst()) }
  }

  /// Closes the files of all who have no page open.
  func close() async {
    for id in unused { close(id) }
    unused = []
    for task in closing.values { await task.value }
  }

  private func close(_ id: VisitorID) {
    guard let visitor = entries.removeValue(forKey: id)?.visitor else { return }
    closing[id] = Task {
      await visitor.close()
      closing[id] = nil
    }
  }
}

/// The cookies of the pages.
enum PageCookies {
  private static let visitor = "visitor"
  private static let recent = "recent"
  private static let age = 365 * 24 * 3_600

  /// Who asks; `nil` for somebody new.
  static func visitor(of request: Request) -> VisitorID? {
    request.cookies[visitor].flatMap { VisitorID($0.value) }
  }

  /// Tells the browser who it is.
  static func set(_ id: VisitorID, on response: inout Response) {
    response.setCookie(cookie(visitor, id.text))
  }

  /// The ids of the places that were looked at, the newest first.
  static func recent(of request: Request) -> [City.ID] {
    guard let text = request.cookies[recent]?.value, text.utf8.count <= 200 else { return [] }
    return text.split(separator: ".").prefix(ExplorerState.recentPlacesLimit).compactMap { Int($0) }
  }

  static func set(recent ids: [City.ID], on response: inout Response) {
    response.setCookie(cookie(recent, ids.map(String.init).joined(separator: ".")))
  }

  private static func cookie(_ name: String, _ value: String) -> Cookie {
    Cookie(
      name: name, value: value, maxAge: age, path: "/", httpOnly: true, sameSite: .lax)
  }
}
#endif
