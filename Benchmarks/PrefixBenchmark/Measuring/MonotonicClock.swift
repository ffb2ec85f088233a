import Foundation

/// The system's monotonic clock, in nanoseconds.
enum MonotonicClock {
  /// The present moment; the same clock in all processes of the system.
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

  /// The steps in which the clock goes.
  ///
  /// A virtual machine's may be coarser than the nanoseconds that the system claims. What is looked
  /// for are gaps between the durations that occur often; gaps of up to 2 are rounding.
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

  /// The time since `start`, less what reading the clock costs.
  @inline(__always)
  static func elapsed(since start: UInt64) -> UInt64 {
    let elapsed = now &- start
    return elapsed > cost ? elapsed &- cost : 0
  }
}
