#if Server
import CityFavorites
import CityGeocoding
import CitySearch
import CitySession
import Foundation
import Hummingbird
import Logging
import TestSupport
import Testing

@testable import CityExplorerServer

@Suite("The folder of visitors", .againstHanging)
struct VisitorFolderTests {
  private static let munich = SearchCompletion.munichID

  private static func files(_ folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
  }

  private static func folder(
    _ url: URL, size: Int = 1_000_000, visitors: Int = 1_000, age: TimeInterval = 86_400
  ) throws -> VisitorFolder {
    try VisitorFolder(
      url, limits: VisitorFolder.Limits(size: size, visitors: visitors, age: age),
      logger: Logger(label: "tests"))
  }

  @Test func `a visit leaves no file, and the first star does`() async throws {
    try await withTemporaryFolder { folder in
      let fixture = try PageFixture(folder: folder)
      for isScripted in [true, false] {
        let page = await fixture.page(isScripted: isScripted)
        await page.perform(.kept(.starred(Self.munich, isFavorite: false)))
        await page.perform(.kept(.addressesForgotten))
        await page.close()
      }
      #expect(try Self.files(folder) == [])
      let visitor = VisitorID.new()
      let page = await fixture.page(of: visitor)
      #expect(await page.perform(.kept(.starred(Self.munich, isFavorite: true))) == nil)
      #expect(
        Set(try Self.files(folder)) == [
          "\(visitor.text).favorites", "\(visitor.text).favorites.lock",
        ])
    }
  }

  @Test func `at the largest number of visitors, others are refused with a sentence`() async throws
  {
    try await withTemporaryFolder { folder in
      let limits = VisitorFolder.Limits(size: 1_000_000, visitors: 1, age: 86_400)
      let fixture = try PageFixture(folder: folder, folderLimits: limits)
      let (one, other) = (await fixture.page(), await fixture.page())
      #expect(await one.perform(.kept(.starred(Self.munich, isFavorite: true))) == nil)
      let refusal = await other.perform(.kept(.starred(Self.munich, isFavorite: true)))
      #expect(refusal as? FavoritesError == .failed(VisitorStorageError.full))
      #expect(await other.favorites.contains("The server has no space for more favorites"))
      let failure = await other.perform(.kept(.addressesPasted("Rome")))
      #expect(failure as? VisitorStorageError == .full)
      #expect(await other.progress.contains("The server has no space for more favorites"))
      // A visitor who has files keeps them, and may have more.
      #expect(await one.perform(.kept(.starred(SearchCompletion.romeID, isFavorite: true))) == nil)
      #expect(try Self.files(folder).count == 2)
    }
  }

  @Test func `at the largest size, nothing is added, and removing makes room`() throws {
    try withTemporaryFolder { url in
      let id = VisitorID.new()
      try Data(count: 900).write(to: url.appending(path: "\(id.text).favorites"))
      let folder = try Self.folder(url, size: 1_000)
      #expect(folder.size == (1, 900))
      #expect(throws: VisitorStorageError.full) { try folder.reserve(200, for: .new()) }
      try folder.reserve(100, for: id)
      #expect(throws: VisitorStorageError.full) { try folder.reserve(1, for: id) }
      // Space that was reserved and not used is free again.
      folder.measure(id)
      #expect(folder.size == (1, 900))
      try Data(count: 10).write(to: folder.file(.favorites, of: id))
      folder.measure(id)
      try folder.reserve(900, for: .new())
    }
  }

  @Test func `what is written bit by bit keeps its space until it is written`() throws {
    try withTemporaryFolder { url in
      let id = VisitorID.new()
      let folder = try Self.folder(url, size: 1_000)
      try folder.reserve(900, for: id, isLasting: true)
      try Data(count: 10).write(to: folder.file(.addresses, of: id))
      folder.measure(id)
      #expect(folder.size == (1, 900))
      try folder.scan()
      #expect(throws: VisitorStorageError.full) { try folder.reserve(200, for: .new()) }
      folder.settle(id)
      #expect(folder.size == (1, 10))
    }
  }

  @Test func `reservations at once do not exceed the limit together`() async throws {
    try await withTemporaryFolder { url in
      let folder = try Self.folder(url, size: 1_000)
      let count = await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<50 {
          group.addTask { (try? folder.reserve(100, for: .new())) != nil }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(count == 10)
    }
  }

  @Test func `files of visitors who did not come back are removed`() async throws {
    try await withTemporaryFolder { url in
      let (old, recent, present) = (VisitorID.new(), VisitorID.new(), VisitorID.new())
      let past = Date(timeIntervalSinceNow: -100_000)
      for id in [old, recent, present] {
        for name in ["favorites", "favorites.lock", "addresses.damaged-1"] {
          let file = url.appending(path: "\(id.text).\(name)")
          try Data(count: 100).write(to: file)
          guard id != recent || name == "favorites.lock" else { continue }
          try FileManager.default.setAttributes(
            [.modificationDate: past], ofItemAtPath: file.path)
        }
      }
      try Data().write(to: url.appending(path: "note.txt"))
      let visitors = Visitors(
        places: try PageFixture().context.gazetteer, geocoder: NoPlaces(),
        folder: try Self.folder(url), addressLimit: 10)
      let visitor = await visitors.take(present)
      await visitors.removeExpired()
      let names = try Self.files(url)
      #expect(names.count == 7)
      #expect(!names.contains { $0.hasPrefix(old.text) })
      // The files of a visitor who came back are kept for the whole time again.
      await visitors.release(visitor)
      await visitors.close()
      await visitors.removeExpired()
      #expect(try Self.files(url).count == 7)
    }
  }

  @Test func `a folder that cannot be used is an error that names it`() throws {
    try withTemporaryFolder { url in
      let file = url.appending(path: "file")
      try Data().write(to: file)
      for path in [file, file.appending(path: "inside")] {
        #expect {
          try Self.folder(path)
        } throws: { error in
          "\(error)".hasPrefix("The folder \(path.path) of --data cannot be used: ")
        }
      }
      let new = url.appending(path: "a/b")
      #expect(try Self.folder(new).size == (0, 0))
      #expect(try Self.files(new) == [])
    }
  }

  @Test func `a visitor sees no path of the server`() async throws {
    try await withTemporaryFolder { folder in
      let visitor = VisitorID.new()
      // Folders in place of the files.
      for name in ["favorites", "addresses"] {
        try FileManager.default.createDirectory(
          at: folder.appending(path: "\(visitor.text).\(name)"), withIntermediateDirectories: true)
      }
      let page = try await PageFixture(folder: folder).page(of: visitor)
      let sentence = "The server cannot read or save favorites and addresses now."
      for action in [
        VisitorAction.starred(Self.munich, isFavorite: true), .addressesPasted("Rome"),
      ] {
        let failure = try #require(await page.perform(.kept(action)))
        #expect(!"\(failure)".contains(folder.path))
        #expect("\(failure)".contains(sentence))
      }
      let document = await page.document()
      #expect(document.contains(sentence))
      #expect(!document.contains(folder.path) && !document.contains(visitor.text))
    }
  }
}
#endif
