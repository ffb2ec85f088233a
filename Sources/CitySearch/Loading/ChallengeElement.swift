/// One element after the other of the challenge's JSON array, which should be cities.
///
/// The buffers are used again for every element, so that reading allocates nothing for each.
struct ChallengeElement {
  /// The number of the element, counted from 1.
  private(set) var number = 0
  /// What is wrong with it, the first thing in the order of the text.
  private(set) var problem: Problem?

  private var cursor = JSONCursor()
  private var country: CountryCode?
  private var id: Int?
  private var latitude: Int32?
  private var longitude: Int32?
  private var hasName = false
  private var hasCoordinate = false
  private var name = JSONString()
  private var string = JSONString()

  /// A member that breaks a rule, by its path; no path if it is the element as a whole.
  struct Problem {
    var path: String?
    var reason: String
  }
}

extension ChallengeElement {
  /// Goes to the next element of the array that `text` is.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: `JSONCursor.SyntaxError` if the text is no JSON, or no array.
  mutating func advance(in text: Span<UInt8>) throws(JSONCursor.SyntaxError) -> Bool {
    if number == 0 {
      let kind = try cursor.kind(in: text)
      guard cursor.take("[", in: text) else {
        throw .init(position: cursor.position, reason: "\(kind.rawValue) instead of an array")
      }
      if cursor.take("]", in: text) { return try finish(in: text) }
    } else if !cursor.take(",", in: text) {
      try cursor.expect("]", or: "\",\" or ", in: text)
      return try finish(in: text)
    }
    number += 1
    try read(in: text)
    return true
  }

  /// Adds the element to `builder`, unless something is wrong.
  mutating func append(to builder: inout GazetteerBuilder) {
    guard problem == nil, let id, let country, let latitude, let longitude else { return }
    do throws(GazetteerBuilder.Refusal) {
      try builder.append(
        name: name.bytes.span,
        GazetteerBuilder.Attributes(
          id: id, countryCode: country, admin1Code: .none,
          coordinate: Coordinate(fixedLatitude: latitude, fixedLongitude: longitude),
          population: 0))
    } catch {
      // The members that a builder knows by another name.
      let path = error.field == .id ? "_id" : error.field.rawValue
      problem = Problem(path: path, reason: error.reason)
    }
  }

  private mutating func finish(in text: Span<UInt8>) throws(JSONCursor.SyntaxError) -> Bool {
    try cursor.expectEnd(in: text)
    return false
  }

  private mutating func fail(_ path: String?, _ reason: String) {
    if problem == nil { problem = Problem(path: path, reason: reason) }
  }
}

extension ChallengeElement {
  private mutating func read(in text: Span<UInt8>) throws(JSONCursor.SyntaxError) {
    problem = nil
    (country, id, latitude, longitude) = (nil, nil, nil, nil)
    (hasName, hasCoordinate) = (false, false)
    guard try isNext(.object, nil, in: text) else { return }
    var key = try cursor.firstKey(in: text)
    while let range = key {
      _ = string.decode(text.extracting(range))
      switch String(decoding: string.bytes, as: UTF8.self) {
      case "country": try readCountry(in: text)
      case "name": try readName(in: text)
      case "_id": try readID(in: text)
      case "coord": try readCoordinate(in: text)
      default: try cursor.value(in: text)
      }
      key = try cursor.nextKey(in: text)
    }
    if country == nil { fail("country", "missing") }
    if !hasName { fail("name", "missing") }
    if id == nil { fail("_id", "missing") }
    if !hasCoordinate { fail("coord", "missing") }
    if longitude == nil { fail("coord.lon", "missing") }
    if latitude == nil { fail("coord.lat", "missing") }
  }

  private mutating func readCountry(in text: Span<UInt8>) throws(JSONCursor.SyntaxError) {
    if country != nil { fail("country", "given twice") }
    guard try isNext(.string, "country", in: text) else { return }
    if let reason = string.decode(text.extracting(try cursor.string(in: text))) {
      fail("country", reason)
    }
    let code = String(decoding: string.bytes, as: UTF8.self)
    if !code.isEmpty, !code.isCountryCode {
      fail("country", "\(code.debugDescription) is not two capital letters")
    }
    country = CountryCode(code) ?? .none
  }

  private mutating func readName(in text: Span<UInt8>) throws(JSONCursor.SyntaxError) {
    if hasName { fail("name", "given twice") }
    guard try isNext(.string, "name", in: text) else { return }
    if let reason = name.decode(text.extracting(try cursor.string(in: text))) {
      fail("name", reason)
    }
    if name.bytes.isEmpty { fail("name", "empty") }
    hasName = true
  }

  private mutating func readID(in text: Span<UInt8>) throws(JSONCursor.SyntaxError) {
    if id != nil { fail("_id", "given twice") }
    guard try isNext(.number, "_id", in: text) else { return }
    let digits = text.extracting(try cursor.value(in: text))
    id = Int(digits: digits)
    if id == nil { fail("_id", Int.refusal(of: digits)) }
  }

  private mutating func readCoordinate(in text: Span<UInt8>) throws(JSONCursor.SyntaxError) {
    if hasCoordinate { fail("coord", "given twice") }
    guard try isNext(.object, "coord", in: text) else { return }
    hasCoordinate = true
    var key = try cursor.firstKey(in: text)
    while let range = key {
      _ = string.decode(text.extracting(range))
      switch String(decoding: string.bytes, as: UTF8.self) {
      case "lon":
        if longitude != nil { fail("coord.lon", "given twice") }
        longitude = try degrees("coord.lon", upTo: 180, in: text)
      case "lat":
        if latitude != nil { fail("coord.lat", "given twice") }
        latitude = try degrees("coord.lat", upTo: 90, in: text)
      default: try cursor.value(in: text)
      }
      key = try cursor.nextKey(in: text)
    }
  }

  private mutating func degrees(
    _ path: String, upTo limit: Int, in text: Span<UInt8>
  ) throws(JSONCursor.SyntaxError) -> Int32? {
    guard try isNext(.number, path, in: text) else { return nil }
    let digits = text.extracting(try cursor.value(in: text))
    do throws(FixedDegrees.Refusal) {
      return try FixedDegrees.read(digits, upTo: limit, allowsExponent: true)
    } catch {
      fail(path, error.reason)
      return nil
    }
  }

  /// Whether a value of a kind comes next; one of another kind is gone over and reported.
  private mutating func isNext(
    _ kind: JSONCursor.Kind, _ path: String?, in text: Span<UInt8>
  ) throws(JSONCursor.SyntaxError) -> Bool {
    let found = try cursor.kind(in: text)
    if found == kind { return true }
    try cursor.value(in: text)
    fail(path, "\(found.rawValue) instead of \(kind.rawValue)")
    return false
  }
}
