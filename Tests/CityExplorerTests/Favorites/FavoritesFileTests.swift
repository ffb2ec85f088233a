import CitySearch
import Foundation
import TestSupport
import Testing

@testable import CityExplorer

@Suite("Favorites in a file", .timeLimit(.minutes(1)))
struct FavoritesFileTests {
  /// A file with favorites, and what its bytes are.
  private static func withFavorites<Value>(
    _ count: Int = 3, _ body: (URL, Data) throws -> Value
  ) throws -> Value {
    try withTemporaryFolder { folder in
      let url = folder.appending(path: "favorites.json")
      try FavoritesFile(url).update { $0 = (0..<count).map { .numbered($0) } }
      return try body(url, try Data(contentsOf: url))
    }
  }

  @Test func `what was saved is there for the next store`() throws {
    try Self.withFavorites { url, _ in
      let cities = try FavoritesFile(url).load()
      #expect(cities == [.numbered(0), .numbered(1), .numbered(2)])
    }
  }

  @Test func `every part of a favorite survives`() throws {
    var favorite = FavoriteCity(
      id: .max,
      placemark: Placemark(
        coordinate: Coordinate(latitude: -89.999_999_9, longitude: 179.999_999_9),
        name: "São \u{1F3D9} \"Paulo\" / \\ \n \u{0}", locality: "l", administrativeArea: "a",
        countryCode: "BR", countryName: "Brazil", timeZone: "America/Sao_Paulo",
        population: 10_021_295, thoroughfare: "t", subThoroughfare: "s"))
    favorite.placemark.subLocality = "b"
    favorite.placemark.postalCode = "01000"
    favorite.placemark.subAdministrativeArea = ""
    let cities = [favorite, FavoriteCity.numbered(-1)]
    for kind in StoreKind.allCases {
      try withTemporaryFolder { folder in
        let store = kind.store(in: folder)
        try store.update { $0 = cities }
        #expect(try store.load() == cities)
      }
    }
  }

  @Test func `the document has sorted keys and a version`() throws {
    let document = try FavoritesDocument.encode([
      FavoriteCity(
        id: 5, placemark: Placemark(coordinate: Coordinate(latitude: 1, longitude: 2), name: "A"))
    ])
    #expect(
      String(decoding: document, as: UTF8.self) == """
        {"cities":[{"id":5,"placemark":{"coordinate":{"latitude":1,"longitude":2},"name":"A"}}],\
        "version":2}
        """)
  }

  @Test func `nothing is written if nothing changes`() throws {
    try Self.withFavorites { url, _ in
      // Another order of keys, which a replacement would not keep.
      let content = Data(#"{"version":2,"cities":[]}"#.utf8)
      try content.write(to: url)
      try FavoritesFile(url).update { _ in }
      #expect(try Data(contentsOf: url) == content)
    }
  }

  @Test func `an older version is read, and written anew at the next change`() async throws {
    let lyon = City(
      id: 2, name: "Lyon", countryCode: "FR", admin1Code: "84",
      coordinate: Coordinate(latitude: 45.75, longitude: 4.85), population: 522_250)
    let city = String(decoding: try JSONEncoder().encode(lyon), as: UTF8.self)
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "favorites.json")
      let content = Data(#"{"version":1,"cities":[\#(city)]}"#.utf8)
      try content.write(to: url)
      let favorites = FavoriteCities(store: FavoritesFile(url))
      #expect(try await favorites.all == [FavoriteCity(lyon)])
      #expect(try Data(contentsOf: url) == content)
      try await favorites.add(.numbered(1))
      #expect(try FavoritesFile(url).load() == [FavoriteCity(lyon), .numbered(1)])
      #expect(try String(contentsOf: url, encoding: .utf8).hasSuffix(#","version":2}"#))
    }
  }

  private static let newer = Data(#"{"version":3,"cities":{"shape":"unknown"}}"#.utf8)

  @Test func `a newer version is refused and kept`() throws {
    try Self.withFavorites { url, _ in
      try Self.newer.write(to: url)
      let file = FavoritesFile(url)
      let error = StorageError.newerVersion(file: url.path, found: 3, supported: 2)
      #expect(throws: error) { try file.load() }
      #expect(throws: error) { try file.update { $0 = [] } }
      #expect(try Data(contentsOf: url) == Self.newer)
    }
  }

  /// Contents that are no favorites, each with a part of the reason that is given.
  private static let damaged: [(content: String, reason: String)] = [
    ("", "it has no content"), ("\u{0}\u{0}\u{0}\u{0}", ""), ("null", ""),
    ("[]", ""), ("{}", "version"), (#"{"version":2}"#, "cities"),
    (#"{"version":0,"cities":[]}"#, "there is no version 0"),
    (#"{"version":-1,"cities":[]}"#, "there is no version -1"),
    (#"{"version":"2","cities":[]}"#, "version"),
    (#"{"version":2,"cities":[{"id":1}]}"#, "at cities.0"),
    (
      #"{"version":2,"cities":[{"id":1,"placemark":{"name":"A","coordinate":{"latitude":91,"#
        + #""longitude":0}}}]}"#, "is no coordinate"
    ),
    (
      #"{"version":1,"cities":[{"id":1,"name":"A","countryCode":"","admin1Code":"","#
        + #""coordinate":{"latitude":1,"longitude":0},"population":0},{"id":1,"name":"A","#
        + #""countryCode":"","admin1Code":"","coordinate":{"latitude":1,"longitude":0},"#
        + #""population":0}]}"#, "it has the city 1 twice"
    ),
  ]

  /// Demands that a file be refused by every function, and not be touched by any.
  private static func expectRefusal(
    of content: Data, at url: URL, reason: String = "", _ comment: Comment? = nil
  ) throws {
    try content.write(to: url)
    let file = FavoritesFile(url)
    let error = #expect(throws: StorageError.self, comment) { try file.load() }
    guard let error, case .damaged(url.path, let found) = error else {
      Issue.record("\(String(describing: error)), \(comment ?? "")")
      return
    }
    #expect(reason.isEmpty || found.contains(reason), comment)
    #expect(throws: error, comment) { try file.update { $0.append(.numbered(99)) } }
    #expect(try Data(contentsOf: url) == content, comment)
  }

  @Test(arguments: damaged)
  func `what is no list of favorites is refused and kept`(
    content: String, reason: String
  ) throws {
    try Self.withFavorites { url, _ in
      try Self.expectRefusal(of: Data(content.utf8), at: url, reason: reason)
    }
  }

  @Test func `every part of a file that lacks its end is refused and kept`() throws {
    try Self.withFavorites(2) { url, whole in
      for length in 0..<whole.count {
        try Self.expectRefusal(of: whole.prefix(length), at: url, "the first \(length) bytes")
      }
    }
  }

  @Test(arguments: 1...20)
  func `random bytes are refused and kept`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let bytes = Data(
      (0..<Int.random(in: 1...4_000, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      })
    try Self.withFavorites { url, _ in
      try Self.expectRefusal(of: bytes, at: url, "seed \(seed)")
    }
  }

  @Test func `setting aside makes room and keeps what was there`() async throws {
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "favorites.json")
      try Self.newer.write(to: url)
      let store = FavoritesFile(url)
      let favorites = FavoriteCities(store: store)
      await #expect(throws: StorageError.self) { try await favorites.all }
      let aside = try #require(try store.setAside())
      #expect(aside.path == url.path + ".aside-1")
      #expect(try Data(contentsOf: aside) == Self.newer)
      #expect(try await favorites.all == [])
      try await favorites.add(.numbered(1))
      #expect(try store.load() == [.numbered(1)])
    }
  }
}
