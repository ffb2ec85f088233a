internal import CitySearch
internal import Foundation
internal import SystemFiles

extension URL {
  /// Calls a closure with the path of the file to write at this URL.
  ///
  /// - Parameter body: Writes the file.
  /// - Returns: What the closure returns.
  /// - Throws: ``/CitySearch/GazetteerError/unwritable(file:reason:)`` with the path as it was given, if this is not the
  ///   URL of a file, or if the closure throws it; otherwise what the closure throws.
  func withPathToWrite<Result>(
    _ body: (String) throws(GazetteerError) -> Result
  ) throws(GazetteerError) -> Result {
    guard isFileURL else {
      throw .unwritable(file: pathAsGiven, reason: "it is not the URL of a file")
    }
    do throws(GazetteerError) {
      return try body(path(percentEncoded: false))
    } catch .unwritable(_, let reason) {
      throw .unwritable(file: pathAsGiven, reason: reason)
    }
  }
}

extension NewFile {
  /// Creates a file that replaces another one in one step, when it is complete.
  ///
  /// - Parameter path: The path of the file. Folders, pipes and devices are rejected before anything is
  ///   written: renaming would fail for a folder, and remove a pipe or a device.
  /// - Returns: The file, without content.
  /// - Throws: ``/CitySearch/GazetteerError/unwritable(file:reason:)``
  static func create(replacing path: String) throws(GazetteerError) -> NewFile {
    do throws(SystemCallError) { _ = try OpenFile.attributes(of: path) } catch {
      let reason: String
      switch error.code {
      case EISDIR: reason = "it is a folder"
      case EINVAL: reason = "it is neither a file nor a folder"
      case ENOENT: reason = "it is a link to a file that does not exist"
      default: throw .unwritable(path, error)
      }
      throw .unwritable(file: path, reason: reason)
    }
    do throws(SystemCallError) { return try NewFile(replacing: path) } catch {
      throw .unwritable(path, error)
    }
  }

  /// Writes all bytes of the file, and gives it its name.
  ///
  /// - Throws: ``/CitySearch/GazetteerError/unwritable(file:reason:)``
  func complete(with bytes: [UInt8]) throws(GazetteerError) {
    do throws(SystemCallError) {
      try append(bytes.span)
      try complete()
    } catch {
      throw .unwritable(path, error)
    }
  }
}
