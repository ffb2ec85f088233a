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
  /// A first-level administrative division, by its codes; a whole country if the second is empty.
  public struct Division: Sendable, Hashable, Comparable, Codable {
    /// The code of the country.
    public var countryCode: CountryCode
    /// The code of the division within the country.
    public var admin1Code: DivisionCode

    /// Creates a division.
    public init(countryCode: CountryCode, admin1Code: DivisionCode) {
      self.countryCode = countryCode
      self.admin1Code = admin1Code
    }

    /// Whether this division comes before another one: by country, then by code.
    public static func < (one: Division, two: Division) -> Bool {
      (one.countryCode, one.admin1Code) < (two.countryCode, two.admin1Code)
    }
  }
}
