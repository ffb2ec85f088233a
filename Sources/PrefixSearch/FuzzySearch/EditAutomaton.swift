/// Reads a text letter by letter, and knows after each how far it is from a pattern.
///
/// An edit inserts a letter, deletes one, substitutes another for it, or swaps it with its neighbor;
/// no letter is edited twice. The distance is the least number of edits, which is called optimal
/// string alignment (the four edits: Damerau, *A technique for computer detection and correction of
/// spelling errors*, 1964). A trie can be searched with it, since a text that cannot come within the
/// limit any more is found out at its first such letter (Schulz and Mihov, *Fast string correction
/// with Levenshtein automata*, 2002).
///
/// ```swift
/// let automaton = EditAutomaton("bonn".unicodeScalars.map(\.value), limit: 1)
/// var state: EditAutomaton.State? = automaton.start
/// for letter in "obnn".unicodeScalars {
///   state = state.flatMap { automaton.next($0, letter.value) }
/// }
/// state.flatMap(automaton.distance)  // 1
/// ```
public struct EditAutomaton: Sendable {
  // The automaton is nondeterministic: being in (i, e) means that the first i letters of the pattern
  // can be made into what was read by e edits. All its positions are carried along at once, as bits
  // (Wu and Manber, *Fast text searching allowing errors*, 1992). After j letters, only the positions
  // with i from j - limit to j + limit can be within the limit (Ukkonen, *Algorithms for approximate
  // string matching*, 1985), so a state needs a few bits, however long the pattern is: bit o of byte
  // e stands for i = j + o - limit.

  /// The number of letters of the pattern.
  public let count: Int
  /// How many edits are allowed.
  public let limit: Int
  /// What the next letter is compared with, for every number of letters read.
  fileprivate let columns: [Column]
  /// The lowest bit of each byte of a state.
  private let lanes: UInt32
  /// The positions that swaps may begin from: those with an edit left.
  fileprivate let unspent: UInt32

  /// Prepares to compare texts with a pattern.
  ///
  /// - Parameters:
  ///   - letters: The pattern, as Unicode scalar values.
  ///   - limit: How many edits are allowed, from 0 to 2.
  /// - Complexity: O(*m*) time and space, where *m* is the number of letters.
  public init(_ letters: [UInt32], limit: Int) {
    precondition((0...2).contains(limit), "An automaton allows 0, 1 or 2 edits.")
    count = letters.count
    self.limit = limit
    let lanes = Self.allLanes >> UInt32(8 * (2 - limit))
    self.lanes = lanes
    columns = (0...letters.count + limit).map { read in
      let first = read - limit - 1
      let width = min(2 * limit + 1, letters.count + limit - read)
      return Column(
        letters: InlineArray { lane in
          letters.indices.contains(first + lane) ? letters[first + lane] : Self.noLetter
        },
        band: (1 << UInt32(width) &- 1) &* lanes)
    }
    unspent = (lanes >> 8) &* 0xFF
  }

  /// What a letter is compared with after *j* letters.
  fileprivate struct Column {
    /// The letters of the pattern from *j* - *limit* - 1 on.
    let letters: InlineArray<7, UInt32>
    /// The positions after another letter that are not behind the end of the pattern, in each byte.
    let band: UInt32
  }

  /// What was read, as far as it matters for the distance.
  ///
  /// From equal states of one automaton, the same letters lead to the same distances. A state means
  /// nothing to another automaton.
  public struct State: Sendable, Hashable {
    /// The positions that can be reached by 0, 1 and 2 edits or fewer, a byte each.
    fileprivate var reached: UInt32
    /// The positions before the last letter from which it was the first of a swap, a byte each.
    fileprivate var swapping: UInt32
    /// The number of letters read.
    ///
    /// It is not in the first word of a state, so that a processor can compare the next letters of the
    /// pattern while the positions are computed, which halves the time of a step.
    fileprivate var depth: UInt32
  }

  /// The state in which nothing was read.
  ///
  /// - Complexity: O(1).
  public var start: State {
    // Of a pattern that is shorter than the limit, no more letters can be deleted than there are.
    let ends = UInt32(min(2 * limit, count + limit))
    return State(
      reached: Self.closure(1 << UInt32(limit), within: (2 << ends &- 1) &* lanes),
      swapping: 0, depth: 0)
  }

  /// Reads a letter.
  ///
  /// - Parameters:
  ///   - state: A state of this automaton.
  ///   - letter: The letter, as a Unicode scalar value.
  /// - Returns: The state after it; `nil` if no continuation can come within the limit any more.
  /// - Complexity: O(1).
  public func next(_ state: State, _ letter: UInt32) -> State? {
    let column = columns[Int(state.depth)]
    // Of position o, the letter before is bit o, its own bit o + 1, and the one after it bit o + 2.
    var equal: UInt32 = 0
    for bit in 0..<7 where column.letters[bit] == letter { equal |= 1 << UInt32(bit) }
    let reached = state.reached
    // An edit leads to the next byte. A letter that was substituted or swapped leaves the diagonal as
    // it is, a letter that was inserted into the text lies one position further down.
    let moved =
      reached & ((equal >> 1) &* Self.allLanes)
      | (state.swapping & (equal &* Self.allLanes)) << 8
      | reached << 8 | reached << 7
    let closed = Self.closure(moved & column.band, within: column.band)
    guard closed != 0 else { return nil }
    return State(
      reached: closed, swapping: reached & ((equal >> 2) &* Self.allLanes) & unspent,
      depth: state.depth &+ 1)
  }

  /// The distance from the whole pattern to what was read; `nil` if it is beyond the limit.
  ///
  /// - Complexity: O(1).
  public func distance(_ state: State) -> Int? {
    let offset = count - Int(state.depth) + limit
    guard (0...2 * limit).contains(offset) else { return nil }
    let ends = state.reached >> UInt32(offset) & lanes
    return ends == 0 ? nil : ends.trailingZeroBitCount / 8
  }

  /// Adds the positions that one and two letters of the pattern deleted lead to, and counts what takes
  /// fewer edits among what takes more.
  private static func closure(_ positions: UInt32, within band: UInt32) -> UInt32 {
    let upToOne = positions | positions << 1
    let upToTwo = upToOne | positions << 2
    return (positions | upToOne << 8 | upToTwo << 16) & band
  }

  /// What fills the columns before and behind the pattern, and is no Unicode scalar value.
  fileprivate static let noLetter = UInt32.max
  private static let allLanes: UInt32 = 0x01_01_01
}

extension EditAutomaton {
  /// The letters by which a state can go on, if only letters of the pattern will do; `nil` if any may.
  ///
  /// Once all edits are used up, the text has to go on as the pattern does at one of a few places. A
  /// walk through a trie then asks for these letters instead of looking at all children.
  ///
  /// - Parameter state: A state of this automaton.
  /// - Returns: The letters, as bits to be passed to ``letter(_:after:)``.
  /// - Complexity: O(1).
  @inline(__always)
  package func continuations(after state: State) -> UInt32? {
    // A position with an edit left goes on by any letter.
    guard state.reached & unspent == 0 else { return nil }
    let swaps = state.swapping | state.swapping >> 8 | state.swapping >> 16
    return (state.reached >> UInt32(8 * limit) & 0xFF) << 1 | swaps & 0xFF
  }

  /// The letter that one bit of the continuations of a state stands for; `nil` if it is none.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  package func letter(_ bit: Int, after state: State) -> UInt32? {
    let letter = columns[Int(state.depth)].letters[bit]
    return letter == Self.noLetter ? nil : letter
  }
}
