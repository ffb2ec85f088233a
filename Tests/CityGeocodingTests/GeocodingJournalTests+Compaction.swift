import Foundation
import TestSupport
import Testing

@testable import CityGeocoding

// When the file is written anew.

extension GeocodingJournalTests {
  @Test func `the file is written anew without what is over`() async throws {
    try await withJournal { url, data in
      let journal = GeocodingJournal(at: url)
      for _ in 0..<20 { try await journal.apply(Self.all.reversed().map { .put($0) }) }
      try await journal.apply([.remove(addressHash: Self.failed.addressHash)])
      #expect(try Data(contentsOf: url).count > 15 * data.count)
      try await journal.compact()
      #expect(try Data(contentsOf: url).count < data.count)
      #expect(try await journal.records() == [Self.found, Self.pending])
      try await journal.apply([.put(Self.failed)])
      await journal.close()
      #expect(try await records(url) == [Self.found, Self.pending, Self.failed])
    }
  }

  @Test func `compaction comes by itself`() async throws {
    try await withJournal { url, data in
      let journal = GeocodingJournal(at: url)
      for _ in 0..<12 { try await journal.apply((0..<100).map { _ in .put(Self.found) }) }
      #expect(try Data(contentsOf: url).count < 1_000 * data.count / 3)
      await journal.close()
      // A file with obsolete lines of another process is compacted when it is read.
      let line = try JournalLine.change(.put(Self.found)).encoded()
      try (data + (0..<1_000).flatMap { _ in line }).write(to: url)
      #expect(try await records(url) == Self.all)
      #expect(try Data(contentsOf: url).count == data.count)
    }
  }

  @Test func `new addresses are written once, however many`() async throws {
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "journal")
      func number() throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        return attributes[.systemFileNumber] as? Int
      }
      let journal = GeocodingJournal(at: url)
      try await journal.apply([.put(Self.found)])
      let first = try number()
      try await journal.apply((0..<1_200).map { .put(Self.record("\($0)")) })
      // A compaction replaces the file by another one.
      #expect(try first != nil && number() == first)
      // With one address left, nearly all lines are obsolete.
      try await journal.apply(
        (0..<1_200).map { .remove(addressHash: Self.record("\($0)").addressHash) })
      #expect(try number() != first)
      #expect(try await journal.records() == [Self.found])
    }
  }
}
