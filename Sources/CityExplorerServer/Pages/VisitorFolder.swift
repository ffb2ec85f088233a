#if Server
import DurableStorage
import Foundation
import Logging
import Synchronization

/// The folder with the favorites and addresses of all visitors: bounded in size and in number.
///
/// A visitor has files from the first star or address on. The size of the folder is measured at the
/// start, and again with ``scan()``, because other servers may write to it; between two measurements,
/// each change is added.
final class VisitorFolder: Sendable {
  private let url: URL
  private let limits: Limits
  private let logger: Logger
  private let usage = Mutex(Usage())

  /// The limits of a folder.
  struct Limits: Sendable {
    /// The largest size of all files in bytes.
    var size: Int
    /// The largest number of visitors with files.
    var visitors: Int
    /// The time after which the files of a visitor who did not come back are removed.
    var age: TimeInterval
  }

  /// The space in use.
  private struct Usage {
    var sizes: [VisitorID: Int] = [:]
    /// The sizes that visitors may reach with data that are being written.
    var expected: [VisitorID: Int] = [:]
    var total = 0

    mutating func set(_ size: Int?, for id: VisitorID) {
      total += (size ?? 0) - (sizes[id] ?? 0)
      sizes[id] = size
    }
  }

  /// The kinds of files of a visitor; the raw value is the extension of the name.
  enum Kind: String, CaseIterable, Sendable {
    case favorites, addresses
  }

  /// Creates the folder if it is absent, and measures it.
  ///
  /// - Parameters:
  ///   - url: The folder.
  ///   - limits: The limits.
  ///   - logger: Receives the errors of storage, with the paths that visitors must not see.
  /// - Throws: ``DataFolderError`` if the folder cannot be created, read or written.
  /// - Complexity: O(*n*), where *n* is the number of files.
  init(_ url: URL, limits: Limits, logger: Logger) throws(DataFolderError) {
    (self.url, self.limits, self.logger) = (url, limits, logger)
    do {
      let files = FileManager.default
      try files.createDirectory(at: url, withIntermediateDirectories: true)
      // Permissions alone do not tell: the medium may be read-only or full.
      let probe = url.appending(path: ".\(randomToken())")
      try Data([0]).write(to: probe)
      try files.removeItem(at: probe)
      try scan()
    } catch {
      throw DataFolderError(path: url.path, reason: Self.reason(of: error))
    }
  }

  /// Why the system refused something.
  private static func reason(of error: any Error) -> String {
    let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error ?? error
    return cause.localizedDescription
  }

  /// The file of a visitor.
  func file(_ kind: Kind, of id: VisitorID) -> URL {
    url.appending(path: "\(id.text).\(kind.rawValue)", directoryHint: .notDirectory)
  }

  /// Whether a visitor has a file.
  func hasFile(_ kind: Kind, of id: VisitorID) -> Bool {
    FileManager.default.fileExists(atPath: file(kind, of: id).path)
  }

  /// The number of visitors with files, and their size.
  var size: (visitors: Int, bytes: Int) { usage.withLock { ($0.sizes.count, $0.total) } }
}

/// The folder of `--data` cannot be used.
struct DataFolderError: Error, CustomStringConvertible, LocalizedError {
  let path: String
  let reason: String

  var description: String { "The folder \(path) of --data cannot be used: \(reason)" }
  var errorDescription: String? { description }
}

/// Why the data of a visitor could not be read or saved, in words for the visitor.
enum VisitorStorageError: Error, CustomStringConvertible, LocalizedError {
  /// The server has as many visitors, or as many data, as it may have.
  case full
  /// A file cannot be read or written; the log has the reason.
  case failed

  var description: String {
    switch self {
    case .full:
      "The server has no space for more favorites and addresses. Those that are saved stay."
    case .failed: "The server cannot read or save favorites and addresses now. Try again later."
    }
  }

  var errorDescription: String? { description }
}

extension VisitorFolder {
  /// Reserves space for data that are about to be written.
  ///
  /// - Parameters:
  ///   - size: The expected size in bytes.
  ///   - id: The visitor.
  ///   - isLasting: Whether the data are written little by little, so that measurements before
  ///     ``settle(_:)`` must not lower the reservation.
  /// - Throws: ``VisitorStorageError/full`` if a limit would be exceeded; nothing is reserved then.
  func reserve(
    _ size: Int, for id: VisitorID, isLasting: Bool = false
  ) throws(VisitorStorageError) {
    let current = measured(id) ?? 0
    let isReserved = usage.withLock { usage in
      guard usage.sizes[id] != nil || usage.sizes.count < limits.visitors,
        usage.total + size <= limits.size
      else { return false }
      usage.set((usage.sizes[id] ?? 0) + size, for: id)
      if isLasting { usage.expected[id] = current + size }
      return true
    }
    guard isReserved else {
      logger.warning(
        """
        The folder of --data is full: at most \(limits.visitors) visitors and \(limits.size) bytes, \
        as --visitors and --data-size say.
        """)
      throw .full
    }
  }

