internal import Foundation

extension GazetteerLoader {
  /// Reads the JSON array of the 200k-cities coding challenge.
  mutating func readChallengeJSON(
    _ data: Data, file: String, into builder: inout GazetteerBuilder
  ) throws(GazetteerError) {
    let text = data.span
    var element = ChallengeElement()
    while try advance(&element, in: text, file: file) {
      element.append(to: &builder)
      guard let problem = element.problem else { continue }
      try report(
        MalformedRecord(
          file: file, position: .element(element.number),
          column: problem.path.map { MalformedRecord.Column($0) }, reason: problem.reason))
    }
  }

  /// Goes to the next element; an error of syntax is one of the file, not of a record.
  private func advance(
    _ element: inout ChallengeElement, in text: Span<UInt8>, file: String
  ) throws(GazetteerError) -> Bool {
    do throws(JSONCursor.SyntaxError) {
      return try element.advance(in: text)
    } catch {
      let (line, column) = text.place(ofByte: error.position)
      throw .invalidJSON(
        file: file, reason: "line \(line), column \(column): \(error.reason)")
    }
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
