#if Jemalloc
import CJemalloc

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
