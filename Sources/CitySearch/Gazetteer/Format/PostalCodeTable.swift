package import PrefixSearch

/// The city of a postal code.
package struct PostalCodePlace: Sendable, Hashable {
  package let city: CityRow
  /// Whether the city has the name of the code's place; else it is the nearest one.
  package let isNamed: Bool

  package init(city: CityRow, isNamed: Bool) { (self.city, self.isNamed) = (city, isNamed) }
}

/// The postal codes of a gazetteer, each with its city: 12 bytes a code.
///
/// The section has the number of codes, in four bytes, and four bytes of zeros; then a key of eight bytes for each
/// code, ascending; then, in the same order, the row of its city in four bytes, of which the highest bit says that the
/// city is only the nearest one. A key is the number of the country's two letters, 0 to 675, and in the 54 bits below
/// it the code as a number of base 37: 0 for nothing, 1 to 10 for digits, 11 to 36 for letters.
package struct PostalCodeTable: Sendable {
  private let region: ByteRegion
  package let count: Int
  private let cityCount: Int
  /// The countries that have codes, and the positions of these.
  private let countries: [(code: CountryCode, positions: Range<Int>)]

  /// The greatest number of letters and digits of a code.
  package static let longestCode = 10
  private static let headSize = 8
  private static let (keySize, rowSize) = (8, 4)
  private static let nearestFlag: UInt32 = 1 << 31
  /// The bits of a key below the country.
  package static let codeWidth: UInt64 = 54

  /// Reads a section; `nil` if it does not hold as many codes as it says.
  ///
  /// - Parameters:
  ///   - region: The section.
  ///   - cityCount: The number of cities.
  ///   - codes: The section of the codes of countries.
  ///   - countryCount: The number of countries.
  /// - Complexity: O(*c* log *n*) for *c* countries and *n* codes.
  package init?(
    _ region: ByteRegion, cityCount: Int, countries codes: ByteRegion, countryCount: Int
  ) {
    let content = region.count - ByteRegion.padding
    let count = Int(clamping: region.uint32(at: 0))
    guard content >= Self.headSize,
      count == (content - Self.headSize) / (Self.keySize + Self.rowSize),
      content == Self.headSize + count * (Self.keySize + Self.rowSize)
    else { return nil }
    self.region = region
    self.cityCount = cityCount
    self.count = count
    func position(of key: UInt64) -> Int {
      (0..<count).partitioningIndex { region.uint64(at: Self.headSize + Self.keySize * $0) >= key }
    }
    countries = (0..<countryCount).compactMap { line in
      let code = CountryCode(rawValue: codes.uint32(at: line &* Gazetteer.Table.countrySize))
      guard let number = Self.number(of: code) else { return nil }
      let first = position(of: number << Self.codeWidth)
      let positions = first..<max(first, position(of: (number + 1) << Self.codeWidth))
      return positions.isEmpty ? nil : (code, positions)
    }
  }

  /// The key of a code in a country; `nil` if it has other signs than letters and digits of ASCII, spaces and dashes,
  /// none, or too many.
  package static func key(of code: Span<UInt8>, in country: CountryCode) -> UInt64? {
    guard let number = number(of: country), let code = self.number(of: code) else { return nil }
    return number << codeWidth | code
  }

  private static func number(of country: CountryCode) -> UInt64? {
    let letters = country.rawValue >> 16
    let (first, second) = (letters >> 8 &- 0x41, letters & 0xFF &- 0x41)
    return first < 26 && second < 26 ? UInt64(first * 26 + second) : nil
  }

  private static func number(of code: Span<UInt8>) -> UInt64? {
    var (number, length) = (0 as UInt64, 0)
    for index in code.indices {
      let digit: UInt64
      switch code[index] {
      case UInt8(ascii: " "), UInt8(ascii: "-"): continue
      case 0x30...0x39: digit = UInt64(code[index]) - 0x30 + 1
      case 0x41...0x5A: digit = UInt64(code[index]) - 0x41 + 11
      case 0x61...0x7A: digit = UInt64(code[index]) - 0x61 + 11
      default: return nil
      }
      guard length < longestCode else { return nil }
      number = number * 37 + digit
      length += 1
    }
    guard length > 0 else { return nil }
    for _ in length..<longestCode { number *= 37 }
    return number
  }

  /// The places of a code in all countries that have it.
  ///
  /// - Complexity: O(*c* log *n*) for *c* countries with codes, and *n* codes.
  package func places(of code: Span<UInt8>) -> [(country: CountryCode, place: PostalCodePlace)] {
    guard let number = Self.number(of: code) else { return [] }
    return countries.compactMap { country, positions in
      guard let letters = Self.number(of: country) else { return nil }
      let key = letters << Self.codeWidth | number
      let position = positions.partitioningIndex { self.key(at: $0) >= key }
      guard position < positions.upperBound, self.key(at: position) == key else { return nil }
      return place(at: position).map { (country, $0) }
    }
  }

  /// The key at a position.
  package func key(at position: Int) -> UInt64 {
    region.uint64(at: Self.headSize + Self.keySize * position)
  }

  /// The place at a position; `nil` if the file is damaged.
  package func place(at position: Int) -> PostalCodePlace? {
    let value = region.uint32(at: Self.headSize + Self.keySize * count + Self.rowSize * position)
    let row = Int(value & ~Self.nearestFlag)
    guard row < cityCount else { return nil }
    return PostalCodePlace(city: CityRow(row), isNamed: value & Self.nearestFlag == 0)
  }

  /// All codes with their places; those of a damaged file that have none are left out.
  package var all: [(key: UInt64, place: PostalCodePlace)] {
    (0..<count).compactMap { position in place(at: position).map { (key(at: position), $0) } }
  }

  /// The bytes of a section.
  ///
  /// - Parameter codes: Keys and their places, ascending.
  /// - Returns: The bytes.
  package static func bytes(of codes: [(key: UInt64, place: PostalCodePlace)]) -> [UInt8] {
    var writer = ByteRegionWriter()
    writer.append(codes.count, width: 4)
    writer.append(0, width: 4)
    for (key, _) in codes { writer.append(key, width: keySize) }
    for (_, place) in codes {
      let row = UInt32(truncatingIfNeeded: place.city.rawValue)
      writer.append(place.isNamed ? row : row | nearestFlag, width: rowSize)
    }
    return writer.bytes
  }
}
