import CFlushCounter
import CityFavorites
import CityGeocoding
import DurableStorage
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

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
    "churn-favorites": FavoritesProbe.churn,
    "assign-favorites": FavoritesProbe.assign,
    "geocode": GeocodingProbe.geocode,
    "improve": GeocodingProbe.improve,
    "rewrite-journal": JournalProbe.rewrite,
    "rush-journal": JournalProbe.rush,
    "read-journal": JournalProbe.read,
    "append": append,
    "count-flushes": FlushProbe.count,
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

/// What makes it hard for the process to keep data.
enum Handicap {
  /// Lets no file grow beyond `bytes`, as on a full disk.
  static func limitFiles(to bytes: Int) throws {
    // The system would end the process instead of refusing the call.
    _ = signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
    #if canImport(Darwin) || canImport(Musl)
    let resource = RLIMIT_FSIZE
    #else
    let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #endif
    // Sound: the call reads a structure of this type, which outlives it.
    guard unsafe setrlimit(resource, &limit) == 0 else {
      throw Complaint("The length of files cannot be limited.")
    }
  }

  /// Gives up the privileges of an administrator, whom no rights on files stop.
  static func giveUpPrivileges() throws {
    guard geteuid() == 0 else { return }
    // Nobody has this number.
    let user: uid_t = 65_534
    guard setgroups(0, nil) == 0, setgid(user) == 0, setuid(user) == 0 else {
      throw Complaint("The privileges cannot be given up.")
    }
  }
}

/// The task with flushes.
///
/// A killed process loses nothing that the system has, flushed or not, so only the number of flushes shows
/// that a crash of the system would lose nothing either.
enum FlushProbe {
  /// `count-flushes FOLDER`: changes stores, and acknowledges each change by the number of flushes that it
  /// took.
  static func count(_ arguments: [String]) async throws {
    guard let folder = arguments.first.map({ URL(filePath: $0) }), arguments.count == 1 else {
      throw Complaint("count-flushes FOLDER")
    }
    let favorites = FavoritesFile(at: folder.appending(path: "favorites"))
    for id in 1...2 {
      try await flushes("favorites") {
        try await favorites.update { $0.add(FavoritesProbe.city(id)) }
      }
    }
    let journal = GeocodingJournal(at: folder.appending(path: "journal"))
    for id in 1...2 {
      try await flushes("journal") {
        try await journal.apply([.put(GeocodingRecord(GeocodingProbe.address(id), .pending))])
      }
    }
    try await flushes("new journal") { try await journal.compact() }
  }

  private static func flushes<Result>(
    _ name: String, of change: () async throws -> Result
  ) async throws {
    let before = flush_count()
    _ = try await change()
    try StorageProbe.acknowledge("\(name) \(flush_count() - before)")
  }
}

/// The tasks with locks alone.
enum LockProbe {
  /// `look-for-lock FILE`: says whether another process has any lock of POSIX on a file, as SQLite
  /// takes them.
  ///
  /// Asynchronous like all tasks.
  static func look(_ arguments: [String]) async throws {
    guard arguments.count == 1 else { throw Complaint("look-for-lock FILE") }
    let file = try FileHandle(forUpdating: URL(filePath: arguments[0]))
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    // Sound: the call fills in a structure of this type, which outlives it.
    guard unsafe fcntl(file.fileDescriptor, F_GETLK, &lock) == 0 else {
      throw Complaint("The locks cannot be queried.")
    }
    try StorageProbe.acknowledge(lock.l_type == Int16(F_UNLCK) ? "free" : "locked")
  }

  /// `hold-lock FILE`: takes the lock of a file, and keeps it until the process is killed.
  static func hold(_ arguments: [String]) async throws {
    guard arguments.count == 1 else { throw Complaint("hold-lock FILE") }
    let holder = try DurableFile(URL(filePath: arguments[0])).lock.hold()
    try StorageProbe.acknowledge("held")
    try await Task.sleep(for: .seconds(3_600))
    withExtendedLifetime(holder) {}
  }
}
