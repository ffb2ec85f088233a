internal import CitySearch

/// A pull parser of JSON (RFC 8259).
///
/// The text is parsed in place: values are decoded only on request, and nesting costs a byte a level and
/// no stack. Unlike `JSONDecoder` it reports the position of an error, and its messages are the same on
/// every system.
struct JSONCursor {
  /// The offset of the next byte.
  private(set) var position = 0

  /// Where a text stops being JSON, and why.
  struct SyntaxError: Error {
    var position: Int
    var reason: String
  }

  /// The kind of a value, by its first byte.
  enum Kind: String {
    case object = "an object"
    case array = "an array"
    case string = "a string"
    case number = "a number"
    case `true`, `false`, null
  }
}

extension JSONCursor {
  /// Skips blanks, and returns whether `byte` comes next.
  mutating func isNext(_ byte: Unicode.Scalar, in text: Span<UInt8>) -> Bool {
    skipBlanks(in: text)
    return position < text.count && text[position] == UInt8(ascii: byte)
  }

  /// Skips blanks and then `byte`, if it comes next.
  mutating func take(_ byte: Unicode.Scalar, in text: Span<UInt8>) -> Bool {
    guard isNext(byte, in: text) else { return false }
    position += 1
    return true
  }

  /// Skips blanks and then `byte`, which must come next.
  mutating func expect(
    _ byte: Unicode.Scalar, or other: String = "", in text: Span<UInt8>
  ) throws(SyntaxError) {
    guard take(byte, in: text) else {
      throw unexpected("instead of \(other)\"\(byte)\"", in: text)
    }
  }

  /// Skips blanks, and returns the kind of the value that comes next.
  mutating func kind(in text: Span<UInt8>) throws(SyntaxError) -> Kind {
    skipBlanks(in: text)
    guard position < text.count else { throw unexpected("instead of a value", in: text) }
    switch text[position] {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    case UInt8(ascii: "t"): return .true
    case UInt8(ascii: "f"): return .false
    case UInt8(ascii: "n"): return .null
    default: throw unexpected("instead of a value", in: text)
    }
  }

  /// Skips blanks to the end of the text.
  mutating func expectEnd(in text: Span<UInt8>) throws(SyntaxError) {
    guard isAtEnd(of: text) else { throw unexpected("after the end of the array", in: text) }
  }

  /// Skips blanks, and returns whether the text has ended.
  mutating func isAtEnd(of text: Span<UInt8>) -> Bool {
    skipBlanks(in: text)
    return position == text.count
  }

  /// Skips the rest of the line at a position, which is not JSON.
  mutating func skipLine(in text: Span<UInt8>, from place: Int) {
    position = place
    while position < text.count, !text[position].isEndOfLine { position += 1 }
  }

  /// Skips an object whose braces and brackets match, even if it has other syntax errors.
  ///
  /// - Returns: Whether they match.
  mutating func skipMatching(in text: Span<UInt8>, from place: Int) -> Bool {
    position = place
    var closers: [UInt8] = []
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: "{"): closers.append(UInt8(ascii: "}"))
      case UInt8(ascii: "["): closers.append(UInt8(ascii: "]"))
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard closers.popLast() == text[position] else { return false }
      case UInt8(ascii: "\""):
        guard (try? restOfString(in: text)) != nil else { return false }
        continue
      default: break
      }
      position += 1
      if closers.isEmpty { return true }
    }
    return false
  }

  /// Skips the value that comes next.
  ///
  /// - Returns: Where it lies in the text.
  @discardableResult
  mutating func value(in text: Span<UInt8>) throws(SyntaxError) -> Range<Int> {
    var closers: [Unicode.Scalar] = []
    skipBlanks(in: text)
    let start = position
    repeat {
      switch try kind(in: text) {
      case .object:
        position += 1
        if !take("}", in: text) {
          closers.append("}")
          _ = try key(in: text)
          continue
        }
      case .array:
        position += 1
        if !take("]", in: text) {
          closers.append("]")
          continue
        }
      case .string: _ = try string(in: text)
      case .number: try number(in: text)
      case let word: try literal(word.rawValue, in: text)
      }
      while let closer = closers.last {
        if take(",", in: text) {
          if closer == "}" { _ = try key(in: text) }
          break
        }
        try expect(closer, or: "\",\" or ", in: text)
        closers.removeLast()
      }
    } while !closers.isEmpty
    return start..<position
  }

  /// Enters the object that comes next, up to the value of its first member.
  ///
  /// - Returns: Where the key lies in the text, or `nil` at the end of an object without members.
  mutating func firstKey(in text: Span<UInt8>) throws(SyntaxError) -> Range<Int>? {
    try expect("{", in: text)
    return take("}", in: text) ? nil : try key(in: text)
  }

  /// Advances from the value of one member to that of the next.
  ///
  /// - Returns: Where the key lies in the text, or `nil` at the end of the object.
  mutating func nextKey(in text: Span<UInt8>) throws(SyntaxError) -> Range<Int>? {
    if take(",", in: text) { return try key(in: text) }
    try expect("}", or: "\",\" or ", in: text)
    return nil
  }

  /// Skips the string that comes next.
  ///
  /// - Returns: Where it lies in the text, without its quotation marks.
  mutating func string(in text: Span<UInt8>) throws(SyntaxError) -> Range<Int> {
    skipBlanks(in: text)
    guard position < text.count, text[position] == UInt8(ascii: "\"") else {
      throw unexpected("instead of a string", in: text)
    }
    return try restOfString(in: text)
  }
}

