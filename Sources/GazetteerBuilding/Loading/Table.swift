internal import CitySearch
internal import Foundation
internal import JSONText

/// The first line of a table, which names its columns.
struct TableHeader {
  /// The byte between cells.
  let separator: UInt8
  /// The names of all columns.
  let titles: [String]
  /// The columns that are read, in the order of fields.
  let columns: [(field: PlaceField, index: Int)]
  /// The number of the line that has the names.
  let line: UInt32

  /// Reads the beginning of a text; `nil` if its first line cannot be names of columns.
  ///
  /// - Throws: ``/CitySearch/GazetteerError/unrecognized(file:reason:)`` if not all of the columns that every place must
  ///   have are named, one that was given is not there, or the names are in another encoding.
  init?(
    of text: Span<UInt8>, _ encoding: String.Encoding, _ names: FieldNames, file: String
  ) throws(GazetteerError) {
    let sample = text.extracting(first: min(text.count, SourceFormat.sampleSize))
    guard let bytes = sample.decoded(encoding) else { return nil }
    guard let (row, cells, separator) = Self.firstRow(of: bytes) else { return nil }
    let titles = cells.map { CellReader.value(of: bytes[$0]).singleLine }
    var best: [PlaceField: (index: Int, rank: Int)] = [:]
    var twice: [PlaceField: Int] = [:]
    for (index, title) in titles.enumerated() {
      guard let place = names.place(of: title) else { continue }
      if let known = best[place.field], known.rank <= place.rank {
        if known.rank == place.rank { twice[place.field] = index }
      } else {
        (best[place.field], twice[place.field]) = ((index, place.rank), nil)
      }
    }
    let isNamed =
      PlaceField.required.contains { best[$0] != nil } || !titles.contains { Double($0) != nil }
    guard !names.given.isEmpty || titles.count > 1 && isNamed else { return nil }
    guard String(validating: bytes.span.extracting(row.bytes)) != nil else {
      throw .unrecognized(file: file, reason: "its first line is \(LineError.notUTF8)")
    }
    self.separator = separator
    self.titles = titles
    columns = PlaceField.allCases.compactMap { field in best[field].map { (field, $0.index) } }
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
    for field in PlaceField.allCases {
      if let title = names.given[field], best[field] == nil {
        return
          "it has no column \(PlaceField.list(of: [title])), but \(PlaceField.list(of: titles))"
      }
      if let other = twice[field], let first = best[field]?.index {
        let both = PlaceField.list(of: [titles[first], titles[other]])
        return "it has two columns for the \(field.title): \(both)"
      }
    }
    let missing = PlaceField.required.filter { best[$0] == nil }
    guard !missing.isEmpty else { return nil }
    return
      "it is a table without a column for the \(missing.map(\.title).joined(separator: " and the ")): "
      + "its columns are \(PlaceField.list(of: titles)) (\(PlaceField.advice(for: missing)))"
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

extension LoadingPass {
  /// Reads a table with a header: comma-separated values, or with semicolons or tabs.
  ///
  /// The whole text is in memory, since a cell in quotes may extend over lines.
  mutating func readTable(
    _ text: [UInt8], _ header: TableHeader, file: String, _ regions: RegionsByName,
    into builder: inout GazetteerBuilder
  ) throws(GazetteerError) {
    guard text.count < UInt32.max else {
      throw .unrecognized(file: file, reason: "a table must have less than 4 GB")
    }
    var reader = CellReader(text, separator: header.separator)
    var number = 0
    while let (row, cells) = try nextRow(of: &reader, header, file) {
      guard row.line > header.line else { continue }
      if number % Self.stride == 0 {
        try monitor.reach(Double(row.bytes.lowerBound) / Double(text.count))
      }
      number += 1
      // Spreadsheets write rows of separators where rows were emptied.
      if cells.allSatisfy({ $0.allSatisfy { text[$0].isBlank } }) { continue }
      let position = MalformedRecord.Position.line(Int(row.line))
      do throws(LineError) {
        try checkCells(in: text, row, cells, header)
        do throws(GazetteerBuilder.ValidationError) {
          var place = PlaceRecord()
          for (field, index) in header.columns {
            let cell = cells.indices.contains(index) ? text[cells[index]] : []
            try place.read(field, CellReader.value(of: cell).singleLine, regions)
          }
          try append(place, at: position, to: &builder)
        } catch {
          let index = header.columns.first { $0.field == error.field }?.index
          throw LineError(
            column: index.map { .init(header.titles[$0], number: $0 + 1) }
              ?? .init(error.field.title),
            reason: error.reason)
        }
      } catch {
        try skip(
          MalformedRecord(
            file: file, position: position, column: error.column, reason: error.reason))
      }
    }
  }

  /// The next row; a quote that is not closed is an error of the file, since it swallows all rows behind it.
  private func nextRow(
    of reader: inout CellReader, _ header: TableHeader, _ file: String
  ) throws(GazetteerError) -> (row: TableRow, cells: [Range<Int>])? {
    do throws(TableError) {
      return try reader.row(upTo: header.titles.count)
    } catch {
      throw .unrecognized(
        file: file, reason: "the quote that line \(error.line) opens is not closed")
    }
  }

  /// Checks the encoding of a row, and the number of its cells.
  private func checkCells(
    in text: [UInt8], _ row: TableRow, _ cells: [Range<Int>], _ header: TableHeader
  ) throws(LineError) {
    guard String(validating: text.span.extracting(row.bytes)) != nil else {
      throw LineError(reason: LineError.notUTF8)
    }
    // Fewer may be there: some programs leave out empty cells at the end.
    guard cells.count <= header.titles.count else {
      throw LineError(
        reason: "has more cells than the header, which has \(header.titles.count): a text with a "
          + "separator must be in quotes")
    }
  }
}

extension LineError {
  /// What to do about a text in another encoding, as the end of a sentence.
  static let notUTF8 =
    "not valid UTF-8 (if it is in Latin-1 or Windows-1252: --encoding latin-1, "
    + "or GazetteerLoader.encoding)"
}

extension PlaceField {
  /// Names of columns or members that were found, for a message; of many, the first ones.
  static func list(of names: [String]) -> String {
    let shown = names.prefix(20).map { String(quoting: $0.utf8.span) }.joined(separator: ", ")
    return names.count > 20 ? "\(shown) and \(names.count - 20) more" : shown
  }

  /// How fields are found that have other names than usual, for a message.
  static func advice(for fields: [PlaceField]) -> String {
    let example = fields.map { "\($0.rawValue)=…" }.joined(separator: ",")
    return "others are named by --columns \(example), or GazetteerLoader.columns"
  }
}
