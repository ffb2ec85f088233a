internal import CitySearch

/// Why a line is malformed: the first invalid column, or none for the line as a whole.
struct LineError: Error {
  var column: MalformedRecord.Column?
  var reason: String
}

extension LoadingPass {
  /// How many lines or elements are read between two reports of the progress.
  static let stride = 4_096

  /// Calls a closure with each line of a text that is no comment and has the right number of columns; throws or
  /// reports those that are malformed.
  mutating func forEachLine(
    of source: LoadingSource, columns: Int, in memory: WorkingMemory = WorkingMemory(),
    _ body: (inout LoadingPass, borrowing TabSeparatedLine, Span<UInt8>) throws(LineError) -> Void
  ) throws(GazetteerError) {
    let text = try SourceReader(source, leastSize: memory.limits.block, &monitor)
    try text.withBlock { block throws(GazetteerError) in
      try SourceFormat.check(block, columns: columns, file: source.name)
    }
    try forEachLine(of: text, columns: columns, in: memory, skippingComments: true, body)
  }

  /// Calls a closure with each line of a text whose first block was read, as above.
  mutating func forEachLine(
    of text: SourceReader, columns: Int, in memory: WorkingMemory, skippingComments: Bool = false,
    _ body: (inout LoadingPass, borrowing TabSeparatedLine, Span<UInt8>) throws(LineError) -> Void
  ) throws(GazetteerError) {
    var line = TabSeparatedLine()
    repeat {
      guard !text.isWithinLine else {
        throw .malformed(
          MalformedRecord(
            file: text.name, position: .line(line.number + 1), column: nil,
            reason: "must have at most \(SourceReader.longestLine) bytes"))
      }
      try text.withBlock { block throws(GazetteerError) in
        line.beginBlock()
        while line.advance(in: block) {
          if line.number % Self.stride == 0 {
            try monitor.reach(text.share(read: line.range.lowerBound))
          }
          if skippingComments, line.isComment(in: block) { continue }
          do throws(LineError) {
            guard line.columnCount == columns else {
              throw LineError(
                reason: line.range.isEmpty
                  ? "an empty line" : "must have \(columns) columns, got \(line.columnCount)")
            }
            try body(&self, line, block)
          } catch {
            try skip(
              MalformedRecord(
                file: text.name, position: .line(line.number), column: error.column,
                reason: error.reason))
          }
        }
      }
      try memory.check()
    } while try text.advance(&monitor)
  }
}

/// The column boundaries of a line.
///
/// The offsets are kept in one array that is reused, so that reading a line allocates nothing.
struct TabSeparatedLine {
  /// The number of the line, counted from 1.
  private(set) var number = 0
  /// Where the line lies in the text, without its end.
  private(set) var range = 0..<0
  /// Where each column begins, and one past the tab that would follow the last.
  private var starts: [Int] = []
  private var next = 0
  /// The offset up to which only blanks follow the current line, as far as it was searched.
  private var nextContent = 0

  /// The number of columns: one more than there are tabs.
  var columnCount: Int { starts.count - 1 }

  /// Where the column with an index, counted from 0, lies in the text.
  func column(_ index: Int) -> Range<Int> { starts[index]..<starts[index + 1] - 1 }

  /// Whether the line has only spaces.
  func isBlank(in text: Span<UInt8>) -> Bool { range.allSatisfy { text[$0] == UInt8(ascii: " ") } }

  /// Whether the line begins with "#".
  func isComment(in text: Span<UInt8>) -> Bool {
    !range.isEmpty && text[range.lowerBound] == UInt8(ascii: "#")
  }

  /// Goes to the next block of a text; lines are counted on.
  mutating func beginBlock() { (next, nextContent) = (0, 0) }

  /// Advances to the next line of `text`, which ends in LF, in CR LF or with the text.
  ///
  /// - Returns: Whether there was one; blank lines at the end are ignored.
  mutating func advance(in text: Span<UInt8>) -> Bool {
    guard next < text.count, !hasEnded(text) else { return false }
    number += 1
    starts.removeAll(keepingCapacity: true)
    starts.append(next)
    let start = next
    var position = next
    while position < text.count, text[position] != UInt8(ascii: "\n") {
      if text[position] == UInt8(ascii: "\t") { starts.append(position + 1) }
      position += 1
    }
    next = position + 1
    if position > start, text[position - 1] == UInt8(ascii: "\r") { position -= 1 }
    range = start..<position
    starts.append(position + 1)
    return true
  }

  /// Whether only spaces and ends of lines follow.
  private mutating func hasEnded(_ text: Span<UInt8>) -> Bool {
    // Remembered, because otherwise each of many blank lines would scan all lines after it.
    nextContent = max(nextContent, next)
    while nextContent < text.count {
      switch text[nextContent] {
      case UInt8(ascii: " "), UInt8(ascii: "\r"), UInt8(ascii: "\n"): nextContent += 1
      default: return false
      }
    }
    return true
  }
}
