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
    let record = table.record(atRow: row)
    let division = table.divisions[Int(record.division)]
    return City(
      id: Int(record.id), name: name(atRow: row), countryCode: division.countryCode,
      admin1Code: division.admin1Code, coordinate: record.coordinate,
      population: Int(record.population))
  }

  /// The name of the city at `row`.
  private func name(atRow row: Int) -> String {
    let names = table.names
    let bytes = names.span.extracting(table.nameRange(atRow: row))
    // Sound: names are checked to be UTF-8 when a gazetteer is made, and never written again.
    return unsafe String(copying: UTF8Span(unchecked: bytes))
  }
}
