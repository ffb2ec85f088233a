/// The rules that every city in a gazetteer keeps, wherever it comes from.
extension GazetteerBuilder {
  /// Why a city was refused.
  struct Refusal: Error {
    var field: Field
    var reason: String
  }

  /// What a loader has to find for each city; the raw values are for messages.
  enum Field: String {
    case id, name, latitude, longitude, population
    case countryCode = "country code"
    case admin1Code = "admin1 code"
    case timeZone = "time zone"
    case otherNames = "other names"
  }

  /// What is known of a city beside its name.
  struct Attributes {
    var id: Int
    var countryCode: CountryCode
    var admin1Code: DivisionCode
    var coordinate: Coordinate
    var population: Int
    var timeZone = ""
  }

  /// Reads the code of a country.
  ///
  /// - Throws: ``Refusal`` if it does not have the form of one.
  static func countryCode(_ text: String) throws(Refusal) -> CountryCode {
    guard let code = CountryCode(iso: text) else {
      throw Refusal(
        field: .countryCode,
        reason: "must be \(CountryCode.isoForm), got \(text.debugDescription)")
    }
    return code
  }

  /// Checks a number of 32 bits.
  static func number(_ number: Int, _ field: Field) throws(Refusal) -> UInt32 {
    guard let value = UInt32(exactly: number) else {
      throw Refusal(field: field, reason: "must be between 0 and \(UInt32.max), got \(number)")
    }
    return value
  }

  /// Checks what does not depend on other cities, but for numbers.
  static func check(name: Span<UInt8>, _ city: Attributes) throws(Refusal) {
    if let reason = name.refusalAsName { throw Refusal(field: .name, reason: reason) }
    if !city.countryCode.isEmpty { _ = try countryCode(city.countryCode.description) }
  }

  /// Checks another name that is given as one, not as an entry of a list in which much is useless.
  static func check(otherName name: String) throws(Refusal) {
    let bytes = name.utf8.span
    let reason =
      if let reason = bytes.refusalAsName {
        reason
      } else if bytes.count > longestOtherName {
        "must have at most \(longestOtherName) bytes, got \(bytes.count)"
      } else if Folding.key(of: name).count == 1 {
        "must have a letter or a digit"
      } else {
        String?.none
      }
    if let reason {
      throw Refusal(field: .otherNames, reason: "\(String(quoting: bytes)): \(reason)")
    }
  }

  /// The longest name beside the own one, in bytes; GeoNames has none of more than 400.
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
  /// What is wrong with a text as a name; `nil` if nothing is.
  var refusalAsName: String? {
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
  /// Whether nothing is seen of this scalar: soft hyphen, joiners, direction marks, byte order mark.
  fileprivate var isInvisible: Bool {
    switch self {
    case 0xAD, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}

extension String {
  /// A scalar as in the charts of Unicode: four digits or more.
  fileprivate init(hexadecimal scalar: UInt32) {
    let digits = String(scalar, radix: 16, uppercase: true)
    self = String(repeating: "0", count: Swift.max(0, 4 - digits.count)) + digits
  }
}
