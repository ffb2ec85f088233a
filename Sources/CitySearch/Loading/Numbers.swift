extension Int {
  /// Reads digits, with a minus before them or not.
  ///
  /// `nil` for anything else, and for numbers of more than 18 digits, or beyond an `Int` of 32 bits.
  init?(digits: Span<UInt8>) {
    let isNegative = digits.count > 0 && digits[0] == UInt8(ascii: "-")
    let start = isNegative ? 1 : 0
    guard digits.count > start, digits.count <= start + 18 else { return nil }
    var value: Int64 = 0
    for index in start..<digits.count {
      let digit = digits[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value * 10 + Int64(digit)
    }
    self.init(exactly: isNegative ? -value : value)
  }

  /// Why `init(digits:)` is `nil`.
  static func refusal(of digits: Span<UInt8>) -> String {
    "\(String(quoting: digits)) is not a whole number of up to 18 digits"
  }
}

/// A decimal number in units of 1e-7, read without a detour over floating point.
struct FixedDegrees {
  private let units: Int64

  /// Why a text is not the degrees that it should be.
  struct Refusal: Error {
    var reason: String
  }

  /// Reads degrees from -`limit` to `limit`, in units of 1e-7.
  ///
  /// - Parameters:
  ///   - text: The digits.
  ///   - limit: The largest number there may be.
  ///   - allowsExponent: Whether 5e-05 is a number, as it is in JSON.
  /// - Returns: The units.
  /// - Throws: `FixedDegrees.Refusal` with the reason.
  static func read(
    _ text: Span<UInt8>, upTo limit: Int, allowsExponent: Bool = false
  ) throws(Refusal) -> Int32 {
    guard let degrees = FixedDegrees(text) ?? (allowsExponent ? .init(exponent: text) : nil) else {
      throw Refusal(reason: "\(String(quoting: text)) is not a decimal number")
    }
    guard degrees.units.magnitude <= limit * Coordinate.unitsPerDegree else {
      throw Refusal(
        reason: "\(String(quoting: text)) is not between -\(limit) and \(limit)")
    }
    return Int32(degrees.units)
  }

  /// Reads a number with an exponent, as floating point.
  private init?(exponent text: Span<UInt8>) {
    guard let string = String(validating: text), let degrees = Double(string) else { return nil }
    units = Int64((min(max(degrees, -1_000), 1_000) * Double(Coordinate.unitsPerDegree)).rounded())
  }

  /// Reads digits with a point among them or not, and a minus before them or not.
  ///
  /// Decimals beyond the seventh round the last one, halves away from zero. `nil` for anything else.
  private init?(_ text: Span<UInt8>) {
    let isNegative = text.count > 0 && text[0] == UInt8(ascii: "-")
    var (units, decimals, digitCount) = (Int64(0), 0, 0)
    var hasPoint = false
    for index in (isNegative ? 1 : 0)..<text.count {
      if text[index] == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
        continue
      }
      let digit = text[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      digitCount += 1
      if hasPoint { decimals += 1 }
      if decimals <= 7 {
        // Far out of every range, and still far from overflow when the decimals are filled up.
        units = min(units * 10 + Int64(digit), 100_000_000_000)
      } else if decimals == 8, digit >= 5 {
        units += 1
      }
    }
    guard digitCount > 0 else { return nil }
    while decimals < 7 {
      units *= 10
      decimals += 1
    }
    self.units = isNegative ? -units : units
  }
}

extension String {
  /// The text of `bytes`, or `nil` if they are not UTF-8.
  init?(validating bytes: Span<UInt8>) {
    guard let text = try? UTF8Span(validating: bytes) else { return nil }
    self.init(copying: text)
  }

  /// Whether this could be an ISO 3166-1 code of a country: two capital letters.
  var isCountryCode: Bool {
    let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")
    return utf8.count == 2 && utf8.allSatisfy(letters.contains)
  }

  /// The text of `bytes` between quotation marks, shortened if it is long.
  init(quoting bytes: Span<UInt8>) {
    let shown = String(decoding: bytes.indices.prefix(40).map { bytes[$0] }, as: UTF8.self)
    self = bytes.count > 40 ? "\(shown.debugDescription)…" : shown.debugDescription
  }
}
