/// A folded name, prepared for being compared with what is misspelt.
struct Spelling: Sendable {
  let bytes: [UInt8]
  let outline: Outline

  /// What tells most names apart at a glance.
  struct Outline: Sendable {
    fileprivate let count: Int
    /// One bit for each letter that occurs; some letters share one.
    fileprivate let letters: UInt64
  }

  init(_ name: String) {
    bytes = Array(name.utf8)
    outline = Outline(
      count: bytes.count, letters: bytes.reduce(0) { $0 | 1 << UInt64($1 & 63) })
  }
}

/// Counts the slips between what was typed and a name, as far as they are few.
///
/// A slip is a letter left out, added, changed, or swapped with the next (the optimal string alignment
/// of Damerau, 1964, and Levenshtein, 1966). Letters are bytes of folded text, nearly all of which are
/// ASCII; the change of another letter may count for two.
struct EditDistance {
  private let typed: Spelling
  /// How many slips are forgiven.
  let limit: Int
  /// The row of the table in the making, the one before it and the one before that.
  private var row: [Int]
  private var last: [Int]
  private var lastButOne: [Int]

  /// Prepares to compare names with what was typed.
  ///
  /// Two slips are forgiven in eight letters or more, one in four or more, none in fewer: codes and
  /// short names differ from each other by as little.
  init(from typed: Spelling) {
    self.typed = typed
    limit = typed.bytes.count >= 8 ? 2 : typed.bytes.count >= 4 ? 1 : 0
    row = Array(repeating: 0, count: typed.bytes.count + 1)
    last = row
    lastButOne = row
  }

  /// Whether length and letters allow that a name is within the limit.
  ///
  /// - Complexity: O(1).
  func mayReach(_ name: Spelling.Outline) -> Bool {
    // A slip brings at most one letter in and one out.
    abs(name.count - typed.outline.count) <= limit
      && (name.letters ^ typed.outline.letters).nonzeroBitCount <= 2 * limit
  }

  /// The number of slips between what was typed and a name; `nil` if it is beyond the limit.
  ///
  /// - Complexity: O(*mn*), where *m* and *n* are the lengths of both in bytes; O(1) if
  ///   ``mayReach(_:)`` is false.
  mutating func slips(to spelling: Spelling) -> Int? {
    guard mayReach(spelling.outline) else { return nil }
    let (typed, name) = (typed.bytes, spelling.bytes)
    for column in last.indices { last[column] = column }
    for index in name.indices {
      row[0] = index + 1
      var least = row[0]
      for column in typed.indices {
        var best = last[column] + (typed[column] == name[index] ? 0 : 1)
        best = min(best, last[column + 1] + 1, row[column] + 1)
        if index > 0, column > 0, typed[column - 1] == name[index],
          typed[column] == name[index - 1]
        {
          best = min(best, lastButOne[column - 1] + 1)
        }
        row[column + 1] = best
        least = min(least, best)
      }
      // Where a row has come to lie beyond the limit, so do all after it, swaps included.
      guard least <= limit else { return nil }
      swap(&lastButOne, &last)
      swap(&last, &row)
    }
    let slips = last[typed.count]
    return slips <= limit ? slips : nil
  }
}
