package import Foundation

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// A named pipe that has a writer from the beginning, so that a reader never waits for one.
///
/// Unchecked, because the compiler does not see that handles only wrap numbers here.
package final class NamedPipe: @unchecked Sendable {
  package let url: URL
  /// An open end for reading that is never read: the writer can open the pipe at once, and what it writes
  /// is kept until the reader comes.
  private let keeper: FileHandle
  private let writer: FileHandle

  /// Makes a pipe in a folder.
  package init(in folder: URL) throws {
    url = folder.appending(path: "pipe")
    guard unsafe mkfifo(url.path, 0o600) == 0 else { throw Self.error() }
    let descriptor = unsafe open(url.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.error() }
    keeper = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    writer = try FileHandle(forWritingTo: url)
  }

  /// Writes bytes; waits while the pipe is full.
  package func write(_ bytes: Data) throws { try writer.write(contentsOf: bytes) }

  /// Waits until a reader has taken all that was written.
  package func waitUntilEmpty() {
    var request = pollfd(fd: keeper.fileDescriptor, events: Int16(POLLIN), revents: 0)
    // Sound: the call fills in a structure of this type, which outlives it.
    while unsafe poll(&request, 1, 0) > 0 { usleep(1_000) }
  }

  /// Closes the end for writing, so that the reader comes to the end of its input.
  package func close() throws { try writer.close() }

  private static func error() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
