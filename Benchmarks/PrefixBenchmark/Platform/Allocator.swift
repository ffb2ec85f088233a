import CBenchSupport

/// The counters of the C library's allocator.
package enum Allocator {
  #if canImport(Darwin)
  static let name = "libmalloc"
  #elseif canImport(Glibc)
  static let name = "glibc"
  #else
  static let name = "the C library's"
  #endif

  /// Returns free pages to the system, so that resident pages are pages in use.
  static func releaseFreePages() { cbench_release_free_pages() }

  /// The allocations of an action, on all threads.
  package struct Counts {
    /// How often memory was allocated.
    package var count: Int
    package var byteCount: Int
    /// The maximum of bytes in use, less those in use before.
    package var peak: Int
    /// The bytes in use at the end, less those in use before, with the allocator's rounding and headers.
    package var kept: Int
  }

  /// Calls `action` and counts its allocations; `nil` if nothing can be counted here.
  package static func counting(_ action: () throws -> Void) rethrows -> Counts? {
    start()
    defer { _ = stop() }
    try action()
    return stop()
  }

  /// As `counting(_:)`, for asynchronous actions.
  package static func counting(
    isolation: isolated (any Actor)? = #isolation, _ action: () async throws -> Void
  ) async rethrows -> Counts? {
    start()
    defer { _ = stop() }
    try await action()
    return stop()
  }

  private static func start() { if cbench_can_count() { cbench_start_counting() } }

  private static func stop() -> Counts? {
    guard cbench_can_count() else { return nil }
    let counts = cbench_stop_counting()
    return Counts(
      count: Int(counts.count), byteCount: Int(counts.bytes), peak: Int(counts.peak),
      kept: Int(counts.kept))
  }
}
