import CitySearch
import CitySession
import CityTestSupport
import Foundation
import TestSupport
import Testing

@testable import CityFavorites

/// What every store promises, whatever a change does to the list.
@Suite("Stores of favorites", .againstHanging)
struct FavoritesStoreTests {
  /// A store with the cities 1 to 5, and a function that returns another store over the same favorites.
  private static func withStore(
    _ kind: StoreKind,
    _ body: (any FavoritesStore, _ another: () -> any FavoritesStore) async throws -> Void
  ) async throws {
    try await withTemporaryFolder { folder in
      let store = kind.store(in: folder)
      try await store.fill(with: (1...5).map { .numbered($0) })
      // Another store in memory would have a memory of its own.
      try await body(store) { kind == .memory ? store : kind.store(in: folder) }
    }
  }

  /// What a change leaves of the cities 1 to 5.
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let expected: [City.ID]
    let change: @Sendable (inout FavoriteList) -> Void
  }

  private static func numbered(_ ids: City.ID...) -> [FavoriteCity] {
    ids.map { FavoriteCity.numbered($0) }
  }

  private static let examples = [
    Example(testDescription: "another list is assigned", expected: [8, 9]) {
      $0 = FavoriteList(numbered(8, 9))
    },
    Example(testDescription: "an empty list is assigned", expected: []) { $0 = FavoriteList() },
    Example(testDescription: "a part is assigned", expected: [2, 4]) {
      $0 = FavoriteList(numbered(2, 4))
    },
    Example(testDescription: "a longer list is assigned", expected: [0, 1, 2, 6, 3, 4, 5, 7]) {
      $0 = FavoriteList(numbered(0, 1, 2, 6, 3, 4, 5, 7))
    },
    Example(testDescription: "the reverse is assigned", expected: [5, 4, 3, 2, 1]) {
      $0 = FavoriteList($0.cities.reversed())
    },
    Example(testDescription: "a sorted list is assigned", expected: [5, 4, 3, 2, 1]) {
      $0 = FavoriteList($0.cities.sorted { $0.id > $1.id })
    },
    Example(testDescription: "duplicates are assigned", expected: [3, 1]) {
      $0 = FavoriteList(numbered(3, 1, 3, 1))
    },
    Example(testDescription: "a list is assigned, and changed", expected: [9, 7, 1]) {
      $0 = FavoriteList(numbered(8, 9))
      $0.add(.numbered(7))
      $0.remove(8)
      $0.add(.numbered(1))
    },
    Example(testDescription: "a list is changed, and another assigned", expected: [6]) {
      $0.remove(1)
      $0.move(5, to: 0)
      $0 = FavoriteList(numbered(6))
    },
    Example(testDescription: "a list of elsewhere with changes is assigned", expected: [7, 6]) {
      var list = FavoriteList(numbered(6, 8))
      list.remove(8)
      list.add(.numbered(7))
      list.move(7, to: 0)
      $0 = list
    },
    Example(testDescription: "the list is changed there and back", expected: [1, 2, 3, 4, 5]) {
      $0.move(5, to: 0)
      $0.remove(1)
      $0 = FavoriteList(numbered(1, 2, 3, 4, 5))
    },
    Example(testDescription: "cities are exchanged", expected: [4, 2, 3, 1, 5]) {
      $0.move(4, to: 0)
      $0.move(1, to: 3)
    },
  ]

  @Test(arguments: StoreKind.allCases, examples)
  func `what update returns is what the next store reads`(
    kind: StoreKind, example: Example
  ) async throws {
    try await Self.withStore(kind) { store, another in
      let (list, _) = try await store.update(example.change)
      #expect(list.cities.map(\.id) == example.expected)
      #expect(try await another().cities == list.cities)
      // The store goes on, and so does another that has read before.
      let other = another()
      #expect(try await other.cities == list.cities)
      try await store.fill(with: [.numbered(50)])
      try await other.fill(with: [.numbered(60)])
      #expect(try await store.cities.map(\.id) == example.expected + [50, 60])
      #expect(try await another().cities.map(\.id) == example.expected + [50, 60])
    }
  }

  /// Lists of the cities 1 to 4, each the result of a change of each other.
  @Test(arguments: StoreKind.allCases)
  func `every list of up to three of four cities can follow every other`(
    kind: StoreKind
  ) async throws {
    var lists: [[City.ID]] = [[]]
    for length in 0..<3 {
      for list in lists where list.count == length {
        for id: City.ID in 1...4 where !list.contains(id) { lists.append(list + [id]) }
      }
    }
    var generator = SeededGenerator(seed: 11)
    let order = (1...3).flatMap { _ in lists.shuffled(using: &generator) }
    try await Self.withStore(kind) { store, another in
      for list in order {
        try await store.update { $0 = FavoriteList(list.map { .numbered($0) }) }
        #expect(try await another().cities.map(\.id) == list)
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `an assigned city with another placemark is saved with it`(kind: StoreKind) async throws {
    try await Self.withStore(kind) { store, another in
      try await store.update { list in
        var cities = list.cities
        cities[2].placemark.name = "Another name"
        list = FavoriteList(cities)
      }
      #expect(
        try await another().cities.map(\.name)
          == ["City 1", "City 2", "Another name", "City 4", "City 5"])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `thousands of changes after an assignment are kept`(kind: StoreKind) async throws {
    try await Self.withStore(kind) { store, another in
      try await store.update { $0 = FavoriteList(Self.numbered(8, 9)) }
      try await store.update { list in
        for _ in 1...1_100 {
          list.remove(7)
          list.add(.numbered(7))
        }
      }
      for _ in 1...3 {
        try await store.update { $0.remove(7) }
        try await store.update { $0.add(.numbered(7)) }
      }
      #expect(try await another().cities.map(\.id) == [8, 9, 7])
    }
  }

  @Test(arguments: StoreKind.onDisk)
  func `a list that is assigned to a new store makes its file`(kind: StoreKind) async throws {
    try await withTemporaryFolder { folder in
      let (list, _) = try await kind.store(in: folder).update {
        $0 = FavoriteList(Self.numbered(2, 1))
      }
      #expect(list.cities == Self.numbered(2, 1))
      #expect(try await kind.store(in: folder).cities == Self.numbered(2, 1))
    }
  }

  @Test(arguments: StoreKind.onDisk)
  func `a list that is assigned and equal is not written`(kind: StoreKind) async throws {
    try await withTemporaryFolder { folder in
      let (url, store) = (kind.url(in: folder), kind.store(in: folder))
      try await store.update { $0 = FavoriteList() }
      #expect(!FileManager.default.fileExists(atPath: url.path))
      try await store.fill(with: (1...5).map { .numbered($0) })
      let before = try FileManager.default.attributesOfItem(atPath: url.path)
      let content = try Data(contentsOf: url)
      for store in [store, kind.store(in: folder)] {
        try await store.update { $0 = FavoriteList((1...5).map { .numbered($0) }) }
        try await store.update { list in
          list.remove(5)
          list.add(.numbered(5))
        }
      }
      let after = try FileManager.default.attributesOfItem(atPath: url.path)
      #expect(after[.systemFileNumber] as? Int == before[.systemFileNumber] as? Int)
      #expect(after[.modificationDate] as? Date == before[.modificationDate] as? Date)
      #expect(try Data(contentsOf: url) == content)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a change that throws changes nothing`(kind: StoreKind) async throws {
    struct Failure: Error {}
    try await Self.withStore(kind) { store, another in
      await #expect(throws: Failure.self) {
        try await store.update { list in
          list = FavoriteList(Self.numbered(8))
          throw Failure()
        }
      }
      let kept = (try await store.cities.map(\.id), try await another().cities.map(\.id))
      #expect(kept == ([1, 2, 3, 4, 5], [1, 2, 3, 4, 5]))
    }
  }
}
