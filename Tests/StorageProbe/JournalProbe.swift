import CityGeocoding
import DurableStorage
import Foundation

/// The tasks with journals alone.
enum JournalProbe {
  /// `rewrite-journal FILE FIRST`: writes the same ten records again and again, and the whole file anew
  /// after every other one.
  ///
  /// Each record says in its name how many were written before, from `FIRST` on, and is acknowledged by
  /// that.
  static func rewrite(_ arguments: [String]) async throws {
    guard arguments.count == 2 else { throw Complaint("rewrite-journal FILE FIRST") }
    let journal = GeocodingJournal(at: URL(filePath: arguments[0]))
    let first = try StorageProbe.number(arguments[1])
    try StorageProbe.acknowledge("ready")
    for number in first... {
      let result = GeocodingProbe.result(named: "\(number)", number)
      let address = GeocodingProbe.address(number % 10)
      let record = GeocodingRecord(address, .found(result, date: Date()))
      try await journal.apply([.put(record)])
      try StorageProbe.acknowledge(number)
      if number % 2 == 0 { try await journal.compact() }
    }
  }

  /// `rush-journal FILE FIRST COUNT`: writes addresses, fifty at a time.
  static func rush(_ arguments: [String]) async throws {
    guard arguments.count == 3 else { throw Complaint("rush-journal FILE FIRST COUNT") }
    let journal = GeocodingJournal(at: URL(filePath: arguments[0]))
    let (first, count) = try (StorageProbe.number(arguments[1]), StorageProbe.number(arguments[2]))
    for start in stride(from: first, to: first + count, by: 50) {
      try await journal.apply(
        (start..<min(start + 50, first + count)).map {
          .put(GeocodingRecord(GeocodingProbe.address($0), .pending))
        })
    }
  }

  /// `read-journal FILE`: says how many records there are, how many changes were lost, if any were, and
  /// whether these were moved aside.
  static func read(_ arguments: [String]) async throws {
    guard arguments.count == 1 else { throw Complaint("read-journal FILE") }
    let journal = GeocodingJournal(at: URL(filePath: arguments[0]))
    try StorageProbe.acknowledge(await journal.records().count)
    guard let damage = await journal.damage else { return }
    try StorageProbe.acknowledge(
      "\(damage.damagedPlaceCount) lost, aside: \(damage.quarantine != nil)")
  }
}
