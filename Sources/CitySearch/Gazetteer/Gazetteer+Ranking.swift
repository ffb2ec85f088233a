internal import FlatStorage
internal import PrefixSearch

extension Gazetteer {
  /// Finds the most populous cities of a range, the largest first; equal ones in canonical order.
  ///
  /// - Parameters:
  ///   - rows: The rows to choose from.
  ///   - limit: The most rows to give; `nil` for all.
  /// - Returns: The rows.
  /// - Complexity: O(*k*) for the rows of a prefix and up to ten cities; for more, and for other
  ///   ranges, O(*k* log *k* log *n*), where *n* is the number of rows and *k* the smaller of *n* and
  ///   `limit`. In a gazetteer of an older file, which has no section for it, O(*n* log *k*).
  package func mostPopulousRows(in rows: Range<Int>, limit: Int?) -> [UInt32] {
    table.ranking?.first(limit, of: rows, by: table.populations)
      ?? table.populations.first(limit, of: rows)
  }

  /// What `RANK` holds, made anew.
  ///
  /// - Complexity: O(*b*), where *b* is the length of all names in bytes.
  func newRanking() -> HeaviestRows {
    var (sharedLengths, last) = ([UInt32](), [UInt8]())
    sharedLengths.reserveCapacity(count)
    forEachKey { key in
      sharedLengths.append(UInt32(last.span.sharedLength(with: key.span)))
      swap(&key, &last)
    }
    let populations = indices.map {
      UInt32(truncatingIfNeeded: table.records.population(atRow: $0))
    }
    return HeaviestRows(weights: populations, sharedLengths: sharedLengths)
  }
}
