/// Empties the processor's caches of everything else, by walking through more memory than they hold.
///
/// A person types a letter every 100 milliseconds or so; whatever an app does meanwhile leaves little
/// of an index in the caches. Timing the same queries over and over hides that.
struct CacheWalk {
  /// More than the last-level cache of any machine that this is likely to run on.
  static let byteCount = 64 << 20

  private let words: [UInt64]

  init() {
    // Ones, since pages of zeros might all be the same page.
    words = [UInt64](repeating: 1, count: Self.byteCount / MemoryLayout<UInt64>.size)
  }

  /// Reads one word of every cache line.
  @inline(never)
  func evict() {
    let wordsPerLine = 8
    var sum: UInt64 = 0
    for index in stride(from: 0, to: words.count, by: wordsPerLine) { sum &+= words[index] }
    blackHole(sum)
  }
}
