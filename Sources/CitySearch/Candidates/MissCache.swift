internal import Synchronization

/// The last few texts for which an index found no similar name.
///
/// If no name is similar to a text, none is similar to a longer text that begins with it, so a search for
/// typos is left out then. Without the cache, it would be made at each keystroke while someone types a region
/// behind a name, or a name that no city has.
///
/// The reason: if *k* edits turn the longer text into a prefix of a name, at most *k* edits turn the shorter
/// text into a shorter prefix of it. The rule that the first two letters may only be transposed holds for
/// both, because a text has four letters or more. Texts are compared as bytes: in UTF-8, a text begins with
/// the letters of another one exactly if it begins with its bytes.
///
/// Each index has a cache of its own, so that a faulty index of an app spoils no other one. A search that finds
/// the cache in use does not wait, but searches for typos.
final class MissCache: @unchecked Sendable {
  // This is sound, because `misses` is read and written only between the exchange that sets `isInUse` and
  // the store that clears it. The exchange acquires what the store before it released.
  private let isInUse = Atomic(false)
  private var misses = [FoldedQuery](repeating: FoldedQuery(), count: 2 * slotCount)

  /// The number of texts for each number of edits; several, because several people may type at once.
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
