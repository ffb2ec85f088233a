internal import CitySearch

/// A reader of the elements of the challenge's JSON, which should be cities: those of an array, or a
/// sequence of objects, one a line, as OpenWeatherMap published them.
///
/// The buffers are reused, so that reading an element allocates nothing.
struct ChallengeElement {
  /// The number of the element, counted from 1.
  private(set) var number = 0
  /// Where the element begins in the text.
  private(set) var start = 0
  /// The first error in the element, in the order of the text.
  private(set) var problem: Problem?

  private var cursor = JSONCursor()
  /// Whether the elements are those of an array.
  private(set) var isInArray = true
  /// Whether the value of the element has begun.
  private var hasBegun = false
  /// Whether the value was read to its end.
  private var isWhole = false
  /// The key of the id in this element.
  private var idKey = Self.idKeys[0]
  private var country: CountryCode?
  private var id: City.ID?
  private var latitude: Int32?
  private var longitude: Int32?
  private var hasName = false
  private var hasCoordinate = false
  private var name = JSONString()
  private var string = JSONString()

  /// An invalid member, by its path; no path for the element as a whole.
  struct Problem {
    var path: String?
    var reason: String
  }
}

extension ChallengeElement {
  /// The possible keys of the id.
  private static let idKeys = ["_id", "id"]

  /// The offset of the next byte to read.
  var position: Int { cursor.position }

  /// Goes to the next element of `text`.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: `JSONCursor.SyntaxError` if the text is not JSON, or neither an array nor objects.
  mutating func advance(in text: Span<UInt8>) throws(JSONCursor.SyntaxError) -> Bool {
    if number == 0 {
      let kind = try cursor.kind(in: text)
      isInArray = cursor.take("[", in: text)
      guard isInArray || kind == .object else {
        throw .init(position: cursor.position, reason: "\(kind.rawValue) instead of an array")
      }
      if isInArray, cursor.take("]", in: text) { return try finish(in: text) }
    } else if !isInArray {
      if cursor.isAtEnd(of: text) { return false }
    } else if !cursor.take(",", in: text) {
      try cursor.expect("]", or: "\",\" or ", in: text)
      return try finish(in: text)
    }
    number += 1
    (hasBegun, isWhole) = (false, false)
    _ = try cursor.kind(in: text)
    (hasBegun, start) = (true, cursor.position)
    try read(in: text)
    isWhole = true
    return true
  }

  /// Where the element with a syntax error begins, or should begin.
  func beginning(at error: JSONCursor.SyntaxError) -> Int { hasBegun ? start : error.position }

  /// Recovers from a syntax error.
  ///
  /// A truncated text, and an array that ends in a comma, have ended. In an array, an object ends where its
  /// braces match; in a sequence of objects, the next line is the next object.
  ///
  /// - Returns: Whether elements may follow; `nil` if it is unknown where they begin.
  mutating func recover(from error: JSONCursor.SyntaxError, in text: Span<UInt8>) -> Bool? {
    if error.position >= text.count { return false }
    guard isInArray else {
      // An object that is not closed ends in the line before that of the error, if it spans lines.
      var place = error.position
      while hasBegun, place > start, !text[place].isEndOfLine { place -= 1 }
      cursor.skipLine(in: text, from: place > start ? place : error.position)
      return true
    }
    guard hasBegun else {
      return cursor.take("]", in: text) && cursor.isAtEnd(of: text) ? false : nil
    }
    guard !isWhole, text[start] == UInt8(ascii: "{"), cursor.skipMatching(in: text, from: start)
    else { return nil }
    // Without a following element or the end of the array, a brace is missing or superfluous.
    return cursor.isNext(",", in: text) || cursor.isNext("]", in: text) ? true : nil
  }

  /// Adds the element to `builder`, unless it is invalid.
  mutating func append(to builder: inout GazetteerBuilder) {
    guard problem == nil, let id, let country, let latitude, let longitude else { return }
    do throws(GazetteerBuilder.ValidationError) {
      try builder.append(
        name: name.bytes.span,
        GazetteerBuilder.Attributes(
          id: id, countryCode: country, admin1Code: .none,
          coordinate: Coordinate(fixedLatitude: latitude, fixedLongitude: longitude),
          population: 0))
    } catch {
      // The members have other names in the builder.
      let path = error.field == .id ? idKey : error.field.rawValue
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
    (hasName, hasCoordinate, idKey) = (false, false, Self.idKeys[0])
    guard try isNext(.object, nil, in: text) else { return }
    var key = try cursor.firstKey(in: text)
    while let range = key {
      _ = string.decode(text.extracting(range))
      switch String(decoding: string.bytes, as: UTF8.self) {
      case "country": try readCountry(in: text)
      case "name": try readName(in: text)
      case let key where Self.idKeys.contains(key): try readID(key, in: text)
      case "coord": try readCoordinate(in: text)
      default: try cursor.value(in: text)
      }
      key = try cursor.nextKey(in: text)
    }
    if country == nil { fail("country", "missing") }
    if !hasName { fail("name", "missing") }
    if id == nil { fail(idKey, "missing") }
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
    country = .none
    guard !code.isEmpty else { return }
    do throws(GazetteerBuilder.ValidationError) {
      country = try GazetteerBuilder.countryCode(code)
    } catch {
      fail("country", error.reason)
    }
  }

  private mutating func readName(in text: Span<UInt8>) throws(JSONCursor.SyntaxError) {
    if hasName { fail("name", "given twice") }
    guard try isNext(.string, "name", in: text) else { return }
    if let reason = name.decode(text.extracting(try cursor.string(in: text))) {
      fail("name", reason)
    }
    hasName = true
  }

  private mutating func readID(
    _ key: String, in text: Span<UInt8>
  ) throws(JSONCursor.SyntaxError) {
    if id != nil { fail(key, "given twice") }
    idKey = key
    guard try isNext(.number, key, in: text) else { return }
    let number = text.extracting(try cursor.value(in: text))
    id = Int64(jsonNumber: number).map { City.ID($0) }
    if id == nil { fail(key, Int64.rejectionReason(of: number)) }
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
    do throws(FixedDegrees.ParsingError) {
      return try FixedDegrees.read(digits, upTo: limit, allowsExponent: true)
    } catch {
      fail(path, error.reason)
      return nil
    }
  }

  /// Whether a value of a kind comes next; one of another kind is skipped and reported.
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
