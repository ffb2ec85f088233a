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

  /// Opens a file, and throws the system's error as one of reading.
  package static func reading(
    _ path: String, _ open: () throws(SystemCallError) -> OpenFile
  ) throws(GazetteerError) -> OpenFile {
    do throws(SystemCallError) { return try open() } catch { throw .unreadable(path, error) }
  }
}
#endif
