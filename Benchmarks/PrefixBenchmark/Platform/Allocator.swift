import CBenchSupport

#if Jemalloc
import CJemalloc
#endif

/// The counters of the allocator that this build uses.
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
  struct Counts {
    /// How often memory was allocated; `nil` if the allocator counts only bytes.
    var count: Int?
    var byteCount: Int
    /// The maximum of bytes in use, less those in use before.
    var peak: Int
  }

  /// Calls `action` and counts its allocations, on all threads with the C library's allocator and
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

  /// As `counting(_:)`, for asynchronous actions.
  ///
  /// These may change threads, so jemalloc cannot count their allocations.
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
