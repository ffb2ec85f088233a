/// A place in a JSON text (RFC 8259), which moves from front to back.
///
/// The text is read where it lies: nothing is decoded that nobody asks for, and nesting costs a byte
/// a level and no stack. Unlike a decoder of whole values it knows where the text is wrong, and its
/// messages are the same on every system.
struct JSONCursor {
  /// The next byte to read.
  private(set) var position = 0

  /// Where a text stops being JSON, and why.
  struct SyntaxError: Error {
    var position: Int
    var reason: String
  }

  /// What a value is, as far as its first byte tells.
  enum Kind: String {
    case object = "an object"
    case array = "an array"
    case string = "a string"
    case number = "a number"
    case `true`, `false`, null
  }
}

extension JSONCursor {
  /// Goes over blanks, and tells whether `byte` comes next.
  mutating func isNext(_ byte: Unicode.Scalar, in text: Span<UInt8>) -> Bool {
    skipBlanks(in: text)
    return position < text.count && text[position] == UInt8(ascii: byte)
  }

  /// Goes over blanks and over `byte`, if that is what comes next.
  mutating func take(_ byte: Unicode.Scalar, in text: Span<UInt8>) -> Bool {
    guard isNext(byte, in: text) else { return false }
    position += 1
    return true
  }

  /// Goes over blanks and over `byte`, which must come next.
  mutating func expect(
    _ byte: Unicode.Scalar, or other: String = "", in text: Span<UInt8>
  ) throws(SyntaxError) {
    guard take(byte, in: text) else {
      throw unexpected("instead of \(other)\"\(byte)\"", in: text)
    }
  }

  /// Goes over blanks to a value, and tells what it is.
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

  /// Goes over blanks to the end of the text.
  mutating func expectEnd(in text: Span<UInt8>) throws(SyntaxError) {
    guard isAtEnd(of: text) else { throw unexpected("after the end of the array", in: text) }
  }

  /// Goes over blanks, and tells whether the text has ended.
  mutating func isAtEnd(of text: Span<UInt8>) -> Bool {
    skipBlanks(in: text)
    return position == text.count
  }

  /// Goes to the line behind that of a place, which is not JSON.
  mutating func skipLine(in text: Span<UInt8>, from place: Int) {
    position = place
    while position < text.count, !text[position].isEndOfLine { position += 1 }
  }

  /// Goes behind an object whose braces and brackets match, whatever is wrong within it.
  ///
  /// - Returns: Whether they do.
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

  /// Goes over the value that comes next, whatever it holds.
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

  /// Goes into the object that comes next, up to the value of its first member.
  ///
  /// - Returns: Where the key lies in the text, or `nil` at the end of an object without members.
  mutating func firstKey(in text: Span<UInt8>) throws(SyntaxError) -> Range<Int>? {
    try expect("{", in: text)
    return take("}", in: text) ? nil : try key(in: text)
  }

  /// Goes from the value of one member to that of the next.
  ///
  /// - Returns: Where the key lies in the text, or `nil` at the end of the object.
  mutating func nextKey(in text: Span<UInt8>) throws(SyntaxError) -> Range<Int>? {
    if take(",", in: text) { return try key(in: text) }
    try expect("}", or: "\",\" or ", in: text)
    return nil
  }

  /// Goes over the string that comes next.
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

  /// Goes over the key of a member and the colon behind it.
  private mutating func key(in text: Span<UInt8>) throws(SyntaxError) -> Range<Int> {
    skipBlanks(in: text)
    guard position < text.count, text[position] == UInt8(ascii: "\"") else {
      throw unexpected("instead of a key", in: text)
    }
    let key = try restOfString(in: text)
    try expect(":", in: text)
    return key
  }

  /// Goes over a string; its escapes are looked at only as far as needed to find its end.
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
    // A zero at the start stands alone.
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

  /// Goes over the next byte if it fulfils a condition, and tells whether it did.
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
