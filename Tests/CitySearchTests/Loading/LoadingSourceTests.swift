import Fixtures
import Foundation
import GeoNamesCities
import PrefixSearch
import TestSupport
import Testing

@testable import CitySearch
@testable import GazetteerBuilding

/// Files, pipes and data in memory, and the progress of a long load.
@Suite("Sources to load") struct LoadingSourceTests {
  private static let content = Data(lines: [
    GeoNamesLine(id: 1).data, GeoNamesLine(id: 2, name: "Oslo").data,
  ])

  private static func ids(_ source: LoadingSource) throws -> [City.ID] {
    try GazetteerLoader().load(source).gazetteer.map(\.id).sorted()
  }

  /// Makes a named pipe while a closure runs.
  private static func withPipe<Value>(_ body: (URL) throws -> Value) throws -> Value {
    try withTemporaryFolder { folder in
      let pipe = folder.appending(path: "pipe")
      let status = unsafe mkfifo(pipe.path, 0o600)
      try #require(status == 0)
      return try body(pipe)
    }
  }

  @Test(arguments: ["", "\n", "\n\n", "\r\n\r\n", "  ", "\n  \r\n "].named(by: \.self))
  func `blank lines at the end are no error`(example: Named<String>) throws {
    let end = example.value
    let content = Self.content.dropLast() + Data(end.utf8)
    #expect(try LoadingOutcome(of: content) == LoadingOutcome(kept: [1, 2]))
  }

  @Test func `many blank lines are gone over once`() throws {
    // If all lines that follow were read for each blank line, this would take minutes.
    let content = Data(repeating: 10, count: 100_000) + Self.content
    let outcome = try LoadingOutcome(of: content)
    #expect(outcome.kept == [1, 2] && outcome.skipped.last == "and 99000 more")
  }

  @Test func `a pipe without a writer is an error, not a wait without end`() throws {
    try Self.withPipe { pipe in
      let loading = #expect(throws: GazetteerError.self) { try Gazetteer(contentsOf: pipe) }
      #expect(
        loading?.description == "\(pipe.path) cannot be read: it is a pipe without a writer.")
      let mapping = #expect(throws: GazetteerError.self) { try Gazetteer(mapping: pipe) }
      #expect(
        mapping?.description
          == "\(pipe.path) cannot be read: it is a pipe, which cannot be mapped.")
    }
  }

  @Test func `a pipe is read to its end, however slowly it is filled`() throws {
    let gazetteer = Data(try Gazetteer(GazetteerTests.ordered).fileBytes())
    for content in [Self.content, gazetteer] {
      try withTemporaryFolder { folder in
        let pipe = try NamedPipe(in: folder)
        let outcome = Self.filling(pipe, with: content)
        let expected = try Self.ids(.data(content, name: "x"))
        #expect(try Self.ids(.file(pipe.url)) == expected)
        #expect(outcome.withLock(\.self) == nil)
      }
    }
  }

  @Test func `a writer of a pipe may come after its reader`() throws {
    try Self.withPipe { pipe in
      Thread {
        usleep(100_000)
        let writer = try? FileHandle(forWritingTo: pipe)
        try? writer?.write(contentsOf: Self.content)
        try? writer?.close()
      }.start()
      var monitor = LoadingMonitor.none
      // Enough for minutes, because the writer is a thread, which a busy machine may start late.
      let reader = try SourceReader(.file(pipe), &monitor, patience: 6_000)
      #expect(try reader.content(&monitor).content == Array(Self.content))
    }
  }

  /// Writes to a pipe on a thread of its own: some bytes, and the others when these were read.
  ///
  /// - Returns: Why it failed; `nil` so far.
  private static func filling(_ pipe: NamedPipe, with content: Data) -> Locked<String?> {
    let failure = Locked<String?>(nil)
    Thread {
      do {
        try pipe.write(content.prefix(9))
        pipe.waitUntilEmpty()
        try pipe.write(content.dropFirst(9))
        try pipe.close()
      } catch {
        failure.withLock { $0 = "\(error)" }
      }
    }.start()
    return failure
  }

  @Test func `devices are refused`() {
    let device = #expect(throws: GazetteerError.self) {
      try Gazetteer(contentsOf: URL(filePath: "/dev/zero"))
    }
    #expect(
      device?.description == "/dev/zero cannot be read: it is neither a file nor a pipe.")
    let remote = #expect(throws: GazetteerError.self) {
      try Gazetteer(contentsOf: try #require(URL(string: "https://example.org/cities.txt")))
    }
    #expect(
      remote?.description
        == "https://example.org/cities.txt cannot be read: it is not the URL of a file.")
  }

  @Test func `a file is named by its path as it was given`() {
    for path in ["no such folder/x.txt", "/no such folder/x.txt"] {
      let error = #expect(throws: GazetteerError.self) {
        try Gazetteer(contentsOf: URL(filePath: path))
      }
      #expect(error?.description == "\(path) cannot be read: there is no such file.")
    }
  }

  @Test func `data in memory give the same as a file`() throws {
    let mark = Data([0xEF, 0xBB, 0xBF])
    #expect(try Self.ids(.data(mark + Self.content, name: "x")) == [1, 2])
    // The indices of data need not begin at 0.
    #expect(try Self.ids(.data((mark + mark + Self.content).dropFirst(3), name: "x")) == [1, 2])
    let sample = try SampleCities.gazetteer()
    let bytes = Data(sample.fileBytes())
    let (gazetteer, report) = try GazetteerLoader().load(.data(bytes, name: "x"))
    #expect(gazetteer.fileBytes() == Array(bytes) && report == LoadingReport())
    var loader = GazetteerLoader()
    loader.admin1Codes = .data(try Data(contentsOf: Fixtures.admin1Codes), name: "admin1")
    loader.countryInfo = .data(try Data(contentsOf: Fixtures.countryInfo), name: "countries")
    loader.regions = .data(try Data(contentsOf: Fixtures.regions), name: "regions")
    loader.divisions = .data(try Fixtures.text(of: Fixtures.divisions), name: "divisions")
    loader.cityDivisions = .data(
      try Fixtures.text(of: Fixtures.cityDivisions), name: "city divisions")
    loader.countryNames = .data(try Data(contentsOf: Fixtures.countryNames), name: "names")
    loader.languages = .data(try Fixtures.text(of: Fixtures.languages), name: "languages")
    loader.airportCodes = .data(try Data(contentsOf: Fixtures.airportCodes), name: "airports")
    let text = LoadingSource.data(try Data(contentsOf: Fixtures.sample), name: "sample.txt")
    #expect(try loader.load(text).gazetteer.fileBytes().firstDifference(from: bytes) == nil)
    for (data, message) in [
      (Data(), "mail is empty."), (Data("x".utf8), "mail has the wrong form: it is neither"),
      (bytes.prefix(20), "mail is not a valid gazetteer: it has 20 bytes"),
    ] {
      let error = #expect(throws: GazetteerError.self) { try Self.ids(.data(data, name: "mail")) }
      #expect(error?.description.hasPrefix(message) == true)
    }
  }
}

