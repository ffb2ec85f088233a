extension Coordinate {
  /// Reads a coordinate as people and programs write it; `nil` for any other text.
  ///
  /// - Degrees with a point, latitude first: "48.8566, 2.3522"; or with two commas: "48,8566; 2,3522".
  /// - The same with words, in any order: "lat 48.8566 lon 2.3522", "latitude: 48.8566, longitude: 2.3522".
  /// - Degrees, minutes and seconds with points of the compass, in any order: "48°51'24\"N 2°21'8\"E".
  /// - The `geo` scheme of RFC 5870: "geo:48.85,2.35;u=20".
  package init?(text: String) {
    var text = Substring(text.trimmedOfWhiteSpace)
    if text.utf8.prefix(4).elementsEqual("geo:".utf8)
      || text.utf8.prefix(4).elementsEqual("GEO:".utf8)
    {
      text = text.dropFirst(4).prefix { $0 != ";" && $0 != "?" }
      // An altitude may follow.
      let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
      guard numbers.count == 2 || numbers.count == 3 else { return nil }
      text = numbers[0].base[numbers[0].startIndex..<numbers[1].endIndex]
    }
    guard text.utf8.count <= 100 else { return nil }
    var isLongitudeFirst = false
    if let (plain, isSwapped) = Self.withoutWords(text) {
      (text, isLongitudeFirst) = (plain[...], isSwapped)
    }
    if let withPoints = Self.withDecimalPoints(text) { text = withPoints[...] }
    // "12 5" is no coordinate.
    guard text.utf8.contains(where: { Self.marks.contains($0) }),
      let angles = Angle.all(in: text), angles.count == 2
    else {
      return nil
    }
    var (latitude, longitude) = (angles[0], angles[1])
    if isLongitudeFirst || latitude.direction?.isLongitude ?? false
      || longitude.direction?.isLongitude == false
    {
      swap(&latitude, &longitude)
    }
    guard latitude.direction?.isLongitude != true, longitude.direction?.isLongitude != false,
      (latitude.direction == nil) == (longitude.direction == nil), abs(latitude.degrees) <= 90,
      abs(longitude.degrees) <= 180
    else { return nil }
    self.init(latitude: latitude.degrees, longitude: longitude.degrees)
  }

  /// A text without words for latitude and longitude, and whether the longitude is first; `nil` if it lacks one of them.
  private static func withoutWords(_ text: Substring) -> (text: String, isSwapped: Bool)? {
    var (plain, words, word) = ("", [Bool](), "")
    /// Ends a word; returns `false` if it is none for an angle.
    func end() -> Bool {
      defer { word = "" }
      switch word {
      case "": return true
      // One letter is a point of the compass.
      case "n", "e", "s", "w": plain += word
      case "lat", "latitude": words.append(false)
      case "lon", "lng", "long", "longitude": words.append(true)
      default: return false
      }
      return true
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "a"..."z": word.unicodeScalars.append(scalar)
      case "A"..."Z": word.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value) | 0x20))
      default:
        guard end() else { return nil }
        plain.unicodeScalars.append(scalar == ":" || scalar == "=" || scalar == "&" ? " " : scalar)
      }
    }
    guard end(), words.count == 2, words[0] != words[1] else { return nil }
    return (plain, words[0])
  }

  /// A text with points instead of its two decimal commas; `nil` if it has a point, or not two of them.
  private static func withDecimalPoints(_ text: Substring) -> String? {
    let scalars = Array(text.unicodeScalars)
    func isDigit(_ index: Int) -> Bool {
      scalars.indices.contains(index) && ("0"..."9").contains(scalars[index])
    }
    let commas = scalars.indices.filter {
      scalars[$0] == "," && isDigit($0 - 1) && isDigit($0 + 1)
    }
    guard commas.count == 2, !scalars.contains(".") else { return nil }
    var result = ""
    for (index, scalar) in scalars.enumerated() {
      result.unicodeScalars.append(commas.contains(index) ? "." : scalar)
    }
    return result
  }

  /// Bytes of which each coordinate has one: a point, a comma, or the first one of a degree sign.
  private static var marks: [UInt8] { [0x2E, 0x2C, 0xC2] }
}

