import CityTestSupport
import DurableStorage
import Foundation
import TestSupport
import Testing

@testable import CityGeocoding

// Damaged files.

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

  @Test func `a flipped bit anywhere costs one record at most`() async throws {
    try await withJournal { url, data in
      var lostCount = 0
      for index in data.indices {
        for bit in 0..<8 {
          var damaged = data
          damaged[index] ^= 1 << bit
          let content = try JournalContent(damaged, file: url.path)
          let left = content.records.all
          #expect(left.count >= Self.all.count - 1, "byte \(index)")
          #expect(Self.all.filter { left.contains($0) } == left, "byte \(index)")
          // The damage is reported, and all bytes are accounted for.
          let badCount = content.damage.bytes.reduce(0) { $0 + $1.count }
          #expect(badCount == content.damage.places.reduce(0) { $0 + $1.length })
          let isTail = index == data.count - 1
          #expect(isTail || badCount > 0, "byte \(index)")
          lostCount += Self.all.count - left.count
        }
      }
      // A flipped bit in a line feed costs no record.
      #expect(lostCount == 8 * (data.count - Self.headerLength - Self.all.count))
    }
  }

  /// The length of the first line, with its end.
  private static let headerLength = 56

  @Test func `damaged bytes are quarantined and reported, and the rest is used`() async throws {
    try await withJournal { url, data in
      var damaged = data
      let index = Self.headerLength + 20
      damaged[index] ^= 0x10
      try damaged.write(to: url)
      let journal = GeocodingJournal(at: url)
      #expect(await journal.damage == nil)
      #expect(try await journal.records() == [Self.failed, Self.pending])
      let damage = try #require(await journal.damage)
      let lineEnd = try #require(data[Self.headerLength...].firstIndex(of: 0x0A))
      #expect((damage.keptCount, damage.damagedPlaceCount) == (2, 1))
      #expect(
        damage.places == [
          StorageDamage.Place(
            line: 2, offset: Self.headerLength, length: lineEnd - Self.headerLength)
        ])
      let aside = try #require(damage.quarantine)
      #expect(aside == url.path + ".damaged-1")
      #expect(try Data(contentsOf: URL(filePath: aside)) == damaged[Self.headerLength..<lineEnd])
      #expect(
        "\(damage)" == "\(url.path) is damaged: 2 entries were read, 1 place is damaged, "
          + "first in line 2 at byte 56. The damaged bytes are in \(aside).")
      try await journal.apply([.put(Self.found)])
      await journal.close()

      // The file is whole again, and a second damage has a place of its own.
      damaged = try Data(contentsOf: url)
      damaged[index] ^= 0x10
      try damaged.write(to: url)
      let second = GeocodingJournal(at: url)
      #expect(try await second.records() == [Self.pending, Self.found])
      #expect(await second.damage?.quarantine == url.path + ".damaged-2")
      await second.close()
    }
  }

  @Test func `what is damaged is moved aside once, however often the file cannot be written`()
    async throws
  {
    try await withJournal { url, data in
      var damaged = data
      damaged[Self.headerLength + 20] ^= 0x10
      try damaged.write(to: url)
      let obstacle = url.appendingPathExtension("new")
      try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: false)
      for _ in 1...2 {
        let journal = GeocodingJournal(at: url)
        #expect(try await journal.records() == [Self.failed, Self.pending])
        for _ in 1...3 {
          await #expect(throws: StorageError.self) { try await journal.apply([.put(Self.found)]) }
        }
        await journal.close()
      }
      #expect(try Data(contentsOf: url) == damaged)
      try FileManager.default.removeItem(at: obstacle)
      let journal = GeocodingJournal(at: url)
      #expect(try await journal.records() == [Self.failed, Self.pending])
      #expect(await journal.damage?.quarantine == url.path + ".damaged-1")
      await journal.close()
      let folder = url.deletingLastPathComponent().path
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(names.sorted() == ["journal", "journal.damaged-1", "journal.lock"])
    }
  }

  @Test func `a stretch of zeros costs the records that it touches`() async throws {
    try await withJournal { url, data in
      let ends = data.indices.filter { data[$0] == 0x0A }
      for start in data.indices.dropLast(20) {
        let stretch = start..<start + 20
        var torn = data
        torn.replaceSubrange(stretch, with: Data(count: stretch.count))
        let kept = zip(Self.all, zip(ends, ends.dropFirst())).filter { _, line in
          !stretch.overlaps(line.0 + 1..<line.1)
        }
        let left = try JournalContent(torn, file: "").records.all
        #expect(left == kept.map(\.0), "zeros from byte \(start)")
      }
    }
  }

  @Test func `errors and reports name the file as it was given`() async throws {
    try await withJournal { url, data in
      let link = url.deletingLastPathComponent().deletingLastPathComponent().appending(path: "link")
      try FileManager.default.createSymbolicLink(
        at: link, withDestinationURL: url.deletingLastPathComponent())
      let given = link.appending(path: url.lastPathComponent)
      var damaged = data
      damaged[Self.headerLength + 20] ^= 0x10
      try damaged.write(to: url)
      let journal = GeocodingJournal(at: given)
      _ = try await journal.records()
      #expect(await journal.damage?.file == given.path)
      try Data("changed".utf8).write(to: url)
      let error = await #expect(throws: StorageError.self) {
        try await journal.apply([.put(Self.found)])
      }
      #expect(error?.file == given.path)
      let second = await #expect(throws: StorageError.self) { try await journal.records() }
      #expect(second?.file == given.path)
      await journal.close()
    }
  }

  @Test func `a queue tells of damage, and asks for what was lost`() async throws {
    try await withJournal { url, data in
      var damaged = data
      damaged[Self.headerLength + 20] ^= 0x10
      try damaged.write(to: url)
      let queue = GeocodingQueue(
        geocoder: ScriptedGeocoder(), store: GeocodingJournal(at: url), rate: .unlimited,
        clock: ManualClock())
      var iterator = try await queue.updates.makeAsyncIterator()
      guard case .damaged(let damage) = await iterator.next() else {
        Issue.record("The damage is not told.")
        return
      }
      #expect(damage.damagedPlaceCount == 1)
      guard case .failed = await iterator.next() else {
        Issue.record("The failure is not told.")
        return
      }
      #expect(await iterator.next() == .found([]))
      try await queue.enqueue([Self.found.address])
      try await queue.finished()
      #expect(try await queue.geocodedAddresses().count == 3)
      await queue.close()
    }
  }

  @Test func `a conversion to CRLF costs nothing`() async throws {
    try await withJournal { url, data in
      let text = String(decoding: data, as: UTF8.self)
      let converted = Data(text.replacing("\n", with: "\r\n").utf8)
      for length in [converted.count, converted.count - 1, converted.count - 2] {
        try converted.prefix(length).write(to: url)
        let journal = GeocodingJournal(at: url)
        #expect(try await journal.records() == Self.all)
        #expect(await journal.damage == nil)
        try await journal.apply([.put(Self.record("added"))])
        await journal.close()
        #expect(try await records(url) == Self.all + [Self.record("added")])
      }
      // Lines are found by any line end, and without one.
      for end in ["", "\r", "\n\n", "\u{FEFF}"] {
        let other = Data(text.replacing("\n", with: end).utf8)
        #expect(try JournalContent(other, file: "").records.all == Self.all)
      }
    }
  }

  @Test(arguments: [0, 40_960, 300_000])
  func `a torn page in the middle costs the records in it`(offset: Int) async throws {
    try await withJournal { url, _ in
      let journal = GeocodingJournal(at: url)
      let many = (0..<1_000).map { Self.record("\($0)", .found(.named("\($0)"), date: Self.date)) }
      try await journal.apply(many.map { .put($0) })
      await journal.close()
      var data = try Data(contentsOf: url)
      let page = offset..<offset + 4_096
      #expect(page.upperBound < data.count)
      let torn = data[page].count { $0 == 0x0A }
      data.replaceSubrange(page, with: Data(count: page.count))
      try data.write(to: url)
      let second = GeocodingJournal(at: url)
      let left = try await second.records()
      #expect((Self.all + many).filter { left.contains($0) } == left)
      // Damaged are the records that end in the page, and the one that ends behind it.
      #expect(left.count >= 1_003 - torn - 1)
      #expect(left.count < 1_003)
      let damage = try #require(await second.damage)
      #expect(damage.damagedPlaceCount == 1 && damage.places.first?.length ?? 0 >= page.count)
      await second.close()
    }
  }

  @Test func `what is no journal is refused, with its name and the reason, and kept`() async throws
  {
    var generator = SeededGenerator(seed: 1)
    let noise = Data((0..<5_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
    let cases: [(Data, String)] = [
      (Data(), "it is empty"),
      (noise, "its first line is no header of a geocoding journal"),
      (noise.filter { $0 != 0x0A }, "its first line is no header of a geocoding journal"),
      (
        Data(#"{"format":"geocoding jour"#.utf8),
        "its first line is no header of a geocoding journal"
      ),
      (Data("{\"format\":\"favorites\",\"version\":1}\n".utf8), "is no header"),
      (try JournalLine.header(version: 0).encoded(), "at least 1, got 0"),
      (try JournalLine.header(version: 2).encoded(), "at most 1, got 2"),
      (try JournalLine.header(version: .max).encoded(), "got 9223372036854775807"),
    ]
    try await withTemporaryFolder { folder in
      for (index, (data, reason)) in cases.enumerated() {
        let url = folder.appending(path: "journal \(index)")
        try data.write(to: url)
        let queue = GeocodingQueue(
          geocoder: ScriptedGeocoder(), store: GeocodingJournal(at: url), rate: .unlimited,
          clock: ManualClock())
        let error = await #expect(throws: StorageError.self) {
          try await queue.enqueue([PostalAddress(city: "a")])
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
      // After the error, the journal has read the file again.
      try await journal.apply([.put(Self.record("new"))])
      #expect(try await journal.records() == [Self.found, Self.failed, Self.record("new")])
    }
  }
}