/// Progress, cancellation and memory of a load.
@Suite("Progress and cancellation of loads") struct LongLoadTests {
  @Test func `progress grows to one, in a hundred steps at most`() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "x.gazetteer")
      try Gazetteer.geoNames().write(to: file)
      let lines = (1...20_000).map { GeoNamesLine(id: $0, name: "City \($0)").data }
      for source in [LoadingSource.data(Data(lines: lines), name: "x"), .file(file)] {
        let shares = Locked<[Double]>([])
        var loader = GazetteerLoader()
        loader.progress = { share in shares.withLock { $0.append(share) } }
        _ = try loader.load(source)
        let found = shares.withLock { $0 }
        #expect(found.last == 1 && found == found.sorted() && found.count <= 100)
        #expect(Set(found).count == found.count)
        let steps = zip([0] + found, found).map { $1 - $0 }
        #expect(steps.allSatisfy { $0 < 0.4 }, "\(found)")
      }
    }
  }

  @Test func `a load ends when its task is cancelled`() async throws {
    // Cancelled at the first progress: the rest of the load is not done.
    let shares = Locked<[Double]>([])
    let task = Task {
      var loader = GazetteerLoader()
      loader.progress = { share in
        shares.withLock { $0.append(share) }
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      }
      return try loader.load(.file(Fixtures.sample)).gazetteer.count
    }
    let result = await task.result
    #expect(throws: GazetteerError.cancelled(file: Fixtures.sample.path)) { try result.get() }
    #expect(shares.withLock { $0.count } == 1)
  }

  #if canImport(Glibc)
  @Test func `the bytes of a gazetteer are in memory once while they are copied`() async {
    await #expect(processExitsWith: .success) {
      try withTemporaryFolder { folder in
        let file = folder.appending(path: "x.gazetteer")
        try Gazetteer.geoNames().write(to: file)
        let byteCount = try Data(contentsOf: file, options: .alwaysMapped).count
        guard let before = heapSize() else { return }
        let most = Locked(0)
        var loader = GazetteerLoader()
        loader.progress = { _ in
          let now = heapSize() ?? .max
          most.withLock { $0 = max($0, now - before) }
        }
        let gazetteer = try loader.load(.file(file)).gazetteer
        let extra = most.withLock { $0 } - byteCount
        precondition(extra < 1 << 20, "\(extra) bytes more than the file has")
        precondition(gazetteer.byteCount == byteCount)
      }
    }
  }
  #endif
}

/// Errors as an alert shows them.
@Suite("Localized errors") struct LocalizedErrorTests {
  static let errors: [any Error & CustomStringConvertible] = [
    GazetteerError.empty(file: "a"), GazetteerError.cancelled(file: "a"),
    GazetteerError.tooManyKeyBytes(limit: 1), SortedKeysError.tooManyKeys(limit: 2),
  ]

  @Test func `an alert shows the sentence`() {
    for error in Self.errors {
      #expect(error.localizedDescription == error.description)
      #expect("\(error)" == error.description)
    }
  }
}
