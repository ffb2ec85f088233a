/// The code of a country or of a division: its letters, stored in one number.
///
/// Ten cities are made at every keystroke, and each has two codes. As strings they would take 16 bytes
/// each; as a number, a code is copied, compared and hashed like any other number. Its first letter
/// is in the highest byte, so that codes compare as their texts do.
package protocol RegionCode: Sendable, Hashable, LosslessStringConvertible {
  /// The number that holds the letters.
  associatedtype RawValue: FixedWidthInteger & UnsignedInteger & Sendable

  /// The UTF-8 bytes of the code, the first one highest, padded with zeros.
  var rawValue: RawValue { get }

  /// Creates a code from its bytes.
  ///
  /// - Parameter rawValue: The UTF-8 bytes, the first one highest, padded with zeros.
  init(rawValue: RawValue)
}

/// The code of a country by ISO 3166-1: two letters; empty if there is none.
///
/// ```swift
/// let code: CountryCode = "DE"  // a literal must be a valid code
/// code.description              // "DE"
/// let typed = CountryCode("deu")  // that of Germany, too; nil if the text is not a valid code
/// ```
public struct CountryCode: RegionCode, ExpressibleByStringLiteral {
  /// The UTF-8 bytes of the code, the first one highest, padded with zeros.
  package let rawValue: UInt32

  /// Creates a code from its bytes.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Reads a code of two letters, or one of the three letters of ISO 3166-1; capitals or not.
  ///
  /// - Parameter text: The code; empty for none. Any other text gives `nil`.
  public init?(_ text: String) {
    func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }
    guard text.utf8.allSatisfy(isLetter) else { return nil }
    let letters = text.utf8.map { $0 & 0xDF }
    switch letters.count {
    case 0, 2: self.init(utf8: letters)
    case 3: self.init(alpha3: letters)
    default: return nil
    }
  }

  /// Creates a code from a literal.
  ///
  /// - Precondition: The text is a code.
  public init(stringLiteral text: String) {
    guard let code = Self(text) else {
      preconditionFailure("A CountryCode must have two letters or three, got \(text).")
    }
    self = code
  }

  /// The code as text.
  public var description: String { text }
}

/// The code of a first-level administrative division within its country; empty if it is unknown.
///
/// Up to eight bytes of UTF-8 fit, as long as the longest codes of GeoNames.
public struct DivisionCode: RegionCode, ExpressibleByStringLiteral {
  /// The UTF-8 bytes of the code, the first one highest, padded with zeros.
  package let rawValue: UInt64

  /// Creates a code from its bytes.
  package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The empty code.
  public static var none: DivisionCode { DivisionCode(rawValue: 0) }

  /// Reads a code; `nil` if the text has more bytes in UTF-8 than the code can hold, or contains a NUL.
  ///
  /// - Parameter text: The code.
  public init?(_ text: String) { self.init(utf8: text.utf8) }

  /// Creates a code from a literal.
  ///
  /// - Precondition: The text has no more bytes in UTF-8 than the code can hold, and no NUL.
  public init(stringLiteral text: String) { self.init(valid: text) }

  /// The code as text.
  public var description: String { text }
}

/// The code of a division below the first level within its first-level division, such as `167` or `MI`; empty if there
/// is none.
///
/// Up to 16 letters, digits and other characters of ASCII fit; the longest codes of GeoNames have ten.
public struct SubdivisionCode: Sendable, Hashable, LosslessStringConvertible,
  ExpressibleByStringLiteral
{
  private let first, rest: DivisionCode

  private init(_ first: DivisionCode, _ rest: DivisionCode) {
    (self.first, self.rest) = (first, rest)
  }

  /// The empty code.
  public static var none: SubdivisionCode { SubdivisionCode(DivisionCode.none, .none) }

  /// Whether the code is empty.
  package var isEmpty: Bool { first.isEmpty }

  /// Reads a code; `nil` if the text has other characters than those of ASCII that are printed, or more than 16.
  ///
  /// - Parameter text: The code.
  public init?(_ text: String) {
    let length = DivisionCode.maximumLength
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      let first = DivisionCode(utf8: text.utf8.prefix(length)),
      let rest = DivisionCode(utf8: text.utf8.dropFirst(length))
    else { return nil }
    self.init(first, rest)
  }

  /// Creates a code from a literal.
  ///
  /// - Precondition: The text is a code.
  public init(stringLiteral text: String) {
    guard let code = Self(text) else {
      preconditionFailure(
        "A SubdivisionCode must have at most 16 characters of ASCII, got \(text).")
    }
    self = code
  }

  /// The code as text.
  public var description: String { first.description + rest.description }

  /// The bytes, the first one highest, padded with zeros: codes compare as these.
  package var rawValues: (UInt64, UInt64) { (first.rawValue, rest.rawValue) }
}

