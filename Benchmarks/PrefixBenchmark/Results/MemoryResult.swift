/// The memory of one subject, measured in a process of its own.
struct MemoryResult: Codable, Equatable, Sendable {
  /// What the allocator has handed out and not got back, before the structure was built (cities and
  /// keys loaded, keys released again) and after.
  var inUseBefore: Int
  var inUseAfter: Int
  /// The most that was in use at once while building, above what was in use before.
  var peakWhileBuilding: Int?
  /// Pages in memory, if the system tells.
  var pagesBefore: ResidentPages?
  var pagesAfter: ResidentPages?
  /// What only jemalloc tells.
  var jemalloc: Jemalloc?
  /// Allocations while answering.
  var queries: [AllocationsPerQuery]
  /// The same of pages all names of which are so short that a text needs no memory of its own; of
  /// engines and baseline only.
  var shortNames: AllocationsPerQuery?

  /// Bytes in resident pages, by what is behind them.
  struct ResidentPages: Codable, Equatable, Sendable {
    /// Pages that only this process has: heap and stacks.
    var anonymous: Int
    /// Pages of files: code and mapped data, which the system may drop and read again.
    var fileBacked: Int
    /// The most that was resident at once since the process began, of both kinds.
    var peak: Int
  }

  /// jemalloc's view of the whole process after building.
  struct Jemalloc: Codable, Equatable, Sendable {
    var allocated: Int
    var active: Int
    var resident: Int
  }

  /// How often, and how much, one query allocates on average.
  ///
  /// Exact: the same on every run.
  struct AllocationsPerQuery: Codable, Equatable, Sendable {
    var measure: Measure
    /// Absent if the allocator tells only bytes.
    var count: Double?
    var byteCount: Double
  }

  /// The bytes of UTF-8 that a text of Swift holds without an allocation.
  static let shortNameLength = 15
}