/// An angle of a coordinate.
private struct Angle {
  var degrees: Double
  var direction: Direction?

  /// A point of the compass.
  enum Direction {
    case north, east, south, west

    var isLongitude: Bool { self == .east || self == .west }
    var isNegative: Bool { self == .south || self == .west }

    init?(_ letter: Unicode.Scalar) {
      switch letter {
      case "N", "n": self = .north
      case "E", "e": self = .east
      case "S", "s": self = .south
      case "W", "w": self = .west
      default: return nil
      }
    }
  }

  /// The angles of a text; `nil` if anything else is in it.
  static func all(in text: Substring) -> [Angle]? {
    var (angles, numbers, direction) = ([Angle](), [Double](), nil as Direction?)
    var scalars = Array(text.unicodeScalars)[...]
    var hasUnit = false
    /// Ends the angle that was read.
    func end() -> Bool {
      guard !numbers.isEmpty else { return direction == nil }
      guard let angle = Angle(numbers, direction) else { return false }
      angles.append(angle)
      (numbers, direction, hasUnit) = ([], nil, false)
      return true
    }
    while let scalar = scalars.first {
      switch scalar {
      case "0"..."9", "-", "+", "\u{2212}":
        guard let number = number(&scalars) else { return nil }
        // A number behind another one without a unit begins the second angle.
        if !numbers.isEmpty, !hasUnit, !end() { return nil }
        numbers.append(number)
        hasUnit = false
        continue
      case "°", "º", "'", "\u{2019}", "\u{2032}", "\"", "\u{201D}", "\u{2033}":
        guard !numbers.isEmpty else { return nil }
        hasUnit = true
      case ",", ";", "/":
        // An angle may have ended with its direction.
        guard numbers.isEmpty ? direction == nil && angles.count == 1 : end() else { return nil }
      default:
        if scalar.isWhiteSpace { break }
        guard let found = Direction(scalar) else { return nil }
        if numbers.isEmpty {
          guard direction == nil else { return nil }
          direction = found
        } else if direction == nil {
          direction = found
          guard end() else { return nil }
        } else {
          // "N 48.85 E 2.35"
          guard end() else { return nil }
          direction = found
        }
      }
      scalars.removeFirst()
    }
    return end() ? angles : nil
  }

  /// The number at the beginning of a text, which is removed.
  private static func number(_ scalars: inout ArraySlice<Unicode.Scalar>) -> Double? {
    let isNegative = scalars.first == "-" || scalars.first == "\u{2212}"
    if let sign = scalars.first, !("0"..."9").contains(sign) { scalars.removeFirst() }
    var (digits, divisor, count) = (0 as Int64, 1.0, 0)
    var hasPoint = false
    while let scalar = scalars.first, ("0"..."9").contains(scalar) || scalar == "." && !hasPoint {
      scalars.removeFirst()
      guard scalar != "." else {
        hasPoint = true
        continue
      }
      count += 1
      // More digits say nothing about a place.
      guard count <= 17 else { continue }
      digits = 10 * digits + Int64(scalar.value - 0x30)
      if hasPoint { divisor *= 10 }
    }
    guard count > 0 else { return nil }
    return (isNegative ? -1 : 1) * Double(digits) / divisor
  }

  private init?(_ numbers: [Double], _ direction: Direction?) {
    guard numbers.count <= 3, numbers.dropFirst().allSatisfy({ (0..<60).contains($0) }) else {
      return nil
    }
    let size = zip(numbers, [1, 60, 3_600] as [Double]).reduce(0) { $0 + abs($1.0) / $1.1 }
    let isNegative = numbers[0].sign == .minus
    guard direction == nil || !isNegative else { return nil }
    degrees = isNegative || direction?.isNegative ?? false ? -size : size
    self.direction = direction
  }
}
