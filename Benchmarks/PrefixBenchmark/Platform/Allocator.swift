import CBenchSupport

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
