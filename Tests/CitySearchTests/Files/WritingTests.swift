import CitySearch
import Fixtures
import Foundation
import GazetteerBuilding
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// Files that cannot be written, by either of the two functions that write a gazetteer.
@Suite("Writing gazetteers") struct WritingTests {
  enum Writer: String, CaseIterable, CustomTestStringConvertible {
    case gazetteer = "Gazetteer.write(to:)"
    case loader = "GazetteerLoader.write(_:to:)"

    var testDescription: String { rawValue }

    /// Writes the cities of the sample.
    func write(to file: URL) throws(GazetteerError) {
      switch self {
      case .gazetteer: try Gazetteer(contentsOf: Fixtures.sample).write(to: file)
      case .loader: _ = try GazetteerLoader().write(.file(Fixtures.sample), to: file)
      }
    }

    /// Expects that a file cannot be written for a reason, and that its folder is unchanged.
    func expectFailure(_ reason: String, writingTo file: URL) throws {
      let folder = file.deletingLastPathComponent()
      let before = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
      let error = #expect(throws: GazetteerError.self) { try write(to: file) }
      #expect(error == .unwritable(file: file.path, reason: reason))
      #expect((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) == before)
    }
  }

  @Test(arguments: Writer.allCases)
  func `both replace a file in one step`(writer: Writer) throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "x.gazetteer")
      try Data("old".utf8).write(to: file)
      let old = try FileHandle(forReadingFrom: file)
      try writer.write(to: file)
      #expect(try old.readToEnd() == Data("old".utf8))
      #expect(
        try Gazetteer(mapping: file).elementsEqual(try Gazetteer(contentsOf: Fixtures.sample)))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["x.gazetteer"])
    }
  }

  @Test(arguments: Writer.allCases)
  func `a file in a missing folder cannot be written`(writer: Writer) throws {
    try withTemporaryFolder { folder in
      try writer.expectFailure(
        "there is no such folder", writingTo: folder.appending(path: "missing/x.gazetteer"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
  }

  @Test(arguments: Writer.allCases)
  func `a folder is not replaced`(writer: Writer) throws {
    try withTemporaryFolder { folder in
      let target = folder.appending(path: "x.gazetteer")
      try FileManager.default.createDirectory(at: target, withIntermediateDirectories: false)
      try Data("mine".utf8).write(to: target.appending(path: "note"))
      try writer.expectFailure("it is a folder", writingTo: target)
      #expect(try Data(contentsOf: target.appending(path: "note")) == Data("mine".utf8))
    }
  }

  @Test(arguments: Writer.allCases)
  func `a pipe is not replaced`(writer: Writer) throws {
    try withTemporaryFolder { folder in
      let pipe = folder.appending(path: "x.gazetteer")
      try #require(unsafe mkfifo(pipe.path, 0o600) == 0)
      try writer.expectFailure("it is neither a file nor a folder", writingTo: pipe)
    }
  }

  @Test(arguments: Writer.allCases)
  func `a link to nothing is not replaced`(writer: Writer) throws {
    try withTemporaryFolder { folder in
      let link = folder.appending(path: "x.gazetteer")
      try FileManager.default.createSymbolicLink(
        at: link, withDestinationURL: folder.appending(path: "missing"))
      try writer.expectFailure("it is a link to a file that does not exist", writingTo: link)
    }
  }

  @Test(arguments: Writer.allCases)
  func `a URL of the web cannot be written`(writer: Writer) throws {
    let url = try #require(URL(string: "https://example.org/x.gazetteer"))
    let error = #expect(throws: GazetteerError.self) { try writer.write(to: url) }
    #expect(
      error == .unwritable(file: url.absoluteString, reason: "it is not the URL of a file"))
  }

  /// In a process of its own, which gives up the rights of root if it has them.
  @Test func `a file in a folder without permission stays as it was`() async {
    await #expect(processExitsWith: .success) {
      try withTemporaryFolder { folder in
        let file = folder.appending(path: "x.gazetteer")
        try Data("old".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
        defer {
          try? FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: folder.path)
        }
        let isRoot = geteuid() == 0
        if isRoot { precondition(seteuid(65_534) == 0) }
        defer { if isRoot { precondition(seteuid(0) == 0) } }
        for writer in Writer.allCases {
          let reason = failure(of: writer, writingTo: file)
          precondition(reason == "permission denied", "\(writer): \(reason ?? "no error")")
          let content = try Data(contentsOf: file)
          precondition(content == Data("old".utf8), "\(writer)")
        }
      }
    }
  }

  /// In a process of its own, in which a file may have at most 4,096 bytes.
  @Test func `a write that fails in the middle leaves the old file, and nothing else`() async {
    await #expect(processExitsWith: .success) {
      try withTemporaryFolder { folder in
        let file = folder.appending(path: "x.gazetteer")
        try Data("old".utf8).write(to: file)
        limitFileSize(to: 4_096)
        for writer in Writer.allCases {
          let reason = failure(of: writer, writingTo: file)
          precondition(reason == "File too large", "\(writer): \(reason ?? "no error")")
          let content = try Data(contentsOf: file)
          precondition(content == Data("old".utf8), "\(writer)")
          let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
          precondition(names == ["x.gazetteer"], "\(writer): \(names)")
        }
      }
    }
  }
}

/// The reason why a file cannot be written; `nil` if it can.
private func failure(of writer: WritingTests.Writer, writingTo file: URL) -> String? {
  do throws(GazetteerError) {
    try writer.write(to: file)
    return nil
  } catch .unwritable(file.path, let reason) {
    return reason
  } catch {
    return error.description
  }
}

/// Makes writes beyond a size fail, instead of ending this process.
private func limitFileSize(to byteCount: Int) {
  _ = signal(SIGXFSZ, SIG_IGN)
  #if canImport(Darwin) || canImport(Musl)
  let resource = RLIMIT_FSIZE
  #else
  let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  #endif
  var limit = rlimit(rlim_cur: rlim_t(byteCount), rlim_max: rlim_t(byteCount))
  // Sound: the call reads this one structure, which outlives it.
  precondition(unsafe setrlimit(resource, &limit) == 0)
}
