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

  @Test func `what was saved is there for the next store`() async throws {
    try await Self.withFavorites { url, _ in
      let cities = try await FavoritesFile(at: url).cities
      #expect(cities == [.numbered(0), .numbered(1), .numbered(2)])
    }
  }

  @Test func `every part of a favorite survives`() async throws {
    var favorite = FavoriteCity(
      id: City.ID(Int64.max),
      placemark: Placemark(
        coordinate: Coordinate(latitude: -89.999_999_9, longitude: 179.999_999_9),
        name: "São \u{1F3D9} \"Paulo\" / \\ \n \u{0}", locality: "l", division: "a",
        countryCode: "BR", countryName: "Brazil", timeZone: "America/Sao_Paulo",
        population: 10_021_295, thoroughfare: "t", subThoroughfare: "s"))
    favorite.placemark.subLocality = "b"
    favorite.placemark.postalCode = "01000"
    favorite.placemark.subAdministrativeArea = ""
    let cities = [favorite, FavoriteCity.numbered(-1)]
    for kind in StoreKind.onDisk {
      try await withTemporaryFolder { folder in
        try await kind.store(in: folder).fill(with: cities)
        #expect(try await kind.store(in: folder).cities == cities)
      }
    }
  }

  @Test func `a city is a line, with sorted keys and a checksum, and the first line counts them`()
    async throws
  {
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "favorites.jsonl")
      let favorites = FavoriteCities(store: FavoritesFile(at: url))
      for id: City.ID in [4, 5, 6] {
        try await favorites.add(
          FavoriteCity(
            id: id,
            placemark: Placemark(coordinate: Coordinate(latitude: 1, longitude: 2), name: "A"))
        )
      }
      try await favorites.move(6, to: 0)
      try await favorites.remove(5)
      let expected = [
        #"{"count":2,"format":"favorites","version":2}"#,
        #"{"add":{"id":6,"placemark":{"coordinate":{"latitude":1,"longitude":2},"name":"A"}}}"#,
        #"{"add":{"id":4,"placemark":{"coordinate":{"latitude":1,"longitude":2},"name":"A"}}}"#,
      ]
      #expect(try Data(contentsOf: url) == Self.file(expected))
    }
  }

  /// A file with a line for each text.
  static func file(_ texts: [String]) -> Data {
    Data(texts.flatMap { ChecksummedLine.encode(Data($0.utf8)) })
  }

  @Test func `lists far beyond the limit are read and written`() async throws {
    try await Self.withFavorites(5_000) { url, _ in
      let favorites = FavoriteCities(store: FavoritesFile(at: url))
      try await favorites.remove(4_999)
      #expect(try await favorites.move(4_998, to: 0))
      let expected: [City.ID] = [4_998] + (0..<4_998)
      #expect(try await FavoritesFile(at: url).cities.map(\.id) == expected)
    }
  }

  @Test func `a change writes no line of another city anew`() async throws {
    try await Self.withFavorites(20) { url, content in
      let onlooker = FavoritesFile(at: url)
      #expect(try await onlooker.cities.count == 20)
      let favorites = FavoriteCities(store: FavoritesFile(at: url))
      for _ in 1...490 {
        for _ in 1...2 { try await favorites.toggle(.numbered(99)) }
      }
      #expect(try Data(contentsOf: url) == content)
      #expect(try await favorites.move(3, to: 0))
      let expected: [City.ID] = [3, 0, 1, 2] + Array(4..<20)
      #expect(try await FavoritesFile(at: url).cities.map(\.id) == expected)
      #expect(try await onlooker.cities.map(\.id) == expected)
      var lines = content.split(separator: ChecksummedLine.end)
      lines.insert(lines.remove(at: 4), at: 1)
      let written = try Data(contentsOf: url).split(separator: ChecksummedLine.end)
      #expect(written == lines)
    }
  }

  /// Favorites as another program may write them: each object has a key more.
  static func annotated(_ content: Data) -> Data {
    file(
      content.split(separator: ChecksummedLine.end).map { line in
        String(decoding: ChecksummedLine.decode(Data(line)) ?? Data(), as: UTF8.self)
          .replacing(#""version""#, with: #""theme":"dark","version""#)
          .replacing(#"{"id""#, with: #"{"color":{"r":1e0},"id""#)
          .replacing(#""name""#, with: #""altitude":35.0,"name""#)
      })
  }

  @Test func `keys that are not known stay, even if the file is written anew`() async throws {
    try await Self.withFavorites { url, content in
      let annotated = Self.annotated(content)
      try annotated.write(to: url)
      let favorites = FavoriteCities(store: FavoritesFile(at: url))
      #expect(try await favorites.cities == [.numbered(0), .numbered(1), .numbered(2)])
      try await favorites.remove(1)
      try await favorites.move(2, to: 0)
      let lines = try Data(contentsOf: url).split(separator: ChecksummedLine.end)
      let old = annotated.split(separator: ChecksummedLine.end)
      #expect(Array(lines.dropFirst()) == [old[3], old[1]])
      let header = try #require(lines.first.flatMap { ChecksummedLine.decode(Data($0)) })
      #expect(
        String(decoding: header, as: UTF8.self)
          == #"{"count":2,"format":"favorites","theme":"dark","version":2}"#)
    }
  }

  @Test func `stores follow each other`() async throws {
    try await Self.withFavorites { url, content in
      let (one, other) = (FavoritesFile(at: url), FavoritesFile(at: url))
      #expect(try await one.cities.count == 3)
      #expect(try await other.cities.count == 3)
      try await one.fill(with: [.numbered(7)])
      #expect(try await other.cities.map(\.id) == [0, 1, 2, 7])
      try await other.fill(with: [.numbered(8)])
      let lists = (try await one.cities, try await other.cities)
      #expect(lists.0.map(\.id) == [0, 1, 2, 7, 8])
      #expect(lists.0 == lists.1)
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
      #expect(try await store.load().damage == nil)
    }
  }
}
