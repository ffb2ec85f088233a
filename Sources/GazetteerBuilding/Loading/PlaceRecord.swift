internal import CitySearch
internal import PrefixSearch

/// A place while it is read from a table or from JSON.
struct PlaceRecord {
  private var name: [UInt8] = []
  private var id: Int64?
  private var latitude: Int32 = 0
  private var longitude: Int32 = 0
  private var country = CountryCode.none
  private var division = DivisionCode.none
  private var population: Int64 = 0
  private var timeZone = ""
  private var otherNames: [String] = []

  /// Why the text of a field is invalid.
  struct FieldError: Error {
    var reason: String
  }
}

extension PlaceRecord {
  /// Reads a field; an empty text is none.
  ///
  /// - Throws: ``FieldError`` if the text is invalid, or if the place must have the field.
  mutating func read(
    _ field: PlaceField, _ text: String, _ countries: CountriesByName
  ) throws(FieldError) {
    let bytes = text.utf8.span
    switch field {
    case .name: name = Array(text.utf8)
    case .latitude: latitude = try Self.degrees(bytes, upTo: 90)
    case .longitude: longitude = try Self.degrees(bytes, upTo: 180)
    case .id: id = text.isEmpty ? nil : try Self.wholeNumber(bytes)
    case .population: population = text.isEmpty ? 0 : try Self.wholeNumber(bytes)
    case .country:
      do throws(GazetteerBuilder.ValidationError) { country = try countries.code(text) } catch {
        throw FieldError(reason: error.reason)
      }
    case .division:
      guard let code = DivisionCode(text) else {
        throw FieldError(reason: DivisionCode.rejectionReason(of: text))
      }
      division = code
    case .timeZone: timeZone = text
    case .otherNames:
      try addOtherNames(text.split(separator: Self.separator).map(String.init))
    }
  }

  /// Reads the id or the population from JSON, in any notation of a whole number.
  mutating func read(_ field: PlaceField, jsonNumber text: Span<UInt8>) throws(FieldError) {
    guard let number = Int64(jsonNumber: text) else {
      throw FieldError(reason: Int64.rejectionReason(of: text))
    }
    if field == .id { id = number } else { population = number }
  }

  /// Adds other names, without the white space around them.
  mutating func addOtherNames(_ names: [String]) throws(FieldError) {
    for name in names {
      let bytes = name.utf8.span
      let range = bytes.trimmed(0..<bytes.count)
      guard !range.isEmpty, let name = String(validating: bytes.extracting(range)) else { continue }
      do throws(GazetteerBuilder.ValidationError) {
        try GazetteerBuilder.check(otherName: name)
      } catch {
        throw FieldError(reason: error.reason)
      }
      otherNames.append(name)
    }
  }

  /// Adds the place to `builder`.
  ///
  /// - Throws: `ValidationError` with the first invalid field.
  func append(to builder: inout GazetteerBuilder) throws(GazetteerBuilder.ValidationError) {
    let coordinate = Coordinate(fixedLatitude: latitude, fixedLongitude: longitude)
    let id = self.id.map { City.ID($0) } ?? builder.newID(of: name.span, at: coordinate)
    try builder.append(
      name: name.span,
      GazetteerBuilder.Attributes(
        id: id, countryCode: country, divisionCode: division, coordinate: coordinate,
        population: population, timeZone: timeZone),
      otherNames: otherNames)
  }

  /// Between other names.
  private static let separator = "|"

  private static func degrees(
    _ text: Span<UInt8>, upTo limit: Int
  ) throws(FieldError) -> Int32 {
    do throws(FixedDegrees.ParsingError) {
      return try FixedDegrees.read(text, upTo: limit)
    } catch {
      throw FieldError(reason: text.isEmpty ? "missing" : error.reason)
    }
  }

  /// A number of digits, which some programs end in ".0".
  private static func wholeNumber(_ text: Span<UInt8>) throws(FieldError) -> Int64 {
    let end = text.count - 2
    let isPadded = end > 0 && text[end] == UInt8(ascii: ".") && text[end + 1] == UInt8(ascii: "0")
    guard let number = Int64(digits: isPadded ? text.extracting(..<end) : text) else {
      throw FieldError(reason: Int64.rejectionReason(of: text))
    }
    return number
  }
}

extension GazetteerBuilder {
  /// The ids of places that came without one: above those of GeoNames, and below those that the articles suggest
  /// for own places.
  static let madeIDs: Range<UInt32> = 1_000_000_000..<4_000_000_000

  /// An id for a place without one, which depends on its name and coordinate, and so is the same at each build; the
  /// next one if a city has it already.
  func newID(of name: Span<UInt8>, at coordinate: Coordinate) -> City.ID {
    var bytes = FNV1a()
    for index in name.indices { bytes.add(name[index]) }
    for number in [coordinate.fixedLatitude, coordinate.fixedLongitude] {
      for shift in 0..<4 { bytes.add(UInt8(truncatingIfNeeded: number >> Int32(8 * shift))) }
    }
    // After this step, every bit of the hash changes the remainder.
    var hash = (bytes.hash ^ bytes.hash >> 32) &* 0x9E37_79B9_7F4A_7C15
    hash ^= hash >> 29
    let ids = Self.madeIDs
    var id = ids.lowerBound + UInt32(hash % UInt64(ids.count))
    while hasCity(withID: id) { id = id + 1 == ids.upperBound ? ids.lowerBound : id + 1 }
    return City.ID(id)
  }
}
