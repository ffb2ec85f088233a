internal import CitySearch

/// What a page asks for: texts, each with its length in UTF-8 before it, four bytes, little-endian.
///
/// The first is the name of the call. `explorer-module.js` writes the same. Coordinates are whole numbers of
/// 0.0000001 degrees, so that no fraction has to be read.
struct PageArguments {
  private let texts: [String]
  private var position = 0

  /// Decodes the texts.
  ///
  /// - Throws: ``PageError`` if the bytes end too early or are not UTF-8.
  init(_ bytes: Span<UInt8>) throws(PageError) {
    var (texts, position) = ([String](), 0)
    while position < bytes.count {
      guard bytes.count - position >= 4 else { throw PageError("the request ends too early") }
      var length = 0
      for index in 0..<4 { length |= Int(bytes[position + index]) << (8 * index) }
      position += 4
      guard length >= 0, length <= bytes.count - position else {
        throw PageError("the request ends too early")
      }
      guard
        let text = try? UTF8Span(validating: bytes.extracting(position..<position + length))
      else { throw PageError("a text is not UTF-8") }
      texts.append(String(copying: text))
      position += length
    }
    self.texts = texts
  }

  init(_ texts: [String]) { self.texts = texts }

  /// The number of texts that were not read.
  var restCount: Int { texts.count - position }

  /// The next text.
  mutating func text() throws(PageError) -> String {
    guard position < texts.count else { throw PageError("an argument is missing") }
    position += 1
    return texts[position - 1]
  }

  /// All texts that were not read.
  mutating func rest() -> [String] {
    defer { position = texts.count }
    return Array(texts[position...])
  }

  /// The next text, a whole number.
  mutating func number<Number: FixedWidthInteger>() throws(PageError) -> Number {
    let text = try text()
    // One type of number is read, because each has code of its own.
    guard let number = Int64(text).flatMap({ Number(exactly: $0) }) else {
      throw PageError("'\(text)' is not a whole number")
    }
    return number
  }

  /// The next text, a number of things, of which a page has at most 10,000.
  mutating func count() throws(PageError) -> Int {
    let count: Int32 = try number()
    guard 0...10_000 ~= count else { throw PageError("\(count) is not from 0 to 10,000") }
    return Int(count)
  }

  /// The next text, `1` for true.
  mutating func flag() throws(PageError) -> Bool { try text() == "1" }

  /// The next text, the id of a city.
  mutating func id() throws(PageError) -> City.ID { City.ID(try number() as Int64) }

  /// The next two texts, a latitude and a longitude.
  mutating func coordinate() throws(PageError) -> Coordinate {
    let (latitude, longitude): (Int32, Int32) = (try number(), try number())
    guard latitude.magnitude <= 900_000_000, longitude.magnitude <= 1_800_000_000 else {
      throw PageError("a coordinate is not on the Earth")
    }
    return Coordinate(fixedLatitude: latitude, fixedLongitude: longitude)
  }

  /// The next four texts, the edges of a rectangle: south, west, north and east.
  mutating func rectangle() throws(PageError) -> CoordinateRectangle {
    let (one, other) = (try coordinate(), try coordinate())
    guard one.fixedLatitude <= other.fixedLatitude else {
      throw PageError("the south of a region must not be north of its north")
    }
    return CoordinateRectangle(
      fixedSouth: one.fixedLatitude, west: one.fixedLongitude, north: other.fixedLatitude,
      east: other.fixedLongitude)
  }
}

/// Why a call cannot be answered, in a sentence for a developer.
struct PageError: Error, CustomStringConvertible {
  let reason: String

  init(_ reason: String) { self.reason = reason }

  var description: String { reason }
}
