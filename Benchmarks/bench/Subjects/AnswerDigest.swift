import CitySearch

/// A checksum of one answer, in which order counts.
///
/// Whatever a subject finds is put in here, so that no answer is optimised away, and so that a
/// wrong one is noticed.
struct AnswerDigest: Equatable, Sendable {
  /// The number of matches that were put in.
  private(set) var count = 0
  private(set) var value: UInt64 = 0

  /// Puts in the id of a match.
  @inline(__always)
  mutating func add(id: Int) { add(id, 0) }

  /// Puts in a whole match.
  @inline(__always)
  mutating func add(_ match: CityMatch) {
    // The name is part of the work, though not of the checksum.
    blackHole(match)
    add(match.city.id, match.highlight.length)
  }

  /// Puts in a whole match by any name, with that name and all that is marked of it.
  @inline(__always)
  mutating func add(named match: CityMatch) {
    add(match)
    let marked = match.highlights.reduce(0) { $0 &+ $1.location &+ $1.length }
    add(match.name.text.utf8.count &<< 8 ^ match.edits, marked)
    count &-= 1
  }

  @inline(__always)
  private mutating func add(_ first: Int, _ second: Int) {
    count &+= 1
    let word = UInt64(truncatingIfNeeded: first) &<< 20 ^ UInt64(truncatingIfNeeded: second)
    value = (value &* 0x9E37_79B9_7F4A_7C15) &+ word &+ 1
  }
}
