internal import CitySearch

/// The validation of cities from all sources.
extension GazetteerBuilder {
  /// The first invalid field of a city.
  struct ValidationError: Error {
    var field: Field
    var reason: String
  }

  /// The fields of a city; the raw values are for messages.
  enum Field: String {
    case id, name, latitude, longitude, population
    case countryCode = "country code"
    case divisionCode = "admin1 code"
    case timeZone = "time zone"
    case otherNames = "other names"
  }

  /// The attributes of a city, except its names.
  struct Attributes {
    var id: City.ID
    var countryCode: CountryCode
    var divisionCode: DivisionCode
    var coordinate: Coordinate
    var population: Int64
    var timeZone = ""
  }

  /// Reads the code of a country.
  ///
  /// - Throws: ``ValidationError`` if the form is invalid.
  static func countryCode(_ text: String) throws(ValidationError) -> CountryCode {
    guard let code = CountryCode(iso: text) else {
      throw ValidationError(
        field: .countryCode,
        reason: "must be \(CountryCode.isoForm), got \(text.debugDescription)")
    }
    return code
  }

  /// Checks a number of 32 bits.
  static func number(_ number: Int64, _ field: Field) throws(ValidationError) -> UInt32 {
    guard let value = UInt32(exactly: number) else {
      throw ValidationError(
        field: field, reason: "must be between 0 and \(UInt32.max), got \(number)")
    }
    return value
  }

  /// Checks the name and the country code.
  static func check(name: Span<UInt8>, _ city: Attributes) throws(ValidationError) {
    if let reason = name.invalidNameReason { throw ValidationError(field: .name, reason: reason) }
    if !city.countryCode.isEmpty { _ = try countryCode(city.countryCode.description) }
  }

  /// Checks an alternate name from a caller, to which ``NameRules`` apply no filter.
  static func check(otherName name: String) throws(ValidationError) {
    let bytes = name.utf8.span
    let reason =
      if let reason = bytes.invalidNameReason {
        reason
      } else if bytes.count > longestOtherName {
        "must have at most \(longestOtherName) bytes, got \(bytes.count)"
      } else if Folding.key(of: name).count == 1 {
        "must have a letter or a digit"
      } else {
        String?.none
      }
    if let reason {
      throw ValidationError(field: .otherNames, reason: "\(String(quoting: bytes)): \(reason)")
    }
  }

  /// The greatest length of an alternate name in bytes, which is that of GeoNames.
  private static let longestOtherName = 400
}

extension CountryCode {
  /// The form of a code, for messages.
  static let isoForm = "two capital letters"

  /// Reads a code that has the form of one of ISO 3166-1; `nil` for any other text.
  init?(iso text: String) {
    let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")
    guard text.utf8.count == 2, text.utf8.allSatisfy(letters.contains) else { return nil }
    self.init(text)
  }
}

extension Span<UInt8> {
  /// Why a text is not a valid name; `nil` if it is valid.
  var invalidNameReason: String? {
    guard !isEmpty else { return "empty" }
    guard (try? UTF8Span(validating: self)) != nil else { return "not valid UTF-8" }
    var (index, isBlank) = (0, true)
    while index < count {
      let (scalar, length) = decodeScalar(at: index)
      switch scalar {
      case 0..<0x20, 0x7F..<0xA0:
        return "must have no control characters, got U+\(String(hexadecimal: scalar))"
      default: isBlank = isBlank && (scalar.isWhiteSpace || scalar.isInvisible)
      }
      index += length
    }
    return isBlank ? "must not be blank" : nil
  }
}

extension UInt32 {
  /// Whether this scalar is invisible: soft hyphen, joiners, direction marks, byte order mark.
  fileprivate var isInvisible: Bool {
    switch self {
    case 0xAD, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}

extension String {
  /// A scalar as in the Unicode charts: at least four digits.
  fileprivate init(hexadecimal scalar: UInt32) {
    let digits = String(scalar, radix: 16, uppercase: true)
    self = String(repeating: "0", count: Swift.max(0, 4 - digits.count)) + digits
  }
}
