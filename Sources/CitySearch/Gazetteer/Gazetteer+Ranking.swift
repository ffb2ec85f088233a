internal import PrefixSearch

extension Gazetteer {
  /// Finds the most populous cities of a range, the largest first; equal ones in canonical order.
  ///
  /// - Parameters:
  ///   - rows: The rows to choose from.
  ///   - limit: The most rows to give; `nil` for all.
  /// - Returns: The rows.
  /// - Complexity: O(*k*) for the rows of a prefix and up to ten cities; for more, and for other
  ///   ranges, O(*k* log *n*), where *n* is the number of rows and *k* the smaller of *n* and `limit`.
  package func mostPopulousRows(in rows: Range<CityRow>, limit: Int?) -> [UInt32] {
    table.populationTopK.first(
      limit, of: rows.rawValues, by: PopulationRanks(records: table.records))
  }
}

/// The order of cities by population, the largest first.
struct PopulationRanks: RankedRows {
  let records: CityRecords

  // One more, since a weight of zero would leave a city out.
  @inline(__always)
  func weight(ofRow row: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: records.population(atRow: CityRow(row))) &+ 1
  }

  @inline(__always)
  func group(ofRow row: Int) -> UInt32 { UInt32(truncatingIfNeeded: row) }

  @inline(__always)
  func precedence(ofRow row: Int) -> UInt8 { 0 }
}
