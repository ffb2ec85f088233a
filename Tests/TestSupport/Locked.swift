internal import Foundation

/// A value behind a lock that the thread sanitizer understands.
///
/// `Mutex` would do, but its slow path is in a library without instrumentation: as soon as two
/// threads meet at one, the sanitizer of Swift 6.3 on Linux reports races that are none.
///
/// Unchecked, because the compiler cannot verify that the lock guards the value.
package final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: sending Value) { self.value = value }

  /// Calls a closure with the value, alone.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
