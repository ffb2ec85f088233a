package import CitySearch

/// Writes JSON directly, several times faster than Foundation's encoder, which inspects types at
/// run time.
package struct JSONText {
  /// The text so far, in UTF-8.
  package private(set) var bytes: [UInt8] = []
  /// Whether the next value needs a comma before it.
  private var needsComma = false

  /// Creates an empty text.
  ///
  /// - Parameter capacity: The number of bytes to reserve.
  package init(capacity: Int = 256) { bytes.reserveCapacity(capacity) }

  /// Writes an object, whose members a closure writes.
  package mutating func object(_ members: (inout JSONText) -> Void) {
    enclose(UInt8(ascii: "{"), members, UInt8(ascii: "}"))
  }

  /// Writes an array, whose elements a closure writes.
  package mutating func array(_ elements: (inout JSONText) -> Void) {
    enclose(UInt8(ascii: "["), elements, UInt8(ascii: "]"))
  }

  /// Writes the key of a member, which needs no escapes; its value follows.
  package mutating func key(_ key: StaticString) {
    let comma = needsComma
    needsComma = false
    key.withUTF8Buffer { key in
      // Sound: the bytes are those of a literal, and are copied within the closure.
      let letters = unsafe key.span
      // In one piece: room is looked for once, not for each byte.
      bytes.append(addingCapacity: letters.count + 4) { text in
        if comma { text.append(UInt8(ascii: ",")) }
        text.append(UInt8(ascii: "\""))
        for position in letters.indices { text.append(letters[position]) }
        text.append(UInt8(ascii: "\""))
        text.append(UInt8(ascii: ":"))
      }
    }
  }

  /// Writes a text.
  package mutating func value(_ text: String) {
    separate()
    let letters = text.utf8.span
    if Self.needsEscapes(letters) {
      bytes.append(UInt8(ascii: "\""))
      for position in letters.indices { append(escaped: letters[position]) }
      bytes.append(UInt8(ascii: "\""))
    } else {
      bytes.append(addingCapacity: letters.count + 2) { text in
        text.append(UInt8(ascii: "\""))
        for position in letters.indices { text.append(letters[position]) }
        text.append(UInt8(ascii: "\""))
      }
    }
    needsComma = true
  }

  /// Writes the code of a country as a text.
  package mutating func value(_ code: CountryCode) { value(packed: UInt64(code.rawValue) << 32) }

  /// Writes the code of a division as a text.
  package mutating func value(_ code: DivisionCode) { value(packed: code.rawValue) }

  /// Writes up to eight bytes as a text, the first one highest, padded with zeros.
  private mutating func value(packed letters: UInt64) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    var rest = letters
    while rest >> 56 != 0 {
      append(escaped: UInt8(truncatingIfNeeded: rest >> 56))
      rest <<= 8
    }
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// Writes a whole number.
  package mutating func value(_ number: Int) {
    separate()
    needsComma = true
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    append(digitsOf: number.magnitude)
  }

  /// Writes a number.
  ///
  /// - Precondition: The number is finite.
  package mutating func value(_ number: Double) {
    precondition(number.isFinite, "A number in JSON must be finite, got \(number).")
    guard let (whole, fraction) = Self.decimals(of: number) else {
      return literal(number.description)
    }
    separate()
    needsComma = true
    if number.sign == .minus { bytes.append(UInt8(ascii: "-")) }
    append(digitsOf: whole)
    bytes.append(UInt8(ascii: "."))
    var (rest, count) = (fraction, Self.decimalCount)
    while rest % 10 == 0, count > 1 {
      rest /= 10
      count -= 1
    }
    append(digitsOf: rest, atLeast: count)
  }

  private static let (decimalCount, decimalScale) = (5, 100_000 as UInt)

  /// The whole number and the hundred thousandths of a number that has at most five decimals, as nearly all
  /// coordinates; `nil` for others.
  ///
  /// The digits are those of `description`, found in a tenth of the time: decimals of up to 15 digits are
  /// different numbers, so there is no shorter one with the same value.
  private static func decimals(of number: Double) -> (whole: UInt, fraction: UInt)? {
    let scaled = (number.magnitude * Double(decimalScale)).rounded()
    // 15 digits are enough for any coordinate and distance.
    guard scaled < 1e15, scaled / Double(decimalScale) == number.magnitude else { return nil }
    let parts = UInt(scaled).quotientAndRemainder(dividingBy: decimalScale)
    return (parts.quotient, parts.remainder)
  }

  /// Writes the digits of a number, with zeros in front if they would be too few.
  private mutating func append(digitsOf number: UInt, atLeast count: Int = 1) {
    var (digits, first, rest) = (InlineArray<20, UInt8>(repeating: UInt8(ascii: "0")), 20, number)
    while rest > 0 {
      first -= 1
      digits[first] += UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    first = min(first, 20 - count)
    bytes.append(addingCapacity: 20 - first) { text in
      for position in first..<20 { text.append(digits[position]) }
    }
  }

  /// Writes true or false.
  package mutating func value(_ flag: Bool) { literal(flag ? "true" : "false") }

  /// Writes null.
  package mutating func null() { literal("null") }

  private mutating func literal(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func enclose(
    _ open: UInt8, _ content: (inout JSONText) -> Void, _ close: UInt8
  ) {
    separate()
    bytes.append(open)
    needsComma = false
    content(&self)
    bytes.append(close)
    needsComma = true
  }

  private static func needsEscapes(_ bytes: Span<UInt8>) -> Bool {
    for position in bytes.indices {
      let byte = bytes[position]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return true }
    }
    return false
  }

  private mutating func append(escaped byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case 0x0A:
      bytes.append(contentsOf: "\\n".utf8)
    case 0..<0x20:
      bytes.append(contentsOf: "\\u00".utf8)
      bytes.append(Self.digit(byte >> 4))
      bytes.append(Self.digit(byte & 15))
    default: bytes.append(byte)
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}

extension JSONText {
  /// Writes a member whose value is a text.
  package mutating func member(_ key: StaticString, _ text: String) {
    self.key(key)
    value(text)
  }

  /// Writes a member whose value is a text, unless there is none.
  package mutating func member(_ key: StaticString, _ text: String?) {
    if let text { member(key, text) }
  }

  /// Writes a member whose value is a whole number.
  package mutating func member(_ key: StaticString, _ number: Int) {
    self.key(key)
    value(number)
  }

  /// Writes a member whose value is a number, unless there is none.
  package mutating func member(_ key: StaticString, _ number: Double?) {
    guard let number else { return }
    self.key(key)
    value(number)
  }

  /// Writes a member whose value is true or false.
  package mutating func member(_ key: StaticString, _ flag: Bool) {
    self.key(key)
    value(flag)
  }
}
