internal import CityGeocoding
internal import CitySearch
internal import JSONText

// The addresses of a page as lines of a text, as a person pastes them and the storage of a browser keeps them. A row of
// a table is such a line, too: the fields of its address, with a separator that nobody types.

/// The lines of a file.
enum AddressFile {
  /// The lines, of which there may be none.
  case lines(String)
  /// A table without a column for addresses.
  case noColumn

  /// Reads a table of cells, whose first row names the columns, see ``AddressColumns``.
  ///
  /// A row that cannot be read is a line without a city, which is not found.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  init(table: String) {
    let text = Array(table.utf8)
    var reader = CellReader(text, separator: CellReader.separator(of: text))
    var names: [String] = []
    do throws(TableError) {
      guard let header = try reader.row(upTo: Self.columnLimit) else {
        self = .lines("")
        return
      }
      names = header.cells.map { CellReader.value(of: text[$0]) }
    } catch {
      // A header whose quote is not closed names nothing.
    }
    guard let columns = AddressColumns(among: names) else {
      self = .noColumn
      return
    }
    var lines = ""
    while true {
      let address: PostalAddress
      do throws(TableError) {
        guard let (row, cells) = try reader.row(upTo: names.count) else { break }
        address =
          cells.count > names.count
          ? Self.unreadable(text[row.bytes]) : columns.address(of: cells, in: text)
      } catch {
        // The quote that is not closed is that of this line only.
        address = Self.unreadable(text[reader.wholeLine()?.bytes ?? 0..<0])
      }
      lines += address.pageLine
      lines += "\n"
    }
    self = .lines(lines)
  }

  private static func unreadable(_ row: ArraySlice<UInt8>) -> PostalAddress {
    PostalAddress(street: String(decoding: row.prefix(longestRow), as: UTF8.self))
  }

  private static let columnLimit = 1_000
  /// The number of bytes of a row that are shown, if it cannot be read.
  private static let longestRow = 200
}

extension PostalAddress {
  /// What stands between the fields of a row of a table.
  private static let separator: UInt8 = 0x1F

  /// The addresses of the lines of a page; blank lines are skipped.
  static func pageLines(of text: String) -> [PostalAddress] {
    lines(of: text).map { PostalAddress(pageLine: $0.city) }
  }

  /// The address of a line.
  init(pageLine line: String) {
    let fields = line.utf8.split(separator: Self.separator, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    guard fields.count == 5 else {
      self.init(line)
      return
    }
    self.init(
      street: fields[0], city: fields[1], state: fields[2], postalCode: fields[3],
      country: fields[4])
    label = description
  }

  /// The line of an address.
  var pageLine: String {
    if street.isEmpty, state.isEmpty, postalCode.isEmpty, country.isEmpty {
      return city.normalizedSpelling
    }
    return [street, city, state, postalCode, country].map { $0.normalizedSpelling }
      .joined(separator: String(UnicodeScalar(Self.separator)))
  }
}
