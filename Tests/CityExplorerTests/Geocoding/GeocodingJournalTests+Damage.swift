import Foundation
import TestSupport
import Testing

@testable import CityExplorer

// What is left of a damaged file.

extension GeocodingJournalTests {
  @Test func `a torn last line is left out, and gone with the next change`() async throws {
    try await withJournal { url, data in
      let lastLine = data.dropLast().lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      for length in lastLine..<data.count {
        try data.prefix(length).write(to: url)
        let journal = GeocodingJournal(at: url)
        // A line that lacks nothing but its end is whole.
        let whole = length == data.count - 1 ? Self.all : [Self.found, Self.failed]
        #expect(try await journal.records() == whole)
        #expect(try Data(contentsOf: url) == data.prefix(length))
        let added = Self.record("added")
        try await journal.apply([.put(added)])
        await journal.close()
        #expect(try await records(url) == whole + [added])
      }
    }
  }

  @Test func `half a file has what was whole in it`() async throws {
    try await withJournal { url, data in
      try data.prefix(data.count / 2).write(to: url)
      let some = try await records(url)
      #expect(some == Array(Self.all.prefix(some.count)) && some.count < 3)
    }
  }

  @Test func `a wrong byte anywhere is an error or in a torn line, and changes nothing`()
    async throws
  {
    try await withJournal { url, data in
      for index in data.indices {
        var damaged = data
        damaged[index] ^= 0x10
        try damaged.write(to: url)
        let journal = GeocodingJournal(at: url)
        let isLastEnd = index == data.count - 1
        do {
          let left = try await journal.records()
          #expect(isLastEnd && left == [Self.found, Self.failed], "byte \(index)")
        } catch let error as StorageError {
          #expect(!isLastEnd && "\(error)".contains(url.lastPathComponent))
          await #expect(throws: StorageError.self) {
            try await journal.apply([.put(Self.pending)])
          }
          #expect(try Data(contentsOf: url) == damaged)
        }
        await journal.close()
      }
    }
  }

  @Test func `what is no journal is refused, with its name and the reason, and kept`() async throws
  {
    var generator = SeededGenerator(seed: 1)
    let noise = Data((0..<5_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
    let cases: [(Data, String)] = [
      (Data(), "it has no bytes"),
      (noise, "it does not begin as a geocoding journal does"),
      (noise.filter { $0 != 0x0A }, "it does not begin as a geocoding journal does"),
      (Data(#"{"format":"geocoding jour"#.utf8), "it does not begin as a geocoding journal does"),
      (Data("{\"format\":\"favorites\",\"version\":1}\n".utf8), "does not begin"),
      (Data("{\"format\":\"geocoding journal\",\"version\":0}\n".utf8), "version 0"),
      (Data("{\"format\":\"geocoding journal\",\"version\":2}\n".utf8), "has version 2"),
    ]
    try await withTemporaryFolder { folder in
      for (index, (data, reason)) in cases.enumerated() {
        let url = folder.appending(path: "journal \(index)")
        try data.write(to: url)
        let queue = GeocodingQueue(
          geocoder: ScriptedGeocoder(), store: GeocodingJournal(at: url), rate: .unlimited)
        let error = await #expect(throws: StorageError.self) {
          try await queue.scan([PostalAddress(city: "a")])
        }
        #expect(error.map { "\($0)" }?.contains(reason) == true, "\(error as Any)")
        #expect(error.map { "\($0)" }?.contains(url.path) == true)
        #expect(try Data(contentsOf: url) == data)
      }
    }
  }

  @Test func `a damaged file can be set aside, and a new one begun`() async throws {
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "journal")
      try Data("nonsense".utf8).write(to: url)
      let journal = GeocodingJournal(at: url)
      await #expect(throws: StorageError.self) { try await journal.records() }
      let aside = try #require(try await journal.setAside())
      #expect(try Data(contentsOf: aside) == Data("nonsense".utf8))
      try await journal.apply([.put(Self.found)])
      #expect(try await journal.records() == [Self.found])
      await journal.close()
      #expect(try await GeocodingJournal(at: folder.appending(path: "none")).setAside() == nil)
    }
  }

  @Test func `a file that others changed meanwhile is not written to blindly`() async throws {
    try await withJournal { url, data in
      let journal = GeocodingJournal(at: url)
      _ = try await journal.records()
      let other = data.dropLast(5)
      try other.write(to: url)
      await #expect(throws: StorageError.self) { try await journal.apply([.put(Self.pending)]) }
      #expect(try Data(contentsOf: url) == other)
      // It is read again, and goes on from there.
      try await journal.apply([.put(Self.record("new"))])
      #expect(try await journal.records() == [Self.found, Self.failed, Self.record("new")])
    }
  }
}
