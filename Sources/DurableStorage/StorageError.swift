public import Foundation

/// Why kept data could not be read or written.
///
/// `file` is the path of a file, as it was given, or the name of whatever else the data are kept in.
public enum StorageError: Error, Sendable, Hashable {
  /// The data may be there, but cannot be read; they were left as they are.
  case unreadable(file: String, operation: String, reason: String)
  /// The data could not be written; what was saved before is as it was.
  case notWritable(file: String, operation: String, reason: String)
  /// The lock that keeps two writers apart could not be taken; nothing was read or written.
  case notLockable(file: String, operation: String, reason: String)
  /// Another process had the data locked for longer than the time limit; nothing was changed.
  case locked(file: String, limit: Duration)
  /// The URL is not that of a file; nothing was read or written.
  case notFileURL(String)
  /// The data were read, but make no sense; they were left as they are.
  case damaged(file: String, reason: String)
  /// The data were written by a newer version of the program; they were left as they are.
  case newerVersion(file: String, found: Int, supported: Int)
}

extension StorageError {
  /// The path of the file, as it was given, or the name of whatever else the data are kept in.
  public var file: String {
    switch self {
    case .unreadable(let file, _, _), .notWritable(let file, _, _), .notLockable(let file, _, _),
      .locked(let file, _), .notFileURL(let file), .damaged(let file, _),
      .newerVersion(let file, _, _):
      file
    }
  }
}

extension StorageError: CustomStringConvertible, LocalizedError {
  /// What is wrong, where and why, as a sentence.
  public var description: String {
    switch self {
    case .unreadable(let file, let operation, let reason):
      "\(file) cannot be read: \(operation) failed (\(reason))."
    case .notWritable(let file, let operation, let reason):
      "\(file) cannot be written: \(operation) failed (\(reason))."
    case .notLockable(let file, let operation, let reason):
      "\(file) cannot be locked: \(operation) failed (\(reason))."
    case .locked(let file, let limit):
      "\(file) cannot be locked within \(limit): another process uses it."
    case .notFileURL(let url): "\(url) is not the URL of a file: it must begin with file://."
    case .damaged(let file, let reason): "\(file) is damaged: \(reason)."
    case .newerVersion(let file, let found, let supported):
      "\(file) cannot be read: its version must be at most \(supported), got \(found)."
    }
  }

  /// The same sentence, for people.
  public var errorDescription: String? { description }
}
