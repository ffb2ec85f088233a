import Foundation

/// The system's monotonic clock, in nanoseconds.
enum MonotonicClock {
  /// The present moment.
  @inline(__always)
  static var now: UInt64 {
    #if canImport(Darwin)
    clock_gettime_nsec_np(CLOCK_UPTIME_RAW)
    #else
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    #endif
  }

  /// What reading the clock twice costs, the median of many.
  static let cost: UInt64 = {
    var samples = Samples()
    for _ in 0..<10_000 {
      let start = now
      samples.append(now &- start)
    }
    return samples.percentile(50)
  }()
}
