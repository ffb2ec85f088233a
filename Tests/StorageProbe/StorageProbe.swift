import DurableStorage
import Foundation

/// A program that the tests start to keep data, and kill while it does.
///
///     storage-probe [--limit BYTES] [--powerless] TASK ARGUMENT...
///
/// With `--limit`, no file can grow beyond so many bytes, as on a full disk. With `--powerless`, the
/// rights on files count even if an administrator runs the tests.
@main
enum StorageProbe {
  /// What the program can do; the tasks of one kind of data stand in a file of their own.
  static let tasks: [String: @Sendable ([String]) async throws -> Void] = [
    "add-favorites": FavoritesProbe.add,
    "list-favorites": FavoritesProbe.list,
    "churn-favorites": FavoritesProbe.churn,
    "rewrite-favorites": FavoritesProbe.rewrite,
    "geocode": GeocodingProbe.geocode,
    "rewrite-journal": JournalProbe.rewrite,
    "rush-journal": JournalProbe.rush,
    "read-journal": JournalProbe.read,
    "append": append,
    "look-for-lock": LockProbe.look,
    "hold-lock": LockProbe.hold,
  ]

  /// `append FILE LENGTH`: appends so many bytes to a file.
  ///
  private static func append(_ arguments: [String]) async throws {
    guard arguments.count == 2 else { throw Complaint("append FILE LENGTH") }
    let file = DurableFile(URL(filePath: arguments[0]))
    let data = Data(repeating: 0x61, count: try number(arguments[1]))
    try await file.lock.withLock { try file.append(data) }
    try acknowledge("done")
  }

  static func main() async {
    do {
      var arguments = CommandLine.arguments.dropFirst()
      if arguments.first == "--limit" {
        try Handicap.limitFiles(to: try number(arguments.dropFirst().first))
        arguments = arguments.dropFirst(2)
      }
      if arguments.first == "--powerless" {
        try Handicap.giveUpPrivileges()
        arguments = arguments.dropFirst()
      }
      guard let task = arguments.first.flatMap({ tasks[$0] }) else {
        throw Complaint("There is no such task: \(arguments.joined(separator: " "))")
      }
      try await task(Array(arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  /// Tells whoever started the program that something is done: a line, written at once.
  static func acknowledge(_ something: some CustomStringConvertible) throws {
    try FileHandle.standardOutput.write(contentsOf: Data("\(something)\n".utf8))
  }

  static func number(_ argument: String?) throws -> Int {
    guard let number = argument.flatMap({ Int($0) }) else {
      throw Complaint("\(argument ?? "nothing") is no number")
    }
    return number
  }
}

/// Why the program ends with a status other than zero.
struct Complaint: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