  /// Measures the files of a visitor; the size replaces what was reserved, unless a lasting reservation is
  /// larger.
  func measure(_ id: VisitorID) {
    let size = measured(id)
    usage.withLock { usage in
      let expected = usage.expected[id]
      usage.set(expected.map { max($0, size ?? 0) } ?? size, for: id)
    }
  }

  /// Ends a reservation: all data of the visitor are written.
  func settle(_ id: VisitorID) {
    usage.withLock { $0.expected[id] = nil }
    measure(id)
  }

  /// The size of the files of a visitor; `nil` if there are none.
  private func measured(_ id: VisitorID) -> Int? {
    let sizes = Kind.allCases.compactMap { kind in
      (try? FileManager.default.attributesOfItem(atPath: file(kind, of: id).path)[.size] as? Int)
        .flatMap(\.self)
    }
    return sizes.isEmpty ? nil : sizes.reduce(0, +)
  }

  /// Performs an access to the files of a visitor, and measures them if it may have changed them.
  ///
  /// - Throws: ``VisitorStorageError/failed`` for errors of storage, which are logged, because they have
  ///   paths of the server; all other errors of `body`.
  func access<Value>(
    of id: VisitorID, isWriting: Bool, _ body: () async throws -> Value
  ) async throws -> Value {
    defer { if isWriting { measure(id) } }
    do {
      return try await body()
    } catch let error as StorageError {
      logger.error("The data of a visitor cannot be \(isWriting ? "saved" : "read"): \(error)")
      throw VisitorStorageError.failed
    }
  }

  /// Records that a visitor came back, once a day.
  func touch(_ id: VisitorID) {
    let now = Date()
    for kind in Kind.allCases {
      let path = file(kind, of: id).path
      guard let date = Self.date(of: path), now.timeIntervalSince(date) > 86_400 else { continue }
      try? FileManager.default.setAttributes([.modificationDate: now], ofItemAtPath: path)
    }
  }

  private static func date(of path: String) -> Date? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
  }
}

extension VisitorFolder {
  /// The files of a visitor.
  struct Files: Sendable {
    let id: VisitorID
    /// Data, locks, and copies of damaged files.
    fileprivate(set) var paths: [String] = []
    fileprivate(set) var size = 0
    /// The time of the latest change or visit.
    fileprivate(set) var date = Date.distantPast
  }

  /// Measures the folder.
  ///
  /// - Returns: The files of visitors who did not come back for too long.
  /// - Throws: The errors of reading the folder.
  /// - Complexity: O(*n*), where *n* is the number of files.
  @discardableResult
  func scan() throws -> [Files] {
    let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]
    let urls = try FileManager.default.contentsOfDirectory(
      at: url, includingPropertiesForKeys: Array(keys))
    var found: [VisitorID: Files] = [:]
    for url in urls {
      guard let id = VisitorID(String(url.lastPathComponent.prefix(32))),
        let values = try? url.resourceValues(forKeys: keys)
      else { continue }
      var files = found[id] ?? Files(id: id)
      files.paths.append(url.path)
      files.size += values.fileSize ?? 0
      files.date = max(files.date, values.contentModificationDate ?? .distantPast)
      found[id] = files
    }
    usage.withLock { [found] usage in
      let expected = usage.expected
      usage = Usage(expected: expected)
      for (id, files) in found { usage.set(files.size, for: id) }
      for (id, size) in expected { usage.set(max(size, usage.sizes[id] ?? 0), for: id) }
    }
    let limit = Date(timeIntervalSinceNow: -limits.age)
    return found.values.filter { $0.date < limit }
  }

  /// Whether nothing has changed since files were scanned.
  func isUnchanged(_ files: Files) -> Bool {
    files.paths.allSatisfy { Self.date(of: $0).map { $0 <= files.date } ?? true }
  }

  /// Removes the files of a visitor.
  func remove(_ files: Files) {
    for path in files.paths { try? FileManager.default.removeItem(atPath: path) }
    measure(files.id)
  }
}
#endif
