/// Counts the slips between what was typed and a name, as far as they are few.
///
/// A slip is a letter left out, added, changed, or swapped with the next (the optimal string alignment
/// of Damerau, 1964, and Levenshtein, 1966). Letters are bytes of folded text, nearly all of which are
/// ASCII; the change of another letter may count for two.
struct EditDistance {
  private let typed: [UInt8]
  /// How many slips are forgiven.
  let limit: Int
  /// The last two rows of the table, and the one in the making.
  private var rows: [[Int]]

  /// Prepares to compare names with what was typed.
  ///
  /// Two slips are forgiven in eight letters or more, one in four or more, none in fewer: codes and
  /// short names differ from each other by as little.
  init(from typed: [UInt8]) {
    self.typed = typed
    limit = typed.count >= 8 ? 2 : typed.count >= 4 ? 1 : 0
    rows = Array(repeating: Array(repeating: 0, count: typed.count + 1), count: 3)
  }

  /// The number of slips between what was typed and `name`; `nil` if it is beyond the limit.
  ///
  /// - Complexity: O(*mn*), where *m* and *n* are the lengths of both in bytes; O(1) if the lengths
  ///   alone tell.
  mutating func slips(to name: [UInt8]) -> Int? {
    guard abs(name.count - typed.count) <= limit else { return nil }
    for column in 0...typed.count { rows[0][column] = column }
    for (row, letter) in name.enumerated() {
      var least = row + 1
      rows[2][0] = row + 1
      for column in typed.indices {
        let isSame = typed[column] == letter
        var best = rows[0][column] + (isSame ? 0 : 1)
        best = min(best, rows[0][column + 1] + 1, rows[2][column] + 1)
        if row > 0, column > 0, typed[column - 1] == letter, typed[column] == name[row - 1] {
          best = min(best, rows[1][column - 1] + 1)
        }
        rows[2][column + 1] = best
        least = min(least, best)
      }
      // No row's least is less than that before it, nor more by two, so a swap cannot leap over this.
      guard least <= limit else { return nil }
      rows.swapAt(0, 1)
      rows.swapAt(0, 2)
    }
    let slips = rows[0][typed.count]
    return slips <= limit ? slips : nil
  }
}
