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
  /// The mark before the fraction of a coordinate; `nil` if it has none.
  private var decimalMark: Unicode.Scalar?
  /// Whether the division was given by a name that no division of the country has, and is left out.
  private(set) var hasUnknownDivision = false

  typealias FieldError = GazetteerBuilder.ValidationError
}

extension PlaceRecord {
  /// Reads a field; an empty text is none.
  ///
  /// Of the fields of a place they are read in the order of ``PlaceField``: coordinates say how numbers are written, and
  /// a name of a division is one in its country.
  ///
  /// - Throws: ``FieldError`` if the text is invalid, or if the place must have the field.
  mutating func read(
    _ field: PlaceField, _ text: String, _ regions: RegionsByName
  ) throws(FieldError) {
    switch field {
    case .name: name = Array(text.utf8)
    case .latitude: latitude = try degrees(text, .latitude)
    case .longitude: longitude = try degrees(text, .longitude)
    case .id: id = text.isEmpty ? nil : try wholeNumber(text, .id)
    case .population: population = text.isEmpty ? 0 : try wholeNumber(text, .population)
    case .country: country = try regions.country(text)
    case .division: readDivision(text, regions)
    case .timeZone: timeZone = text
    case .otherNames:
      try addOtherNames(text.split(separator: Self.separator).map(String.init))
    }
  }

  /// Takes the id or the population.
  mutating func take(_ field: PlaceField, _ number: Int64) {
    if field == .id { id = number } else { population = number }
  }

  /// Takes the latitude or the longitude in degrees.
  mutating func take(_ field: PlaceField, degrees: Double) throws(FieldError) {
    let units = try GazetteerBuilder.degrees(degrees, field, written: "\(degrees)")
    if field == .latitude { latitude = units } else { longitude = units }
    decimalMark = "."
  }

  /// Adds other names, without the white space around them.
  mutating func addOtherNames(_ names: [String]) throws(FieldError) {
    for name in names {
      let bytes = name.utf8.span
      let range = bytes.trimmed(0..<bytes.count)
      guard !range.isEmpty, let name = String(validating: bytes.extracting(range)) else { continue }
      try GazetteerBuilder.check(otherName: name)
      otherNames.append(name)
    }
  }

  /// Adds the place to `builder`.
  ///
  /// - Throws: `ValidationError` with the first invalid field.
  func append(to builder: inout GazetteerBuilder) throws(GazetteerBuilder.ValidationError) {
    let coordinate = Coordinate(fixedLatitude: latitude, fixedLongitude: longitude)
    let id = self.id.map { City.ID($0) } ?? builder.newID(of: identity)
    try builder.append(
      name: name.span,
      GazetteerBuilder.Attributes(
        id: id, countryCode: country, divisionCode: division, coordinate: coordinate,
        population: population, timeZone: timeZone),
      otherNames: otherNames)
  }

  /// Between other names.
  private static let separator = "|"

  /// Reads a latitude or a longitude, with a point or a comma before its fraction.
  private mutating func degrees(_ text: String, _ field: PlaceField) throws(FieldError) -> Int32 {
    let hasComma = text.utf8.span.hasDecimalComma
    if hasComma || text.utf8.contains(UInt8(ascii: ".")) { decimalMark = hasComma ? "," : "." }
    let number = hasComma ? text.replacing(",", with: ".") : text
    return try GazetteerBuilder.degrees(number.utf8.span, field)
  }

  private func wholeNumber(_ text: String, _ field: PlaceField) throws(FieldError) -> Int64 {
    let digits = text.utf8.span
    if let number = Int64(digits: digits) ?? Int64(written: text, besideDecimalMark: decimalMark) {
      return number
    }
    return try GazetteerBuilder.wholeNumber(digits, field)
  }

  /// Reads the code or the name of a division.
  private mutating func readDivision(_ text: String, _ regions: RegionsByName) {
    if text.isEmpty { return }
    if let known = regions.division(text, in: country) {
      (country, division) = (known.countryCode, known.divisionCode)
    } else if let code = DivisionCode(text) {
      division = code
    } else {
      hasUnknownDivision = true
    }
  }
}

extension PlaceRecord {
  /// Whether the place is where both numbers are 0, as those of an empty row are.
  var isAtZero: Bool { latitude == 0 && longitude == 0 }

  /// A hash of the name and the coordinate.
  var identity: UInt64 {
    var bytes = FNV1a()
    for byte in name { bytes.add(byte) }
    for number in [latitude, longitude] {
      for shift in 0..<4 { bytes.add(UInt8(truncatingIfNeeded: number >> Int32(8 * shift))) }
    }
    return bytes.hash
  }
}

extension GazetteerBuilder {
  /// The ids of places that came without one: above those of GeoNames, and below those that the articles suggest
  /// for own places.
  static let madeIDs: Range<UInt32> = 1_000_000_000..<4_000_000_000

  /// An id for a place without one, which depends on the hash of its name and coordinate, and so is the same at each
  /// build; the next one if a city has it already.
  func newID(of identity: UInt64) -> City.ID {
    // After this step, every bit of the hash changes the remainder.
    var hash = (identity ^ identity >> 32) &* 0x9E37_79B9_7F4A_7C15
    hash ^= hash >> 29
    let ids = Self.madeIDs
    var id = ids.lowerBound + UInt32(hash % UInt64(ids.count))
    while hasCity(withID: id) { id = id + 1 == ids.upperBound ? ids.lowerBound : id + 1 }
    return City.ID(id)
  }
}
