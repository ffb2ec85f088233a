package import PrefixSearch

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
/// let gazetteer = try Gazetteer(mapping: file)
/// gazetteer.city(withID: 2_643_743)?.name  // "London"
/// ```
public struct Gazetteer: Sendable {
  package let table: Table

  package init(_ table: Table) { self.table = table }

  /// The size of the region in bytes.
  ///
  /// - Complexity: O(1).
  package var byteCount: Int { table.region.count }
}

extension Gazetteer {
  /// A division of any level, by its codes; a whole country if the second and the third are empty.
  ///
  /// ```swift
  /// let illinois = Gazetteer.Division(countryCode: "US", divisionCode: "IL")
  /// let sangamonCounty = Gazetteer.Division("US.IL.167")
  /// let milano = Gazetteer.Division("IT-MI")  // by the code of ISO 3166-2
  /// ```
  public struct Division: Sendable, Hashable {
    /// The code of the country.
    public var countryCode: CountryCode
    /// The code of the first-level division within the country; behind a hyphen, that of ISO 3166-2 of a division of
    /// any level.
    public var divisionCode: DivisionCode
    /// The code of a division below the first level within that; empty for the whole of it.
    public var subdivisionCode: SubdivisionCode

    /// Creates a division.
    public init(
      countryCode: CountryCode, divisionCode: DivisionCode, subdivisionCode: SubdivisionCode = .none
    ) {
      self.countryCode = countryCode
      self.divisionCode = divisionCode
      self.subdivisionCode = subdivisionCode
    }

    /// Whether this division comes before another one: by country, then by code.
    package static func < (one: Division, two: Division) -> Bool {
      let (codes, others) = (one.subdivisionCode.rawValues, two.subdivisionCode.rawValues)
      return (one.countryCode.rawValue, one.divisionCode.rawValue, codes.0, codes.1)
        < (two.countryCode.rawValue, two.divisionCode.rawValue, others.0, others.1)
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
  package func checkRow(_ row: CityRow) {
    precondition(
      row >= 0 && row < endIndex,
      "row must be in 0..<\(count), got \(row.rawValue).")
  }
}

extension Gazetteer {
  /// Opens the content of a gazetteer file that is in memory.
  ///
  /// The header and the table of sections are checked, and every later access is bounds-checked, so no content
  /// makes a program crash; a damaged one may give wrong answers.
  ///
  /// - Parameters:
  ///   - bytes: The whole content of the file, which is copied.
  ///   - name: The name of the file, for messages.
  /// - Throws: ``GazetteerError/empty(file:)``, ``GazetteerError/invalidFile(file:reason:)``
  /// - Complexity: O(*b*), where *b* is the number of bytes.
  public init(bytes: [UInt8], name: String = "the data") throws(GazetteerError) {
    guard !bytes.isEmpty else { throw .empty(file: name) }
    let content = bytes.dropLast(ByteRegion.padding)
    guard content.count + ByteRegion.padding == bytes.count else {
      throw .invalidFile(file: name, reason: "it has \(bytes.count) bytes, fewer than a header")
    }
    // A copy has padding of its own.
    try self.init(region: ByteRegion(copying: Array(content)), name: name)
  }

  /// Opens the content of a gazetteer file that lies in a region, whose padding is that of the file.
  package init(region: ByteRegion, name: String) throws(GazetteerError) {
    self.init(try Table(region, file: name))
  }

  /// A digest of the whole content, 64 hexadecimal digits: equal for equal files, and almost surely
  /// different for others.
  ///
  /// It is the SHA-256 of the header and of the table of sections, which has the checksum of each
  /// section. So it costs microseconds, and does not detect a file that was damaged later, which
  /// `verify()` of GazetteerBuilding does.
  ///
  /// - Complexity: O(1).
  package var contentDigest: String {
    var digest = SHA256()
    let header = table.region.part(0..<table.header.byteCount)
    header?.withContent { digest.update($0) }
    return digest.hexDigest
  }
}

extension Gazetteer {
  /// The file of cities that a gazetteer was made from.
  public struct Source: Sendable, Hashable {
    /// The name of the file, without its folder, such as `cities500.txt`.
    public let name: String
    /// The day of the last change of a city, as `2026-11-27`; `nil` if the file does not say it.
    ///
    /// GeoNames' files of places have a day for each place.
    public let date: String?
    /// The SHA-256 of the file, 64 hexadecimal digits.
    public let digest: String

    /// Creates a source.
    package init(name: String, date: String?, digest: String) {
      self.name = name
      self.date = date
      self.digest = digest
    }
  }

  /// The file of cities that this gazetteer, or the one that it is a part of, was made from.
  ///
  /// `nil` if it was made from cities of a program, merged from several gazetteers, or by an older version of this
  /// package.
  ///
  /// - Complexity: O(1).
  public var source: Source? {
    guard let texts = table.source else { return nil }
    let digits = Array("0123456789abcdef".utf8)
    let digest = table.header.sourceDigest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return Source(
      name: texts[0], date: texts[1].isEmpty ? nil : texts[1],
      digest: String(decoding: digest, as: UTF8.self))
  }
}
