internal import CitySearch

extension LoadingPass {
  /// Reads JSON as in the 200k-cities coding challenge: an array, or a sequence of elements.
  mutating func readChallengeJSON(
    _ text: Span<UInt8>, file: String, _ countries: CountriesByName,
    into builder: inout GazetteerBuilder
  ) throws(GazetteerError) {
    var element = ChallengeElement(FieldNames(given: loader.columns), countries)
    var lines = LineCounter()
    // The first syntax error, which is thrown if the text has no city.
    var refusal: GazetteerError?
    while true {
      if element.number % Self.stride == 0 {
        try monitor.reach(Double(element.position) / Double(text.count))
      }
      do throws(JSONCursor.SyntaxError) {
        guard try element.advance(in: text) else { break }
      } catch {
        let place = MalformedRecord.Position.element(
          element.number, line: lines.line(ofByte: element.beginning(at: error), in: text))
        if refusal == nil { refusal = invalidJSON(error, at: element, text, file) }
        guard loader.isLenient, let goesOn = element.recover(from: error, in: text) else {
          throw invalidJSON(error, at: element, text, file)
        }
        try skip(
          MalformedRecord(file: file, position: place, column: nil, reason: error.reason))
        if goesOn { continue }
        break
      }
      element.append(to: &builder)
      guard let problem = element.problem else { continue }
      try skip(
        MalformedRecord(
          file: file,
          position: .element(
            element.number, line: lines.line(ofByte: element.start, in: text)),
          column: problem.path.map { MalformedRecord.Column($0) }, reason: problem.reason))
    }
    if element.isInArray, builder.isEmpty, let refusal { throw refusal }
  }

  /// A syntax error, which is an error of the file, not of a record.
  private func invalidJSON(
    _ error: JSONCursor.SyntaxError, at element: ChallengeElement, _ text: Span<UInt8>,
    _ file: String
  ) -> GazetteerError {
    let (line, column) = text.place(ofByte: error.position)
    let place = "line \(line), column \(column)"
    let number = element.number > 0 ? ", element \(element.number)" : ""
    return .invalidJSON(file: file, reason: "\(place)\(number): \(error.reason)")
  }
}

/// Counts lines incrementally.
private struct LineCounter {
  private var position = 0
  private var line = 1

  /// The line of a byte, counted from 1; the index must be no less than in the call before.
  mutating func line(ofByte index: Int, in text: Span<UInt8>) -> Int {
    while position < min(index, text.count) {
      if text[position] == UInt8(ascii: "\n") { line += 1 }
      position += 1
    }
    return line
  }
}

extension Span<UInt8> {
  /// The line and the character in it, counted from 1, of the byte at an index.
  fileprivate func place(ofByte index: Int) -> (line: Int, column: Int) {
    var (line, column) = (1, 1)
    for position in 0..<Swift.min(index, count) {
      if self[position] == UInt8(ascii: "\n") {
        (line, column) = (line + 1, 1)
      } else if !UTF8.isContinuation(self[position]) {
        column += 1
      }
    }
    return (line, column)
  }
}

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