extension Gazetteer.Division: LosslessStringConvertible {
  /// Reads codes with dots between them, `US`, `US.IL` or `US.IL.167`, or that of ISO 3166-2, `IT-MI`.
  ///
  /// - Parameter text: The codes; capitals matter in those of GeoNames only. That of the country may have three letters.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    let end = bytes.firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") } ?? bytes.count
    guard let country = CountryCode(String(decoding: bytes[..<end], as: UTF8.self)),
      !country.isEmpty
    else { return nil }
    guard end < bytes.count else {
      self.init(countryCode: country, divisionCode: .none)
      return
    }
    if bytes[end] == UInt8(ascii: "-") {
      guard end + 1 < bytes.count,
        let code = DivisionCode(String(decoding: bytes[end...], as: UTF8.self).inCapitals)
      else { return nil }
      self.init(countryCode: country, divisionCode: code)
      return
    }
    let dot = bytes[(end + 1)...].firstIndex(of: UInt8(ascii: ".")) ?? bytes.count
    let rest = dot < bytes.count ? String(decoding: bytes[(dot + 1)...], as: UTF8.self) : ""
    guard let division = DivisionCode(utf8: bytes[(end + 1)..<dot]),
      let subdivision = SubdivisionCode(rest), dot == bytes.count || !subdivision.isEmpty
    else { return nil }
    self.init(countryCode: country, divisionCode: division, subdivisionCode: subdivision)
  }

  /// The codes with dots between them, or that of ISO 3166-2.
  public var description: String {
    let name = "\(countryCode)"
    if isISOCode { return name + divisionCode.description }
    if divisionCode.isEmpty, subdivisionCode.isEmpty { return name }
    return subdivisionCode.isEmpty
      ? "\(name).\(divisionCode)" : "\(name).\(divisionCode).\(subdivisionCode)"
  }

  /// Whether the second code is that of ISO 3166-2.
  package var isISOCode: Bool {
    divisionCode.rawValue >> UInt64(DivisionCode.RawValue.bitWidth - 8) == 0x2D
  }

  /// Whether this is a first-level division or a country, by codes of GeoNames.
  package var isFirstLevel: Bool { subdivisionCode.isEmpty && !isISOCode }

  /// Whether another division is this one, or lies in it according to their codes.
  package func contains(_ other: Gazetteer.Division) -> Bool {
    self == other
      || subdivisionCode.isEmpty && countryCode == other.countryCode
        && divisionCode == other.divisionCode
  }
}

extension RegionCode {
  /// The greatest length of a code in bytes of UTF-8.
  package static var maximumLength: Int { RawValue.bitWidth / 8 }

  /// The empty code.
  package static var none: Self { Self(rawValue: 0) }

  /// Whether one code comes before another, as their bytes do.
  package static func < (one: Self, two: Self) -> Bool { one.rawValue < two.rawValue }

  /// Whether the code is empty.
  package var isEmpty: Bool { rawValue == 0 }

  /// Why a text is not a code, for messages.
  package static func rejectionReason(of text: String) -> String {
    "must have at most \(maximumLength) bytes and no NUL, got \(text.debugDescription)"
  }

  /// Reads a code in UTF-8; `nil` if it is too long or contains a NUL.
  init?(utf8: some Sequence<UInt8>) {
    var (value, count) = (RawValue.zero, 0)
    for byte in utf8 {
      guard byte != 0, count < Self.maximumLength else { return nil }
      count += 1
      value |= RawValue(byte) << RawValue(RawValue.bitWidth - 8 * count)
    }
    self.init(rawValue: value)
  }

  /// Creates a code from a text that is one.
  ///
  /// - Precondition: The text has no more bytes in UTF-8 than the code can hold, and no NUL.
  fileprivate init(valid text: String) {
    guard let code = Self(utf8: text.utf8) else {
      preconditionFailure("A \(Self.self) \(Self.rejectionReason(of: text)).")
    }
    self = code
  }

  /// The code as text.
  fileprivate var text: String {
    String(packed: UInt64(rawValue) << UInt64(64 - RawValue.bitWidth))
  }
}

extension String {
  /// A text of up to eight bytes, the first one highest, padded with zeros.
  ///
  /// Not generic over the numbers of codes, because generic code took 150 ns for each text in other
  /// modules.
  fileprivate init(packed bytes: UInt64) {
    var (letters, count, rest) = (InlineArray<8, UInt8>(repeating: 0), 0, bytes)
    while rest >> 56 != 0 {
      letters[count] = UInt8(truncatingIfNeeded: rest >> 56)
      count += 1
      rest <<= 8
    }
    // Codes that are not UTF-8 come from damaged files only.
    self =
      String(validating: letters.span.extracting(first: count))
      ?? String(repeating: "\u{FFFD}", count: count)
  }
}

// MARK: - The countries and divisions of a gazetteer

extension Gazetteer {
  /// A country, for a menu.
  public struct Country: Sendable, Hashable {
    /// The code of ISO 3166-1.
    public let code: CountryCode
    /// The English name; `nil` if none was joined in.
    public let name: String?
  }

  /// A first-level administrative division, for a menu.
  public struct NamedDivision: Sendable, Hashable {
    /// The codes of the country and of the division.
    public let codes: Division
    /// The name in GeoNames; `nil` if none was joined in.
    public let name: String?
  }

  /// The countries that have a city or a name, ascending by code.
  ///
  /// - Complexity: O(*c*), where *c* is the number of countries.
  public var countries: [Country] {
    (0..<table.countryCount).map { number in
      Country(code: table.country(number), name: table.countryNames[number].ifNotEmpty)
    }
  }

  /// The first-level divisions of a country that have a city or a name, ascending by code.
  ///
  /// - Parameter country: The code of the country.
  /// - Returns: The divisions; empty if there is no such country.
  /// - Complexity: O(log *n* + *d*), where *n* is the number of all divisions and *d* that of the country.
  public func divisions(of country: CountryCode) -> [NamedDivision] {
    table.number(of: country).map { table.divisions(ofCountry: $0).map(namedDivision) } ?? []
  }

  /// All first-level divisions, ascending by codes.
  package var divisions: [NamedDivision] { (0..<table.divisionCount).map(namedDivision) }

  private func namedDivision(_ number: Int) -> NamedDivision {
    NamedDivision(codes: table.division(number), name: table.divisionNames[number].ifNotEmpty)
  }
}
