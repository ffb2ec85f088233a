internal import PrefixSearch

/// The prefix of a key with the least edit distance from a text with typos.
struct ClosestPrefix {
  /// Its length in bytes.
  let length: Int
  /// The edit distance.
  let distance: Int

  /// Finds the prefix; `nil` if none is within two edits.
  ///
  /// Of several with the same distance, the one whose length is closest to that of the text is taken, and
  /// of these the shorter one.
  ///
  /// - Parameters:
  ///   - key: The key, without its final space.
  ///   - typed: The text, which is ASCII.
  /// - Complexity: O(*m*), where *m* is the length of the text in bytes.
  init?(of key: [UInt8], to typed: FoldedQuery) {
    let automaton = EditAutomaton(typed.bytes.map(UInt32.init), limit: 2)
    var best: (distance: Int, difference: Int, length: Int)?
    var state = automaton.start
    for (index, byte) in key.enumerated() {
      guard byte < 0x80, let next = automaton.next(state, UInt32(byte)) else { break }
      state = next
      guard let distance = automaton.distance(state) else { continue }
      let candidate = (distance, abs(index + 1 - typed.count), index + 1)
      if best.map({ candidate < $0 }) ?? true { best = candidate }
    }
    guard let best else { return nil }
    (length, distance) = (best.length, best.distance)
  }

  /// Takes the whole key; `nil` if it is not within two edits.
  init?(whole key: [UInt8], to typed: FoldedQuery) {
    let automaton = EditAutomaton(typed.bytes.map(UInt32.init), limit: 2)
    var state: EditAutomaton.State? = automaton.start
    for byte in key { state = state.flatMap { automaton.next($0, UInt32(byte)) } }
    guard let distance = state.flatMap({ automaton.distance($0) }) else { return nil }
    (length, self.distance) = (key.count, distance)
  }
}
