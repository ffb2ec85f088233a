internal import Synchronization

/// The texts for which an index had no similar name, the last few of them.
///
/// No name resembles a longer text that begins with one of these either. For if some edits turn the longer
/// text into a prefix of a name, no more of them turn the shorter text into a shorter prefix; and with four
/// letters or more, the two of the beginning, which may only be transposed, remain in both. So while a
/// region is typed behind a name, or a name that no city has, one search for typos finds nothing, and the
/// next keystrokes need none. Letters are Unicode scalars, but the texts are compared as bytes: one begins
/// with the letters of another exactly if it begins with its bytes, because both are UTF-8.
///
/// Each index has a cache of its own, because an index may be wrong. No answer depends on the cache, unless
/// the index or the filter is damaged. A search never waits for another one: if it finds the cache in use,
/// it does without.
final class MissCache: @unchecked Sendable {
  // This is sound, because `misses` is read and written only between the exchange that sets `isInUse` and
  // the store that clears it. The exchange acquires what the store before it released.
  private let isInUse = Atomic(false)
  private var misses = [FoldedQuery](repeating: FoldedQuery(), count: 2 * slotCount)

  /// How many texts there are for each number of edits: for people who type at the same time.
  private static let slotCount = 16

  /// Whether no name is within some edits of a text, as far as that is known.
  ///
  /// - Parameters:
  ///   - text: The text, of ``TypoRule/shortestText`` letters or more.
  ///   - limit: The number of edits, 1 or 2.
  /// - Returns: `false` also while another search uses the cache.
  /// - Complexity: O(*m*), where *m* is the length of the text in bytes.
  func includes(_ text: borrowing FoldedQuery, limit: Int) -> Bool {
    guard begin() else { return false }
    defer { end() }
    for limit in limit...2 {
      let slot = Self.slot(of: text, limit: limit)
      // Mostly the first letters differ.
      guard misses[slot].count > 0,
        text.firstWord & misses[slot].firstMask == misses[slot].firstWord
      else { continue }
      if text.begins(with: misses[slot]) { return true }
    }
    return false
  }

  /// Adds a text that is not within some edits of any name.
  ///
  /// - Parameters:
  ///   - text: The text, of ``TypoRule/shortestText`` letters or more.
  ///   - limit: The number of edits, 1 or 2.
  func insert(_ text: FoldedQuery, limit: Int) {
    guard begin() else { return }
    defer { end() }
    misses[Self.slot(of: text, limit: limit)] = text
  }

  /// The place of a text, which is the same for all that begin with the same four bytes: no text has fewer.
  private static func slot(of text: borrowing FoldedQuery, limit: Int) -> Int {
    let hash = UInt32(truncatingIfNeeded: text.firstWord) &* 0x9E37_79B9
    return (limit - 1) * slotCount + Int(hash >> 28)
  }

  /// Begins to use the texts, unless another search does.
  private func begin() -> Bool {
    isInUse.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged
  }

  /// Ends what ``begin()`` began.
  private func end() { isInUse.store(false, ordering: .releasing) }
}

extension FoldedQuery {
  /// The bits of ``firstWord`` that are bytes of the query.
  fileprivate var firstMask: UInt64 {
    count >= 8 ? .max : 1 &<< UInt64(truncatingIfNeeded: 8 &* count) &- 1
  }

  /// Whether the query begins with another one.
  fileprivate func begins(with beginning: FoldedQuery) -> Bool {
    guard beginning.count <= count else { return false }
    return beginning.withBytes { beginning in
      withBytes { text in
        for index in beginning.indices where text[index] != beginning[index] { return false }
        return true
      }
    }
  }
}
