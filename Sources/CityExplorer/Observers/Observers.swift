/// Those who wait for news, each with a stream of its own.
///
/// It belongs to an actor, and is not used elsewhere.
struct Observers<News: Sendable> {
  private var continuations: [Int: AsyncStream<News>.Continuation] = [:]
  private var addedCount = 0

  /// The number of those whose streams have not ended.
  var count: Int { continuations.count }

  /// Makes a stream that begins with some news, and goes on with all that is told.
  ///
  /// A slow reader misses none. When it goes, `onEnd` is called, to call ``remove(_:)``.
  mutating func add(
    _ news: some Sequence<News>, onEnd: @escaping @Sendable (_ number: Int) -> Void
  ) -> AsyncStream<News> {
    addedCount += 1
    let number = addedCount
    let (stream, continuation) = AsyncStream.makeStream(of: News.self)
    for element in news { continuation.yield(element) }
    continuation.onTermination = { _ in onEnd(number) }
    continuations[number] = continuation
    return stream
  }

  /// Forgets a reader.
  mutating func remove(_ number: Int) { continuations[number] = nil }

  /// Tells everybody.
  func tell(_ news: News) {
    for continuation in continuations.values { continuation.yield(news) }
  }

  /// Ends all streams.
  func finish() {
    for continuation in continuations.values { continuation.finish() }
  }
}
