extension LoadingPass {
  /// Reads the JSON of the 200k-cities coding challenge: an array, or a sequence of elements.
  mutating func readChallengeJSON(
    _ text: Span<UInt8>, file: String, into builder: inout GazetteerBuilder
  ) throws(GazetteerError) {
    var element = ChallengeElement()
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

  /// The line of a byte, counted from 1; it must not be before the byte of the last call.
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
