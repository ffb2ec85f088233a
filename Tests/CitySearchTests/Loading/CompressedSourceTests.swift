import CitySearch
import Fixtures
import Foundation
import SystemFiles
import TestSupport
import Testing

@testable import GazetteerBuilding

/// Sources that the program `gzip` decompresses.
@Suite("Compressed sources") struct CompressedSourceTests {
  private static let cities = Data(lines: [
    GeoNamesLine(id: 1).data, GeoNamesLine(id: 2, name: "Oslo").data,
  ])

  /// The output of `gzip` for some bytes.
  private static func compressed(_ data: Data) throws -> Data {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "x")
      try data.write(to: file)
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["gzip", "-9", file.path]
      try process.run()
      process.waitUntilExit()
      return try Data(contentsOf: folder.appending(path: "x.gz"))
    }
  }

  private static func ids(_ source: LoadingSource) throws(GazetteerError) -> [City.ID] {
    try GazetteerLoader().load(source).gazetteer.map(\.id).sorted()
  }

  @Test func `files, pipes and data are decompressed, and so are several parts`() throws {
    let data = try Self.compressed(Self.cities)
    #expect(data.isGzip && !Self.cities.isGzip)
    #expect(try data.unpacked() == Self.cities && Self.cities.unpacked() == Self.cities)
    let parts =
      try Self.compressed(Self.cities.prefix(30)) + Self.compressed(Self.cities.dropFirst(30))
    for data in [data, parts] {
      try withTemporaryFolder { folder in
        let file = folder.appending(path: "cities.txt.gz")
        try data.write(to: file)
        #expect(try Self.ids(.file(file)) == [1, 2])
        #expect(try Self.ids(.data(data, name: "x")) == [1, 2])
        let pipe = try NamedPipe(in: folder)
        try pipe.write(data)
        try pipe.close()
        #expect(try Self.ids(.file(pipe.url)) == [1, 2])
      }
    }
  }

  @Test func `the cities that are shipped have the name and the digest of their text`() throws {
    let text = try Fixtures.text(of: Fixtures.cities)
    let expected = try GazetteerLoader().load(.data(text, name: "cities500.txt")).gazetteer
    let fromFile = try GazetteerLoader().load(.file(Fixtures.cities)).gazetteer
    #expect(fromFile.fileBytes() == expected.fileBytes())
    #expect(fromFile.source?.name == "cities500.txt")
  }

  @Test func `what is damaged or cut off is refused with what gzip says`() throws {
    let data = try Self.compressed(Self.cities)
    for count in [2, 10, 20, data.count - 8, data.count - 1] {
      let error = #expect(throws: GazetteerError.self) {
        try Self.ids(.data(data.prefix(count), name: "x"))
      }
      #expect(error?.description.hasPrefix("x cannot be read: gzip: ") == true)
      #expect(error?.description.hasSuffix("(status 1).") == true)
    }
    for (number, byte) in [(data.count - 6, 1), (data.count / 2, 0x55), (2, 1)] as [(Int, UInt8)] {
      var damaged = data
      damaged[number] ^= byte
      #expect(throws: GazetteerError.self, "byte \(number)") {
        try Self.ids(.data(damaged, name: "x"))
      }
    }
    // Something else behind it.
    #expect(throws: GazetteerError.self) {
      try Self.ids(.data(data + Data("Oslo".utf8), name: "x"))
    }
    // The end is read only after 4 MiB of right lines.
    let large = try Data(contentsOf: Fixtures.cities)
    #expect(throws: GazetteerError.self) { try Self.ids(.data(large.dropLast(4), name: "x")) }
  }

  @Test func `without the program, the error says what is missing`() throws {
    let source = LoadingSource.data(try Self.compressed(Self.cities), name: "cities.txt.gz")
    var monitor = LoadingMonitor.none
    let error = #expect(throws: GazetteerError.self) {
      try SourceReader(source, &monitor, unpackingBy: "no-such-program")
    }
    #expect(
      error?.description == "cities.txt.gz cannot be read: it is compressed, and there is no "
        + "program no-such-program to decompress it.")
  }

  @Test func `a line without an end does not fill the memory`() throws {
    let bomb = Self.cities + Data(repeating: 0, count: 1 << 26)
    let source = LoadingSource.data(try Self.compressed(bomb), name: "bomb")
    let error = #expect(throws: GazetteerError.self) { try Self.ids(source) }
    #expect(
      error?.description
        == "bomb:3: must have at most \(SourceReader.longestLine) bytes")
    // Nothing before it says what it is.
    let zeros = try Self.compressed(bomb.dropFirst(Self.cities.count))
    let other = #expect(throws: GazetteerError.self) { try Self.ids(.data(zeros, name: "0")) }
    #expect(other?.description.hasPrefix("0 has the wrong form") == true)
  }

  @Test(arguments: ["", "[", "name,latitude,longitude\n", "name,latitude,longitude\nOslo,1,2\n"])
  func `what is made to fill the memory is refused, whatever it is read as`(start: String) throws {
    let size = 1 << 26
    for filler in [0, UInt8(ascii: "\n"), UInt8(ascii: " ")] {
      let bomb = try Self.compressed(Data(start.utf8) + Data(repeating: filler, count: size))
      #expect(bomb.count < 1 << 20)
      let error = #expect(throws: GazetteerError.self) {
        try Self.ids(.data(bomb, name: "bomb"))
      }
      #expect(error.map { "\($0)".utf8.count < 500 } == true)
      #expect {
        try bomb.unpacked()
      } throws: {
        "\($0)".contains("it has more than 100 times as many bytes when it is decompressed")
      }
    }
  }

  #if os(Linux)
  /// The processes that this one has started and not yet waited for, in any state.
  fileprivate static func children() -> Set<Int32> {
    let folder = "/proc/self/task"
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return Set(
      tasks.flatMap { task in
        ((try? String(contentsOfFile: "\(folder)/\(task)/children", encoding: .utf8)) ?? "")
          .split(separator: " ").compactMap { Int32($0) }
      })
  }

  @Test func `a reader that stops early leaves no process and no open file`() async {
    await #expect(processExitsWith: .success) {
      func openFiles() -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
      }
      var monitor = LoadingMonitor.none
      // The first one opens what Foundation keeps open.
      _ = try SourceReader(.file(Fixtures.cities), &monitor)
      let before = openFiles()
      for _ in 0..<50 {
        _ = try SourceReader(.file(Fixtures.cities), &monitor)
        _ = try? SourceReader(.data(Data([0x1F, 0x8B, 9]), name: "x"), &monitor)
        _ = try? SourceReader(.file(Fixtures.cities), &monitor, unpackingBy: "no-such-program")
      }
      precondition(openFiles() == before, "\(openFiles()) instead of \(before)")
      let children = CompressedSourceTests.children()
      precondition(children.isEmpty, "\(children)")
    }
  }
  #endif

  @Test func `many are read at a time`() async throws {
    let data = try Self.compressed(Self.cities)
    try await withThrowingTaskGroup(of: [City.ID].self) { group in
      for _ in 0..<32 { group.addTask { try Self.ids(.data(data, name: "x")) } }
      for try await ids in group { #expect(ids == [1, 2]) }
    }
  }
}
