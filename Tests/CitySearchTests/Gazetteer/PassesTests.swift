import Fixtures
import Foundation
import TestSupport
import Testing

@testable import CitySearch
@testable import GazetteerBuilding

/// Gazetteers that are built in many passes, and written as they are made.
@Suite("Passes") struct PassesTests {
  private static let small = WorkingMemory.Limits(block: 3_000, run: 4_000, pages: 0, page: 300)

  private static func loader() -> GazetteerLoader {
    var loader = GazetteerLoader()
    loader.admin1Codes = .file(Fixtures.admin1Codes)
    loader.countryInfo = .file(Fixtures.countryInfo)
    loader.languages = .file(Fixtures.languages)
    return loader
  }

  /// Writes cities with little memory, and returns the bytes of the file.
  private static func bytes(
    of cities: LoadingSource, by loader: GazetteerLoader, _ limits: WorkingMemory.Limits
  ) throws -> [UInt8] {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "x.gazetteer")
      var pass = LoadingPass(of: cities, by: loader)
      try pass.run(writingTo: file.path, limits: limits)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["x.gazetteer"])
      return Array(try Data(contentsOf: file))
    }
  }

  @Test func `any memory gives the bytes of one pass`() throws {
    let cities = LoadingSource.file(Fixtures.sample)
    let (whole, report) = try Self.loader().load(cities)
    #expect(report == LoadingReport())
    #expect(!whole.languages.isEmpty)
    let expected = whole.fileBytes()
    for limits in [
      Self.small, WorkingMemory.Limits(),
      WorkingMemory.Limits(block: 1, run: 1, pages: 1_000_000, page: 1),
      WorkingMemory.Limits(block: 100_000, run: 30_000, pages: 20_000, page: 5_000),
    ] {
      #expect(try Self.bytes(of: cities, by: Self.loader(), limits) == expected)
    }
    let data = LoadingSource.data(try Data(contentsOf: Fixtures.sample), name: "sample.txt")
    #expect(try Self.bytes(of: data, by: Self.loader(), Self.small) == expected)
  }

  @Test func `what is written is what is loaded, from every format`() throws {
    let json = LoadingSource.data(
      Data(
        #"[{"country":"UA","name":"Hurzuf","_id":707860,"coord":{"lon":34.28,"lat":44.55}}]"#.utf8),
      name: "json")
    let gazetteer = LoadingSource.data(
      Data(try Gazetteer(GazetteerTests.ordered).fileBytes()), name: "gazetteer")
    for source in [json, gazetteer, .data(Data("[]".utf8), name: "nothing")] {
      let loader = GazetteerLoader()
      try withTemporaryFolder { folder in
        let file = folder.appending(path: "x.gazetteer")
        #expect(try loader.write(source, to: file) == LoadingReport())
        #expect(try Array(Data(contentsOf: file)) == loader.load(source).gazetteer.fileBytes())
        try Gazetteer(mapping: file).verify()
      }
    }
  }

  /// Blank lines between blocks, and after the last one.
  @Test(arguments: ["\n", "\r\n"])
  func `lines are counted through all blocks`(end: String) throws {
    func line(_ id: Int) -> String {
      "\(id)\tName \(id)\t\t\t1\t1\tP\tPPL\tDE\t\t01\t\t\t\t5\t\t\t\t"
    }
    let lines = (1...40).map { $0 % 7 == 0 ? "" : $0 % 9 == 0 ? "   " : line($0) }
    let text = (lines + [line(2), "", "  ", ""]).joined(separator: end)
    var loader = GazetteerLoader()
    loader.isLenient = true
    let data = LoadingSource.data(Data(text.utf8), name: "x")
    let (whole, report) = try loader.load(data)
    #expect(report.skippedCount == 10)
    #expect(
      report.skipped.last?.description
        == "x:41: column 1 (id): 2 is the id of an earlier city, too")
    try withTemporaryFolder { folder in
      let input = folder.appending(path: "x")
      try Data(text.utf8).write(to: input)
      for block in [1, 50, 90, 1_000] {
        var pass = LoadingPass(of: .file(input), by: loader)
        let file = folder.appending(path: "x.gazetteer")
        try pass.run(writingTo: file.path, limits: WorkingMemory.Limits(block: block))
        #expect(pass.report.skipped.map(\.position) == report.skipped.map(\.position))
        #expect(pass.report.skipped.map(\.reason) == report.skipped.map(\.reason))
        #expect(try Array(Data(contentsOf: file)) == whole.fileBytes())
      }
    }
  }

  @Test func `a build that fails leaves an older file, and nothing else`() throws {
    let rows = try String(contentsOf: Fixtures.sample, encoding: .utf8)
    let wrong = rows + "7\tTown\t\t\t91\t0\tP\tPPL\tDE\t\t\t\t\t\t0\t\t\t\t\n"
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "x.gazetteer")
      try Data("old".utf8).write(to: file)
      var pass = LoadingPass(of: .data(Data(wrong.utf8), name: "cities.txt"), by: Self.loader())
      let error = #expect(throws: GazetteerError.self) {
        try pass.run(writingTo: file.path, limits: Self.small)
      }
      let line = rows.utf8.count { $0 == UInt8(ascii: "\n") } + 1
      #expect(
        error?.description
          == "cities.txt:\(line): column 5 (latitude): must be between -90 and 90, got \"91\"")
      #expect(try Data(contentsOf: file) == Data("old".utf8))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["x.gazetteer"])
    }
  }

  @Test func `a file that cannot be written fails before anything is read`() throws {
    let error = #expect(throws: GazetteerError.self) {
      try GazetteerLoader().write(
        .file(URL(filePath: "/nowhere/cities.txt")), to: URL(filePath: "/nowhere/x.gazetteer"))
    }
    #expect(
      error == .unwritable(file: "/nowhere/x.gazetteer", reason: "there is no such folder"))
  }

  @Test func `a write can be cancelled`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let task = Task {
      // Sound: the task is used within the closure.
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try GazetteerLoader().write(
        .file(Fixtures.sample), to: folder.appending(path: "x.gazetteer"))
    }
    await #expect(throws: GazetteerError.cancelled(file: Fixtures.sample.path)) {
      try await task.value
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }
}
