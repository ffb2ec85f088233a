import CityTestSupport
import Foundation
import TestSupport
import Testing

@testable import DurableStorage

@Suite("Durable files", .againstHanging)
struct DurableFileTests {
  private static let old = Data("old".utf8)
  private static let new = Data("new content".utf8)

  @Test func `what was never written is absent, not empty`() throws {
    try withTemporaryFolder { folder in
      let file = DurableFile(folder.appending(path: "no/such/folder/file"))
      #expect(try file.read() == nil)
      #expect(try file.setAside() == nil)
      try file.replace(with: Data())
      #expect(try file.read() == Data())
    }
  }

  @Test(arguments: [0, 1, 100, 1_000_000])
  func `written data of any length are read`(length: Int) throws {
    try withTemporaryFolder { folder in
      let file = DurableFile(folder.appending(path: "file"))
      let content = Data((0..<length).map { UInt8(truncatingIfNeeded: $0 * 7) })
      try file.replace(with: content)
      try file.append(Self.new)
      #expect(try file.read() == content + Self.new)
      try file.truncate(to: length)
      #expect(try file.read() == content)
      try file.replace(with: Self.old)
      #expect(try file.read() == Self.old)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file"])
    }
  }

  @Test func `appending begins a file`() throws {
    try withTemporaryFolder { folder in
      let file = DurableFile(folder.appending(path: "folder/file"))
      try file.append(Self.old)
      try file.append(Self.new)
      #expect(try file.read() == Self.old + Self.new)
    }
  }

