#if hasFeature(Embedded)
/// A value that one thread at a time uses.
///
/// Embedded Swift has no lock, and WebAssembly one thread: there is nothing to lock.
///
/// Sendable without the compiler's check, because there is no other thread.
struct Guarded<Value>: ~Copyable, @unchecked Sendable {
  private final class Storage {
    var value: Value

    init(_ value: consuming Value) { self.value = value }
  }

  private let storage: Storage

  init(_ value: consuming sending Value) { storage = Storage(value) }

  /// Calls a function with the value.
  borrowing func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    body(&storage.value)
  }
}
#else
internal import Synchronization

/// A value that one thread at a time uses.
typealias Guarded = Mutex
#endif
