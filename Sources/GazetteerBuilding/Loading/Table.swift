internal import CitySearch
internal import Foundation
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

extension LoadingPass {
  /// Reads a table with a header: comma-separated values, or with semicolons or tabs.
  ///
  /// The whole text is in memory, since a cell in quotes may extend over lines.
  mutating func readTable(
    _ text: [UInt8], _ header: TableHeader, file: String, _ countries: CountriesByName,
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
      do throws(LineError) {
        try checkCells(in: text, row, cells, header)
        do throws(GazetteerBuilder.ValidationError) {
          var place = PlaceRecord()
          for (field, index) in header.columns {
            let cell = cells.indices.contains(index) ? text[cells[index]] : []
            try place.read(field, CellReader.value(of: cell).singleLine, countries)
          }
          try place.append(to: &builder)
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
            file: file, position: .line(Int(row.line)), column: error.column,
            reason: error.reason))
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
      throw LineError(reason: "not valid UTF-8; another encoding must be said")
    }
    // Fewer may be there: some programs leave out empty cells at the end.
    guard cells.count <= header.titles.count else {
      throw LineError(
        reason: "has more cells than the header, which has \(header.titles.count): a text with a "
          + "separator must be in quotes")
    }
  }
}