  /// A new or replaced file takes a flush of its data, and one of its folder.
  @Test(.enabled(if: ProbeProcess.countsFlushes, "flushes are counted on Linux only"))
  func `stores flush each change before they acknowledge it`() async throws {
    try await withTemporaryFolder { folder in
      let run = try await ProbeProcess.onThread {
        try ProbeProcess.run(["count-flushes", folder.path])
      }
      #expect(run.errors == "" && run.hasSucceeded)
      let counts = run.output.split(separator: "\n").compactMap { $0.split(separator: " ").last }
        .compactMap { Int($0) }
      let least = [2, 2, 2, 1, 2]
      #expect(
        counts.count == least.count && zip(counts, least).allSatisfy { $0 >= $1 },
        "flushes were \(run.output), and must be at least \(least)")
    }
  }

  @Test func `what a killed process left does not matter`() async throws {
    try await withTemporaryFolder { folder in
      let file = DurableFile(folder.appending(path: "file"))
      try Data("half of some".utf8).write(to: folder.appending(path: "file.new"))
      try Data().write(to: folder.appending(path: "file.lock"))
      try await file.lock.withLock { try file.replace(with: Self.new) }
      #expect(try file.read() == Self.new)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names.sorted() == ["file", "file.lock"])
    }
  }

  @Test func `rights are kept, and links are followed`() throws {
    try withTemporaryFolder { folder in
      let (target, link) = (folder.appending(path: "target"), folder.appending(path: "link"))
      try Self.old.write(to: target)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: target.path)
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
      try DurableFile(link).replace(with: Self.new)
      #expect(try Data(contentsOf: target) == Self.new)
      let rights = try FileManager.default.attributesOfItem(atPath: target.path)
      #expect(rights[.posixPermissions] as? Int == 0o600)
      #expect(DurableFile(link).lock.path == DurableFile(target).lock.path)
    }
  }

  @Test func `a link to nothing is no absence, and stays`() throws {
    try withTemporaryFolder { folder in
      let link = folder.appending(path: "link").path
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: folder.appending(path: "gone/file").path)
      let file = DurableFile(URL(filePath: link))
      let (operation, reason) = ("following the link", "No such file or directory")
      let unreadable = StorageError.unreadable(file: link, operation: operation, reason: reason)
      let notWritable = StorageError.notWritable(file: link, operation: operation, reason: reason)
      #expect(throws: unreadable) { try file.read() }
      #expect(throws: unreadable) { try file.length() }
      #expect(throws: notWritable) { try file.replace(with: Self.new) }
      #expect(throws: notWritable) { try file.append(Self.new) }
      let target = try FileManager.default.destinationOfSymbolicLink(atPath: link)
      #expect(target == folder.appending(path: "gone/file").path)
      #expect(try file.setAside() == link + ".aside-1")
      #expect(try file.read() == nil)
    }
  }

  @Test func `setting aside takes a free name each time`() throws {
    try withTemporaryFolder { folder in
      let file = DurableFile(folder.appending(path: "file"))
      for number in 1...3 {
        try file.replace(with: Data("\(number)".utf8))
        #expect(try file.setAside() == "\(file.path).aside-\(number)")
        #expect(try file.read() == nil)
      }
      for number in 1...3 {
        let aside = try Data(contentsOf: URL(filePath: "\(file.path).aside-\(number)"))
        #expect(aside == Data("\(number)".utf8))
      }
    }
  }

  @Test func `what cannot be appended whole is cut off again`() async throws {
    try await withTemporaryFolder { folder in
      let file = DurableFile(folder.appending(path: "file"))
      func append(_ length: Int) async throws -> (output: String, errors: String) {
        let result = try await ProbeProcess.onThread {
          try ProbeProcess.run(["--limit", "100", "append", file.path, "\(length)"])
        }
        return (result.output, result.errors)
      }
      let refusal = "\(file.path) cannot be written: writing failed (File too large).\n"
      let first = try await append(101)
      #expect(first == ("", refusal))
      // A file that could not be begun is absent, and not empty.
      #expect(try file.read() == nil)
      #expect(try await append(60) == ("done\n", ""))
      #expect(try await append(41) == ("", refusal))
      #expect(try file.read() == Data(repeating: 0x61, count: 60))
      #expect(try await append(40) == ("done\n", ""))
      #expect(try file.read()?.count == 100)
    }
  }

  @Test func `truncating a file that another program made shorter is an error`() throws {
    try withTemporaryFolder { folder in
      let file = DurableFile(folder.appending(path: "file"))
      try file.replace(with: Data("old".utf8))
      let error = StorageError.damaged(
        file: file.name, reason: "its length must be at least 4 bytes, got 3")
      #expect(throws: error) { try file.truncate(to: 4) }
      #expect(try file.read() == Data("old".utf8))
    }
  }

  @Test func `truncating to a negative length ends the program`() async {
    await #expect(processExitsWith: .failure) {
      try DurableFile(URL(filePath: "/nowhere")).truncate(to: -1)
    }
  }

  @Test func `a time limit beyond a day is clamped, so that clocks can add it`() async throws {
    let timeout = LockTimeout(limit: .seconds(Int64.max))
    #expect(timeout.limit == LockTimeout.maximumLimit)
    #expect(try await timeout.retry("file") { 1 } == 1)
  }

  @Test func `a lock lets one in at a time`() async throws {
    try await withTemporaryFolder { folder in
      let lock = DurableFile(folder.appending(path: "file")).lock
      // Longer than any of them waits for the others, however busy the machine is.
      let timeout = LockTimeout(limit: .seconds(1_200))
      let (inside, most) = (Locked(0), Locked(0))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            for _ in 0..<50 {
              try await lock.withLock(timeout: timeout) {
                let count = inside.withLock { count in
                  count += 1
                  return count
                }
                most.withLock { $0 = max($0, count) }
                inside.withLock { $0 -= 1 }
              }
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(most.withLock(\.self) == 1)
    }
  }

  @Test func `a lock ends with what throws under it`() async throws {
    struct Failure: Error {}
    try await withTemporaryFolder { folder in
      let lock = DurableFile(folder.appending(path: "file")).lock
      await #expect(throws: Failure.self) {
        try await lock.withLock { throw Failure() } as Void
      }
      let five = try await lock.withLock { 5 }
      #expect(five == 5)
    }
  }

  @Test func `a time limit below zero ends the program`() async {
    await #expect(processExitsWith: .failure) { _ = LockTimeout(limit: .seconds(-1)) }
  }

  @Test func `errors are sentences with the file, the operation and the reason`() {
    let errors: [(StorageError, String)] = [
      (
        .unreadable(file: "/a", operation: "opening", reason: "Is a directory"),
        "/a cannot be read: opening failed (Is a directory)."
      ),
      (
        .notWritable(file: "/a", operation: "writing", reason: "File too large"),
        "/a cannot be written: writing failed (File too large)."
      ),
      (
        .notLockable(file: "/a", operation: "opening", reason: "Not a directory"),
        "/a cannot be locked: opening failed (Not a directory)."
      ),
      (.damaged(file: "/a", reason: "it is empty"), "/a is damaged: it is empty."),
      (
        .newerVersion(file: "/a", found: 3, supported: 2),
        "/a cannot be read: its version must be at most 2, got 3."
      ),
      (
        .locked(file: "/a", limit: .seconds(5)),
        "/a cannot be locked within 5.0 seconds: another process uses it."
      ),
    ]
    for (error, sentence) in errors {
      #expect(error.description == sentence)
      #expect(error.errorDescription == sentence)
      #expect(error.localizedDescription == sentence)
      #expect(error.file == "/a")
    }
  }

  @Test func `the URL of something else than a file is refused`() async throws {
    let url = try #require(URL(string: "https://example.com/tmp/favorites"))
    let file = DurableFile(url)
    let error = StorageError.notFileURL(file: "https://example.com/tmp/favorites")
    #expect(
      error.description
        == "https://example.com/tmp/favorites is not the URL of a file: it must begin with file://."
    )
    #expect(throws: error) { try file.read() }
    #expect(throws: error) { try file.length() }
    #expect(throws: error) { try file.replace(with: Self.new) }
    #expect(throws: error) { try file.append(Self.new) }
    #expect(throws: error) { try file.truncate(to: 0) }
    #expect(throws: error) { try file.setAside() }
    #expect(throws: error) { try file.lock.hold() }
    await #expect(throws: error) { try await file.lock.withLock {} }
  }

  @Test(arguments: [0o444, 0o400])
  func `a read-only file is not written to, not even by an administrator`(
    permissions: Int
  ) throws {
    try withTemporaryFolder { folder in
      let url = folder.appending(path: "file")
      try Self.old.write(to: url)
      try FileManager.default.setAttributes(
        [.posixPermissions: permissions], ofItemAtPath: url.path)
      let file = DurableFile(url)
      let error = StorageError.notWritable(
        file: url.path, operation: "opening", reason: "Permission denied")
      #expect(throws: error) { try file.replace(with: Self.new) }
      #expect(throws: error) { try file.append(Self.new) }
      #expect(try file.read() == Self.old)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file"])
    }
  }

  @Test func `errors name a file by the path that was given`() throws {
    try withTemporaryFolder { folder in
      let (target, link) = (folder.appending(path: "target"), folder.appending(path: "link"))
      try FileManager.default.createDirectory(at: target, withIntermediateDirectories: false)
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
      let error = #expect(throws: StorageError.self) { try DurableFile(link).read() }
      #expect(error?.file == link.path)
      let relative = URL(filePath: "there/is no/such file")
      #expect(DurableFile(relative).name == "there/is no/such file")
    }
  }
}
