internal import CitySearch

/// The validation of cities from all sources.
extension GazetteerBuilder {
  /// The first invalid field of a city.
  struct ValidationError: Error {
    var field: PlaceField
    var reason: String
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
        field: .country,
        reason: "must be \(CountryCode.isoForm), got \(text.debugDescription)")
    }
    return code
  }

  /// Reads the code of a division.
  ///
  /// - Throws: ``ValidationError`` if the form is invalid.
  static func divisionCode(_ text: String) throws(ValidationError) -> DivisionCode {
    guard let code = DivisionCode(text) else {
      throw ValidationError(field: .division, reason: DivisionCode.rejectionReason(of: text))
    }
    return code
  }

  /// Reads a text.
  ///
  /// - Throws: ``ValidationError`` if it is not valid UTF-8.
  static func text(
    _ bytes: Span<UInt8>, _ field: PlaceField
  ) throws(ValidationError) -> String {
    guard let text = String(validating: bytes) else {
      throw ValidationError(field: field, reason: "not valid UTF-8")
    }
    return text
  }

  /// Reads a whole number.
  ///
  /// - Throws: ``ValidationError`` unless it has only digits and perhaps a minus sign.
  static func wholeNumber(
    _ digits: Span<UInt8>, _ field: PlaceField
  ) throws(ValidationError) -> Int64 {
    guard let number = Int64(digits: digits) else {
      throw ValidationError(
        field: field,
        reason: "must be a whole number of up to 18 digits, got \(String(quoting: digits))")
    }
    return number
  }

  /// Reads a latitude or a longitude, in units of 1e-7 degrees.
  ///
  /// - Parameters:
  ///   - text: A decimal number, perhaps with an exponent, as Python and JavaScript print small ones: 5e-05.
  ///   - field: The latitude or the longitude.
  /// - Returns: The units.
  /// - Throws: ``ValidationError`` with the reason.
  static func degrees(
    _ text: Span<UInt8>, _ field: PlaceField
  ) throws(ValidationError) -> Int32 {
    // Floating point also reads "nan", "inf", hexadecimal digits and a plus sign.
    let isDecimal =
      !text.isEmpty && text[0] != UInt8(ascii: "+")
      && text.indices.allSatisfy { text[$0] &- 0x30 < 10 || "-.eE+".utf8.contains(text[$0]) }
    guard isDecimal, let degrees = String(validating: text).flatMap(Double.init) else {
      throw ValidationError(
        field: field,
        reason: text.isEmpty
          ? "missing" : "must be a decimal number, got \(String(quoting: text))")
    }
    return try Self.degrees(degrees, field, written: String(quoting: text))
  }

  /// Checks a latitude or a longitude, and rounds it to units of 1e-7 degrees.
  static func degrees(
    _ degrees: Double, _ field: PlaceField, written: @autoclosure () -> String
  ) throws(ValidationError) -> Int32 {
    let limit = field == .latitude ? 90 : 180
    // A number of up to seven decimals is nearer to its multiple of 1e-7 than half of that.
    let units = (degrees * Double(Coordinate.unitsPerDegree)).rounded()
    guard units.magnitude <= Double(limit * Coordinate.unitsPerDegree) else {
      throw ValidationError(
        field: field, reason: "must be between -\(limit) and \(limit), got \(written())")
    }
    return Int32(units)
  }

  /// Checks a number of 32 bits.
  static func number(_ number: Int64, _ field: PlaceField) throws(ValidationError) -> UInt32 {
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
