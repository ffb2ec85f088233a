/// The content of a JSON string, with its escapes decoded.
struct JSONString {
  private(set) var bytes: [UInt8] = []

  /// Decodes the bytes between the quotation marks.
  ///
  /// - Returns: Why they are invalid, or `nil` if they are valid.
  mutating func decode(_ text: Span<UInt8>) -> String? {
    bytes.removeAll(keepingCapacity: true)
    var index = 0
    while index < text.count {
      let byte = text[index]
      index += 1
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      guard let scalar = Self.scalar(ofEscapeAt: &index, in: text) else {
        return "an escape that means no character"
      }
      bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
    return (try? UTF8Span(validating: bytes.span)) == nil ? "not valid UTF-8" : nil
  }

  /// The scalar of an escape, whose backslash is before `index`, which is moved after the escape.
  private static func scalar(
    ofEscapeAt index: inout Int, in text: Span<UInt8>
  ) -> Unicode.Scalar? {
    guard index < text.count else { return nil }
    let letter = text[index]
    index += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: return nil
    }
    guard let first = codeUnit(at: &index, in: text) else { return nil }
    // Scalars outside of the basic plane are written as two escapes, a surrogate each.
    guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) }
    guard index + 1 < text.count, text[index] == UInt8(ascii: "\\"),
      text[index + 1] == UInt8(ascii: "u")
    else { return nil }
    index += 2
    guard let second = codeUnit(at: &index, in: text), UTF16.isTrailSurrogate(second) else {
      return nil
    }
    return UTF16.decode(UTF16.EncodedScalar([first, second]))
  }

  private static func codeUnit(at index: inout Int, in text: Span<UInt8>) -> UInt16? {
    guard index + 4 <= text.count else { return nil }
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(text[index])).hexDigitValue else { return nil }
      value = value << 4 | UInt16(digit)
      index += 1
    }
    return value
  }
}
