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

  /// The smallest step between two readings that differ.
  static let resolution: UInt64 = {
    var smallest = UInt64.max
    var last = now
    for _ in 0..<10_000 {
      let next = now
      if next > last { smallest = min(smallest, next - last) }
      last = next
    }
    // Two readings in a row differ by what reading costs; the steps are the divisor of all of them.
    var step = smallest
    for _ in 0..<1_000 where step > 1 {
      let next = now
      step = gcd(step, next - last)
      last = next
    }
    return step
  }()

  /// The time since `start`, less what reading the clock costs.
  @inline(__always)
  static func elapsed(since start: UInt64) -> UInt64 {
    let elapsed = now &- start
    return elapsed > cost ? elapsed &- cost : 0
  }

  private static func gcd(_ first: UInt64, _ second: UInt64) -> UInt64 {
    var (first, second) = (first, second)
    while second != 0 { (first, second) = (second, first % second) }
    return first
  }
}
