import Foundation

/// The system's monotonic clock, in nanoseconds.
package enum MonotonicClock {
  /// The current time; the same clock in all processes of the system.
  @inline(__always)
  package static var now: UInt64 {
    #if canImport(Darwin)
    clock_gettime_nsec_np(CLOCK_UPTIME_RAW)
    #else
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    #endif
  }

  /// The cost of reading the clock, the median of many readings.
  package static let cost: UInt64 = {
    var samples = Samples()
    for _ in 0..<10_000 {
      let start = now
      samples.append(now &- start)
    }
    return samples.percentile(50)
  }()

  /// The resolution of the clock.
  ///
  /// On a virtual machine it may be coarser than the system reports. It is the smallest gap between
  /// frequent durations; gaps of up to 2 are rounding.
  static let resolution: UInt64 = {
    var counts: [UInt64: Int] = [:]
    var last = now
    for _ in 0..<20_000 {
      let next = now
      counts[next &- last, default: 0] += 1
      last = next
    }
    let common = counts.filter { $0.key > 0 && $0.value >= 20 }.keys.sorted()
    return zip(common, common.dropFirst()).map { $1 - $0 }.filter { $0 > 2 }.min() ?? 1
  }()

  /// The time since `start`, less the cost of reading the clock.
  @inline(__always)
  package static func elapsed(since start: UInt64) -> UInt64 {
    let elapsed = now &- start
    return elapsed > cost ? elapsed &- cost : 0
  }
}
