extension Gazetteer: RandomAccessCollection {
  /// The first row: 0.
  public var startIndex: Int { 0 }

  /// The row after the last, which is the number of cities.
  public var endIndex: Int { table.count }

  /// The city at `row`.
  ///
  /// - Parameter row: A number from 0 to `count` - 1.
  /// - Complexity: O(*m*), where *m* is the length of the name in bytes. Memory is allocated only for
  ///   names of more than 15 bytes.
  public subscript(row: Int) -> City {
    checkRow(row)
    return table.city(atRow: row, nameRange: table.nameRange(atRow: row))
  }

  /// Stops a program that asks for a row that does not exist.
  @inline(__always)
  func checkRow(_ row: Int) {
    precondition(
      row >= 0 && row < count, "There is no city at row \(row): there are \(count) cities.")
  }
}
