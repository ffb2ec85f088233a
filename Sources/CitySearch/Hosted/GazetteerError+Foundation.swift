#if !hasFeature(Embedded)
public import Foundation
public import PrefixSearch
package import SystemFiles

extension GazetteerError: LocalizedError {
  /// The description, for users.
  public var errorDescription: String? { description }
}

/// Declared here, because PrefixSearch does not import Foundation.
extension SortedKeysError: LocalizedError {
  /// The description, for users.
  public var errorDescription: String? { description }
}

extension GazetteerError {
  /// A file that cannot be read, by the system's error.
  package static func unreadable(_ path: String, _ error: SystemCallError) -> GazetteerError {
    .unreadable(file: path, reason: reason(of: error, absent: "there is no such file"))
  }

  /// A file that cannot be written, by the system's error.
  package static func unwritable(_ path: String, _ error: SystemCallError) -> GazetteerError {
    .unwritable(file: path, reason: reason(of: error, absent: "there is no such folder"))
  }

  private static func reason(of error: SystemCallError, absent: String) -> String {
    switch error.code {
    case ENOENT, ENOTDIR: absent
    case EACCES, EPERM: "permission denied"
    default: error.reason
    }
  }

  /// Calls the system to read, and throws its error as one of reading.
  package static func reading<Value: ~Copyable>(
    _ path: String, _ body: () throws(SystemCallError) -> Value
  ) throws(GazetteerError) -> Value {
    do throws(SystemCallError) { return try body() } catch { throw .unreadable(path, error) }
  }
}

extension OpenFile {
  /// Opens a file or a pipe to read, without waiting for a writer of a pipe.
  ///
  /// - Throws: ``GazetteerError/unreadable(file:reason:)``, with the path as it was given.
  package static func reading(_ url: URL) throws(GazetteerError) -> OpenFile {
    guard url.isFileURL else {
      throw .unreadable(file: url.pathAsGiven, reason: "it is not the URL of a file")
    }
    return try GazetteerError.reading(url.pathAsGiven) { () throws(SystemCallError) in
      try OpenFile(url.path(percentEncoded: false), .read)
    }
  }

  /// The attributes of this file, which must be of one of the given kinds.
  ///
  /// - Throws: ``GazetteerError/unreadable(file:reason:)``, with `path`.
  package func attributes(
    named path: String, among kinds: Set<FileAttributes.Kind>
  ) throws(GazetteerError) -> FileAttributes {
    let attributes: FileAttributes
    do throws(SystemCallError) { attributes = try self.attributes() } catch {
      throw .unreadable(path, error)
    }
    guard kinds.contains(attributes.kind) else {
      throw .unreadable(
        file: path,
        reason: attributes.kind == .folder ? "it is a folder" : "it is neither a file nor a pipe")
    }
    return attributes
  }
}
#endif
