/// A store that forgets everything with the program, for previews and tests.
public actor GeocodingMemory: GeocodingStore {
  private var kept = GeocodingRecords()

  /// Creates a store.
  ///
  /// - Parameter records: What it keeps at first.
  public init(_ records: [GeocodingRecord] = []) {
    for record in records { kept.apply(.put(record)) }
  }

  /// Reads everything.
  ///
  /// - Complexity: O(*n*), where *n* is the number of records.
  public func records() -> [GeocodingRecord] { kept.all }

  /// Makes changes, in order.
  ///
  /// - Complexity: O(*k*), where *k* is the number of changes.
  public func apply(_ changes: [GeocodingChange]) {
    for change in changes { kept.apply(change) }
  }
}
