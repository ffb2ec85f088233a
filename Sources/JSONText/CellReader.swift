/// A row of a table: where it is in the text, without its end.
package struct TableRow: Sendable {
  /// The offsets of less than 4 GB, since a table has a row for each address.
  private let start, end: UInt32
  /// The number of its first line in the text, from 1.
  package let line: UInt32

  init(_ bytes: Range<Int>, line: Int) {
    start = UInt32(bytes.lowerBound)
    end = UInt32(bytes.upperBound)
    self.line = UInt32(line)
  }

  package var bytes: Range<Int> { Int(start)..<Int(end) }
}

/// Why a table cannot be read: a quote is not closed.
package struct TableError: Error {
  /// The line of the quote, from 1.
  package let line: Int

  /// A sentence.
  package var reason: String { "The quote that line \(line) opens is not closed." }
}

/// Reads the cells of a table in comma-separated values (RFC 4180), or with semicolons or tabs.
package struct CellReader {
  /// The mark with which some programs begin a text in UTF-8.
  package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private let text: [UInt8]
  private let separator: UInt8
  private let end: Int
  private var position: Int
  /// The number of the line at the position, from 1.
  private var line = 1

  private static let quote = UInt8(ascii: "\"")
  private static let lineFeed: UInt8 = 0x0A
  private static let carriageReturn: UInt8 = 0x0D
  /// On a tie, commas are the least likely: they also stand within cells.
  private static let separators = [UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: ",")]

  package init(_ text: [UInt8], separator: UInt8, in range: Range<Int>? = nil) {
    self.text = text
    self.separator = separator
    position = range?.lowerBound ?? 0
    end = range?.upperBound ?? text.count
  }

  /// The most frequent separator of the first row, outside of quotes; a comma if there is none.
  package static func separator(of text: [UInt8]) -> UInt8 {
    var (counts, isQuoted, isCellStart, isRow) = ([0, 0, 0], false, true, false)
    for byte in text {
      if isQuoted {
        // A doubled quote ends the quotes and begins them again.
        if byte == quote { isQuoted = false }
        isCellStart = byte == quote
        continue
      }
      if byte == lineFeed || byte == carriageReturn {
        if isRow { break }
        continue
      }
      isRow = true
      let number = separators.firstIndex(of: byte)
      if let number { counts[number] += 1 }
      isQuoted = byte == quote && isCellStart
      isCellStart = number != nil
    }
    guard let most = counts.max(), most > 0, let number = counts.firstIndex(of: most) else {
      return UInt8(ascii: ",")
    }
    return separators[number]
  }

  /// Reads the next row that is not empty; `nil` at the end.
  ///
  /// - Parameter limit: The number of cells that the row may have; of more, one is reported.
  /// - Returns: The row, and where its cells are.
  /// - Throws: ``TableError`` if a quote is not closed; the reader stays at the row.
  package mutating func row(
    upTo limit: Int
  ) throws(TableError) -> (row: TableRow, cells: [Range<Int>])? {
    skipEmptyLines()
    guard position < end else { return nil }
    let (start, firstLine) = (position, line)
    var cells: [Range<Int>] = []
    while true {
      let cellStart = position
      do throws(TableError) {
        try skipCell()
      } catch {
        (position, line) = (start, firstLine)
        throw error
      }
      if cells.count <= limit { cells.append(cellStart..<position) }
      guard position < end, text[position] == separator else { break }
      position += 1
    }
    let row = TableRow(start..<position, line: firstLine)
    if position < end { endLine() }
    return (row, cells)
  }

  /// The next line that is not empty as a row, whatever quotes it has; `nil` at the end.
  package mutating func wholeLine() -> TableRow? {
    skipEmptyLines()
    guard position < end else { return nil }
    let (start, number) = (position, line)
    while position < end, !isLineEnd(text[position]) { position += 1 }
    defer { if position < end { endLine() } }
    return TableRow(start..<position, line: number)
  }

  /// The text in a cell, without its quotes.
  package static func value(of cell: ArraySlice<UInt8>) -> String {
    guard cell.first == quote else { return String(decoding: cell, as: UTF8.self) }
    var (bytes, isQuoted, wasQuote) = ([UInt8](), true, false)
    bytes.reserveCapacity(cell.count)
    for byte in cell.dropFirst() {
      // Behind the quotes there should be nothing; some programs write spaces.
      if byte == quote, isQuoted, !wasQuote {
        wasQuote = true
        continue
      }
      if wasQuote, byte != quote { isQuoted = false }
      wasQuote = false
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func skipEmptyLines() {
    while position < end, isLineEnd(text[position]) { endLine() }
  }

  private func isLineEnd(_ byte: UInt8) -> Bool {
    byte == Self.lineFeed || byte == Self.carriageReturn
  }

  /// Skips the end of a line at the position.
  private mutating func endLine() {
    let isPair =
      text[position] == Self.carriageReturn && position + 1 < end
      && text[position + 1] == Self.lineFeed
    position += isPair ? 2 : 1
    line += 1
  }

  /// Skips a cell, up to a separator, the end of a line, or the end.
  private mutating func skipCell() throws(TableError) {
    if position < end, text[position] == Self.quote {
      let firstLine = line
      position += 1
      while true {
        guard position < end else {
          throw TableError(line: firstLine)
        }
        if text[position] == Self.quote {
          position += 1
          guard position < end, text[position] == Self.quote else { break }
          position += 1
        } else if isLineEnd(text[position]) {
          endLine()
        } else {
          position += 1
        }
      }
    }
    while position < end, text[position] != separator, !isLineEnd(text[position]) { position += 1 }
  }
}
