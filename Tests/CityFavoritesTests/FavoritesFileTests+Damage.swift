import CitySearch
import CityTestSupport
import DurableStorage
import Foundation
import TestSupport
import Testing

@testable import CityFavorites

// Damaged files and files of another kind.

extension FavoritesFileTests {
  private static let newer = file([#"{"format":"favorites","version":3}"#])

  @Test func `a newer version is refused and kept`() async throws {
    try await Self.withFavorites { url, _ in
      try Self.newer.write(to: url)
      let file = FavoritesFile(at: url)
      let error = StorageError.newerVersion(file: url.path, found: 3, supported: 2)
      await #expect(throws: error) { try await file.load() }
      await #expect(throws: error) { try await file.fill(with: [.numbered(1)]) }
      #expect(try Data(contentsOf: url) == Self.newer)
    }
  }

  private static func line(_ json: String) -> String {
    String(decoding: ChecksummedLine.encode(Data(json.utf8)), as: UTF8.self)
  }

  private static let oldHeader = "{\"format\":\"favorites\",\"version\":1}\n"

  /// Contents without any favorite, each with a part of the reason that is given.
  private static let damaged: [Named<(content: String, reason: String)>] = [
    ("", "it is empty"), ("\u{0}\u{0}\u{0}\u{0}", "is no header"), ("null", "is no header"),
    ("[]", "is no header"), ("{}\n", "is no header"), ("{\"version\":1}\n", "is no header"),
    ("{\"format\":\"geocoding journal\",\"version\":1}\n", "is no header"),
    ("{\"format\":\"favorites\",\"version\":\"1\"}\n", "is no header"),
    ("{\"format\":\"favorites\",\"version\":0}\n", "is no header"),
    (line(#"{"format":"geocoding journal","version":1}"#), "is no header"),
    (line(#"{"format":"favorites","version":2}"#), "is no header"),
    (line(#"{"count":-1,"format":"favorites","version":2}"#), "is no header"),
    (line(#"{"count":3,"format":"favorites","version":2}"#), "none of its 3 favorites"),
    (
      line(#"{"count":0,"format":"favorites","version":2}"#) + "[\"00000000\",{\"remove\":1}]\n",
      "none of its 0 favorites"
    ),
    (oldHeader + "[\"00000000\",{\"remove\":1}]\n", "none of its favorites"),
    (oldHeader + line(#"{"clear":true}"#), "none of its favorites"),
    (oldHeader + line(#"{"add":{"id":1}}"#), "none of its favorites"),
    (oldHeader + line(#"{"remove":1}"#), "none of its favorites"),
    (oldHeader + line(#"{"move":{"id":1,"to":0}}"#), "none of its favorites"),
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

  /// Demands that a file have these cities and no damage.
  private static func expectIntact(_ ids: [City.ID], at url: URL) async throws {
    let list = try await FavoritesFile(at: url).load()
    #expect(list.cities == ids.map { .numbered($0) })
    #expect(list.damage == nil)
  }

  @Test(arguments: damaged)
  func `what has no favorites is refused and kept`(
    example: Named<(content: String, reason: String)>
  ) async throws {
    let (content, reason) = example.value
    try await Self.withFavorites { url, _ in
      try await Self.expectRefusal(of: Data(content.utf8), at: url, reason: reason)
    }
  }

  @Test func `the loss is told wherever a file is cut, also to a process that knew it whole`()
    async throws
  {
    try await Self.withFavorites(4) { url, whole in
      let ends = whole.indices.filter { whole[$0] == ChecksummedLine.end }
      for length in 0..<whole.count - 1 {
        try whole.write(to: url)
        let witness = FavoritesFile(at: url)
        #expect(try await witness.load().damage == nil)
        let part = whole.prefix(length)
        // Without its line feed, the last line is still whole.
        let count = ends.dropFirst().count { $0 <= length }
        guard count > 0 else {
          try await Self.expectRefusal(of: part, at: url, "the first \(length) bytes")
          continue
        }
        // In place, as the repair of a file system does.
        let handle = try FileHandle(forWritingTo: url)
        try handle.truncate(atOffset: UInt64(length))
        for store in [witness, FavoritesFile(at: url)] {
          let list = try await store.load()
          #expect(list.cities.map(\.id) == Array(0..<City.ID(count)), "the first \(length) bytes")
          #expect(list.damage?.keptCount == count && list.damage?.lostCount == 4 - count)
          #expect(list.damage?.quarantine == nil)
          // A cut between two lines damages none.
          let isBetween = ends.contains(length) || ends.contains(length - 1)
          #expect(list.damage?.damagedPlaceCount == (isBetween ? 0 : 1))
        }
        #expect(try Data(contentsOf: url) == part)
        // The next change keeps the old bytes, and what is left of the list.
        let (list, _) = try await witness.update { $0.add(.numbered(50)) }
        #expect(list.cities.map(\.id) == Array(0..<City.ID(count)) + [50])
        let aside = try #require(list.damage?.quarantine)
        #expect(try Data(contentsOf: URL(filePath: aside)) == part)
        let after = try await FavoritesFile(at: url).load()
        #expect(after.cities == list.cities && after.damage == nil)
      }
    }
  }

  @Test func `a file that lacks only its last byte is whole`() async throws {
    try await Self.withFavorites { url, whole in
      try whole.dropLast().write(to: url)
      try await Self.expectIntact([0, 1, 2], at: url)
    }
  }

  @Test func `a flipped bit anywhere costs one city at most, and is told`() async throws {
    try await Self.withFavorites(3) { url, whole in
      let lineEnds = whole.indices.filter { whole[$0] == ChecksummedLine.end }
      for index in whole.indices {
        for bit in 0..<8 {
          var damaged = whole
          damaged[index] ^= 1 << bit
          let content = try FavoritesContent(damaged, file: "f")
          let left = content.list.cities.map(\.id)
          // The line of the header is the first, and the line feeds belong to no city.
          let line = lineEnds.count { $0 < index }
          let isLost = line > 0 && !lineEnds.contains(index)
          #expect(
            left == (0..<3).filter { !isLost || $0 != City.ID(line - 1) },
            "byte \(index), bit \(bit)")
          let isLast = index == whole.count - 1
          #expect(isLast || content.damage?.keptCount == left.count, "byte \(index), bit \(bit)")
          #expect(line == 0 || isLast || content.damage?.lostCount == 3 - left.count)
        }
      }
    }
  }

  @Test func `damaged lines are told, kept aside and counted`() async throws {
    try await Self.withFavorites(6) { url, whole in
      var damaged = whole
      let ends = whole.indices.filter { whole[$0] == ChecksummedLine.end }
      for line in [1, 4] { damaged[ends[line] + 30] ^= 0x10 }
      try damaged.write(to: url)
      let favorites = FavoriteCities(store: FavoritesFile(at: url))
      let list = try await favorites.list
      #expect(list.cities.map(\.id) == [0, 2, 3, 5])
      let damage = try #require(list.damage)
      #expect(
        "\(damage)" == "\(url.path) is damaged: 4 entries were read, 2 are lost, 2 places are "
          + "damaged, first in line 3 at byte \(ends[1] + 1).")
      #expect(try Data(contentsOf: url) == damaged)
      // A change that changes nothing writes nothing.
      try await favorites.add(.numbered(0))
      #expect(try Data(contentsOf: url) == damaged)
      try await favorites.remove(0)
      let aside = try #require(try await favorites.list.damage?.quarantine)
      #expect(aside == url.path + ".damaged-1")
      #expect(try Data(contentsOf: URL(filePath: aside)) == damaged)
      try await Self.expectIntact([2, 3, 5], at: url)
    }
  }

  @Test func `a damaged file is copied once, however often it cannot be written`() async throws {
    try await Self.withFavorites { url, whole in
      try whole.dropLast(30).write(to: url)
      let obstacle = url.appendingPathExtension("new")
      try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: false)
      for _ in 1...2 {
        let store = FavoritesFile(at: url)
        for _ in 1...2 {
          await #expect(throws: StorageError.self) { try await store.fill(with: [.numbered(9)]) }
        }
        #expect(try await store.cities.map(\.id) == [0, 1])
      }
      try FileManager.default.removeItem(at: obstacle)
      try await FavoritesFile(at: url).fill(with: [.numbered(9)])
      let folder = url.deletingLastPathComponent().path
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(
        names.sorted() == ["favorites.jsonl", "favorites.jsonl.damaged-1", "favorites.jsonl.lock"])
    }
  }

  @Test func `damage stays known if another process repairs the file, not if it is restored`()
    async throws
  {
    try await Self.withFavorites { url, whole in
      let store = FavoritesFile(at: url)
      for _ in 1...2 {
        try whole.dropLast(30).write(to: url)
        #expect(try await store.load().damage?.lostCount == 1)
        try whole.write(to: url)
        #expect(try await store.load().damage == nil)
      }
      try whole.dropLast(30).write(to: url)
      #expect(try await store.load().damage?.lostCount == 1)
      try await FavoritesFile(at: url).fill(with: [.numbered(9)])
      let list = try await store.load()
      #expect(list.cities.map(\.id) == [0, 1, 9])
      #expect(list.damage?.lostCount == 1)
      #expect(list.damage?.quarantine == url.path + ".damaged-1")
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

// Files of version 1.

extension FavoritesFileTests {
  /// The lines of a log of version 1: the cities 0 to 3 are added, then 2 is moved and 1 removed.
  private static func oldLines(of content: Data) -> [Data] {
    let added = content.split(separator: ChecksummedLine.end).dropFirst().map { $0 + [0x0A] }
    return [Data(oldHeader.utf8)] + added
      + [#"{"move":{"id":2,"to":0}}"#, #"{"remove":1}"#].map { Data(line($0).utf8) }
  }

  @Test func `a file of version 1 is read, and becomes one of version 2 with the next change`()
    async throws
  {
    try await Self.withFavorites(4) { url, content in
      let old = Data(Self.oldLines(of: content).joined())
      try old.write(to: url)
      try await Self.expectIntact([2, 0, 3], at: url)
      #expect(try Data(contentsOf: url) == old)
      try await FavoritesFile(at: url).update { $0.remove(0) }
      let lines = content.split(separator: ChecksummedLine.end)
      let new = try Data(contentsOf: url).split(separator: ChecksummedLine.end)
      #expect(new.count == 3 && new.suffix(2) == [lines[3], lines[4]])
      try await Self.expectIntact([2, 3], at: url)
    }
  }

  @Test func `the torn end of a file of version 1 is no damage`() async throws {
    try await Self.withFavorites(4) { url, content in
      let lines = Self.oldLines(of: content)
      let ids: [[City.ID]] = [
        [], [0], [0, 1], [0, 1, 2], [0, 1, 2, 3], [2, 0, 1, 3], [2, 0, 3],
      ]
      var start = lines[0]
      for (line, (before, after)) in zip(lines.dropFirst(), zip(ids, ids.dropFirst())) {
        for length in 0..<line.count {
          let data = start + line.prefix(length)
          let list = try FavoritesContent(data, file: "f").list
          // A line that lacks nothing but its end is whole.
          #expect(list.cities.map(\.id) == (length == line.count - 1 ? after : before))
          #expect(try FavoritesContent(data, file: "f").damage == nil)
        }
        start += line
      }
    }
  }

  @Test func `a flipped bit in a file of version 1 is told, and most of the list is read`()
    async throws
  {
    try await Self.withFavorites(4) { url, content in
      let lines = Self.oldLines(of: content)
      let old = Data(lines.joined())
      for index in old.indices.dropLast(lines[6].count) {
        var damaged = old
        damaged[index] ^= 0x04
        let found = try FavoritesContent(damaged, file: "f")
        #expect(found.damage != nil && found.list.cities.count >= 2, "byte \(index)")
      }
    }
  }
}
