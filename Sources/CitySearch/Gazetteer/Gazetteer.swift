public import Foundation
internal import PrefixSearch
internal import SystemFiles

/// All cities in one immutable table, in canonical order, shared by all engines.
///
/// The order is ascending by folded key, name (as UTF-8), country code, population (the largest
/// first) and id. So the cities that match a prefix are a contiguous range of rows, an engine only maps
/// prefixes to ranges, and alphabetical order costs nothing.
///
/// A gazetteer is a random-access collection of ``City``; the position of a city is its *row*. It is
/// stored in one region of bytes, in memory as in a file: a city is assembled lazily from a record (16
/// bytes for the shipped cities), its name, and codes that many cities share. Copies share the region.
///
/// ```swift
/// let gazetteer = try Gazetteer(contentsOf: file)
/// gazetteer.city(withID: 2_643_743)?.name  // "London"
/// ```
public struct Gazetteer: Sendable {
  let table: Table

  init(_ table: Table) { self.table = table }

  /// The size of the region in bytes.
  ///
  /// - Complexity: O(1).
  package var byteCount: Int { table.region.count }
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

  /// Traps if a row does not exist.
  @inline(__always)
  func checkRow(_ row: CityRow) {
    precondition(
      row >= 0 && row < endIndex,
      "row must be in 0..<\(count), got \(row.rawValue).")
  }
}

extension Gazetteer {
  /// Opens a gazetteer file made by ``write(to:)``, without reading it.
  ///
  /// The file is memory-mapped: pages are read on demand, and shared with other processes that have
  /// opened it. The header and the table of sections are checked, and every later access is bounds-checked,
  /// so no file makes a program crash or read outside of it; a damaged file may give wrong answers, which
  /// ``verify()`` detects. The file must not be truncated while it is mapped: the system terminates a
  /// program that reads missing pages. To avoid that risk, load with
  /// ``init(contentsOf:admin1Codes:countryInfo:regions:languages:otherNamesFromPopulation:)``,
  /// which reads the file once and keeps its bytes.
  ///
  /// - Parameter file: The file.
  /// - Throws: ``GazetteerError`` if it cannot be read, is not a gazetteer, or has a damaged header.
  /// - Complexity: O(*c*), where *c* is the number of countries and divisions.
  public init(mapping file: URL) throws(GazetteerError) {
    self.init(try Table(ByteRegion.mapping(file), file: file.pathAsGiven))
  }

  /// A digest of the whole content, 64 hexadecimal digits: equal for equal files, and almost surely
  /// different for others.
  ///
  /// It is the SHA-256 of the header and of the table of sections, which has the checksum of each
  /// section. So it costs microseconds, and does not detect a file that was damaged later, which
  /// ``verify()`` does.
  ///
  /// - Complexity: O(1).
  public var contentDigest: String {
    var digest = SHA256()
    let header = table.region.part(0..<table.header.byteCount)
    header?.withContent { digest.update($0) }
    return digest.hexDigest
  }

  /// Writes the gazetteer to a file.
  ///
  /// The same cities give the same bytes, on every system. If an error is thrown, an older file stays as it
  /// was, and nothing is left of the new one.
  ///
  /// - Parameter file: Where to write; an older file is replaced in one step. The extension is `gazetteer` by
  ///   convention.
  /// - Throws: ``GazetteerError/unwritable(file:reason:)``
  /// - Complexity: O(*b*), where *b* is the size of the gazetteer in bytes.
  public func write(to file: URL) throws(GazetteerError) {
    try file.withPathToWrite { path throws(GazetteerError) in
      try NewFile.create(replacing: path).complete(with: fileBytes())
    }
  }

  /// The bytes of a file of this gazetteer: those of its region.
  func fileBytes() -> [UInt8] {
    table.region.content + [UInt8](repeating: 0, count: ByteRegion.padding)
  }
}
