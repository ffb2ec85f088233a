#if Server
import CityGeocoding
import JSONText
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
/// lines are skipped, and a row may lack its last cells. A row that cannot be read is an error of that row: one with more
/// cells than the first row, and one whose quote is not closed, behind which each line is a row.
struct AddressTable: Sendable {
  /// The whole text in UTF-8, without a byte order mark.
  let text: [UInt8]
  let separator: UInt8
  /// The names of the columns.
  let columns: [String]
  /// The row with the names of the columns, as it came.
  let header: TableRow
  /// The rows of the addresses.
  private(set) var rows: [TableRow] = []
  /// Where the addresses are.
  let addresses: AddressColumns
  /// Whether the lines of an answer begin with a byte order mark: the table did, or a spreadsheet wrote it in
  /// another encoding, and would expect that again.
  let hasByteOrderMark: Bool

  /// The largest number of columns: an answer has all of them in each row, even if the table lacks them there.
  static let columnLimit = 1_000

  /// Reads a table.
  ///
  /// - Parameters:
  ///   - bytes: The body of a request.
  ///   - charset: The parameter `charset` of its media type; `nil` for UTF-8.
  ///   - column: The name of the column with the addresses; `nil` to find it, see ``AddressColumns``.
  ///   - areCoordinates: Whether columns for coordinates come before those for addresses.
  /// - Throws: ``ServiceError`` with the status 400 if the first row does not name the columns.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  init(
    _ bytes: [UInt8], charset: String? = nil, column: String? = nil, areCoordinates: Bool = false
  ) throws(ServiceError) {
    let isMarked = bytes.starts(with: CellReader.byteOrderMark)
    // The mark says more of the encoding than a media type, which some clients add to all files.
    let encoding = isMarked ? .utf8 : try TextEncoding(charset: charset)
    let text = try encoding.utf8(bytes)
    hasByteOrderMark = isMarked || encoding != .utf8
    separator = CellReader.separator(of: text)
    var reader = CellReader(text, separator: separator)
    let first: (row: TableRow, cells: [Range<Int>])?
    do throws(TableError) {
      first = try reader.row(upTo: Self.columnLimit)
    } catch {
      throw .invalid(error.reason)
    }
    guard let (header, cells) = first else {
      throw .invalid("The table is empty; its first line must have the names of the columns.")
    }
    guard cells.count <= Self.columnLimit else {
      throw .invalid("A table must have at most \(Self.columnLimit) columns.")
    }
    self.header = header
    columns = cells.map { CellReader.value(of: text[$0]) }
    guard
      let addresses = AddressColumns(
        among: columns, named: column, areCoordinates: areCoordinates)
    else { throw .invalid(Self.reason(noneAmong: columns, named: column)) }
    self.addresses = addresses
    do throws(TableError) {
      while let (row, _) = try reader.row(upTo: columns.count) { rows.append(row) }
    } catch {
      while let row = reader.wholeLine() { rows.append(row) }
    }
    self.text = text
  }

  /// The address in a row.
  ///
  /// - Throws: ``AddressError`` with the line of a row that cannot be read.
  /// - Complexity: O(*n*), where *n* is the number of bytes of the row.
  func address(inRow number: Int) throws(AddressError) -> PostalAddress {
    addresses.address(of: try cells(of: rows[number]), in: text)
  }

  /// Why no column of some has addresses.
  private static func reason(noneAmong columns: [String], named name: String?) -> String {
    let names = columns.prefix(20).map { "'\($0.shortened)'" }.joined(separator: ", ")
    let list = columns.count > 20 ? "\(names) and \(columns.count - 20) more" : names
    if let name { return "There is no column '\(name.shortened)'; the columns are \(list)." }
    return "No column has a name such as address or city; the columns are \(list). The parameter "
      + "column names the one with the addresses."
  }

  /// Where the cells of a row are.
  ///
  /// - Throws: ``AddressError`` with the line of a row that cannot be read.
  func cells(of row: TableRow) throws(AddressError) -> [Range<Int>] {
    var reader = CellReader(text, separator: separator, in: row.bytes)
    guard let cells = (try? reader.row(upTo: columns.count))??.cells else {
      throw AddressError(
        "Line \(row.line) has a quote that is not closed; a quote within quotes is doubled.")
    }
    guard cells.count <= columns.count else {
      throw AddressError(
        "Line \(row.line) has more cells than the first line, which has \(columns.count); a cell with a "
          + "separator needs quotes.")
    }
    return cells
  }
}
#endif
