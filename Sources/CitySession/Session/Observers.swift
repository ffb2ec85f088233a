/// Multicasts values to async streams, one for each reader.
///
/// It belongs to an actor, and is not used elsewhere.
package struct Observers<News: Sendable> {
  private var continuations: [Int: AsyncStream<News>.Continuation] = [:]
  private var addedCount = 0

  package init() {}

  /// What is kept for a reader that is slow.
  package enum Keeping {
    /// Everything, for values that add up.
    case all
    /// The newest value, for values that replace each other.
    case newest

    fileprivate var policy: AsyncStream<News>.Continuation.BufferingPolicy {
      switch self {
      case .all: .unbounded
      case .newest: .bufferingNewest(1)
      }
    }
  }

  /// The number of those whose streams have not ended.
  package var count: Int { continuations.count }

  /// Makes a stream that begins with some news, and goes on with what is told.
  ///
  /// When the reader goes, `onEnd` is called, to call ``remove(_:)``.
  package mutating func add(
    _ news: some Sequence<News>, keeping: Keeping = .all,
    onEnd: @escaping @Sendable (_ number: Int) -> Void
  ) -> AsyncStream<News> {
    addedCount += 1
    let number = addedCount
    let (stream, continuation) = AsyncStream.makeStream(
      of: News.self, bufferingPolicy: keeping.policy)
    for element in news { continuation.yield(element) }
    continuation.onTermination = { _ in onEnd(number) }
    continuations[number] = continuation
    return stream
  }

  /// Forgets a reader.
  package mutating func remove(_ number: Int) { continuations[number] = nil }

  /// Tells everybody.
  package func tell(_ news: News) {
    for continuation in continuations.values { continuation.yield(news) }
  }

  /// Ends all streams.
  package func finish() {
    for continuation in continuations.values { continuation.finish() }
  }
}
