#if Server
import CityGeocoding
import CitySearch
import RemoteSearch

/// A table of addresses in comma-separated values (RFC 4180), each row of which is an address.
///
/// ```
/// id;street;city;country
/// 7;"10 Downing Street";London;UK
/// ```
///
/// The first row always names the columns. Cells are separated by commas, semicolons or tabs, whatever is most
/// frequent in the first row, and may be in quotes, which are doubled within. Rows end with CRLF, LF or CR; empty
/// lines are skipped, and a row may lack its last cells. The table is checked as a whole when it is created.
struct AddressTable: Sendable {
  /// The whole text in UTF-8, without a byte order mark.
  let text: [UInt8]
  let separator: UInt8
  /// The names of the columns.
  let columns: [String]
  /// The row with the names of the columns, as it came.
  let header: Row
  /// The rows of the addresses.
  private(set) var rows: [Row] = []
  /// Where the addresses are.
  let addresses: AddressColumns
  /// Whether the lines of an answer begin with a byte order mark: the table did, or a spreadsheet wrote it in
  /// another encoding, and would expect that again.
  let hasByteOrderMark: Bool

  /// A row: where it is in the text, without its end.
  struct Row: Sendable {
    /// The offsets fit, because a body has less than 2 GB.
    private let start, end: UInt32
    /// The number of its first line in the text, from 1.
    let line: UInt32

    init(_ bytes: Range<Int>, line: Int) {
      start = UInt32(bytes.lowerBound)
      end = UInt32(bytes.upperBound)
      self.line = UInt32(line)
    }

    var bytes: Range<Int> { Int(start)..<Int(end) }
  }

  /// The largest number of columns: an answer has all of them in each row, even if the table lacks them there.
  static let columnLimit = 1_000

  /// Reads a table.
  ///
  /// - Parameters:
  ///   - bytes: The body of a request.
  ///   - charset: The parameter `charset` of its media type; `nil` for UTF-8.
  ///   - column: The name of the column with the addresses; `nil` to find it, see ``AddressColumns``.
  /// - Throws: ``ServiceError`` with the status 400, and a message with the line.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  init(_ bytes: [UInt8], charset: String? = nil, column: String? = nil) throws(ServiceError) {
    let isMarked = bytes.starts(with: TextEncoding.byteOrderMark)
    // The mark says more of the encoding than a media type, which some clients add to all files.
    let encoding = isMarked ? .utf8 : try TextEncoding(charset: charset)
    let text = try encoding.utf8(bytes)
    hasByteOrderMark = isMarked || encoding != .utf8
    separator = CellReader.separator(of: text)
    var reader = CellReader(text, separator: separator)
    guard let (header, cells) = try reader.row(upTo: Self.columnLimit) else {
      throw .invalid("The table is empty; its first line must have the names of the columns.")
    }
    guard cells.count <= Self.columnLimit else {
      throw .invalid("A table must have at most \(Self.columnLimit) columns.")
    }
    self.header = header
    columns = cells.map { CellReader.value(of: text[$0]) }
    addresses = try AddressColumns(among: columns, named: column)
    while let (row, cells) = try reader.row(upTo: columns.count) {
      guard cells.count <= columns.count else {
        throw .invalid(
          "Line \(row.line) has more cells than the first line, which has \(columns.count); a cell with "
            + "a separator needs quotes.")
      }
      rows.append(row)
    }
    self.text = text
  }

  /// The address in a row.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of the row.
  func address(inRow number: Int) -> PostalAddress {
    let cells = cells(of: rows[number])
    func value(_ column: Int?) -> String {
      guard let column, column < cells.count else { return "" }
      return CellReader.value(of: text[cells[column]]).trimmedOfWhiteSpace
    }
    return PostalAddress(
      street: value(addresses.street), city: value(addresses.city), state: value(addresses.state),
      postalCode: value(addresses.postalCode), country: value(addresses.country))
  }

  /// Where the cells of a row are.
  func cells(of row: Row) -> [Range<Int>] {
    var reader = CellReader(text, separator: separator, in: row.bytes)
    // The row was read before, so it has no error now.
    return (try? reader.row(upTo: columns.count))??.cells ?? []
  }
}

/// Reads the cells of a table.
struct CellReader {
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

  init(_ text: [UInt8], separator: UInt8, in range: Range<Int>? = nil) {
    self.text = text
    self.separator = separator
    position = range?.lowerBound ?? 0
    end = range?.upperBound ?? text.count
  }

  /// The most frequent separator of the first row, outside of quotes; a comma if there is none.
  static func separator(of text: [UInt8]) -> UInt8 {
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
  /// - Throws: ``ServiceError`` with the status 400 if a quote is not closed.
  mutating func row(
    upTo limit: Int
  ) throws(ServiceError) -> (row: AddressTable.Row, cells: [Range<Int>])? {
    while position < end, isLineEnd(text[position]) { endLine() }
    guard position < end else { return nil }
    let (start, firstLine) = (position, line)
    var cells: [Range<Int>] = []
    while true {
      let cellStart = position
      try skipCell()
      if cells.count <= limit { cells.append(cellStart..<position) }
      guard position < end, text[position] == separator else { break }
      position += 1
    }
    let row = AddressTable.Row(start..<position, line: firstLine)
    if position < end { endLine() }
    return (row, cells)
  }

  /// The text in a cell, without its quotes.
  static func value(of cell: ArraySlice<UInt8>) -> String {
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
  private mutating func skipCell() throws(ServiceError) {
    if position < end, text[position] == Self.quote {
      let firstLine = line
      position += 1
      while true {
        guard position < end else {
          throw .invalid("The quote that line \(firstLine) opens is not closed.")
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
#endif
