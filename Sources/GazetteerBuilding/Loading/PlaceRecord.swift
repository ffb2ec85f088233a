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

  typealias FieldError = GazetteerBuilder.ValidationError
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
    case .latitude: latitude = try GazetteerBuilder.degrees(bytes, .latitude)
    case .longitude: longitude = try GazetteerBuilder.degrees(bytes, .longitude)
    case .id: id = text.isEmpty ? nil : try Self.wholeNumber(bytes, .id)
    case .population: population = text.isEmpty ? 0 : try Self.wholeNumber(bytes, .population)
    case .country: country = try countries.code(text)
    case .division: division = try GazetteerBuilder.divisionCode(text)
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

  /// A number of digits, which some programs end in ".0".
  private static func wholeNumber(
    _ text: Span<UInt8>, _ field: PlaceField
  ) throws(FieldError) -> Int64 {
    let end = text.count - 2
    let isPadded = end > 0 && text[end] == UInt8(ascii: ".") && text[end + 1] == UInt8(ascii: "0")
    return try GazetteerBuilder.wholeNumber(isPadded ? text.extracting(..<end) : text, field)
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
