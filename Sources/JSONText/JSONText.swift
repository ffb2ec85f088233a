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
      // In one piece, so that the capacity is checked once and not for each byte.
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

  /// Writes a whole number.
  package mutating func value(_ number: Int) { value(Int64(number)) }

  /// Writes a whole number.
  package mutating func value(_ number: Int64) {
    separate()
    needsComma = true
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    // Written in place, so that no string is made for each number.
    var (digits, first, rest) = (InlineArray<20, UInt8>(repeating: 0), 20, number.magnitude)
    repeat {
      first -= 1
      digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    bytes.append(addingCapacity: 20 - first) { text in
      for position in first..<20 { text.append(digits[position]) }
    }
  }

  /// Writes a number.
  ///
  /// - Precondition: The number is finite.
  package mutating func value(_ number: Double) {
    precondition(number.isFinite, "A number in JSON must be finite, got \(number).")
    literal(number.description)
  }

  /// Writes true or false.
  package mutating func value(_ flag: Bool) { literal(flag ? "true" : "false") }

  /// Writes null.
  package mutating func null() { literal("null") }

  /// Writes a number whose digits are known.
  package mutating func number(_ digits: String) { literal(digits) }

  /// Writes what another text has: one whole value.
  package mutating func value(json text: JSONText) {
    separate()
    bytes += text.bytes
    needsComma = true
  }

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

  /// Writes a member whose value is the id of a city.
  package mutating func member(_ key: StaticString, _ id: City.ID) {
    self.key(key)
    value(id.rawValue)
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
