import CBenchSupport

#if Jemalloc
import CJemalloc
#endif

/// The counters of the allocator that this build uses.
package enum Allocator {
  #if Jemalloc
  static let name = "jemalloc"
  #elseif canImport(Darwin)
  static let name = "libmalloc"
  #elseif canImport(Glibc)
  static let name = "glibc"
  #else
  static let name = "the C library's"
  #endif

  /// The bytes allocated and not freed; `nil` without counters.
  static var bytesInUse: Int? {
    #if Jemalloc
    return Jemalloc.allocated
    #else
    let bytes = cbench_bytes_in_use()
    return bytes < 0 ? nil : Int(bytes)
    #endif
  }

  /// Returns free pages to the system, so that resident pages are pages in use.
  static func releaseFreePages() { cbench_release_free_pages() }

  /// The allocations of an action.
  package struct Counts {
    /// How often memory was allocated; `nil` if the allocator counts only bytes.
    package var count: Int?
    package var byteCount: Int
    /// The maximum of bytes in use, less those in use before.
    package var peak: Int
  }

  /// Calls `action` and counts its allocations, on all threads with the C library's allocator and
  /// on this one with jemalloc; `nil` if nothing can be counted here.
  package static func counting(_ action: () throws -> Void) rethrows -> Counts? {
    #if Jemalloc
    return try Jemalloc.counting(action)
    #else
    start()
    defer { _ = stop() }
    try action()
    return stop()
    #endif
  }

  /// As `counting(_:)`, for asynchronous actions.
  ///
  /// These may change threads, so jemalloc cannot count their allocations.
  package static func counting(
    isolation: isolated (any Actor)? = #isolation, _ action: () async throws -> Void
  ) async rethrows -> Counts? {
    #if Jemalloc
    try await action()
    return nil
    #else
    start()
    defer { _ = stop() }
    try await action()
    return stop()
    #endif
  }

  #if !Jemalloc
  private static func start() { if cbench_can_count() { cbench_start_counting() } }

  private static func stop() -> Counts? {
    guard cbench_can_count() else { return nil }
    let counts = cbench_stop_counting()
    return Counts(
      count: Int(counts.count), byteCount: Int(counts.bytes), peak: Int(counts.peak))
  }
  #endif
}

#if Jemalloc
/// The counters of jemalloc, by `mallctl`.
enum Jemalloc {
  /// Figures of the memory of the whole process, for its subject; none if this jemalloc was built without
  /// counters.
  static func figures(_ subject: String) -> [Figure] {
    guard allocated != nil else { return [] }
    return ["active", "resident"].compactMap { part in
      size("stats.\(part)").map { bytes in
        Figure(Figure.Key(subject, .process, statistic: part), .bytes, bytes)
      }
    }
  }

  /// The bytes allocated and not freed.
  static var allocated: Int? {
    // The counters stand still until the epoch is advanced.
    var epoch: UInt64 = 1
    // Sound: the name ends in a zero, and the value has the size that is passed with it.
    let status = unsafe mallctl("epoch", nil, nil, &epoch, MemoryLayout<UInt64>.size)
    return status == 0 ? size("stats.allocated") : nil
  }

  /// Counts the bytes that this thread allocates during `action`; jemalloc does not count calls.
  static func counting(_ action: () throws -> Void) rethrows -> Allocator.Counts? {
    // Sound: reset takes and gives no value.
    _ = unsafe mallctl("thread.peak.reset", nil, nil, nil, 0)
    guard let before = size("thread.allocated") else {
      try action()
      return nil
    }
    try action()
    guard let after = size("thread.allocated") else { return nil }
    return Allocator.Counts(
      count: nil, byteCount: after - before, peak: size("thread.peak.read") ?? 0)
  }

  /// Reads a counter that is as wide as a word: a `size_t` or a `uint64_t`.
  private static func size(_ name: String) -> Int? {
    var value = 0
    var width = MemoryLayout<Int>.size
    // Sound: `width` is the size of `value`, and mallctl refuses any other than its own.
    guard unsafe mallctl(name, &value, &width, nil, 0) == 0 else { return nil }
    return value
  }
}
#endif
