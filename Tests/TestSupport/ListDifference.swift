extension Sequence where Element: Equatable {
  /// Where this list first differs from the expected one, in words; `nil` if they are equal.
  ///
  /// A failed comparison of two lists prints both, which for all cities is a book.
  @inlinable
  package func firstDifference(from expected: some Sequence<Element>) -> String? {
    var (found, expected) = (makeIterator(), expected.makeIterator())
    var place = 0
    while true {
      let (one, other) = (found.next(), expected.next())
      if one != other {
        let texts = [one, other].map { $0.map { "\($0)" } ?? "the end" }
        return "at \(place) is \(texts[0]), and should be \(texts[1])"
      }
      if one == nil { return nil }
      place += 1
    }
  }
}
