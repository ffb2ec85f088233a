internal import FlatStorage
internal import PrefixSearch

/// All cities in one immutable table, in canonical order: the one thing that every engine shares.
///
/// The order is ascending by folded key, name (as UTF-8), country code, population (the largest
/// first) and id. It makes the cities that match a prefix a contiguous range of rows, so an engine
/// needs to know nothing but where a prefix begins and ends, and alphabetical order costs nothing.
///
/// A gazetteer is a random-access collection of ``City``; the position of a city is its *row*. It lies
/// in one region of bytes, in memory as in a file: a city is put together when it is asked for, out of
/// a record (16 bytes for the shipped cities), its name, and codes that many cities share. Copies share
/// the region.
///
/// ```swift
/// let cities = try Gazetteer(contentsOf: file)
/// cities.count                        // 234908
/// cities.city(withID: 2988507)?.name  // "Paris"
/// ```
public struct Gazetteer: Sendable {
  let table: Table

  init(_ table: Table) { self.table = table }

  /// The size of the region that holds everything, in bytes.
  ///
  /// - Complexity: O(1).
  public var byteCount: Int { table.region.count }
}

extension Gazetteer {
  /// A first-level administrative division, or a country if the code is empty.
  struct Division: Sendable, Hashable {
    var countryCode: String
    var admin1Code: String

    /// Whether this division comes before `other`: by country, then by code, as UTF-8.
    static func < (one: Division, two: Division) -> Bool {
      if one.countryCode != two.countryCode {
        return one.countryCode.utf8Precedes(two.countryCode)
      }
      return one.admin1Code.utf8Precedes(two.admin1Code)
    }
  }
}
