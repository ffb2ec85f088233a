#if canImport(Foundation)
public import Foundation
#endif

/// An error of a store that keeps data on the disk.
///
/// ``file`` is the path as it was given.
@nonexhaustive
public enum StorageError: Error, Sendable, Hashable {
  /// The data may exist but cannot be read; they are unchanged.
  case unreadable(file: String, operation: String, reason: String)
  /// The data could not be written; the saved data are unchanged.
  ///
  /// There is one exception: if the operation is the last flush, of the folder of a new or replaced file,
  /// the new data are there, and a power failure may undo them.
  case notWritable(file: String, operation: String, reason: String)
  /// Another process, or another store in this one, uses the file; the data are unchanged.
  case locked(file: String)
  /// The URL is no file URL; nothing was read or written.
  case notFileURL(file: String)
  /// The file has other data than the store's, or damaged ones; it is unchanged.
  case damaged(file: String, reason: String)
  /// A newer version of the program wrote the data; they are unchanged.
  case newerVersion(file: String, found: Int, supported: Int)
  /// The file appeared, was removed or was exchanged while it was in use; what is there now is unchanged.
  case changed(file: String, reason: String)
}

extension StorageError {
  /// The data that the error is about, as a text for a person: the path as it was given, such as
  /// `favorites.json`, or the whole URL, if it is no file URL.
  public var file: String {
    switch self {
    case .unreadable(let file, _, _), .notWritable(let file, _, _), .locked(let file),
      .notFileURL(let file), .damaged(let file, _), .newerVersion(let file, _, _),
      .changed(let file, _):
      file
    }
  }
}

extension StorageError: CustomStringConvertible {
  /// A sentence that names the data, the operation and the reason.
  public var description: String {
    switch self {
    case .unreadable(let file, let operation, let reason):
      "\(file) cannot be read: \(operation) failed (\(reason))."
    case .notWritable(let file, let operation, let reason):
      "\(file) cannot be written: \(operation) failed (\(reason))."
    case .locked(let file): "\(file) is in use by another program."
    case .notFileURL(let url): "\(url) is not the URL of a file: it must begin with file://."
    case .damaged(let file, let reason): "\(file) is damaged: \(reason)."
    case .newerVersion(let file, let found, let supported):
      "\(file) cannot be read: its version must be at most \(supported), got \(found)."
    case .changed(let file, let reason): "\(file) \(reason) while it was in use."
    }
  }
}

#if !hasFeature(Embedded)
extension StorageError: LocalizedError {
  /// The same sentence.
  public var errorDescription: String? { description }
}
#endif
