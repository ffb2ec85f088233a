extension Int {
  /// Reads digits, with a minus before them or not.
  ///
  /// `nil` for anything else, and for numbers of more than 18 digits.
  init?(digits: Span<UInt8>) {
    let isNegative = digits.count > 0 && digits[0] == UInt8(ascii: "-")
    let start = isNegative ? 1 : 0
    guard digits.count > start, digits.count <= start + 18 else { return nil }
    var value = 0
    for index in start..<digits.count {
      let digit = digits[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value * 10 + Int(digit)
    }
    self = isNegative ? -value : value
  }
}

/// A decimal number in units of 1e-7, read without a detour over floating point.
struct FixedDegrees {
  let units: Int

  /// Reads digits with a point among them or not, and a minus before them or not.
  ///
  /// Decimals beyond the seventh round the last one, halves away from zero. `nil` for anything else.
  init?(_ text: Span<UInt8>) {
    let isNegative = text.count > 0 && text[0] == UInt8(ascii: "-")
    var (units, decimals, digitCount) = (0, 0, 0)
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
        // Twelve digits are far out of every range; more would only overflow.
        guard units < 1_000_000_000_000 else { return nil }
        units = units * 10 + Int(digit)
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

  /// The text of `bytes` between quotation marks, shortened if it is long.
  init(quoting bytes: Span<UInt8>) {
    let shown = String(decoding: bytes.indices.prefix(40).map { bytes[$0] }, as: UTF8.self)
    self = bytes.count > 40 ? "\(shown.debugDescription)…" : shown.debugDescription
  }
}
