extension Gazetteer: RandomAccessCollection {
  /// The first row: 0.
  public var startIndex: CityRow { 0 }

  /// The row after the last, which is the number of cities.
  public var endIndex: CityRow { CityRow(table.count) }

  /// The number of cities.
  public var count: Int { table.count }

  /// The city at `row`.
  ///
  /// - Parameter row: One of the `count` rows.
  /// - Complexity: O(*m*), where *m* is the length of the name in bytes. Memory is allocated only for
  ///   names of more than 15 bytes.
  public subscript(row: CityRow) -> City {
    checkRow(row)
    return table.city(atRow: row)
  }

  /// Stops a program that asks for a row that does not exist.
  @inline(__always)
  func checkRow(_ row: CityRow) {
    precondition(
      row >= 0 && row < endIndex,
      "There is no city at row \(row.rawValue): there are \(count) cities.")
  }
}
