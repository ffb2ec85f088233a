/// A Levenshtein automaton: reads a text letter by letter, and gives its edit distance from a pattern
/// after each letter.
///
/// An edit inserts a letter, deletes one, substitutes another for it, or transposes two neighbors; no
/// letter is edited twice, and no digit from 0 to 9 at all: "Paris 15" is not "Paris 16". The distance is the least number of edits, called optimal string alignment
/// (the four edits: Damerau, *A technique for computer detection and correction of spelling errors*,
/// 1964). A search in a trie can use it to prune: the automaton rejects a text at the first letter
/// after which no continuation is within the limit (Schulz and Mihov, *Fast string correction with
/// Levenshtein automata*, 2002).
///
/// ```
/// let automaton = EditAutomaton("bonn".unicodeScalars.map(\.value), limit: 1)
/// var state: EditAutomaton.State? = automaton.start
/// for letter in "obnn".unicodeScalars {
///   state = state.flatMap { automaton.next($0, letter.value) }
/// }
/// state.flatMap(automaton.distance)  // 1
/// ```
package struct EditAutomaton: Sendable {
  // The automaton is nondeterministic: position (i, e) means that e edits turn the first i letters of
  // the pattern into the text read so far. All active positions are simulated at once, as bits
  // (Wu and Manber, *Fast text searching allowing errors*, 1992). After j letters, only the positions
  // with i from j - limit to j + limit can be within the limit (Ukkonen, *Algorithms for approximate
  // string matching*, 1985), so a state needs a few bits, however long the pattern is: bit o of byte
  // e stands for i = j + o - limit.

  /// The number of letters of the pattern.
  package let count: Int
  /// The greatest number of edits.
  package let limit: Int
  /// The pattern, padded at both ends with ``noLetter``.
  ///
  /// After *j* letters of a text, the next one is compared with the letters from index *j* on; the
  /// first of these is the letter before the band of positions.
  private let letters: [UInt32]
  /// The codes of the letters that the next letter is compared with, for every number of letters read.
  fileprivate let nearCodes: [PackedBytes]
  /// Which of these letters are digits, as bits; empty if the pattern has none.
  private let nearDigits: [UInt8]
  /// The lowest bit of each byte of a state.
  private let lanes: UInt32
  /// The positions from which a transposition can begin: those with an edit left.
  fileprivate let unspent: UInt32

  /// Prepares to compare texts with a pattern.
  ///
  /// - Parameters:
  ///   - letters: The pattern, as Unicode scalar values.
  ///   - limit: The greatest number of edits, from 0 to 2.
  /// - Complexity: O(*m*) time and space, where *m* is the number of letters.
  package init(_ letters: [UInt32], limit: Int) {
    precondition((0...2).contains(limit), "limit must be between 0 and 2, got \(limit).")
    count = letters.count
    self.limit = limit
    let lanes = Self.allLanes >> UInt32(8 * (2 - limit))
    self.lanes = lanes
    let padding = limit + 1
    var padded = [UInt32](repeating: Self.noLetter, count: letters.count + limit + 7)
    for (index, letter) in letters.enumerated() { padded[padding + index] = letter }
    self.letters = padded
    var (near, nearCodes) = (
      PackedBytes(), [PackedBytes](repeating: PackedBytes(), count: padded.count)
    )
    for index in padded.indices.reversed() {
      near.prepend(padded[index] == Self.noLetter ? 0xFF : LetterCode.of(padded[index]))
      // The letters after the band make no difference.
      nearCodes[index] = near.prefix(2 * limit + 3)
    }
    self.nearCodes = nearCodes
    nearDigits =
      letters.contains(where: Self.isDigit)
      ? padded.indices.map { start in
        padded[start...].prefix(8).enumerated().reduce(0) { digits, letter in
          digits | (Self.isDigit(letter.element) ? 1 << UInt8(letter.offset) : 0)
        }
      } : []
    unspent = (lanes >> 8) &* 0xFF
  }

  /// The positions after another letter that are not after the end of the pattern, in each byte.
  @inline(__always)
  fileprivate func band(after state: State) -> UInt32 {
    let rest = UInt32(truncatingIfNeeded: count &+ limit) &- state.depth
    let width = min(UInt32(truncatingIfNeeded: 2 &* limit &+ 1), rest)
    return (1 &<< width &- 1) &* lanes
  }

  /// A state of the automaton.
  ///
  /// From equal states of one automaton, the same letters lead to the same distances. A state is valid
  /// only for the automaton that made it.
  package struct State: Sendable, Hashable {
    /// The positions reached by at most 0, 1 and 2 edits, a byte each.
    fileprivate var reached: UInt32
    /// The positions from which the last letter began a transposition, a byte for each number of edits.
    fileprivate var swapping: UInt32
    /// The number of letters read.
    ///
    /// It is not in the first word of a state, so that a processor can compare the next letters of the
    /// pattern while the positions are computed, which halves the time of a step.
    fileprivate var depth: UInt32
  }

  /// The state before the first letter.
  ///
  /// - Complexity: O(1).
  package var start: State {
    // A pattern shorter than the limit has fewer letters to delete.
    let ends = UInt32(min(2 * limit, count + limit))
    return State(
      reached: Self.closure(
        1 << UInt32(limit), within: (2 << ends &- 1) &* lanes, digits: digits(near: 0) >> 1),
      swapping: 0, depth: 0)
  }

  /// Which near letters are digits after a number of letters, as bits.
  @inline(__always)
  fileprivate func digits(near depth: UInt32) -> UInt32 {
    nearDigits.isEmpty ? 0 : UInt32(nearDigits[Int(depth)])
  }

  /// Whether a letter is a digit, which is not edited.
  @inline(__always)
  static func isDigit(_ letter: UInt32) -> Bool { letter &- 0x30 < 10 }

  /// Reads a letter.
  ///
  /// - Parameters:
  ///   - state: A state of this automaton.
  ///   - letter: The letter, as a Unicode scalar value.
  /// - Returns: The state after the letter; `nil` if no continuation is within the limit.
  /// - Complexity: O(1).
  package func next(_ state: State, _ letter: UInt32) -> State? {
    let (equal, digits) = (near(state, letter), digits(near: state.depth))
    return Self.isDigit(letter)
      ? Self.exactStep(from: state, equal, band: band(after: state), digits: digits)
      : Self.step(
        from: state, equal, band: band(after: state), unspent: unspent, digits: digits)
  }

  /// The near letters of the pattern that equal a letter, as bits: of position *o*, the letter before is
  /// bit *o*, its own bit *o* + 1, and the one after it bit *o* + 2.
  @inline(__always)
  fileprivate func near(_ state: State, _ letter: UInt32) -> UInt32 {
    var equal: UInt32 = 0
    for bit in 0..<7 where letters[Int(state.depth) + bit] == letter { equal |= 1 << UInt32(bit) }
    return equal
  }

  /// Reads a letter, given the near letters that equal it, as bits.
  @inline(__always)
  private static func step(
    from state: State, _ equal: UInt32, band: UInt32, unspent: UInt32, digits: UInt32
  ) -> State? {
    let reached = state.reached
    // The positions before a letter that may be substituted or transposed.
    let editable = digits == 0 ? reached : reached & ~((digits >> 1 & 0x1F) &* allLanes)
    // An edit leads to the next byte. A substitution or transposition stays on the diagonal, an
    // insertion into the text moves one position down.
    let moved =
      reached & ((equal >> 1) &* allLanes)
      | (state.swapping & (equal &* allLanes)) << 8
      | editable << 8 | reached << 7
    let closed = closure(moved & band, within: band, digits: digits >> 2)
    guard closed != 0 else { return nil }
    return State(
      reached: closed, swapping: editable & ((equal >> 2) &* allLanes) & unspent,
      depth: state.depth &+ 1)
  }

  /// Reads a digit, which no edit touches.
  private static func exactStep(
    from state: State, _ equal: UInt32, band: UInt32, digits: UInt32
  ) -> State? {
    let moved = state.reached & ((equal >> 1) &* allLanes)
    let closed = closure(moved & band, within: band, digits: digits >> 2)
    return closed == 0 ? nil : State(reached: closed, swapping: 0, depth: state.depth &+ 1)
  }

  /// The edit distance between the pattern and the text read so far; `nil` if it exceeds the limit.
  ///
  /// - Complexity: O(1).
  package func distance(_ state: State) -> Int? {
    let offset = count - Int(state.depth) + limit
    guard (0...2 * limit).contains(offset) else { return nil }
    let ends = state.reached >> UInt32(offset) & lanes
    return ends == 0 ? nil : ends.trailingZeroBitCount / 8
  }

  /// The closure under deletion of one or two letters of the pattern; a position reached by fewer edits
  /// is also in the bytes for more edits.
  ///
  /// Bit *o* of `digits` says whether the letter after position *o* is a digit, which is not deleted.
  @inline(__always)
  private static func closure(
    _ positions: UInt32, within band: UInt32, digits: UInt32
  ) -> UInt32 {
    var (deletable, both) = (positions, positions)
    if digits != 0 {
      deletable &= ~((digits & 0x1F) &* allLanes)
      both = deletable & ~((digits >> 1 & 0x1F) &* allLanes)
    }
    let upToOne = positions | deletable << 1
    let upToTwo = upToOne | both << 2
    return (positions | upToOne << 8 | upToTwo << 16) & band
  }

  /// Pads the pattern; not a Unicode scalar value, so it equals no letter.
  private static let noLetter = UInt32.max
  private static let allLanes: UInt32 = 0x01_01_01
}

