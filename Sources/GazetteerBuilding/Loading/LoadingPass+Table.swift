internal import CitySearch
internal import JSONText

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
      do throws(RowError) {
        let place = try place(in: text, row, cells, header, countries)
        do throws(GazetteerBuilder.ValidationError) {
          try place.append(to: &builder)
        } catch {
          throw RowError(
            column: header.column(of: error.field) ?? .init(error.field.rawValue),
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

  /// Why a row is malformed.
  private struct RowError: Error {
    var column: MalformedRecord.Column?
    var reason: String
  }

  private func place(
    in text: [UInt8], _ row: TableRow, _ cells: [Range<Int>], _ header: TableHeader,
    _ countries: CountriesByName
  ) throws(RowError) -> PlaceRecord {
    guard String(validating: text.span.extracting(row.bytes)) != nil else {
      throw RowError(reason: "not valid UTF-8; another encoding must be said")
    }
    // Fewer may be there: some programs leave out empty cells at the end.
    guard cells.count <= header.titles.count else {
      throw RowError(
        reason: "has more cells than the header, which has \(header.titles.count): a text with a "
          + "separator must be in quotes")
    }
    var place = PlaceRecord()
    for (field, index) in header.columns {
      let value =
        cells.indices.contains(index)
        ? CellReader.value(of: text[cells[index]]).singleLine : ""
      do throws(PlaceRecord.FieldError) {
        try place.read(field, value, countries)
      } catch {
        throw RowError(
          column: .init(header.titles[index], number: index + 1), reason: error.reason)
      }
    }
    return place
  }
}

extension TableHeader {
  /// The column of a field of a city, for messages; `nil` if the table has none.
  fileprivate func column(of field: GazetteerBuilder.Field) -> MalformedRecord.Column? {
    columns.first { $0.field.validated == field }
      .map { MalformedRecord.Column(titles[$0.index], number: $0.index + 1) }
  }
}

extension PlaceField {
  /// The field of a city that this one becomes.
  var validated: GazetteerBuilder.Field {
    switch self {
    case .name: .name
    case .latitude: .latitude
    case .longitude: .longitude
    case .id: .id
    case .country: .countryCode
    case .division: .divisionCode
    case .population: .population
    case .timeZone: .timeZone
    case .otherNames: .otherNames
    }
  }
}
