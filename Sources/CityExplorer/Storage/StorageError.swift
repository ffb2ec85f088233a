public import Foundation

/// Why kept data could not be read or written.
///
/// `file` is the path of a file, or the name of whatever else the data are kept in.
public enum StorageError: Error, Sendable, Hashable {
  /// The data may be there, but cannot be read; they were left as they are.
  case unreadable(file: String, operation: String, reason: String)
  /// The data could not be written; what was saved before is as it was.
  case notWritable(file: String, operation: String, reason: String)
  /// The lock that keeps two writers apart could not be taken; nothing was read or written.
  case notLockable(file: String, operation: String, reason: String)
  /// The data were read, but make no sense; they were left as they are.
  case damaged(file: String, reason: String)
  /// The data were written by a newer version of the program; they were left as they are.
  case newerVersion(file: String, found: Int, supported: Int)
}

extension StorageError {
  /// The path of the file, or the name of whatever else the data are kept in.
  public var file: String {
    switch self {
    case .unreadable(let file, _, _), .notWritable(let file, _, _), .notLockable(let file, _, _),
      .damaged(let file, _), .newerVersion(let file, _, _):
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
    case .damaged(let file, let reason): "\(file) is damaged: \(reason)."
    case .newerVersion(let file, let found, let supported):
      "\(file) has version \(found), but this program knows versions up to \(supported) only."
    }
  }

  /// The same sentence, for people.
  public var errorDescription: String? { description }
}