extension EditAutomaton {
  /// The steps from one state, for a walk that tries many letters.
  ///
  /// Most letters differ from all letters of the pattern near the state, and lead to the same state.
  struct Steps {
    private let state: State
    private let codes: PackedBytes
    private let band: UInt32
    private let unspent: UInt32
    private let digits: UInt32
    /// The state after a letter that differs from all near letters of the pattern, and is no digit.
    let other: State?

    @inline(__always)
    init(_ automaton: EditAutomaton, from state: State) {
      self.state = state
      codes = automaton.nearCodes[Int(state.depth)]
      band = automaton.band(after: state)
      unspent = automaton.unspent
      digits = automaton.digits(near: state.depth)
      other = EditAutomaton.step(from: state, 0, band: band, unspent: unspent, digits: digits)
    }

    /// The near letters of ASCII, and 0xFF for any that are not.
    @inline(__always)
    var nearASCII: ByteSet {
      var set = ByteSet()
      for lane in 0..<7 { set.insert(codes[lane] < 0x80 ? codes[lane] : 0xFF) }
      return set
    }

    /// The near letters that equal a letter of ASCII, as bits.
    @inline(__always)
    func near(_ letter: UInt8) -> UInt32 { UInt32(codes.lanes(of: letter)) }

    /// The near letters that equal a letter, as bits.
    ///
    /// Letters outside of ASCII are compared only if the code is that of a near letter.
    @inline(__always)
    func near(_ letter: UInt32, code: UInt8, of automaton: borrowing EditAutomaton) -> UInt32 {
      let near = near(code)
      return near == 0 || letter < 0x80 ? near : automaton.near(state, letter)
    }