extension JSONCursor {
  private mutating func skipBlanks(in text: Span<UInt8>) {
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        position += 1
      default: return
      }
    }
  }

  /// Skips the key of a member and the colon after it.
  private mutating func key(in text: Span<UInt8>) throws(SyntaxError) -> Range<Int> {
    skipBlanks(in: text)
    guard position < text.count, text[position] == UInt8(ascii: "\"") else {
      throw unexpected("instead of a key", in: text)
    }
    let key = try restOfString(in: text)
    try expect(":", in: text)
    return key
  }

  /// Skips a string; its escapes are not decoded.
  private mutating func restOfString(in text: Span<UInt8>) throws(SyntaxError) -> Range<Int> {
    position += 1
    let start = position
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: "\""):
        position += 1
        return start..<position - 1
      case UInt8(ascii: "\\"): position = min(position + 2, text.count)
      case 0..<0x20: throw unexpected("inside a string", in: text)
      default: position += 1
      }
    }
    throw unexpected("inside a string", in: text)
  }

  private mutating func number(in text: Span<UInt8>) throws(SyntaxError) {
    func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
    func digits() throws(SyntaxError) {
      guard skip(in: text, isDigit) else { throw unexpected("instead of a digit", in: text) }
      while skip(in: text, isDigit) {}
    }
    _ = skip(in: text) { $0 == UInt8(ascii: "-") }
    // No digits follow a leading zero.
    if !skip(in: text, { $0 == UInt8(ascii: "0") }) { try digits() }
    if skip(in: text, { $0 == UInt8(ascii: ".") }) { try digits() }
    if skip(in: text, { $0 | 0x20 == UInt8(ascii: "e") }) {
      _ = skip(in: text) { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
      try digits()
    }
  }

  private mutating func literal(_ word: String, in text: Span<UInt8>) throws(SyntaxError) {
    for byte in word.utf8 {
      guard position < text.count, text[position] == byte else {
        throw unexpected("inside \(word)", in: text)
      }
      position += 1
    }
  }

  /// Skips the next byte if it fulfills a condition, and returns whether it does.
  private mutating func skip(in text: Span<UInt8>, _ condition: (UInt8) -> Bool) -> Bool {
    guard position < text.count, condition(text[position]) else { return false }
    position += 1
    return true
  }

  /// An error at the next byte.
  private func unexpected(_ context: String, in text: Span<UInt8>) -> SyntaxError {
    guard position < text.count else {
      return SyntaxError(position: position, reason: "the text ends \(context)")
    }
    let byte = text[position]
    let shown =
      (0x20..<0x7F).contains(byte)
      ? "\"\(Unicode.Scalar(byte))\"" : "byte 0x\(byte < 16 ? "0" : "")\(String(byte, radix: 16))"
    return SyntaxError(position: position, reason: "\(shown) \(context)")
  }
}
