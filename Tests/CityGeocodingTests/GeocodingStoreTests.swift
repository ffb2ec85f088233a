import CitySearch
import CityTestSupport
import DurableStorage
import Foundation
import TestSupport
import Testing

@testable import CityGeocoding

/// The kinds of stores of answers that keep files.
enum GeocodingStoreKind: String, CaseIterable, CustomTestStringConvertible {
  case table = "addresses.csv"
  #if SQLite
  case database = "addresses.sqlite"
  #endif

  var testDescription: String { rawValue }

  func url(in folder: URL) -> URL {
    folder.appending(path: rawValue, directoryHint: .notDirectory)
  }

  func store(at url: URL) -> any GeocodingStore {
    switch self {
    case .table: GeocodingTable(at: url)
    #if SQLite
    case .database: GeocodingDatabase(at: url)
    #endif
    }
  }
}

/// What all stores of answers promise.
@Suite("Stores of answers", .againstHanging)
struct GeocodingStoreTests {
  /// Answers with all that an answer may have.
  static let answers: [GeocodedAddress] = [
    GeocodedAddress(
      PostalAddress(
        street: "1, \"Rue\"", city: "Paris", state: "x", postalCode: "75001", country: "FR"),
      .success(
        GeocodingResult(
          coordinate: Coordinate(latitude: 48.85341, longitude: -2.3488),
          confidence: GeocodingConfidence(0.625, reason: "It is the largest, by far."),
          match: GeocodingMatch(name: "Paris", precision: .city, cityID: 2_988_507),
          unmatchedParts: ["Atlantis", "12 b"], isUncertain: true))),
    .found("Zürich 東京 🏔️", .named("a")),
    GeocodedAddress(
      PostalAddress(city: "=1+1"), .success(.named("@formula"))),
    GeocodedAddress(PostalAddress(city: "'s-Hertogenbosch"), .success(.named("'=x"))),
    .failed("nowhere", .noResult), .failed("b", .invalidAddress(reason: "it names no city")),
    .failed("c", .failed(reason: "\"down\", again")),
  ]

  @Test(arguments: GeocodingStoreKind.allCases)
  func `another store has what was kept`(kind: GeocodingStoreKind) async throws {
    try await withTemporaryFolder { folder in
      let url = kind.url(in: folder.appending(path: "new/folders"))
      do {
        let store = kind.store(at: url)
        #expect(try await store.answers() == [])
        try await store.append([])
        #expect(!FileManager.default.fileExists(atPath: url.path))
        try await store.append([Self.answers[0]])
        try await store.append(Array(Self.answers.dropFirst()))
        #expect(try await store.answers() == Self.answers)
      }
      let store = kind.store(at: url)
      #expect(try await store.answers() == Self.answers)
      // The last answer to an address counts.
      try await store.append([.found("nowhere")])
      #expect(try await store.answers().last { $0.address.city == "nowhere" } == .found("nowhere"))
    }
  }

  @Test(arguments: GeocodingStoreKind.allCases)
  func `white space is one space, and keeps the address the same`(
    kind: GeocodingStoreKind
  ) async throws {
    try await withTemporaryFolder { folder in
      let store = kind.store(at: kind.url(in: folder))
      let address = PostalAddress(street: " 1\r\nMain\tSt ", city: "Oslo\n")
      let answer = GeocodedAddress(address, .failure(.failed(reason: "line\n\nline")))
      try await store.append([answer])
      let kept = try #require(try await store.answers().first)
      #expect(kept.address.street == "1 Main St" && kept.id == answer.id)
      #expect(kept.error == .failed(reason: "line line"))
    }
  }

  private static let foreign: [(name: String, content: String)] = [
    ("notes", "Buy milk.\n"), ("notes without an end", "Buy milk."),
    ("another table", "street,city\r\n1 Main St,Oslo\r\n"), ("binary", "\0\u{1}SQLite\n\0"),
    ("a header and more", TableText.header.dropLast(2) + ",x\r\n"),
  ]

  @Test(
    arguments: GeocodingStoreKind.allCases, foreign.named(by: \.name))
  func `a foreign file is an error, and stays as it is`(
    kind: GeocodingStoreKind, foreign: Named<(name: String, content: String)>
  ) async throws {
    try await withTemporaryFolder { folder in
      let (url, bytes) = (kind.url(in: folder), Data(foreign.value.content.utf8))
      // There from the beginning, or appearing after the absent one was read.
      for appears in [false, true] {
        try? FileManager.default.removeItem(at: url)
        let store = kind.store(at: url)
        if appears { #expect(try await store.answers() == []) }
        try bytes.write(to: url)
        for _ in 0..<2 {
          await #expect(throws: StorageError.self) { try await store.append([.found("a")]) }
          #expect(try Data(contentsOf: url) == bytes)
          await #expect(throws: StorageError.self) { _ = try await store.answers() }
          #expect(try Data(contentsOf: url) == bytes)
        }
      }
    }
  }

  @Test(arguments: GeocodingStoreKind.allCases)
  func `a file that is removed in use is an error, and no answer is lost silently`(
    kind: GeocodingStoreKind
  ) async throws {
    try await withTemporaryFolder { folder in
      let url = kind.url(in: folder)
      let store = kind.store(at: url)
      try await store.append([.found("a")])
      try FileManager.default.removeItem(at: url)
      await #expect(throws: StorageError.changed(file: url.relativePath, reason: "was removed")) {
        try await store.append([.found("b")])
      }
      #expect(!FileManager.default.fileExists(atPath: url.path))
    }
  }

  @Test func `a path that is no file is an error`() async throws {
    try await withTemporaryFolder { folder in
      for kind in GeocodingStoreKind.allCases {
        let url = kind.url(in: folder)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        let store = kind.store(at: url)
        await #expect(throws: StorageError.self) { _ = try await store.answers() }
        await #expect(throws: StorageError.self) { try await store.append([.found("a")]) }
        let page = try #require(URL(string: "https://example.org/"))
        await #expect(throws: StorageError.notFileURL(file: "https://example.org/")) {
          _ = try await kind.store(at: page).answers()
        }
      }
    }
  }
}

/// The text of tables.
enum TableText {
  static let header =
    "street,city,state,postalCode,country,outcome,name,latitude,longitude,precision,cityID,"
    + "confidence,reason,unmatched\r\n"
  static let a = ",a,,,,found,a 1,1.0,2.0,city,,0.5,It is a test.,\r\n"
  static let b = ",b,,,,noResult,,,,,,,,\r\n"
}
