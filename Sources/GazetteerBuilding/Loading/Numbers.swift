internal import CitySearch

extension Int64 {
  /// Parses digits, with an optional minus sign.
  ///
  /// `nil` for anything else, and for numbers of more than 18 digits.
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
    self = isNegative ? -value : value
  }

  /// Parses a JSON number whose value is an integer, in any notation: 12, 12.0, 1.2e1.
  ///
  /// `nil` for other values, and for numbers of more than 18 digits.
  init?(jsonNumber text: Span<UInt8>) {
    var end = 0
    while end < text.count, text[end] | 0x20 != UInt8(ascii: "e") { end += 1 }
    let hasPlus = end + 1 < text.count && text[end + 1] == UInt8(ascii: "+")
    var exponent: Int64 = 0
    if end < text.count {
      guard let written = Int64(digits: text.extracting((end + (hasPlus ? 2 : 1))...)) else {
        return nil
      }
      exponent = written
    }
    // The digits without the decimal point, which moves after the last one.
    var digits: [UInt8] = []
    var hasPoint = false
    for index in 0..<end {
      if text[index] == UInt8(ascii: ".") {
        hasPoint = true
      } else {
        digits.append(text[index])
        if hasPoint { exponent -= 1 }
      }
    }
    while exponent < 0, digits.last == UInt8(ascii: "0"), digits.count > 1 {
      digits.removeLast()
      exponent += 1
    }
    guard let mantissa = Int64(digits: digits.span) else { return nil }
    if mantissa == 0 {
      self = 0
      return
    }
    guard (0...18).contains(exponent) else { return nil }
    digits.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: Int(exponent)))
    self.init(digits: digits.span)
  }

  /// Why `init(digits:)` is `nil`.
  static func rejectionReason(of digits: Span<UInt8>) -> String {
    "must be a whole number of up to 18 digits, got \(String(quoting: digits))"
  }
}

/// A decimal number in units of 1e-7, parsed without floating point.
struct FixedDegrees {
  private let units: Int64

  /// Why a text is not valid degrees.
  struct ParsingError: Error {
    var reason: String
  }

  /// Parses degrees from -`limit` to `limit`, in units of 1e-7.
  ///
  /// - Parameters:
  ///   - text: The digits, perhaps with an exponent, as Python and JavaScript print small numbers: 5e-05.
  ///   - limit: The greatest absolute value.
  /// - Returns: The units.
  /// - Throws: `FixedDegrees.ParsingError` with the reason.
  static func read(_ text: Span<UInt8>, upTo limit: Int) throws(ParsingError) -> Int32 {
    guard let degrees = FixedDegrees(text) ?? .init(exponent: text) else {
      let point = text.hasDecimalComma ? " with a point" : ""
      throw ParsingError(reason: "must be a decimal number\(point), got \(String(quoting: text))")
    }
    guard degrees.units.magnitude <= limit * Coordinate.unitsPerDegree else {
      throw ParsingError(
        reason: "must be between -\(limit) and \(limit), got \(String(quoting: text))")
    }
    return Int32(degrees.units)
  }

  /// Parses a decimal number and an exponent, as floating point; `nil` for anything else.
  private init?(exponent text: Span<UInt8>) {
    // Floating point also reads "nan", "inf" and hexadecimal digits.
    guard let end = text.indices.first(where: { text[$0] | 0x20 == UInt8(ascii: "e") }),
      FixedDegrees(text.extracting(..<end)) != nil
    else { return nil }
    var digits = text.extracting((end + 1)...)
    if !digits.isEmpty, digits[0] == UInt8(ascii: "+") || digits[0] == UInt8(ascii: "-") {
      digits = digits.extracting(1...)
    }
    guard !digits.isEmpty, digits.indices.allSatisfy({ digits[$0] &- UInt8(ascii: "0") < 10 }),
      let string = String(validating: text), let degrees = Double(string)
    else { return nil }
    units = Int64((min(max(degrees, -1_000), 1_000) * Double(Coordinate.unitsPerDegree)).rounded())
  }

  /// Parses digits with an optional decimal point and an optional minus sign.
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
        // The bound is far outside every range, and does not overflow when it is padded with zeros.
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

extension Span<UInt8> {
  /// Whether this is a number with a comma instead of the point, as in German.
  fileprivate var hasDecimalComma: Bool {
    let start = count > 0 && self[0] == UInt8(ascii: "-") ? 1 : 0
    var commas = 0
    for index in start..<count {
      if self[index] == UInt8(ascii: ",") {
        commas += 1
      } else if self[index] &- UInt8(ascii: "0") >= 10 {
        return false
      }
    }
    return commas == 1 && count > start + 1
  }
}

extension String {
  /// The text of `bytes` between quotation marks, shortened if it is long.
  init(quoting bytes: Span<UInt8>) {
    let shown = String(decoding: bytes.indices.prefix(40).map { bytes[$0] }, as: UTF8.self)
    self = bytes.count > 40 ? "\(shown.debugDescription)…" : shown.debugDescription
  }
}
