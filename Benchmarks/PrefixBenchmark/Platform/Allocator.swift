import CBenchSupport

#if Jemalloc
import CJemalloc
#endif

/// The allocator's own counters, of whichever allocator this build uses.
enum Allocator {
  #if Jemalloc
  /// The allocator, for reports.
  static let name = "jemalloc"
  #elseif canImport(Darwin)
  /// The allocator, for reports.
  static let name = "libmalloc"
  #elseif canImport(Glibc)
  /// The allocator, for reports.
  static let name = "glibc"
  #else
  /// The allocator, for reports.
  static let name = "the C library's"
  #endif

  /// The bytes handed out and not given back; `nil` if the allocator does not tell.
  static var bytesInUse: Int? {
    #if Jemalloc
    return Jemalloc.allocated
    #else
    let bytes = cbench_bytes_in_use()
    return bytes < 0 ? nil : Int(bytes)
    #endif
  }

  /// Gives free pages back to the system, so that resident pages are pages in use.
  static func releaseFreePages() { cbench_release_free_pages() }

  /// What an action allocated.
  struct Counts {
    /// How often memory was allocated; `nil` if the allocator tells only bytes.
    var count: Int?
    var byteCount: Int
    /// The most that was in use at once, above what was in use before.
    var peak: Int
  }

  /// Calls `action` and counts what it allocates, on all threads with the C library's allocator and
  /// on this one with jemalloc.
  ///
  /// - Returns: The counts; `nil` if nothing can be counted here.
  static func counting(_ action: () throws -> Void) rethrows -> Counts? {
    #if Jemalloc
    return try Jemalloc.counting(action)
    #else
    guard cbench_can_count() else {
      try action()
      return nil
    }
    cbench_start_counting()
    defer { _ = cbench_stop_counting() }
    try action()
    return Counts(cbench_stop_counting())
    #endif
  }

  /// As `counting(_:)`, for actions that wait.
  ///
  /// These may change threads, so jemalloc cannot count.
  static func counting(
    isolation: isolated (any Actor)? = #isolation, _ action: () async throws -> Void
  ) async rethrows -> Counts? {
    #if Jemalloc
    try await action()
    return nil
    #else
    guard cbench_can_count() else {
      try await action()
      return nil
    }
    cbench_start_counting()
    defer { _ = cbench_stop_counting() }
    try await action()
    return Counts(cbench_stop_counting())
    #endif
  }
}

extension Allocator.Counts {
  fileprivate init(_ counts: cbench_counts) {
    count = Int(counts.count)
    byteCount = Int(counts.bytes)
    peak = Int(counts.peak)
  }
}