    /// The state after a letter, which equals these near letters.
    @inline(__always)
    func next(_ near: UInt32, _ letter: UInt32) -> State? {
      EditAutomaton.isDigit(letter)
        ? EditAutomaton.exactStep(from: state, near, band: band, digits: digits)
        : EditAutomaton.step(from: state, near, band: band, unspent: unspent, digits: digits)
    }
  }

  /// What may follow a state once all edits are used: one of a few endings of the pattern.
  struct Endings {
    /// Bit *o* stands for the ending from the letter `first` + *o* on.
    var plain: UInt32 = 0
    /// Bit *o* stands for the letter `first` + *o* - 1, and then the ending from `first` + *o* + 1 on.
    var transposed: UInt32 = 0
    /// The number of the letter that bit 0 stands for; it may be negative, but the letter of a set bit
    /// exists.
    var first = 0

    /// Whether there are none.
    @inline(__always)
    var isEmpty: Bool { plain | transposed == 0 }
  }

  /// The endings of the pattern that lead from a state to the end; `nil` if any other letter may follow,
  /// because edits are left.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  func endings(after state: State) -> Endings? {
    guard state.reached & unspent == 0 else { return nil }
    let plain = state.reached &>> UInt32(truncatingIfNeeded: 8 &* limit) & 0xFF
    let transposed = (state.swapping | state.swapping &>> 8 | state.swapping &>> 16) & 0xFF
    return Endings(plain: plain, transposed: transposed, first: Int(state.depth) &- limit)
  }
}

extension EditAutomaton {
  /// The number of edits to a text; `nil` if there are more than the limit.
  package func distance(to text: String) -> Int? {
    var state = start
    for scalar in text.unicodeScalars {
      guard let after = next(state, scalar.value) else { return nil }
      state = after
    }
    return distance(state)
  }
}

/// Up to eight bytes in one word, which are compared with another byte at once (Lamport, 1975).
///
/// The byte 0xFF, which does not occur in UTF-8, stands for an empty lane.
struct PackedBytes: Sendable {
  private var word: UInt64

  /// Eight empty lanes.
  @inline(__always)
  init() { word = .max }

  /// The byte in a lane, 0 to 7; 0xFF in an empty one.
  @inline(__always)
  subscript(lane: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: word &>> UInt64(truncatingIfNeeded: 8 &* lane))
  }

  /// Moves all bytes to the next lane, the last one out, and puts a byte into the first.
  @inline(__always)
  mutating func prepend(_ byte: UInt8) { word = word &<< 8 | UInt64(byte) }

  /// The bytes of the first lanes, up to seven.
  @inline(__always)
  func prefix(_ count: Int) -> PackedBytes {
    var first = self
    first.word |= .max &<< UInt64(truncatingIfNeeded: 8 &* count)
    return first
  }

  /// The lanes that have a byte, a bit for each; none for 0xFF.
  @inline(__always)
  func lanes(of byte: UInt8) -> UInt8 { byte == 0xFF ? 0 : lanes(equalTo: byte) }

  @inline(__always)
  private func lanes(equalTo byte: UInt8) -> UInt8 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    let difference = word ^ (UInt64(byte) &* 0x0101_0101_0101_0101)
    // The top bit of each byte that is zero, exactly; then these bits side by side.
    let zeros = ~((difference & low &+ low) | difference | low)
    return UInt8(truncatingIfNeeded: ((zeros &>> 7) &* 0x0102_0408_1020_4080) &>> 56)
  }
}
