import CitySearch
import CitySession
import CityTestSupport
import DurableStorage
import Foundation
import TestSupport
import Testing

@testable import CityFavorites

@Suite("Favorites in a file", .againstHanging)
struct FavoritesFileTests {
  /// A file with favorites, and what its bytes are.
  static func withFavorites<Value>(
    _ count: Int = 3, _ body: (URL, Data) async throws -> Value
  ) async throws -> Value {
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "favorites.jsonl")
      try await FavoritesFile(at: url).fill(with: (0..<count).map { .numbered($0) })
      return try await body(url, try Data(contentsOf: url))
    }
  }

  private static func lines(of url: URL) throws -> [String] {
    try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  @Test func `what was saved is there for the next store`() async throws {
    try await Self.withFavorites { url, _ in
      let cities = try await FavoritesFile(at: url).cities
      #expect(cities == [.numbered(0), .numbered(1), .numbered(2)])
    }
  }

  @Test func `every part of a favorite survives`() async throws {
    var favorite = FavoriteCity(
      id: .max,
      placemark: Placemark(
        coordinate: Coordinate(validLatitude: -89.999_999_9, longitude: 179.999_999_9),
        name: "São \u{1F3D9} \"Paulo\" / \\ \n \u{0}", locality: "l", administrativeArea: "a",
        countryCode: "BR", countryName: "Brazil", timeZone: "America/Sao_Paulo",
        population: 10_021_295, thoroughfare: "t", subThoroughfare: "s"))
    favorite.placemark.subLocality = "b"
    favorite.placemark.postalCode = "01000"
    favorite.placemark.subAdministrativeArea = ""
    let cities = [favorite, FavoriteCity.numbered(-1)]
    for kind in StoreKind.allCases {
      try await withTemporaryFolder { folder in
        try await kind.store(in: folder).fill(with: cities)
        #expect(try await kind.store(in: folder).cities == cities)
      }
    }
  }

  @Test func `a change is a line, with sorted keys and a checksum`() async throws {
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "favorites.jsonl")
      let favorites = FavoriteCities(store: FavoritesFile(at: url))
      for id in [5, 6] {
        try await favorites.add(
          FavoriteCity(
            id: id,
            placemark: Placemark(coordinate: Coordinate(validLatitude: 1, longitude: 2), name: "A"))
        )
      }
      try await favorites.move(6, to: 0)
      try await favorites.remove(5)
      let lines = try Self.lines(of: url)
      #expect(lines[0] == #"{"format":"favorites","version":1}"#)
      #expect(
        lines.dropFirst().map { $0.dropFirst(12).dropLast() } == [
          #"{"add":{"id":5,"placemark":{"coordinate":{"latitude":1,"longitude":2},"name":"A"}}}"#,
          #"{"add":{"id":6,"placemark":{"coordinate":{"latitude":1,"longitude":2},"name":"A"}}}"#,
          #"{"move":{"id":6,"to":0}}"#, #"{"remove":5}"#,
        ])
      #expect(lines[4] == #"["\#(Self.checksum(#"{"remove":5}"#))",{"remove":5}]"#)
    }
  }

  private static func checksum(_ text: String) -> String {
    String(
      decoding: ChecksummedLine.encode(Data(text.utf8)).dropFirst(2).prefix(8), as: UTF8.self)
  }

  @Test func `nothing is written if nothing changes`() async throws {
    try await Self.withFavorites { url, content in
      let (list, count) = try await FavoritesFile(at: url).update { cities in
        cities.remove(7)
        return cities.cities.count
      }
      #expect((list.cities.count, count) == (3, 3))
      #expect(try Data(contentsOf: url) == content)
    }
  }

  @Test(arguments: [10, 1_000])
  func `a change writes as many bytes as its line has, however many favorites there are`(
    count: Int
  ) async throws {
    try await Self.withFavorites(count) { url, content in
      let favorites = FavoriteCities(store: FavoritesFile(at: url))
      try await favorites.toggle(.numbered(0))
      try await favorites.toggle(.numbered(0))
      let lines = try FavoritesLog.encode([.remove(0), .add(.numbered(0))])
      #expect(try Data(contentsOf: url) == content + lines[0] + lines[1])
    }
  }

  @Test func `what is over goes when there is more of it than of the rest`() async throws {
    try await Self.withFavorites(20) { url, content in
      let onlooker = FavoritesFile(at: url)
      #expect(try await onlooker.cities.count == 20)
      let favorites = FavoriteCities(store: FavoritesFile(at: url))
      // A thousand lines in all are no reason yet.
      for _ in 1...490 {
        for _ in 1...2 { try await favorites.toggle(.numbered(99)) }
      }
      #expect(try Self.lines(of: url).count == 1 + 1_000)
      #expect(try await favorites.move(3, to: 0))
      #expect(try Self.lines(of: url).count == 1 + 20)
      let expected = [3, 0, 1, 2] + Array(4..<20)
      #expect(try await FavoritesFile(at: url).cities.map(\.id) == expected)
      #expect(try await onlooker.cities.map(\.id) == expected)
      // And on it goes, in both.
      try await favorites.add(.numbered(50))
      #expect(try await onlooker.cities.map(\.id) == expected + [50])
      #expect(try Self.lines(of: url).count == 1 + 21)
    }
  }

  /// Favorites as another program may write them: each object has a key more.
  static func annotated(_ content: Data) -> Data {
    var annotated = Data(#"{"format":"favorites","theme":"dark","version":1}"#.utf8) + [0x0A]
    for line in content.split(separator: 0x0A).dropFirst() {
      guard let json = ChecksummedLine.decode(Data(line)) else { return Data() }
      let text = String(decoding: json, as: UTF8.self)
        .replacing(#"{"id""#, with: #"{"color":{"r":1e0},"id""#)
        .replacing(#""name""#, with: #""altitude":35.0,"name""#)
      annotated += ChecksummedLine.encode(Data(text.utf8))
    }
    return annotated
  }

  @Test func `keys that are not known stay, even if the file is written anew`() async throws {
    try await Self.withFavorites { url, content in
      let annotated = Self.annotated(content)
      try annotated.write(to: url)
      let favorites = FavoriteCities(store: FavoritesFile(at: url))
      #expect(try await favorites.cities == [.numbered(0), .numbered(1), .numbered(2)])
      try await favorites.remove(1)
      try await favorites.move(2, to: 0)
      #expect(try Data(contentsOf: url).starts(with: annotated))
      while try Self.lines(of: url).count != 3 { try await favorites.toggle(.numbered(9)) }
      let old = annotated.split(separator: 0x0A)
      #expect(try Data(contentsOf: url).split(separator: 0x0A) == [old[0], old[3], old[1]])
    }
  }

  @Test func `stores follow each other without reading everything again`() async throws {
    try await Self.withFavorites { url, content in
      let (one, other) = (FavoritesFile(at: url), FavoritesFile(at: url))
      #expect(try await one.cities.count == 3)
      #expect(try await other.cities.count == 3)
      try await one.fill(with: [.numbered(7)])
      // A store that read the beginning again would find it damaged.
      let handle = try FileHandle(forUpdating: url)
      try handle.seek(toOffset: UInt64(content.count - 9))
      try handle.write(contentsOf: Data("#".utf8))
      #expect(try await other.cities.map(\.id) == [0, 1, 2, 7])
      try await other.fill(with: [.numbered(8)])
      #expect(try await one.cities.map(\.id) == [0, 1, 2, 7, 8])
      await #expect(throws: StorageError.self) { try await FavoritesFile(at: url).load() }
    }
  }

  @Test func `a file that was put in place of the old one is read whole`() async throws {
    try await Self.withFavorites { url, content in
      let store = FavoritesFile(at: url)
      #expect(try await store.cities.count == 3)
      let backup = url.appendingPathExtension("backup")
      try await FavoritesFile(at: backup).fill(with: (10..<20).map { .numbered($0) })
      try FileManager.default.removeItem(at: url)
      try FileManager.default.moveItem(at: backup, to: url)
      try await store.fill(with: [.numbered(9)])
      #expect(try await store.cities.map(\.id) == Array(10..<20) + [9])
      // Also one that is shorter, and written into the same file.
      let handle = try FileHandle(forUpdating: url)
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: content)
      #expect(try await store.cities.map(\.id) == [0, 1, 2])
      // And one that is longer, as a backup that is copied over it.
      try await FavoritesFile(at: backup).fill(with: (100..<120).map { .numbered($0) })
      try handle.seek(toOffset: 0)
      try handle.write(contentsOf: try Data(contentsOf: backup))
      #expect(try await store.cities.map(\.id) == Array(100..<120))
    }
  }

  @Test func `a line that grows while it is read is read when it is whole`() async throws {
    try await Self.withFavorites(1) { url, content in
      let store = FavoritesFile(at: url)
      let handle = try FileHandle(forWritingTo: url)
      try handle.seekToEnd()
      for byte in try FavoritesLog.encode([.add(.numbered(7)), .add(.numbered(8))]).joined() {
        try handle.write(contentsOf: [byte])
        let (now, anew) = (try await store.cities, try await FavoritesFile(at: url).cities)
        #expect(now == anew)
      }
      #expect(try await store.cities.map(\.id) == [0, 7, 8])
    }
  }
}
