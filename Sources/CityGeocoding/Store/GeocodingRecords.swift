/// A table of records, one for each address, in the order in which the addresses were enqueued.
struct GeocodingRecords: Sendable {
  private var positions: [String: Int] = [:]
  /// The records; a removed record leaves a gap, so that the positions of the others stay valid.
  private var slots: [GeocodingRecord?] = []

  /// The number of records.
  var count: Int { positions.count }

  /// The digests of the addresses.
  ///
  /// - Complexity: O(*n*), where *n* is the number of records.
  var hashes: Set<String> { Set(positions.keys) }

  /// The records, in order.
  ///
  /// - Complexity: O(*n*), where *n* is the number of records.
  var all: [GeocodingRecord] { slots.compactMap(\.self) }

  /// The record of the address with a digest.
  subscript(hash: String) -> GeocodingRecord? {
    positions[hash].flatMap { slots[$0] }
  }

  /// Makes a change.
  ///
  /// - Complexity: O(1) for each, on average over many.
  mutating func apply(_ change: GeocodingChange) {
    switch change {
    case .put(let record):
      if let position = positions[record.addressHash] {
        slots[position] = record
      } else {
        positions[record.addressHash] = slots.count
        slots.append(record)
      }
    case .remove(let hash):
      guard let position = positions.removeValue(forKey: hash) else { return }
      slots[position] = nil
      closeGaps()
    }
  }

  /// Removes the gaps if more than half of the slots are empty.
  private mutating func closeGaps() {
    guard slots.count > 32, slots.count > 2 * positions.count else { return }
    let records = all
    slots = records
    for (position, record) in records.enumerated() { positions[record.addressHash] = position }
  }
}
