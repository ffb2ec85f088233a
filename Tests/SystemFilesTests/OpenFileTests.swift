import Foundation
import TestSupport
import Testing

@testable import SystemFiles

@Suite("Open files") struct OpenFileTests {
  /// Makes a pipe without a writer.
  private func makeNamedPipe(at url: URL) throws {
    // Sound: the bytes of the path end in a zero and outlive the call.
    try #require(unsafe mkfifo(url.path, 0o600) == 0)
  }

  @Test func `what a path leads to is told apart`() throws {
    try withTemporaryFile("city") { file in
      let folder = file.deletingLastPathComponent()
      let pipe = folder.appending(path: "pipe")
      try makeNamedPipe(at: pipe)
      func attributes(_ path: String) throws -> FileAttributes {
        try OpenFile(path, .read).attributes()
      }
      #expect(try attributes(file.path).kind == .file)
      #expect(try attributes(file.path).length == 4)
      #expect(try attributes(folder.path).kind == .folder)
      #expect(try attributes(pipe.path).kind == .pipe)
      #expect(try attributes("/dev/zero").kind == .other)
      // Only a file can store data.
      #expect(try OpenFile.attributes(of: file.path)?.length == 4)
      #expect(throws: SystemCallError("opening", code: EISDIR)) {
        try OpenFile.attributes(of: folder.path)
      }
      #expect(throws: SystemCallError("opening", code: EINVAL)) {
        try OpenFile.attributes(of: pipe.path)
      }
      #expect(throws: SystemCallError("opening", code: EINVAL)) {
        try OpenFile("/dev/zero", .read).readToEnd()
      }
      #expect(throws: SystemCallError("opening", code: EISDIR)) {
        try OpenFile(folder.path, .read).readToEnd()
      }
      #expect(try OpenFile.attributes(of: folder.appending(path: "none").path) == nil)
    }
  }

  @Test func `bytes are read from anywhere, and in order`() throws {
    try withTemporaryFile("Springfield") { file in
      let open = try OpenFile(file.path, .read)
      #expect(try open.readToEnd() == Data("Springfield".utf8))
      var bytes = [UInt8](repeating: 0, count: 8)
      #expect(try open.read(into: &bytes, at: 6) == 5)
      #expect(bytes == Array("field".utf8) + [0, 0, 0])
      func next() throws -> Int? {
        try unsafe bytes.withUnsafeMutableBytes { try unsafe open.readNext(into: $0) }
      }
      #expect(try next() == 8)
      #expect(bytes == Array("Springfi".utf8))
      #expect(try next() == 3)
      #expect(try next() == 0)
    }
  }

  @Test func `a pipe has nothing, something, or an end`() throws {
    try withTemporaryFolder { folder in
      let pipe = folder.appending(path: "pipe")
      try makeNamedPipe(at: pipe)
      let reader = try OpenFile(pipe.path, .read)
      #expect(reader.waitForInput(milliseconds: 1) == .none)
      func next() throws -> Int? {
        var bytes = [UInt8](repeating: 0, count: 8)
        return try unsafe bytes.withUnsafeMutableBytes { try unsafe reader.readNext(into: $0) }
      }
      do {
        let writer = try OpenFile(pipe.path, .append)
        #expect(try next() == nil)
        try writer.write(Data("Rome".utf8))
      }
      #expect(reader.waitForInput(milliseconds: 1) == .some)
      #expect(try next() == 4)
      // A child of another test has the writer, too, until it executes its program.
      #expect(reader.waitForInput(milliseconds: 600_000) == .ended)
      #expect(try next() == 0)
    }
  }

  @Test func `a mapping has the bytes, and outlives the open file`() throws {
    try withTemporaryFile("Springfield") { file in
      func mapping() throws -> FileMapping {
        try OpenFile(file.path, .read).mapping(byteCount: 11)
      }
      let mapping = try mapping()
      #expect(unsafe Array(mapping.bytes) == Array("Springfield".utf8))
      #expect(throws: SystemCallError.self) {
        try OpenFile(file.deletingLastPathComponent().path, .read).mapping(byteCount: 1)
      }
    }
  }

  @Test func `resources are found by the name of their target, or missed by it`() throws {
    let cities = try ResourceBundle(ofTarget: "Fixtures").url(named: "Data/sample.txt")
    #expect(FileManager.default.fileExists(atPath: cities.path))
    let none = ResourceBundle(ofTarget: "Nothing")
    let error = #expect(throws: MissingResources.self) { try none.url(named: "a") }
    let missing = try #require(error)
    #expect(missing.bundle == none.name && none.name.hasPrefix("city-search_Nothing."))
    #expect(missing.folder.lastPathComponent == none.name)
    #expect("\(missing)".contains(missing.folder.deletingLastPathComponent().path))
  }
}
