/// All cities in one immutable table, in canonical order: the one thing that every engine shares.
///
/// The order is ascending by folded key, name (as UTF-8), country code, population (the largest
/// first) and id. It makes the cities that match a prefix a contiguous range of rows, so an engine
/// needs to know nothing but where a prefix begins and ends, and alphabetical order costs nothing.
///
/// A gazetteer is a random-access collection of ``City``; the position of a city is its *row*. A city
/// is put together when it is asked for: one record of 24 bytes, two short codes from a table, and
/// the name. Copies share the table.
///
/// ```swift
/// let cities = try Gazetteer(contentsOf: file)
/// cities.count                        // 234908
/// cities.city(withID: 2988507)?.name  // "Paris"
/// ```
public struct Gazetteer: Sendable {
  let table: Table

  init(_ table: Table) { self.table = table }
}

extension Gazetteer {
  /// The columns, written once.
  final class Table: Sendable {
    /// One record for each city, and one more that ends the last name.
    let records: [Record]
    /// All names, one after the other, as valid UTF-8.
    let names: [UInt8]
    /// The pairs of country and division that occur.
    let divisions: [Division]
    /// The time zones that occur, by their names in the IANA database.
    let timeZones: [String]
    /// The rows in ascending order of id.
    let rowsByID: [UInt32]
    /// The names that were joined in.
    let places: PlaceNames

    init(
      records: [Record], names: [UInt8], divisions: [Division], timeZones: [String],
      rowsByID: [UInt32], places: PlaceNames
    ) {
      self.records = records
      self.names = names
      self.divisions = divisions
      self.timeZones = timeZones
      self.rowsByID = rowsByID
      self.places = places
    }
  }

  /// What is kept of a city, side by side: ten neighbours lie in four cache lines.
  struct Record: Sendable {
    var nameStart: UInt32
    var id: UInt32
    var coordinate: Coordinate
    var population: UInt32
    var division: UInt16
    var timeZone: UInt16
  }

  /// A first-level administrative division, or a country if the code is empty.
  struct Division: Sendable, Hashable {
    var countryCode: String
    var admin1Code: String
  }
}

extension Gazetteer.Table {
  /// The record of the city at `row`; the one that only ends the last name is at no row.
  @inline(__always)
  func record(atRow row: Int) -> Gazetteer.Record {
    precondition(
      row >= 0 && row < count, "There is no city at row \(row): there are \(count) cities.")
    return records[row]
  }

  /// Where in `names` the name at `row` lies.
  @inline(__always)
  func nameRange(atRow row: Int) -> Range<Int> {
    Int(records[row].nameStart)..<Int(records[row + 1].nameStart)
  }

  /// The number of cities.
  var count: Int { records.count - 1 }
}
