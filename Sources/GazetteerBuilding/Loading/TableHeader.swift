internal import CitySearch
internal import JSONText

/// The first line of a table, which names its columns.
struct TableHeader {
  /// The byte between cells.
  let separator: UInt8
  /// The names of all columns.
  let titles: [String]
  /// The columns that are read, the first one first.
  let columns: [(field: PlaceField, index: Int)]
  /// The number of the line that has the names.
  let line: UInt32

  /// Reads the beginning of a text; `nil` if its first line names no column.
  ///
  /// - Throws: ``/CitySearch/GazetteerError/unrecognized(file:reason:)`` if only some of the columns that every place
  ///   must have are named, or one that was given is not there.
  init?(
    of text: Span<UInt8>, _ encoding: TextEncoding, _ names: FieldNames, file: String
  ) throws(GazetteerError) {
    let sample = text.extracting(first: min(text.count, SourceFormat.sampleSize))
    let bytes = encoding.decoded(sample)
    guard let (row, cells, separator) = Self.firstRow(of: bytes) else { return nil }
    let titles = cells.map { CellReader.value(of: bytes[$0]).singleLine }
    var best: [PlaceField: (index: Int, rank: Int)] = [:]
    var twice: [PlaceField: Int] = [:]
    var names = names
    for (index, title) in titles.enumerated() {
      guard let place = names.place(of: title) else { continue }
      if let known = best[place.field], known.rank <= place.rank {
        if known.rank == place.rank { twice[place.field] = index }
      } else {
        (best[place.field], twice[place.field]) = ((index, place.rank), nil)
      }
    }
    let isNamed = titles.count > 1 && PlaceField.required.contains { best[$0] != nil }
    guard !names.given.isEmpty || isNamed else { return nil }
    self.separator = separator
    self.titles = titles
    columns = best.map { ($0.key, $0.value.index) }.sorted { $0.index < $1.index }
    line = row.line
    if let problem = Self.problem(best, twice, titles, names) {
      throw .unrecognized(file: file, reason: problem)
    }
  }

  /// Why the columns cannot be read, for a message; `nil` if they can.
  private static func problem(
    _ best: [PlaceField: (index: Int, rank: Int)], _ twice: [PlaceField: Int], _ titles: [String],
    _ names: FieldNames
  ) -> String? {
    func quoted(_ titles: [String]) -> String {
      titles.map(\.debugDescription).joined(separator: ", ")
    }
    for field in PlaceField.allCases {
      if let title = names.given[field], best[field] == nil {
        return "it has no column \(quoted([title])), but \(quoted(titles))"
      }
      if let other = twice[field], let first = best[field]?.index {
        let both = quoted([titles[first], titles[other]])
        return "it has two columns for the \(field.title): \(both)"
      }
    }
    let missing = PlaceField.required.filter { best[$0] == nil }.map(\.title)
    guard !missing.isEmpty else { return nil }
    return "it is a table without a column for the \(missing.joined(separator: " and the ")): "
      + "its columns are \(quoted(titles))"
  }

  /// The first row, behind the line "sep=;" in which spreadsheets name the separator.
  private static func firstRow(
    of text: [UInt8]
  ) -> (row: TableRow, cells: [Range<Int>], separator: UInt8)? {
    var separator = CellReader.separator(of: text)
    var reader = CellReader(text, separator: separator)
    guard var first = try? reader.row(upTo: .max - 1) else { return nil }
    let marked = text[first.row.bytes]
    if marked.count == 5, marked.starts(with: "sep=".utf8), let last = marked.last {
      separator = last
      reader = CellReader(text, separator: separator)
      guard (try? reader.row(upTo: 1)) != nil, let second = try? reader.row(upTo: .max - 1) else {
        return nil
      }
      first = second
    }
    return (first.row, first.cells, separator)
  }
}

extension String {
  /// The text with one space for each run of line ends and tabs, and without white space at its ends.
  var singleLine: String {
    let bytes = utf8.span
    let range = bytes.trimmed(0..<bytes.count)
    guard range.count < bytes.count || utf8.contains(where: { $0 < 0x20 }) else { return self }
    var (text, isBreak) = ([UInt8](), false)
    for index in range {
      let byte = bytes[index]
      if byte.isEndOfLine || byte == UInt8(ascii: "\t") {
        if !isBreak { text.append(UInt8(ascii: " ")) }
        isBreak = true
      } else {
        text.append(byte)
        isBreak = false
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
