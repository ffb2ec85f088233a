/// Multicasts values to async streams, one stream for each observer.
///
/// The actor that owns the values owns the observers, too. No other code uses them.
package struct Observers<Element: Sendable> {
  private var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
  private var addedCount = 0

  package init() {}

  /// What is buffered for an observer that reads slowly.
  package enum Buffering {
    /// Every value, for values that add up.
    case unbounded
    /// The newest value, for values that replace each other.
    case newest

    fileprivate var policy: AsyncStream<Element>.Continuation.BufferingPolicy {
      switch self {
      case .unbounded: .unbounded
      case .newest: .bufferingNewest(1)
      }
    }
  }

  /// The number of streams that have not ended.
  package var count: Int { continuations.count }

  /// Makes a stream that begins with some values and continues with the values that are yielded.
  ///
  /// - Parameters:
  ///   - elements: The values that the stream begins with.
  ///   - buffering: What is buffered for an observer that reads slowly.
  ///   - onTermination: Called with the number of the stream when the observer stops reading, on any
  ///     thread; it must lead to ``remove(_:)``.
  /// - Returns: The stream.
  package mutating func makeStream(
    startingWith elements: some Sequence<Element>, buffering: Buffering = .unbounded,
    onTermination: @escaping @Sendable (_ number: Int) -> Void
  ) -> AsyncStream<Element> {
    addedCount += 1
    let number = addedCount
    let (stream, continuation) = AsyncStream.makeStream(
      of: Element.self, bufferingPolicy: buffering.policy)
    for element in elements { continuation.yield(element) }
    continuation.onTermination = { _ in onTermination(number) }
    continuations[number] = continuation
    return stream
  }

  /// Removes the stream of an observer that stopped reading.
  package mutating func remove(_ number: Int) { continuations[number] = nil }

  /// Adds a value to all streams.
  package func yield(_ element: Element) {
    for continuation in continuations.values { continuation.yield(element) }
  }

  /// Ends all streams.
  package func finish() {
    for continuation in continuations.values { continuation.finish() }
  }
}

/// Any clock, as the time since a start.
///
/// State machines take times as plain durations, so that they do not depend on the type of a clock.
package struct RelativeClock: Sendable {
  /// The time since the start.
  package let now: @Sendable () -> Duration
  /// Sleeps until a time since the start.
  package let sleep: @Sendable (_ deadline: Duration) async throws -> Void

  /// Creates a clock that starts now.
  package init(_ clock: some Clock<Duration>) {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }
}
