import CitySearch
import CityTestSupport
import DurableStorage
import Foundation
import TestSupport
import Testing

@testable import CityFavorites

// Damaged files and files of another kind.

extension FavoritesFileTests {
  private static let newer = Data("{\"format\":\"favorites\",\"version\":2}\n".utf8)

  @Test func `a newer version is refused and kept`() async throws {
    try await Self.withFavorites { url, _ in
      try Self.newer.write(to: url)
      let file = FavoritesFile(at: url)
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
  private static let damaged: [Named<(content: String, reason: String)>] = [
    ("", "it is empty"), ("\u{0}\u{0}\u{0}\u{0}", "is no header"), ("null", "is no header"),
    ("[]", "is no header"), ("{}\n", "is no header"), ("{\"version\":1}\n", "is no header"),
    ("{\"format\":\"geocoding journal\",\"version\":1}\n", "is no header"),
    ("{\"format\":\"favorites\",\"version\":\"1\"}\n", "is no header"),
    ("{\"format\":\"favorites\",\"version\":0}\n", "at least 1, got 0"),
    (header + "\n", "line 2 has a wrong checksum"),
    (header + "[\"00000000\",{\"remove\":1}]\n", "line 2 has a wrong checksum"),
    (header + line(#"{"clear":true}"#), "line 2 is no known change"),
    (header + line(#"{"add":{"id":1}}"#), "line 2 is no known change"),
    (header + line(#"{"remove":1}"#), "line 2 contradicts the lines before it"),
    (header + line(#"{"move":{"id":1,"to":0}}"#), "line 2 contradicts the lines before it"),
  ].named(by: \.content)

  /// Demands that a file be refused by every function, and not be touched by any.
  private static func expectRefusal(
    of content: Data, at url: URL, reason: String = "", _ comment: Comment? = nil
  ) async throws {
    try content.write(to: url)
    let file = FavoritesFile(at: url)
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
    example: Named<(content: String, reason: String)>
  ) async throws {
    let (content, reason) = example.value
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
        let store = FavoritesFile(at: url)
        #expect(try await store.cities.map(\.id) == Array(0..<count), "the first \(length) bytes")
        #expect(try Data(contentsOf: url) == part)
        try await store.fill(with: [.numbered(50)])
        let expected = Array(0..<count) + [50]
        #expect(try await store.cities.map(\.id) == expected, "the first \(length) bytes")
        #expect(try await FavoritesFile(at: url).cities.map(\.id) == expected)
      }
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
        let cities = try? await FavoritesFile(at: url).cities
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
      let store = FavoritesFile(at: url)
      let favorites = FavoriteCities(store: store)
      await #expect(throws: StorageError.self) { try await favorites.cities }
      let aside = try #require(try await store.setAside())
      #expect(aside.path == url.path + ".aside-1")
      #expect(try Data(contentsOf: aside) == Self.newer)
      #expect(try await favorites.cities == [])
      try await favorites.add(.numbered(1))
      #expect(try await store.cities == [.numbered(1)])
    }
  }
}
