import CitySearch
import Foundation
import TestSupport
import Testing

@testable import CityExplorer

@Suite("Favorites in a file", .againstHanging)
struct FavoritesFileTests {
  /// A file with favorites, and what its bytes are.
  private static func withFavorites<Value>(
    _ count: Int = 3, _ body: (URL, Data) async throws -> Value
  ) async throws -> Value {
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "favorites.jsonl")
      try await FavoritesFile(url).fill(with: (0..<count).map { .numbered($0) })
      return try await body(url, try Data(contentsOf: url))
    }
  }

  private static func lines(of url: URL) throws -> [String] {
    try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  @Test func `what was saved is there for the next store`() async throws {
    try await Self.withFavorites { url, _ in
      let cities = try await FavoritesFile(url).cities
      #expect(cities == [.numbered(0), .numbered(1), .numbered(2)])
    }
  }

  @Test func `every part of a favorite survives`() async throws {
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
      try await withTemporaryFolder { folder in
        try await kind.store(in: folder).fill(with: cities)
        #expect(try await kind.store(in: folder).cities == cities)
      }
    }
  }

  @Test func `a change is a line, with sorted keys and a checksum`() async throws {
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "favorites.jsonl")
      let favorites = FavoriteCities(store: FavoritesFile(url))
      for id in [5, 6] {
        try await favorites.add(
          FavoriteCity(
            id: id,
            placemark: Placemark(coordinate: Coordinate(latitude: 1, longitude: 2), name: "A")))
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
      let (list, count) = try await FavoritesFile(url).update { cities in
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
      let favorites = FavoriteCities(store: FavoritesFile(url))
      try await favorites.toggle(.numbered(0))
      try await favorites.toggle(.numbered(0))
      let lines = try FavoritesLog.encode([.remove(0), .add(.numbered(0))])
      #expect(try Data(contentsOf: url) == content + lines[0] + lines[1])
    }
  }

  @Test func `what is over goes when there is more of it than of the rest`() async throws {
    try await Self.withFavorites(20) { url, content in
      let onlooker = FavoritesFile(url)
      #expect(try await onlooker.cities.count == 20)
      let favorites = FavoriteCities(store: FavoritesFile(url))
      // A thousand lines in all are no reason yet.
      for _ in 1...490 {
        for _ in 1...2 { try await favorites.toggle(.numbered(99)) }
      }
      #expect(try Self.lines(of: url).count == 1 + 1_000)
      #expect(try await favorites.move(3, to: 0))
      #expect(try Self.lines(of: url).count == 1 + 20)
      let expected = [3, 0, 1, 2] + Array(4..<20)
      #expect(try await FavoritesFile(url).cities.map(\.id) == expected)
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
      let favorites = FavoriteCities(store: FavoritesFile(url))
      #expect(try await favorites.all == [.numbered(0), .numbered(1), .numbered(2)])
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
      let (one, other) = (FavoritesFile(url), FavoritesFile(url))
      #expect(try await one.cities.count == 3)
      #expect(try await other.cities.count == 3)
      try await one.fill(with: [.numbered(7)])
      // Whoever read the beginning again would notice that it is damaged.
      let handle = try FileHandle(forUpdating: url)
      try handle.seek(toOffset: UInt64(content.count - 9))
      try handle.write(contentsOf: Data("#".utf8))
      #expect(try await other.cities.map(\.id) == [0, 1, 2, 7])
      try await other.fill(with: [.numbered(8)])
      #expect(try await one.cities.map(\.id) == [0, 1, 2, 7, 8])
      await #expect(throws: StorageError.self) { try await FavoritesFile(url).load() }
    }
  }

  @Test func `a file that was put in place of the old one is read whole`() async throws {
    try await Self.withFavorites { url, content in
      let store = FavoritesFile(url)
      #expect(try await store.cities.count == 3)
      let backup = url.appendingPathExtension("backup")
      try await FavoritesFile(backup).fill(with: (10..<20).map { .numbered($0) })
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
      try await FavoritesFile(backup).fill(with: (100..<120).map { .numbered($0) })
      try handle.seek(toOffset: 0)
      try handle.write(contentsOf: try Data(contentsOf: backup))
      #expect(try await store.cities.map(\.id) == Array(100..<120))
    }
  }

  private static let newer = Data("{\"format\":\"favorites\",\"version\":2}\n".utf8)

  @Test func `a newer version is refused and kept`() async throws {
    try await Self.withFavorites { url, _ in
      try Self.newer.write(to: url)
      let file = FavoritesFile(url)
      let error = StorageError.newerVersion(file: url.path, found: 2, supported: 1)
      await #expect(throws: error) { try await file.load() }
      await #expect(throws: error) { try await file.fill(with: [.numbered(1)]) }
      #expect(try Data(contentsOf: url) == Self.newer)
    }
  }

  private static func line(_ json: String) -> String {
    String(decoding: ChecksummedLine.encode(Data(json.utf8)), as: UTF8.self)
  }

  private static let header = "{\"format\":\"favorites\",\"version\":1}\n"

  /// Contents that are no favorites, each with a part of the reason that is given.
  private static let damaged: [(content: String, reason: String)] = [
    ("", "it has no content"), ("\u{0}\u{0}\u{0}\u{0}", "begin"), ("null", "begin"),
    ("[]", "begin"), ("{}\n", "begin"), ("{\"version\":1}\n", "begin"),
    ("{\"format\":\"geocoding journal\",\"version\":1}\n", "begin"),
    ("{\"format\":\"favorites\",\"version\":\"1\"}\n", "begin"),
    ("{\"format\":\"favorites\",\"version\":0}\n", "never was a version 0"),
    (header + "\n", "line 2 is not what was written there"),
    (header + "[\"00000000\",{\"remove\":1}]\n", "line 2 is not what was written there"),
    (header + line(#"{"clear":true}"#), "line 2 is no change that this program knows"),
    (header + line(#"{"add":{"id":1}}"#), "line 2 is no change that this program knows"),
    (header + line(#"{"remove":1}"#), "line 2 does not fit the lines before it"),
    (header + line(#"{"move":{"id":1,"to":0}}"#), "line 2 does not fit the lines before it"),
  ]

  /// Demands that a file be refused by every function, and not be touched by any.
  private static func expectRefusal(
    of content: Data, at url: URL, reason: String = "", _ comment: Comment? = nil
  ) async throws {
    try content.write(to: url)
    let file = FavoritesFile(url)
    let error = await #expect(throws: StorageError.self, comment) { try await file.load() }
    guard let error, case .damaged(url.path, let found) = error else {
      Issue.record("\(String(describing: error)), \(comment ?? "")")
      return
    }
    #expect(reason.isEmpty || found.contains(reason), "\(found), \(comment ?? "")")
    await #expect(throws: error, comment) { try await file.fill(with: [.numbered(99)]) }
    #expect(try Data(contentsOf: url) == content, comment)
  }

  @Test(arguments: damaged)
  func `what is no list of favorites is refused and kept`(
    content: String, reason: String
  ) async throws {
    try await Self.withFavorites { url, _ in
      try await Self.expectRefusal(of: Data(content.utf8), at: url, reason: reason)
    }
  }

  @Test func `an end that a killed process left is cut off, any other damage is refused`()
    async throws
  {
    try await Self.withFavorites(2) { url, whole in
      let ends = whole.indices.filter { whole[$0] == 0x0A }.map { $0 + 1 }
      for length in 0..<whole.count {
        let part = whole.prefix(length)
        guard length >= ends[0] else {
          try await Self.expectRefusal(of: part, at: url, "the first \(length) bytes")
          continue
        }
        try part.write(to: url)
        // Only the last byte of a line says nothing.
        let count = ends.dropFirst().count { $0 - 1 <= length }
        let store = FavoritesFile(url)
        #expect(try await store.cities.map(\.id) == Array(0..<count), "the first \(length) bytes")
        #expect(try Data(contentsOf: url) == part)
        try await store.fill(with: [.numbered(50)])
        let expected = Array(0..<count) + [50]
        #expect(try await store.cities.map(\.id) == expected, "the first \(length) bytes")
        #expect(try await FavoritesFile(url).cities.map(\.id) == expected)
      }
    }
  }

  @Test func `a line that grows while it is read is read when it is whole`() async throws {
    try await Self.withFavorites(1) { url, content in
      let store = FavoritesFile(url)
      let handle = try FileHandle(forWritingTo: url)
      try handle.seekToEnd()
      for byte in try FavoritesLog.encode([.add(.numbered(7)), .add(.numbered(8))]).joined() {
        try handle.write(contentsOf: [byte])
        let (now, anew) = (try await store.cities, try await FavoritesFile(url).cities)
        #expect(now == anew)
      }
      #expect(try await store.cities.map(\.id) == [0, 7, 8])
    }
  }

  @Test func `a flipped bit is refused and kept`() async throws {
    try await Self.withFavorites(2) { url, whole in
      var generator = SeededGenerator(seed: 3)
      for _ in 1...200 {
        var damaged = whole
        let index = Int.random(in: 0..<whole.count - 1, using: &generator)
        damaged[index] ^= 1 << UInt8.random(in: 0...7, using: &generator)
        try damaged.write(to: url)
        let cities = try? await FavoritesFile(url).cities
        // A key of the first line that is not known may have another name.
        #expect(cities == nil || cities?.count == 2, "byte \(index)")
      }
    }
  }

  @Test(arguments: 1...20)
  func `random bytes are refused and kept`(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let bytes = Data(
      (0..<Int.random(in: 1...4_000, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      })
    try await Self.withFavorites { url, _ in
      try await Self.expectRefusal(of: bytes, at: url, "seed \(seed)")
    }
  }

  @Test func `setting aside makes room and keeps what was there`() async throws {
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "favorites.jsonl")
      try Self.newer.write(to: url)
      let store = FavoritesFile(url)
      let favorites = FavoriteCities(store: store)
      await #expect(throws: StorageError.self) { try await favorites.all }
      let aside = try #require(try await store.setAside())
      #expect(aside.path == url.path + ".aside-1")
      #expect(try Data(contentsOf: aside) == Self.newer)
      #expect(try await favorites.all == [])
      try await favorites.add(.numbered(1))
      #expect(try await store.cities == [.numbered(1)])
    }
  }
}
